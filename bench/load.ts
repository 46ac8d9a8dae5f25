import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { parentPort } from "node:worker_threads";
import { decodeAnswer, isChunked } from "./http-wire.ts";

/** The requests of one measurement, and the responses to expect. */
export interface LoadOrder {
  port: number;
  /**
   * The bytes of each request. All connections together send the requests in turn, and repeat them unless `isOnce` is
   * set.
   */
  requests: Uint8Array[];
  isOnce: boolean;
  /** The index of the first request. It follows the last request of the previous measurement. */
  first: number;
  /** The status that every response must have, with a body of `bodyLength` bytes. */
  status: number;
  bodyLength: number;
  /**
   * The bodies to expect in the first response of each connection: one for all requests, one for each request, or none
   * if they are unknown.
   */
  bodies: Uint8Array[];
  /** Number of keep-alive connections. Each has one request at a time. */
  connections: number;
  milliseconds: number;
}

export interface LoadResult {
  answers: number;
  /** Milliseconds from the first request to the last response. */
  milliseconds: number;
  /** The latency of each response, in milliseconds. */
  latencies: Float64Array;
  /** The fraction of the time, from 0 to 1, in which the generator used the processor. */
  generatorBusy: number;
}

/**
 * Keeps every connection busy for the given time, then waits for the last responses. Each connection gets one response
 * before the time starts, so that connecting and checking are not measured.
 * @throws {Error} if a response is not the expected one, or if there are no more single-use requests
 */
