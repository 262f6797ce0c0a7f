import assert from 'node:assert/strict';
import type { StorageResource, ThreadStore } from '@tenon/core/storage';
import { at, growing, oddIds, oddValues, spoil } from '../odd.ts';
import type { StoreChecks } from '../store-suite.ts';

/** What is remembered of resources. */
export const resourceChecks: StoreChecks<ThreadStore> = {
  'keeps resources, with fields that have a value alone': async (threads) => {
    const full: StorageResource = {
      id: 'u',
      workingMemory: '# Ann',
      metadata: { a: [1] },
      createdAt: at(1),
      updatedAt: at(2),
    };
    assert.deepEqual(await threads.saveResource({ resource: full }), full);
    assert.deepEqual(await threads.getResourceById({ resourceId: 'u' }), full);
    const bare = { id: 'u', createdAt: at(3), updatedAt: at(3) };
    await threads.saveResource({ resource: bare });
    assert.deepEqual(await threads.getResourceById({ resourceId: 'u' }), bare);
    assert.equal(await threads.getResourceById({ resourceId: 'other' }), null);
  },

  'changes what is given of a resource, and makes one where there is none': async (threads) => {
    const made = await threads.updateResource({ resourceId: 'u', workingMemory: 'a' });
    assert.equal(made.workingMemory, 'a');
    assert.ok(Date.now() - made.createdAt.getTime() < 60_000);
    await threads.updateResource({ resourceId: 'u', metadata: { a: 1, b: { c: 1 } } });
    const changed = await threads.updateResource({ resourceId: 'u', metadata: { b: null } });
    assert.deepEqual([changed.workingMemory, changed.metadata], ['a', { a: 1, b: null }]);
    assert.deepEqual(changed.createdAt, made.createdAt);
    assert.deepEqual(await threads.getResourceById({ resourceId: 'u' }), changed);
  },

  'loses none of many changes to a resource at once': async (threads) => {
    const keys = Array.from({ length: 12 }, (_, index) => `k${index}`);
    await Promise.all(
      keys.map((key) => threads.updateResource({ resourceId: 'u', metadata: { [key]: key } })),
    );
    const { metadata } = (await threads.getResourceById({ resourceId: 'u' })) ?? {};
    assert.deepEqual(metadata, Object.fromEntries(keys.map((key) => [key, key])));
  },

  'keeps working memory, whatever it holds, of resources with odd ids': async (threads) => {
    for (const resourceId of oddIds) {
      await threads.updateResource({ resourceId, workingMemory: resourceId });
    }
    for (const resourceId of oddIds) {
      const { workingMemory } = (await threads.getResourceById({ resourceId })) ?? {};
      assert.equal(workingMemory, resourceId);
    }
    for (const [given, kept] of oddValues) {
      if (typeof given !== 'string') continue;
      await threads.updateResource({ resourceId: 'u', workingMemory: given });
      assert.equal((await threads.getResourceById({ resourceId: 'u' }))?.workingMemory, kept);
    }
  },

  'shares no resource with those who save and read it': async (threads) => {
    const { value, grow } = growing();
    await threads.updateResource({ resourceId: 'u', metadata: value });
    grow();
    const read = await threads.getResourceById({ resourceId: 'u' });
    assert.deepEqual(read?.metadata, { list: [{ n: 1 }] });
    spoil(read?.metadata);
    const { metadata } = (await threads.getResourceById({ resourceId: 'u' })) ?? {};
    assert.deepEqual(metadata, { list: [{ n: 1 }] });
  },
};
