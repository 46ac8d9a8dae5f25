/**
 * The limit for the body of an answer. Eight bodies and the data parsed from them must fit into an isolate's 128 MiB.
 */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** A call to the billing system's host, as its Worker sends it. */
export interface HostCall {
  /** The request, opaque to the object. Reads with equal text share one call in flight. */
  text: string;
  /** Reads leave some slots free for actions. */
  kind: "read" | "action";
  /**
   * The account of the call; null for the provider's data. One account gets at most half of the slots and of each
   * queue.
   */
  accountId: number | null;
  /** The deadline of the answer in milliseconds, including time in the queue. */
  deadlineMs: number;
  /**
   * The limit of the answer's body, if larger than {@link MAX_BODY_BYTES}. Calls with a larger limit run one at a time.
   */
  maxBytes?: number;
  /** The id of the first request with this call, for log lines. */
  requestId?: string | undefined;
}

/** The host's answer, or the reason for none. */
export type HostReply = HostAnswer | HostFailure;

export interface HostAnswer {
  kind: "answered";
  /** HTTP status. */
  status: number;
  body: string;
}

/**
 * `unreachable`, `timeout`, `cut` and `too_large`: the call was sent, and its outcome is unknown. `busy` (no
 * free slot in time, or the billing system refuses more calls now) and `circuit_open`: nothing was done.
 */
export interface HostFailure {
  kind: "failed";
  reason: "unreachable" | "timeout" | "cut" | "too_large" | "busy" | "circuit_open";
  /** Seconds until a retry. */
  retryAfter: number;
}

/** The observed health of the host. */
export interface HostHealth {
  isOpen: boolean;
  /** The time of the last answer to an admitted call, epoch milliseconds; null before the first. */
  answeredAt: number | null;
}

/** The object of the billing system's host: concurrency limit, queue, request coalescing and circuit breaker. */
export interface BillingHostPort {
  send(call: HostCall): Promise<HostReply>;
  health(): Promise<HostHealth>;
}
