import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { decodeAnswer } from "../http-wire.ts";

/** Requests that arrive at a fixed rate, whether or not those before were answered. */
export interface Arrivals {
  port: number;
  /** The bytes of each request; sent in turn, again and again. */
  requests: Uint8Array[];
  perSecond: number;
  /** How many arrive; then the last answers are waited for. */
  count: number;
  /** Members of a JSON answer to give back, as text. */
  members: string[];
}

/** An answer to one arrival. */
export interface Arrived {
  /** Which of the requests it was. */
  request: number;
  /** When it was to be sent, in milliseconds since the first. */
  at: number;
  /** From when it was to be sent to the last byte of the answer, in milliseconds: waiting for a socket counts. */
  latency: number;
  status: number;
  bytes: number;
  /** Of the members asked for. */
  members: (string | null)[];
}

/** An answer that takes longer counts as missing, in milliseconds. */
const ANSWER_WITHIN_MS = 20_000;
const MAX_SOCKETS = 2_000;

/**
 * Sends each request when it is due and takes its time from then on, so that a slow answer delays no other one's clock.
 * @throws {Error} when an answer does not come, or more sockets are needed than a machine has
 */
export async function generateArrivals({ port, requests, perSecond, count, members }: Arrivals): Promise<Arrived[]> {
  const answers: Arrived[] = [];
  const idle: Exchange[] = [];
  const all: Exchange[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Arrived[]>();
  const start = performance.now();
  const dueAt = (number: number) => start + (number / perSecond) * 1_000;
  const answered = (exchange: Exchange, answer: Arrived) => {
    idle.push(exchange);
    answers.push(answer);
    if (answers.length === count) resolve(answers);
  };
  let sent = 0;
  const sendDue = () => {
    for (; sent < count && dueAt(sent) <= performance.now(); sent++) {
      const request = sent % requests.length;
      const free = idle.pop() ?? new Exchange(port, members, reject);
      if (!free.isOpen && all.push(free) > MAX_SOCKETS) return reject(new Error(`more than ${MAX_SOCKETS} at a time`));
      free.send(
        requests[request] ?? new Uint8Array(),
        { request, at: dueAt(sent) - start, dueAt: dueAt(sent) },
        answered,
      );
    }
    if (sent < count) timer = setTimeout(sendDue, Math.max(0, dueAt(sent) - performance.now()));
  };
  let timer = setTimeout(sendDue, 0);
  const late = setTimeout(
    () => reject(new Error(`${count - answers.length} of ${count} answers did not come`)),
    (count / perSecond) * 1_000 + ANSWER_WITHIN_MS,
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearTimeout(late);
    for (const exchange of all) exchange.close();
  }
}

type Sent = Pick<Arrived, "request" | "at"> & { dueAt: number };

/** A keep-alive socket with one request at a time. */
class Exchange {
  readonly #socket: Socket;
  readonly #members: string[];
  #received = Buffer.alloc(0);
  #sent: Sent | undefined;
  #answered: (exchange: Exchange, answer: Arrived) => void = () => {};
  isOpen = false;

  constructor(port: number, members: string[], fail: (error: Error) => void) {
    this.#members = members;
    this.#socket = connect({ host: "127.0.0.1", port, noDelay: true });
    this.#socket.on("data", (bytes) => {
      try {
        this.#receive(bytes);
      } catch (error) {
        fail(error as Error);
      }
    });
    this.#socket.on("error", fail);
    this.#socket.on("close", () => fail(new Error("the connection was closed")));
  }

  send(request: Uint8Array, sent: Sent, answered: (exchange: Exchange, answer: Arrived) => void): void {
    this.isOpen = true;
    this.#sent = sent;
    this.#answered = answered;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.removeAllListeners("close");
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const answer = decodeAnswer(this.#received);
    const sent = this.#sent;
    if (!answer || !sent) return;
    this.#received = Buffer.alloc(0);
    this.#sent = undefined;
    const { status, body } = answer;
    const latency = performance.now() - sent.dueAt;
    const { request, at } = sent;
    this.#answered(this, { request, at, latency, status, bytes: body.length, members: picked(body, this.#members) });
  }
}

function picked(body: Buffer, members: string[]): (string | null)[] {
  if (members.length === 0) return [];
  const json = JSON.parse(body.toString()) as Record<string, unknown>;
  return members.map((name) => (json[name] === undefined || json[name] === null ? null : String(json[name])));
}
