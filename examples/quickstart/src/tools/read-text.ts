import type { FileHandle } from 'node:fs/promises';

const pieceBytes = 65_536;

/**
 * Reads a file piece by piece and gives its text on. Tells the encoding; `undefined` for a binary file.
 * What is not UTF-8 after all is read again from its start as Windows-1252, so `take` is told when to forget.
 */
export async function readText(
  file: FileHandle,
  take: (text: string, isAgain: boolean) => void,
): Promise<string | undefined> {
  const head = Buffer.alloc(8000);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  const start = head.subarray(0, bytesRead);
  const marked = toMarked(start);
  if (!marked && start.includes(0)) return undefined;
  if (marked) {
    await decode(file, new TextDecoder(marked), (text) => take(text, false));
    return marked === 'utf-8' ? 'UTF-8 with a byte order mark' : marked.toUpperCase();
  }
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    await decode(file, decoder, (text) => take(text, false));
    return 'UTF-8';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
  }
  let isAgain = true;
  await decode(file, new TextDecoder('windows-1252'), (text) => {
    take(text, isAgain);
    isAgain = false;
  });
  return 'not UTF-8; read as Windows-1252';
}

function toMarked(start: Buffer): string | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined;
}

async function decode(
  file: FileHandle,
  decoder: InstanceType<typeof TextDecoder>,
  take: (text: string) => void,
) {
  const piece = Buffer.alloc(pieceBytes);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(piece, 0, pieceBytes, position);
    take(decoder.decode(piece.subarray(0, bytesRead), { stream: bytesRead > 0 }));
    if (bytesRead === 0) return;
    position += bytesRead;
  }
}
