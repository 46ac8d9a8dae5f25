import type { HostAnswer, HostCall, HostFailure, HostReply } from "./billing-host-port.ts";

/** Injected dependencies of the billing host's object. */
export interface BillingHostDependencies {
  /** The maximum number of concurrent calls, at least 2. */
  concurrency: number;
  /** Sends the call and returns the reply within the deadline. Never throws. */
  send(call: Pick<HostCall, "text" | "maxBytes">, deadlineMs: number): Promise<HostReply>;
  /**
   * Classifies a reply. `failed`: counts for the circuit breaker, like a maintenance page or another invalid answer.
   * `refused`: the host works but does not admit the caller. `too_large`: shows nothing about other calls. Excludes
   * timeouts.
   */
  judge(reply: HostAnswer | HostFailure): "answered" | "refused" | "failed" | "too_large";
  /** The text of the call that tries the host while its circuit is half-open. */
  trial: string;
}
