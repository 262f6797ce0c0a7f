import assert from 'node:assert/strict';
import { type RunStore, toBlob } from '@tenon/core/storage';
import { oddValues } from '../odd.ts';
import type { StoreChecks } from '../store-suite.ts';
import { append, record } from './run-kit.ts';

/** What records name by hash. */
export const blobChecks: StoreChecks<RunStore> = {
  'keeps content by its hash: JSON and bytes': async (runs) => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
    const contents = [...oddValues, [bytes, bytes], [new Uint8Array(), new Uint8Array()]] as const;
    const blobs = await Promise.all(contents.map(([given]) => toBlob(given)));
    await append(runs, 'r', 1, { blobs });
    for (const [index, [, kept]] of contents.entries()) {
      const found = await runs.getBlob(blobs[index]?.hash ?? '');
      if (!(kept instanceof Uint8Array)) assert.deepEqual(found, kept);
      else assert.ok(found instanceof Uint8Array && Buffer.compare(found, kept) === 0);
    }
    assert.equal(await runs.getBlob('0'.repeat(64)), undefined);
  },

  'shares nothing of content with those who bring and get it': async (runs) => {
    const bytes = new Uint8Array([1, 2, 3]);
    const [ofBytes, ofList] = [await toBlob(bytes), await toBlob([1])];
    await append(runs, 'r', 1, { blobs: [ofBytes, ofList] });
    if (ofBytes.kind === 'bytes') ofBytes.bytes[0] = 9;
    const read = (await runs.getBlob(ofBytes.hash)) as Uint8Array;
    assert.equal(read[0], 1);
    read[0] = 9;
    ((await runs.getBlob(ofList.hash)) as number[]).push(2);
    assert.equal(((await runs.getBlob(ofBytes.hash)) as Uint8Array)[0], 1);
    assert.deepEqual(await runs.getBlob(ofList.hash), [1]);
  },

  'keeps content until the last run that brought it is deleted': async (runs) => {
    const blob = await toBlob('You are helpful.');
    await append(runs, 'a', 1, { blobs: [blob, blob] });
    await append(runs, 'a', 2, { blobs: [blob] });
    await append(runs, 'b', 1, { blobs: [blob], head: { status: 'ended' } });
    await runs.delete('a');
    assert.equal(await runs.getBlob(blob.hash), 'You are helpful.');
    await runs.deleteEnded({ before: new Date(Date.now() + 60_000) });
    assert.equal(await runs.getBlob(blob.hash), undefined);
  },

  'keeps no content of an append that is refused': async (runs) => {
    const blob = await toBlob('late');
    await append(runs, 'r', 1);
    await runs.append('r', [record(1)], { blobs: [blob] });
    assert.equal(await runs.getBlob(blob.hash), undefined);
  },

  'takes the same content from many runs at once': async (runs) => {
    const blob = await toBlob({ tools: ['a', 'b'] });
    const ids = Array.from({ length: 8 }, (_, index) => `r${index}`);
    await Promise.all(ids.map((id) => append(runs, id, 1, { blobs: [blob] })));
    for (const id of ids) {
      assert.deepEqual(await runs.getBlob(blob.hash), { tools: ['a', 'b'] });
      await runs.delete(id);
    }
    assert.equal(await runs.getBlob(blob.hash), undefined);
  },
};
