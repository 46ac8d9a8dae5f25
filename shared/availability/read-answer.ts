/** No answer is read further. */
const MAX_ANSWER_BYTES = 65_536;

/** What is abandoned at the deadline is closed a moment later, so that the deadline is what is seen. */
export const CLOSING_MS = 50;

/** Reads to the end; null when there is more than is read. */
export async function readAnswer(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) return null;
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
