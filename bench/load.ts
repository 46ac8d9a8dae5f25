import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { parentPort } from "node:worker_threads";
import { decodeAnswer, isChunked } from "./http-wire.ts";

/** The requests of one measurement, and their expected answers. */
export interface LoadOrder {
  port: number;
  /** The bytes of each request. All connections together send them in turn, repeatedly unless each gives only one answer. */
  requests: Uint8Array[];
  isOnce: boolean;
  /** The index of the first request: after the last one of the previous measurement. */
  first: number;
  /** Every answer has this status, and a body of this length. */
  status: number;
  bodyLength: number;
  /** The body that the first answer of each connection must have: one for all, one for each request, or none if unknown. */
  bodies: Uint8Array[];
  /** Keep-alive connections, each with one request at a time. */
  connections: number;
  milliseconds: number;
}

export interface LoadResult {
  answers: number;
  /** From the first request to the last answer. */
  milliseconds: number;
  /** The duration of each answer, in milliseconds. */
  latencies: Float64Array;
  /** The part of the time, 0 to 1, in which the generator itself used the processor. */
  generatorBusy: number;
}

/**
 * Keeps every connection busy for the given time, then waits for the last answers. Each connection has had one answer before the time
 * begins, so that connecting and checking cost no measured time.
 * @throws {Error} if an answer is not the expected one, or if single-use requests run out
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

/** The index of the next request. */
function requestsInTurn({ requests, isOnce, first }: LoadOrder): () => number {
  let at = first;
  return () => {
    if (isOnce && at >= requests.length)
      throw new Error(`all of the ${requests.length} requests that are good for once were sent: prepare more`);
    return at++ % requests.length;
  };
}

/** Where an answer ends. Only the first is parsed; the others are known by their status line and their length. */
type Framing = { kind: "unknown" } | { kind: "length"; bodyLength: number } | { kind: "chunked" };

const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("\r\n0\r\n\r\n");
const NOTHING = Buffer.alloc(0);
/** One for all: each read is processed before the next. */
const readBuffer = Buffer.alloc(262_144);

class Connection {
  readonly #order: LoadOrder;
  readonly #next: () => number;
  readonly #latencies: number[];
  readonly #statusLine: Buffer;
  #socket!: Socket;
  #framing: Framing = { kind: "unknown" };
  /** Bytes for the next read: an unfinished head, or the last few of a chunked body. */
  #held: Buffer = NOTHING;
  /** The index of the last request. */
  #asked = 0;
  /** Bytes still to come of the current answer; -1 while its head is unfinished. */
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

  /** Sends a request after each answer, until the given time. */
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

  /** With one request at a time, an answer ends where a read ends. */
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

  /** Checks the status line, which is in another place if an answer has another length than the first. */
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

/** The thread's side of `LoadGenerator`. */
parentPort?.on("message", async (order: LoadOrder) => {
  try {
    parentPort?.postMessage({ result: await generateLoad(order) });
  } catch (error) {
    parentPort?.postMessage({ failure: String(error) });
  }
});
