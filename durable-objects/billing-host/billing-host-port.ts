/**
 * The size limit for the body of a reply. Eight bodies and the data parsed from them must fit into an isolate's 128
 * MiB.
 */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** A call to the billing system's host, as its Worker sends it. */
export interface HostCall {
  /** The request. The object does not interpret it. Concurrent reads with the same text share one call. */
  text: string;
  /** Reads leave some slots free for actions. */
  kind: "read" | "action";
  /**
   * The account that the call is for; `null` for the provider's own data. Reads for one account use at most half of the
   * slots, and calls for one account use at most half of each queue.
   */
  accountId: number | null;
  /** The time limit for the reply in milliseconds, including time in the queue. */
  deadlineMs: number;
  /**
   * The size limit for the reply's body, if larger than {@link MAX_BODY_BYTES}. Calls with a larger limit run one at a
   * time.
   */
  maxBytes?: number;
  /** The id of the first request that needed this call, for log lines. */
  requestId?: string | undefined;
}

/** The host's reply, or the reason why there is none. */
export type HostReply = HostAnswer | HostFailure;

export interface HostAnswer {
  kind: "answered";
  status: number;
  body: string;
}

/**
 * A call without a reply. After `unreachable`, `timeout`, `cut` and `too_large`, the call may have been sent, and its
 * outcome is unknown. After `busy` and `circuit_open`, nothing was done. `busy` means that no slot was free in time,
 * that the host hangs, or that the billing system accepts no more calls at the moment.
 */
export interface HostFailure {
  kind: "failed";
  reason: "unreachable" | "timeout" | "cut" | "too_large" | "busy" | "circuit_open";
  /** The number of seconds until a retry may succeed. */
  retryAfter: number;
}

/** The observed health of the host. */
export interface HostHealth {
  isOpen: boolean;
  /**
   * Time at which the host last answered a call, in epoch milliseconds; `null` if this instance of the object has seen
   * no answer.
   */
  answeredAt: number | null;
}

/**
 * The Durable Object of the billing system's host. It limits concurrency, queues calls, lets identical reads share one
 * call, and has a circuit breaker.
 */
export interface BillingHostPort {
  send(call: HostCall): Promise<HostReply>;
  health(): Promise<HostHealth>;
}
