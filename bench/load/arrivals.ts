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
  const open = new Set<Exchange>();
  const { promise, resolve, reject } = Promise.withResolvers<Arrived[]>();
  const start = performance.now();
  const dueAt = (number: number) => start + (number / perSecond) * 1_000;
  const events: ExchangeEvents = {
    answered(exchange, answer) {
      idle.push(exchange);
      answers.push(answer);
      if (answers.length === count) resolve(answers);
    },
    closed(exchange, unanswered) {
      open.delete(exchange);
      // Closed as idle while the request was on its way: nobody has read it.
      if (unanswered && exchange.wasUsed) send(unanswered);
      else if (unanswered) reject(new Error("the connection was closed"));
    },
    failed: reject,
  };
  const send = (sent: Sent) => {
    // The last used first: the runtime closes those that are idle for seconds.
    while (idle.length > 0 && !open.has(idle.at(-1) as Exchange)) idle.pop();
    const exchange = idle.pop() ?? new Exchange(port, members, events);
    open.add(exchange);
    if (open.size > MAX_SOCKETS) return reject(new Error(`more than ${MAX_SOCKETS} at a time`));
    exchange.send(requests[sent.request] ?? new Uint8Array(), sent);
  };
  let next = 0;
  const sendDue = () => {
    for (; next < count && dueAt(next) <= performance.now(); next++)
      send({ request: next % requests.length, at: dueAt(next) - start, dueAt: dueAt(next) });
    if (next < count) timer = setTimeout(sendDue, Math.max(0, dueAt(next) - performance.now()));
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
    for (const exchange of open) exchange.close();
  }
}

type Sent = Pick<Arrived, "request" | "at"> & { dueAt: number };

interface ExchangeEvents {
  answered(exchange: Exchange, answer: Arrived): void;
  /** @param unanswered the request that was sent and not answered */
  closed(exchange: Exchange, unanswered: Sent | undefined): void;
  failed(error: Error): void;
}

/** A keep-alive socket with one request at a time. */
class Exchange {
  readonly #socket: Socket;
  readonly #members: string[];
  readonly #events: ExchangeEvents;
  #received = Buffer.alloc(0);
  #sent: Sent | undefined;
  /** Whether it has had an answer. */
  wasUsed = false;

  constructor(port: number, members: string[], events: ExchangeEvents) {
    this.#members = members;
    this.#events = events;
    this.#socket = connect({ host: "127.0.0.1", port, noDelay: true });
    this.#socket.on("data", (bytes) => {
      try {
        this.#receive(bytes);
      } catch (error) {
        events.failed(error as Error);
      }
    });
    // Every error is followed by the close.
    this.#socket.on("error", () => undefined);
    this.#socket.on("close", () => events.closed(this, this.#sent));
  }

  send(request: Uint8Array, sent: Sent): void {
    this.#sent = sent;
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
    this.wasUsed = true;
    const { status, body } = answer;
    const latency = performance.now() - sent.dueAt;
    const { request, at } = sent;
    this.#events.answered(this, {
      request,
      at,
      latency,
      status,
      bytes: body.length,
      members: picked(body, this.#members),
    });
  }
}

function picked(body: Buffer, members: string[]): (string | null)[] {
  if (members.length === 0) return [];
  const json = JSON.parse(body.toString()) as Record<string, unknown>;
  return members.map((name) => (json[name] === undefined || json[name] === null ? null : String(json[name])));
}
