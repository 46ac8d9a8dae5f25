import { log } from "../../shared/platform/log.ts";
import type { BillingHostDependencies } from "./billing-host-dependencies.ts";
import type { BillingHostPort, HostCall, HostFailure, HostHealth, HostReply } from "./billing-host-port.ts";
import { CallSlots } from "./call-slots.ts";
import { HostCircuit, type OpenCircuit } from "./host-circuit.ts";

/** No call waits longer for a slot. */
const MAX_WAIT_MS = 3_000;
const TRIAL_MS = 5_000;
/** Nothing is sent with less time for its answer. */
const MIN_SEND_MS = 500;
const RETRY_AFTER_S = 5;
const CIRCUIT = "circuit";

/** Where the state that survives the object's eviction is kept. */
export type HostStore = Pick<SyncKvStorage, "get" | "put" | "delete">;

/** A read on its way, and the time that its first caller allowed. */
interface InFlight {
  reply: Promise<HostReply>;
  deadlineMs: number;
}

/** The work of the billing host's object, without the runtime: tests and local checks use it as it is. */
export class BillingHost implements BillingHostPort {
  readonly #dependencies: BillingHostDependencies;
  readonly #store: HostStore;
  readonly #slots: CallSlots;
  readonly #circuit: HostCircuit;
  readonly #inFlight = new Map<string, InFlight>();
  #trial: Promise<boolean> | null = null;
  #answeredAt: number | null = null;

  constructor(store: HostStore, dependencies: BillingHostDependencies) {
    this.#dependencies = dependencies;
    this.#store = store;
    this.#slots = new CallSlots(dependencies.concurrency);
    this.#circuit = new HostCircuit(store.get<OpenCircuit>(CIRCUIT) ?? null);
  }

  async send(call: HostCall): Promise<HostReply> {
    const until = Date.now() + call.deadlineMs;
    if (call.kind === "action") return this.#sendOnce(call, until);
    for (;;) {
      const asking = this.#inFlight.get(call.text);
      if (!asking) break;
      const reply = await within(asking.reply, until);
      // A first caller that allowed less time: what is left of this one's is its own.
      const isCutShort = reply.kind === "failed" && reply.reason === "timeout" && asking.deadlineMs < call.deadlineMs;
      if (!isCutShort || Date.now() >= until) return reply;
    }
    const reply = this.#sendOnce(call, until).finally(() => this.#inFlight.delete(call.text));
    this.#inFlight.set(call.text, { reply, deadlineMs: call.deadlineMs });
    return reply;
  }

  async health(): Promise<HostHealth> {
    return { isOpen: this.#circuit.stateAt(Date.now()).kind === "open", answeredAt: this.#answeredAt };
  }

  async #sendOnce(call: HostCall, until: number): Promise<HostReply> {
    const state = this.#circuit.stateAt(Date.now());
    if (state.kind === "open") return failed("circuit_open", Math.ceil(state.inMs / 1_000));
    if (state.kind === "trial" && !(await this.#tryHost(call.requestId))) return this.#stillOpen();
    const release = await this.#slots.acquire(call, Math.min(MAX_WAIT_MS, until - Date.now()));
    if (!release) return failed("busy", RETRY_AFTER_S);
    try {
      // It may have opened while the call waited.
      if (this.#circuit.open) return this.#stillOpen();
      const leftMs = until - Date.now();
      // A call without time would fail for certain, and count as the host's failure.
      return leftMs < MIN_SEND_MS ? failed("busy", RETRY_AFTER_S) : await this.#measured(call, leftMs, false);
    } finally {
      release();
    }
  }

  /** One trial at a time; those who come meanwhile wait for it. */
  #tryHost(requestId: string | undefined): Promise<boolean> {
    this.#trial ??= this.#measured({ text: this.#dependencies.trial, requestId }, TRIAL_MS, true)
      .then(() => this.#circuit.open === null)
      .finally(() => {
        this.#trial = null;
      });
    return this.#trial;
  }

  async #measured(
    call: Pick<HostCall, "text" | "requestId">,
    deadlineMs: number,
    isTrial: boolean,
  ): Promise<HostReply> {
    const started = Date.now();
    const reply = await this.#dependencies.send(call, deadlineMs);
    const now = Date.now();
    const before = this.#circuit.open;
    const judged = this.#dependencies.judge(reply);
    this.#circuit.ended({ failed: judged === "failed", tookMs: now - started, isTrial }, now);
    if (judged === "answered") this.#answeredAt = now;
    if (this.#circuit.open !== before) this.#stateChanged(call.requestId);
    return reply;
  }

  #stateChanged(requestId: string | undefined): void {
    const { open } = this.#circuit;
    if (open) this.#store.put(CIRCUIT, open);
    else this.#store.delete(CIRCUIT);
    if (open) log("billing_circuit_opened", { request_id: requestId, seconds: open.forMs / 1_000 });
    else log("billing_circuit_closed", { request_id: requestId });
  }

  #stillOpen(): HostFailure {
    const state = this.#circuit.stateAt(Date.now());
    return failed("circuit_open", state.kind === "open" ? Math.ceil(state.inMs / 1_000) : RETRY_AFTER_S);
  }
}

/** The reply of a read that another caller sent; a time-out where this one's time ends first. */
async function within(reply: Promise<HostReply>, until: number): Promise<HostReply> {
  const end = Promise.withResolvers<HostReply>();
  const timer = setTimeout(() => end.resolve(failed("timeout", RETRY_AFTER_S)), Math.max(0, until - Date.now()));
  try {
    return await Promise.race([reply, end.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function failed(reason: HostFailure["reason"], retryAfter: number): HostFailure {
  return { kind: "failed", reason, retryAfter };
}
