import type { IncomingMessage } from "node:http";

/**
 * Returns the body of a request to a local server as text.
 * @throws {Error} if the body exceeds the limit
 */
export async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error("the body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
