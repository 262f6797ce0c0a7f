/**
 * Reads a stream to its end. Rejects with the error of the stream when it fails.
 *
 * @example const parts = await collect((await model.doStream({ prompt })).stream);
 */
export async function collect<Item>(
  stream: ReadableStream<Item> | AsyncIterable<Item>,
): Promise<Item[]> {
  const items: Item[] = [];
  if (Symbol.asyncIterator in stream) {
    for await (const item of stream) items.push(item);
    return items;
  }
  // not every browser iterates its streams
  const reader = (stream as ReadableStream<Item>).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read())
    items.push(read.value);
  return items;
}
