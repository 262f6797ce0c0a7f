/** Base64 of the bytes a view or a buffer covers, in any runtime. */
export function toBase64(data: ArrayBuffer | ArrayBufferView): string {
  const bytes =
    data instanceof Uint8Array
      ? data
      : ArrayBuffer.isView(data)
        ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
        : new Uint8Array(data);
  let binary = '';
  // In slices, since the arguments of one call are limited.
  for (let index = 0; index < bytes.length; index += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(index, index + 0x8000));
  }
  return btoa(binary);
}
