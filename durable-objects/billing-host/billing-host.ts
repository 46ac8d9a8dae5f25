import { log } from "../../shared/platform/log.ts";
import type { BillingHostDependencies } from "./billing-host-dependencies.ts";
import type { BillingHostPort, HostCall, HostFailure, HostHealth, HostReply } from "./billing-host-port.ts";
import { CallSlots } from "./call-slots.ts";
import { HostCircuit, type OpenCircuit } from "./host-circuit.ts";

/** No call waits longer for a slot. */
const MAX_WAIT_MS = 3_000;
const TRIAL_MS = 5_000;
const RETRY_AFTER_S = 5;
const CIRCUIT = "circuit";

/** Where the state that survives the object's eviction is kept. */
export type HostStore = Pick<SyncKvStorage, "get" | "put" | "delete">;

/** The work of the billing host's object, without the runtime: tests and local checks use it as it is. */
export class BillingHost implements BillingHostPort {
  readonly #dependencies: BillingHostDependencies;
  readonly #store: HostStore;
  readonly #slots: CallSlots;
  readonly #circuit: HostCircuit;
  readonly #inFlight = new Map<string, Promise<HostReply>>();
  #trial: Promise<boolean> | null = null;
  #answeredAt: number | null = null;

  constructor(store: HostStore, dependencies: BillingHostDependencies) {
    this.#dependencies = dependencies;
    this.#store = store;
    this.#slots = new CallSlots(dependencies.concurrency);
    this.#circuit = new HostCircuit(store.get<OpenCircuit>(CIRCUIT) ?? null);
  }

  async send(call: HostCall): Promise<HostReply> {
    if (call.kind === "action") return this.#sendOnce(call);
    const asking = this.#inFlight.get(call.text);
    if (asking) return asking;
    const started = this.#sendOnce(call).finally(() => this.#inFlight.delete(call.text));
    this.#inFlight.set(call.text, started);
    return started;
  }

  async health(): Promise<HostHealth> {
    return { isOpen: this.#circuit.stateAt(Date.now()).kind === "open", answeredAt: this.#answeredAt };
  }

  async #sendOnce(call: HostCall): Promise<HostReply> {
    const until = Date.now() + call.deadlineMs;
    const state = this.#circuit.stateAt(Date.now());
    if (state.kind === "open") return failed("circuit_open", Math.ceil(state.inMs / 1_000));
    if (state.kind === "trial" && !(await this.#tryHost(call.requestId))) return this.#stillOpen();
    const release = await this.#slots.acquire(call, Math.min(MAX_WAIT_MS, until - Date.now()));
    if (!release) return failed("busy", RETRY_AFTER_S);
    try {
      // It may have opened while the call waited.
      if (this.#circuit.open) return this.#stillOpen();
      return await this.#measured(call, until - Date.now(), false);
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
    const hasFailed = this.#dependencies.isFailure(reply);
    this.#circuit.ended({ failed: hasFailed, tookMs: now - started, isTrial }, now);
    if (!hasFailed) this.#answeredAt = now;
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

function failed(reason: HostFailure["reason"], retryAfter: number): HostFailure {
  return { kind: "failed", reason, retryAfter };
}
