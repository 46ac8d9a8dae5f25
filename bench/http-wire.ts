/** A request as it is sent on a socket, over HTTP/1.1 with a persistent connection. */
export interface WireRequest {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A response from a socket, with its chunks joined. */
export interface WireAnswer {
  status: number;
  /** The header fields by lower-case name. Repeated fields are joined (RFC 9110 §5.2). */
  headers: Map<string, string>;
  body: Buffer;
}

/** All Workers get the same host, so that responses with links are equal byte for byte. */
const HOST = "localhost:8787";

/** Returns the bytes of a request. */
export function encodeRequest({ method, path, headers = {}, body }: WireRequest): Buffer {
  const all = {
    Host: HOST,
    ...headers,
    ...(body !== undefined && { "Content-Length": String(Buffer.byteLength(body)) }),
  };
  const lines = [`${method} ${path} HTTP/1.1`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`);
}

/**
 * Decodes one complete response.
 * @returns `null` while bytes are missing
 * @throws {Error} if there are more bytes than one response has
 */
export function decodeAnswer(bytes: Buffer): WireAnswer | null {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return null;
  const [statusLine = "", ...lines] = bytes.toString("latin1", 0, headEnd).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [name, value] = [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()];
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }

  const rest = bytes.subarray(headEnd + 4);
  const body = isChunked(headers) ? joinChunks(rest) : takeLength(rest, bodyLength(status, headers));
  return body && { status, headers, body };
}

/** Returns whether the body is chunked. A chunked response has no `Content-Length` header. */
export function isChunked(headers: Map<string, string>): boolean {
  return headers.get("transfer-encoding") === "chunked";
}

function bodyLength(status: number, headers: Map<string, string>): number {
  return status === 304 || status === 204 ? 0 : Number(headers.get("content-length"));
}

function takeLength(rest: Buffer, length: number): Buffer | null {
  if (!(rest.length <= length)) throw new Error(`an answer of ${rest.length} bytes instead of ${length}`);
  return rest.length === length ? Buffer.from(rest) : null;
}

function joinChunks(rest: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(rest.toString("latin1", at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (end > rest.length) return null;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(rest.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}
