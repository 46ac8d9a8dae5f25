import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BillingHost } from "../../../durable-objects/billing-host/billing-host.ts";
import type { HostCall, HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";

const OK: HostReply = { kind: "answered", status: 200, body: "{}" };
const PAGE: HostReply = { kind: "answered", status: 500, body: "<html>" };
const REFUSED: HostReply = { kind: "answered", status: 403, body: "no" };
const TIMEOUT: HostReply = { kind: "failed", reason: "timeout", retryAfter: 5 };
const BUSY = { kind: "failed", reason: "busy", retryAfter: 5 };
const circuitOpen = (retryAfter: number) => ({ kind: "failed", reason: "circuit_open", retryAfter });

let lines: string[] = [];
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  lines = [];
  for (const level of ["warn", "info", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(JSON.parse(line).event));
  }
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface SentCall {
  text: string;
  deadlineMs: number;
}

/** Creates a host that responds after `tookMs`, and records the calls that it receives. */
function hostOf({ concurrency = 8, tookMs = 100 }: { concurrency?: number; tookMs?: number } = {}) {
  const stored = new Map<string, unknown>();
  const store = {
    get: <Value>(key: string) => stored.get(key) as Value | undefined,
    put: (key: string, value: unknown) => void stored.set(key, value),
    delete: (key: string) => stored.delete(key),
  };
  const control = { tookMs, reply: OK as HostReply | ((call: SentCall) => HostReply), sent: [] as SentCall[], most: 0 };
  let running = 0;
  const dependencies = {
    concurrency,
    send: async ({ text }: { text: string }, deadlineMs: number): Promise<HostReply> => {
      const call = { text, deadlineMs };
      control.sent.push(call);
      control.most = Math.max(control.most, ++running);
      await new Promise((resolve) => setTimeout(resolve, Math.min(control.tookMs, deadlineMs)));
      running--;
      if (control.tookMs > deadlineMs) return TIMEOUT;
      return typeof control.reply === "function" ? control.reply(call) : control.reply;
    },
    judge: (reply: HostReply) =>
      reply.kind === "failed"
        ? reply.reason === "too_large"
          ? "too_large"
          : "failed"
        : reply.status === 500
          ? "failed"
          : reply.status === 403
            ? "refused"
            : "answered",
    trial: "trial",
  } as const;
  const open = () => new BillingHost(store, dependencies);
  return { host: open(), open, control, stored };
}

let number = 0;
const call = (more: Partial<HostCall> = {}): HostCall => ({
  ...{ text: `call ${++number}`, kind: "read", accountId: number, deadlineMs: 8_000, requestId: "r" },
  ...more,
});

async function afterMs<Value>(ms: number, work: Promise<Value>): Promise<Value | "nothing yet"> {
  const result: { value: Value | "nothing yet" } = { value: "nothing yet" };
  void work.then((value) => {
    result.value = value;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return result.value;
}

describe("identical calls", () => {
  test("reads that are in flight share one call, and the response is not cached", async () => {
    const { host, control } = hostOf();
    const asked = Promise.all(Array.from({ length: 30 }, () => host.send(call({ text: "same", accountId: 1001 }))));
    expect(await afterMs(100, asked)).toEqual(Array(30).fill(OK));
    expect(control.sent.length).toBe(1);
    expect(await afterMs(100, host.send(call({ text: "same" })))).toEqual(OK);
    expect(control.sent.length).toBe(2);
  });

  test("actions do not share a call", async () => {
    const { host, control } = hostOf();
    const asked = Promise.all([1, 2].map(() => host.send(call({ text: "same", kind: "action" }))));
    expect(await afterMs(100, asked)).toEqual([OK, OK]);
    expect(control.sent.length).toBe(2);
  });

  test("a read with more time than the first one is sent again when the first one times out", async () => {
    const { host, control } = hostOf({ tookMs: 5_000 });
    const first = host.send(call({ text: "same", deadlineMs: 2_000 }));
    const second = host.send(call({ text: "same", deadlineMs: 20_000 }));
    const third = host.send(call({ text: "same", deadlineMs: 20_000 }));
    expect(await afterMs(2_000, first)).toEqual(TIMEOUT);
    expect(await afterMs(5_000, Promise.all([second, third]))).toEqual([OK, OK]);
    expect(control.sent).toMatchObject([{ deadlineMs: 2_000 }, { deadlineMs: 18_000 }]);
  });

  test("a read with less time than the first one waits only until its own deadline", async () => {
    const { host, control } = hostOf({ tookMs: 30_000 });
    void host.send(call({ text: "same", deadlineMs: 60_000 }));
    const second = host.send(call({ text: "same", deadlineMs: 8_000 }));
    expect(await afterMs(7_999, second)).toBe("nothing yet");
    expect(await afterMs(1, second)).toEqual(TIMEOUT);
    expect(control.sent.length).toBe(1);
  });

  test("reads with the same deadline share a timeout, and later callers cause no retry", async () => {
    const { host, control } = hostOf({ tookMs: 60_000 });
    const first = host.send(call({ text: "same" }));
    await vi.advanceTimersByTimeAsync(1_000);
    const second = host.send(call({ text: "same" }));
    expect(await afterMs(7_000, Promise.all([first, second]))).toEqual([TIMEOUT, TIMEOUT]);
    expect(control.sent.length).toBe(1);
  });
});

describe("many calls at the same time", () => {
  test("a flood ends within four seconds: six calls run at a time, and those without a slot fail as busy", async () => {
    const { host, control } = hostOf({ tookMs: 1_000 });
    const asked = Array.from({ length: 200 }, () => host.send(call()));
    const atOnce = await Promise.all(asked.map((one) => Promise.race([one, Promise.resolve(null)])));
    await vi.advanceTimersByTimeAsync(3_000);
    const replies = await afterMs(1_000, Promise.all(asked));
    if (replies === "nothing yet") throw new Error("some wait longer than three seconds and their own call");
    expect(atOnce.every((one) => one === null)).toBe(true);
    expect(replies.filter(({ kind }) => kind === "answered").length).toBe(control.sent.length);
    // Six calls at the start, and six more after each of two seconds.
    expect(control.sent.length).toBe(18);
    expect(control.most).toBe(6);
    expect(replies.filter(({ kind }) => kind === "failed")).toEqual(Array(182).fill(BUSY));
    expect(lines).toEqual([]);
  });

  test("a waiting call and any call that joins it wait three seconds for a slot, and a running call has no such limit", async () => {
    const { host, control } = hostOf({ concurrency: 2, tookMs: 4_000 });
    void host.send(call());
    const first = host.send(call({ text: "same" }));
    await vi.advanceTimersByTimeAsync(2_000);
    const joining = host.send(call({ text: "same" }));
    expect(await afterMs(999, first)).toBe("nothing yet");
    expect(await afterMs(1, first)).toEqual(BUSY);
    expect(await joining).toEqual(BUSY);
    const second = host.send(call({ text: "same" }));
    await vi.advanceTimersByTimeAsync(1_001);
    const late = host.send(call({ text: "same" }));
    expect(await afterMs(4_000, Promise.all([second, late]))).toMatchObject([OK, OK]);
    expect(control.sent.length).toBe(2);
  });

  test("the deadline includes the wait in the queue, and the call is sent with the remaining time", async () => {
    const { host, control } = hostOf({ concurrency: 2, tookMs: 1_000 });
    void host.send(call());
    const second = host.send(call({ deadlineMs: 4_000 }));
    expect(await afterMs(2_000, second)).toMatchObject(OK);
    expect(control.sent.at(-1)).toMatchObject({ deadlineMs: 3_000 });
  });

  test("a call without enough remaining time is not sent and does not count as a failure of the host", async () => {
    const { host, control } = hostOf({ concurrency: 2, tookMs: 1_000 });
    for (let round = 0; round < 8; round++) {
      void host.send(call());
      const hurried = host.send(call({ deadlineMs: 1_200 }));
      expect(await afterMs(1_000, hurried)).toEqual(BUSY);
    }
    expect(control.sent.length).toBe(8);
    expect(await host.health()).toMatchObject({ isOpen: false });
  });
});

describe("the circuit", () => {
  const failing = (host: BillingHost, calls = 5) =>
    afterMs(1_000, Promise.all(Array.from({ length: calls }, () => host.send(call()))));

  test("opens after five failures, after which no call is sent and callers get the remaining time", async () => {
    const { host, control, stored } = hostOf();
    control.reply = PAGE;
    await failing(host);
    const sent = control.sent.length;
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await host.send(call())).toEqual(circuitOpen(3));
    expect(await host.send(call({ kind: "action" }))).toEqual(circuitOpen(3));
    expect(control.sent.length).toBe(sent);
    expect(await host.health()).toMatchObject({ isOpen: true });
    expect(stored.get("circuit")).toMatchObject({ forMs: 5_000 });
    expect(lines).toEqual(["billing_circuit_opened"]);
  });

  test("sends one trial for all callers after the pause and closes if the trial succeeds", async () => {
    const { host, control, stored } = hostOf();
    control.reply = PAGE;
    await failing(host);
    control.reply = OK;
    control.sent = [];
    await vi.advanceTimersByTimeAsync(5_000);
    const asked = Promise.all([1, 2, 3].map(() => host.send(call())));
    await vi.advanceTimersByTimeAsync(50);
    expect(control.sent.map(({ text }) => text)).toEqual(["trial"]);
    expect(await afterMs(200, asked)).toMatchObject([OK, OK, OK]);
    expect(control.sent.filter(({ text }) => text === "trial").length).toBe(1);
    expect(stored.has("circuit")).toBe(false);
    expect(lines).toEqual(["billing_circuit_opened", "billing_circuit_closed"]);
  });

  test("delays a caller by at most half a second if the trial hangs", async () => {
    const { host, control } = hostOf();
    control.reply = PAGE;
    await failing(host);
    control.tookMs = 60_000;
    await vi.advanceTimersByTimeAsync(5_000);
    const asked = Promise.all([1, 2].map(() => host.send(call())));
    expect(await afterMs(499, asked)).toBe("nothing yet");
    expect(await afterMs(1, asked)).toEqual([circuitOpen(5), circuitOpen(5)]);
    await vi.advanceTimersByTimeAsync(4_500);
    expect(await afterMs(0, host.send(call()))).toEqual(circuitOpen(10));
  });

  test("refuses later calls immediately without sending them while three calls hang", async () => {
    const { host, control } = hostOf({ tookMs: 60_000 });
    for (const accountId of [1, 2, 3]) void host.send(call({ accountId, text: `hanging ${accountId}` }));
    await vi.advanceTimersByTimeAsync(4_000);
    const later = [call(), call({ kind: "action" }), call({ text: "hanging 1" })].map((one) => host.send(one));
    expect(await afterMs(0, Promise.all(later))).toEqual([BUSY, BUSY, BUSY]);
    expect(control.sent.length).toBe(3);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await afterMs(0, host.send(call())), "they have timed out").toEqual(circuitOpen(5));
  });

  test("does not treat a host as hanging if it answered a later call, and retries a hanging host after 12 seconds", async () => {
    const { host, control } = hostOf({ tookMs: 60_000 });
    const long = () => call({ kind: "action", deadlineMs: 40_000 });
    for (let one = 0; one < 3; one++) void host.send(long());
    await vi.advanceTimersByTimeAsync(1_000);
    control.tookMs = 100;
    expect(await afterMs(100, host.send(call()))).toEqual(OK);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await afterMs(100, host.send(call()))).toEqual(OK);

    control.tookMs = 60_000;
    for (let one = 0; one < 3; one++) void host.send(long());
    await vi.advanceTimersByTimeAsync(4_000);
    control.tookMs = 100;
    expect(await afterMs(0, host.send(call()))).toEqual(BUSY);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await afterMs(100, host.send(call()))).toEqual(OK);
  });

  test("does not send calls that were waiting for a slot when it opened", async () => {
    const { host, control } = hostOf({ tookMs: 500 });
    control.reply = PAGE;
    const asked = Promise.all(Array.from({ length: 20 }, () => host.send(call())));
    const replies = await afterMs(1_000, asked);
    // Six calls, and one more after each of the first four failures.
    expect(control.sent.length).toBe(10);
    if (replies === "nothing yet") throw new Error("the calls still wait");
    expect(replies.slice(0, 10)).toMatchObject(Array(10).fill(PAGE));
    expect(replies.slice(10)).toEqual(Array(10).fill(circuitOpen(5)));
  });

  test("retries after an eviction during a trial", async () => {
    const { host, open, control } = hostOf();
    control.reply = PAGE;
    await failing(host);
    await vi.advanceTimersByTimeAsync(5_000);
    control.tookMs = 60_000;
    void host.send(call());
    await vi.advanceTimersByTimeAsync(100);
    control.tookMs = 100;
    control.reply = OK;
    expect(await afterMs(200, open().send(call()))).toMatchObject(OK);
  });

  test("stays closed for a host that refuses its caller, but does not count the refusal as a response", async () => {
    const { host, control } = hostOf();
    control.reply = REFUSED;
    await failing(host, 20);
    expect(await host.health()).toEqual({ isOpen: false, answeredAt: null });
    control.reply = OK;
    await afterMs(100, host.send(call()));
    expect(await host.health()).toEqual({ isOpen: false, answeredAt: Date.now() });
  });
});
