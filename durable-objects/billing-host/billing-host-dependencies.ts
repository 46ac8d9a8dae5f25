import type { HostAnswer, HostCall, HostFailure, HostReply } from "./billing-host-port.ts";

/** Injected dependencies of the billing host's object. */
export interface BillingHostDependencies {
  /** Calls at the same time, at least 2. */
  concurrency: number;
  /** Sends the call. Never throws, and answers within the deadline. */
  send(call: Pick<HostCall, "text" | "maxBytes">, deadlineMs: number): Promise<HostReply>;
  /**
   * What a reply says of the host. `failed`: for its circuit breaker; an answer that is none, such as a maintenance page, is a failure
   * too. `refused`: it works, and does not admit its caller. `too_large`: it says nothing of other calls. A time-out is not asked
   * about.
   */
  judge(reply: HostAnswer | HostFailure): "answered" | "refused" | "failed" | "too_large";
  /** The text of the call that tries the host while its circuit is half-open. */
  trial: string;
}
