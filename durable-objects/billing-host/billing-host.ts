import { log } from "../../shared/platform/log.ts";
import type { BillingHostDependencies } from "./billing-host-dependencies.ts";
import {
  type BillingHostPort,
  type HostCall,
  type HostFailure,
  type HostHealth,
  type HostReply,
  MAX_BODY_BYTES,
} from "./billing-host-port.ts";
import { CallSlots } from "./call-slots.ts";
import { type CallResult, HostCircuit, type OpenCircuit } from "./host-circuit.ts";

/** The longest time that a call waits for a slot. */
const MAX_WAIT_MS = 3_000;
const TRIAL_MS = 5_000;
/** The longest time that a call waits for a trial, including a trial that another call started. */
const TRIAL_WAIT_MS = 500;
/**
 * The number of unanswered calls at which the host is considered hanging, unless a later call was answered. While the
 * host hangs, new calls get `busy`.
 */
const MAX_HANGING = 3;
const HANGING_MS = 4_000;
/**
 * Calls that are unanswered for longer than this, such as slow actions, are ignored, so that the host is tried again.
 */
const TRIED_AGAIN_MS = 12_000;
/** The minimum time that must be left for the reply. With less time, the call is not sent. */
const MIN_SEND_MS = 500;
const RETRY_AFTER_S = 5;
/** The storage key of an open circuit. */
const CIRCUIT = "circuit";

/** The storage for state that must survive the object's eviction. */
export type HostStore = Pick<SyncKvStorage, "get" | "put" | "delete">;

/** A read in flight, and the time limit of its first caller. */
interface InFlight {
  reply: Promise<HostReply>;
  deadlineMs: number;
  isSent: boolean;
}

/** The logic of the billing host's object, without the Workers runtime. The object, tests and local checks use it. */
export class BillingHost implements BillingHostPort {
  readonly #dependencies: BillingHostDependencies;
  readonly #store: HostStore;
  readonly #slots: CallSlots;
  readonly #circuit: HostCircuit;
  readonly #inFlight = new Map<string, InFlight>();
  /** The running trial; `null` if no trial is running. */
  #trial: Promise<boolean> | null = null;
  #answeredAt: number | null = null;
  /** The sent calls that have no reply yet. */
  readonly #unanswered = new Set<{ sentAt: number }>();

  constructor(store: HostStore, dependencies: BillingHostDependencies) {
    this.#dependencies = dependencies;
    this.#store = store;
    this.#slots = new CallSlots(dependencies.concurrency);
    this.#circuit = new HostCircuit(store.get<OpenCircuit>(CIRCUIT) ?? null);
  }

