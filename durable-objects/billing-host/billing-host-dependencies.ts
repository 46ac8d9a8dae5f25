import type { HostAnswer, HostCall, HostFailure, HostReply } from "./billing-host-port.ts";

/** The dependencies that are injected into the billing host's object. */
export interface BillingHostDependencies {
  /** The maximum number of concurrent calls, at least 2. */
  concurrency: number;
  /** Sends a call and returns the reply within the deadline. Never throws. */
  send(call: Pick<HostCall, "text" | "maxBytes">, deadlineMs: number): Promise<HostReply>;
  /**
   * Classifies a reply that is not a timeout.
   * - `failed`: The reply is a failure for the circuit breaker, such as a maintenance page or another invalid reply.
   * - `refused`: The host works but does not admit the caller.
   * - `too_large`: The reply says nothing about the host's health.
   */
  judge(reply: HostAnswer | HostFailure): "answered" | "refused" | "failed" | "too_large";
  /** The text of the call that tests the host while its circuit is half-open. */
  trial: string;
}
