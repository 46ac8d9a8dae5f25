import type { HostAnswer, HostCall, HostFailure, HostReply } from "./billing-host-port.ts";

/** Injected dependencies of the billing host's object. */
export interface BillingHostDependencies {
  /** The maximum number of concurrent calls, at least 2. */
  concurrency: number;
  /** Sends the call. Never throws, and answers within the deadline. */
  send(call: Pick<HostCall, "text" | "maxBytes">, deadlineMs: number): Promise<HostReply>;
  /**
   * Judges the host by a reply. `failed`: counts for the circuit breaker; so does a maintenance page or another invalid answer.
   * `refused`: the host works, and does not admit its caller. `too_large`: shows nothing about other calls. Timeouts are not judged
   * here.
   */
  judge(reply: HostAnswer | HostFailure): "answered" | "refused" | "failed" | "too_large";
  /** The text of the call that tries the host while its circuit is half-open. */
  trial: string;
}