  async send(call: HostCall): Promise<HostReply> {
    const started = Date.now();
    const until = started + call.deadlineMs;
    if (this.#isHanging(started)) return failed("busy", RETRY_AFTER_S);
    if (call.kind === "action") return this.#sendOnce(call, until, () => {});
    for (;;) {
      const asking = this.#inFlight.get(call.text);
      if (!asking) break;
      const reply = await joined(asking, started + MAX_WAIT_MS, until);
      // The first caller allowed less time than this caller, so this caller tries again in its remaining time.
      const isCutShort = reply.kind === "failed" && reply.reason === "timeout" && asking.deadlineMs < call.deadlineMs;
      if (!isCutShort || Date.now() >= until) return reply;
    }
    const { promise, resolve } = Promise.withResolvers<HostReply>();
    const inFlight: InFlight = { reply: promise, deadlineMs: call.deadlineMs, isSent: false };
    this.#inFlight.set(call.text, inFlight);
    const onSent = () => {
      inFlight.isSent = true;
    };
    resolve(this.#sendOnce(call, until, onSent).finally(() => this.#inFlight.delete(call.text)));
    return promise;
  }

  async health(): Promise<HostHealth> {
    return { isOpen: this.#circuit.stateAt(Date.now()).kind === "open", answeredAt: this.#answeredAt };
  }

  async #sendOnce(call: HostCall, until: number, onSent: () => void): Promise<HostReply> {
    const started = Date.now();
    const state = this.#circuit.stateAt(Date.now());
    if (state.kind === "open") return failed("circuit_open", Math.ceil(state.inMs / 1_000));
    const waitUntil = started + MAX_WAIT_MS;
    const trialUntil = Math.min(waitUntil, started + TRIAL_WAIT_MS);
    if (state.kind === "trial" && !(await this.#isTried(call.requestId, trialUntil))) return this.#stillOpen();
    const isLarge = (call.maxBytes ?? 0) > MAX_BODY_BYTES;
    const release = await this.#slots.acquire({ ...call, isLarge }, Math.min(waitUntil, until) - Date.now());
    if (!release) return failed("busy", RETRY_AFTER_S);
    try {
      // The circuit may have opened while the call waited.
      if (this.#circuit.open) return this.#stillOpen();
      const leftMs = until - Date.now();
      if (leftMs < MIN_SEND_MS) return failed("busy", RETRY_AFTER_S);
      onSent();
      return await this.#measured(call, leftMs, false);
    } finally {
      release();
    }
  }

  #isHanging(now: number): boolean {
    const hanging = [...this.#unanswered].filter(
      ({ sentAt }) => sentAt >= (this.#answeredAt ?? 0) && now - sentAt >= HANGING_MS && now - sentAt < TRIED_AGAIN_MS,
    );
    return hanging.length >= MAX_HANGING;
  }

  /** Returns whether a trial closes the circuit in time. The trial continues even if its callers stop waiting. */
  async #isTried(requestId: string | undefined, waitUntil: number): Promise<boolean> {
    const end = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => end.resolve(false), Math.max(0, waitUntil - Date.now()));
    try {
      return await Promise.race([this.#try(requestId), end.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Starts a trial, or joins the trial that is already running. */
  #try(requestId: string | undefined): Promise<boolean> {
    this.#trial ??= this.#measured({ text: this.#dependencies.trial, requestId }, TRIAL_MS, true)
      .then(() => this.#circuit.open === null)
      .finally(() => {
        this.#trial = null;
      });
    return this.#trial;
  }

  async #measured(
    call: Pick<HostCall, "text" | "requestId" | "maxBytes">,
    deadlineMs: number,
    isTrial: boolean,
  ): Promise<HostReply> {
    const started = Date.now();
    const sent = { sentAt: started };
    this.#unanswered.add(sent);
    const reply = await this.#dependencies.send(call, deadlineMs).finally(() => this.#unanswered.delete(sent));
    const now = Date.now();
    const before = this.#circuit.open;
    const isTimeout = reply.kind === "failed" && reply.reason === "timeout";
    const judged = isTimeout ? "timed_out" : this.#dependencies.judge(reply);
    this.#circuit.ended({ result: RESULTS[judged], tookMs: now - started, isTrial }, now);
    if (judged === "answered") this.#answeredAt = now;
    if (this.#circuit.open !== before) this.#stateChanged(call.requestId);
    return reply;
  }

  #stateChanged(requestId: string | undefined): void {
    const { open } = this.#circuit;
    if (open) this.#store.put(CIRCUIT, open);
    else this.#store.delete(CIRCUIT);
    const fields = { request_id: requestId };
    if (open) log("billing_circuit_opened", { ...fields, seconds: open.forMs / 1_000 });
    else log("billing_circuit_closed", fields);
  }

  #stillOpen(): HostFailure {
    const state = this.#circuit.stateAt(Date.now());
    return failed("circuit_open", state.kind === "open" ? Math.ceil(state.inMs / 1_000) : RETRY_AFTER_S);
  }
}

const RESULTS = {
  answered: "works",
  refused: "works",
  failed: "failed",
  timed_out: "timed_out",
  too_large: "unknown",
} as const satisfies Record<string, CallResult>;

/**
 * Returns the reply to a read that another caller sent. The result is `timeout` if this caller's time ends first, and
 * `busy` if its wait for a slot ends first.
 * @param waitUntil the end of the wait for a slot, in epoch milliseconds
 * @param until the caller's deadline, in epoch milliseconds
 */
async function joined(asking: InFlight, waitUntil: number, until: number): Promise<HostReply> {
  const end = Promise.withResolvers<HostReply>();
  const timers = [
    setTimeout(() => end.resolve(failed("timeout", RETRY_AFTER_S)), Math.max(0, until - Date.now())),
    setTimeout(
      () => {
        if (!asking.isSent) end.resolve(failed("busy", RETRY_AFTER_S));
      },
      Math.max(0, waitUntil - Date.now()),
    ),
  ];
  try {
    return await Promise.race([asking.reply, end.promise]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

function failed(reason: HostFailure["reason"], retryAfter: number): HostFailure {
  return { kind: "failed", reason, retryAfter };
}