async function generateLoad(order: LoadOrder): Promise<LoadResult> {
  const latencies: number[] = [];
  const next = requestsInTurn(order);
  const connections = await Promise.all(
    Array.from({ length: order.connections }, () => Connection.open(order, next, latencies)),
  );
  try {
    const processor = process.threadCpuUsage();
    const start = performance.now();
    await Promise.all(connections.map((connection) => connection.askUntil(start + order.milliseconds)));
    const milliseconds = performance.now() - start;
    const { user, system } = process.threadCpuUsage(processor);
    return {
      answers: latencies.length,
      milliseconds,
      latencies: Float64Array.from(latencies),
      generatorBusy: (user + system) / 1000 / milliseconds,
    };
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Returns a function that returns the index of the next request. */
function requestsInTurn({ requests, isOnce, first }: LoadOrder): () => number {
  let at = first;
  return () => {
    if (isOnce && at >= requests.length)
      throw new Error(`all of the ${requests.length} requests that are good for once were sent: prepare more`);
    return at++ % requests.length;
  };
}

/**
 * The way to find the end of a response. Only the first response is parsed. For the others, the status line and the
 * length are enough.
 */
type Framing = { kind: "unknown" } | { kind: "length"; bodyLength: number } | { kind: "chunked" };

const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("\r\n0\r\n\r\n");
const NOTHING = Buffer.alloc(0);
/** One buffer is enough for all connections, because each read is processed before the next one. */
const readBuffer = Buffer.alloc(262_144);

class Connection {
  readonly #order: LoadOrder;
  readonly #next: () => number;
  readonly #latencies: number[];
  readonly #statusLine: Buffer;
  #socket!: Socket;
  #framing: Framing = { kind: "unknown" };
  /** The bytes to keep for the next read: an unfinished head, or the last few bytes of a chunked body. */
  #held: Buffer = NOTHING;
  /** The index of the last request that was sent. */
  #asked = 0;
  /** Number of bytes that the current response still lacks; -1 while its head is unfinished. */
  #missing = -1;
  #sentAt = 0;
  #deadline = 0;
  #settled = Promise.withResolvers<void>();

  private constructor(order: LoadOrder, next: () => number, latencies: number[]) {
    this.#order = order;
    this.#next = next;
    this.#latencies = latencies;
    this.#statusLine = Buffer.from(`HTTP/1.1 ${order.status} `);
  }

  static async open(order: LoadOrder, next: () => number, latencies: number[]): Promise<Connection> {
    const connection = new Connection(order, next, latencies);
    const receive = (length: number) => {
      try {
        connection.#receive(readBuffer.subarray(0, length));
      } catch (error) {
        connection.#settled.reject(error);
      }
      return true;
    };
    connection.#socket = connect({
      host: "127.0.0.1",
      port: order.port,
      noDelay: true,
      onread: { buffer: readBuffer, callback: receive },
    });
    connection.#socket.on("error", (error) => connection.#settled.reject(error));
    connection.#socket.on("close", () => connection.#settled.reject(new Error("the connection was closed")));
    connection.#ask();
    await connection.#settled.promise;
    return connection;
  }

  /** Sends the next request after each response, until the deadline. */
  askUntil(deadline: number): Promise<void> {
    this.#settled = Promise.withResolvers();
    this.#deadline = deadline;
    this.#ask();
    return this.#settled.promise;
  }

  close(): void {
    this.#socket.removeAllListeners("close");
    this.#socket.destroy();
  }

  #ask(): void {
    this.#sentAt = performance.now();
    this.#asked = this.#next();
    this.#socket.write(this.#order.requests[this.#asked] ?? NOTHING);
  }

  #receive(bytes: Buffer): void {
    switch (this.#framing.kind) {
      case "unknown":
        this.#receiveFirst(bytes);
        break;
      case "length":
        this.#receiveLength(bytes, this.#framing.bodyLength);
        break;
      case "chunked":
        this.#receiveChunked(bytes);
        break;
    }
  }

  #receiveFirst(bytes: Buffer): void {
    this.#held = Buffer.concat([this.#held, bytes]);
    const answer = decodeAnswer(this.#held);
    if (!answer) return;
    const { status, bodyLength, bodies } = this.#order;
    if (answer.status !== status) throw new Error(`status ${answer.status} instead of ${status}`);
    const body = bodies[this.#asked % bodies.length];
    if (answer.body.length !== bodyLength || (body && !answer.body.equals(body)))
      throw new Error("the response body is not the expected one");
    this.#framing = isChunked(answer.headers) ? { kind: "chunked" } : { kind: "length", bodyLength };
    this.#held = NOTHING;
    this.#settled.resolve();
  }

  #receiveLength(bytes: Buffer, bodyLength: number): void {
    let missing = this.#missing - bytes.length;
    if (this.#missing < 0) {
      const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
      const headEnd = all.indexOf(HEAD_END);
      if (headEnd < 0) {
        this.#held = Buffer.from(all);
        return;
      }
      this.#checkStatus(all);
      this.#held = NOTHING;
      missing = headEnd + HEAD_END.length + bodyLength - all.length;
    }
    if (missing < 0) throw new Error(`an answer longer than ${bodyLength} bytes`);
    this.#missing = missing;
    if (missing === 0) this.#answered();
  }

  /** With one request at a time, a response always ends at the end of a read. */
  #receiveChunked(bytes: Buffer): void {
    if (this.#missing < 0) {
      this.#checkStatus(bytes);
      this.#missing = 0;
    }
    const end = bytes.length >= LAST_CHUNK.length ? bytes : Buffer.concat([this.#held, bytes]);
    const tail = end.subarray(-LAST_CHUNK.length);
    if (tail.equals(LAST_CHUNK)) this.#answered();
    else this.#held = Buffer.from(tail);
  }

  /**
   * Checks the status line. If the length of a response differs from that of the first one, the status line is not
   * where it is expected, so the check fails.
   */
  #checkStatus(bytes: Buffer): void {
    if (bytes.compare(this.#statusLine, 0, this.#statusLine.length, 0, this.#statusLine.length) !== 0) {
      throw new Error(`"${bytes.toString("latin1", 0, 20)}" instead of "${this.#statusLine}"`);
    }
  }

  #answered(): void {
    const now = performance.now();
    this.#latencies.push(now - this.#sentAt);
    this.#held = NOTHING;
    this.#missing = -1;
    if (now < this.#deadline) this.#ask();
    else this.#settled.resolve();
  }
}

/** The part of `LoadGenerator` that runs in the thread. */
parentPort?.on("message", async (order: LoadOrder) => {
  try {
    parentPort?.postMessage({ result: await generateLoad(order) });
  } catch (error) {
    parentPort?.postMessage({ failure: String(error) });
  }
});
