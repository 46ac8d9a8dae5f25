import { Agent, type IncomingHttpHeaders, request } from "node:http";

/** A request as the socket receives it. */
export interface WireRequest {
  method: string;
  /** The path with the query, exactly as in the request line. */
  path: string;
  /** The headers in the order in which they are sent. A name may repeat. */
  headers: [string, string][];
  body: Buffer | null;
}

export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The time from the request to the last byte of the response, in milliseconds. */
  ms: number;
}

const CLOSED = new Error("socket hang up: a connection that was kept alive, twice");

/** Sends requests to the system through one socket, without normalizing them. */
export class Wire {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #socket: URL;
  readonly #host: string;
  readonly #timeoutMs: number;

  /**
   * @param socket the URL of the socket
   * @param origin the origin of the system, for the `Host` header
   * @param timeoutMs the maximum wait for a response, in milliseconds
   */
  constructor(socket: string, origin: string, timeoutMs: number) {
    this.#socket = new URL(socket);
    this.#host = new URL(origin).host;
    this.#timeoutMs = timeoutMs;
  }

  /** Sends a request and returns the response. @throws {Error} if no complete response arrives in time */
  async ask(request: WireRequest): Promise<WireAnswer> {
    try {
      return await this.#send(request);
    } catch (error) {
      // The server closed the idle connection before it read the request, so a retry is safe.
      if (error !== CLOSED) throw error;
      return this.#send(request);
    }
  }

  #send({ method, path, headers, body }: WireRequest): Promise<WireAnswer> {
    const { hostname, port } = this.#socket;
    const length: [string, string][] = body === null ? [] : [["Content-Length", String(body.length)]];
    const all = [["Host", this.#host], ...headers, ...length].flat();
    const start = performance.now();
    return new Promise((resolve, reject) => {
      const options = {
        agent: this.#agent,
        hostname,
        port,
        method,
        path,
        headers: all,
        signal: AbortSignal.timeout(this.#timeoutMs),
      };
      const sent = request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const ms = performance.now() - start;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks), ms });
        });
      });
      sent.on("error", (error: NodeJS.ErrnoException) => {
        reject(sent.reusedSocket && error.code === "ECONNRESET" ? CLOSED : error);
      });
      sent.end(body ?? undefined);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Returns the curl command for a request. Long credentials are shortened. */
export function curlOf(origin: string, { method, path, headers, body }: WireRequest): string {
  const parts = headers.map(
    ([name, value]) => `-H ${quoted(`${name}: ${name === "Authorization" ? shortened(value) : value}`)}`,
  );
  if (body !== null) parts.push(`--data-binary ${quoted(body)}`);
  return `curl -sS -X ${method} ${parts.join(" ")} ${quoted(origin + path)}`;
}

function shortened(credential: string): string {
  return credential.length > 40 ? `${credential.slice(0, 30)}…` : credential;
}

const MAX_SHOWN = 2_000;

/** Quotes a shell word as `$'…'`, with escapes for bytes that are not printable ASCII. */
function quoted(text: string | Buffer): string {
  const bytes = Buffer.from(text as string).subarray(0, MAX_SHOWN);
  const shown = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === "'" || character === "\\") return `\\${character}`;
    return byte >= 0x20 && byte < 0x7f ? character : `\\x${byte.toString(16).padStart(2, "0")}`;
  });
  return `$'${shown.join("")}'`;
}
