/** The limit for the body of an answer. Eight bodies and the data parsed from them must fit into an isolate's 128 MiB. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** A call to the billing system's host, as its Worker will send it. */
export interface HostCall {
  /** What is sent, opaque to the object. Reads with equal text are one while the first is in flight. */
  text: string;
  /** Slots are kept free of reads for actions. */
  kind: "read" | "action";
  /** The account of the call; null for the provider's own data. One account has at most half of all slots, and of the places in the queue. */
  accountId: number | null;
  /** Of the answer, time in the queue included, in milliseconds. */
  deadlineMs: number;
  /** Of the answer's body, if it may be larger than {@link MAX_BODY_BYTES}. Such calls run one at a time. */
  maxBytes?: number;
  /** Of the first request that asks, for log lines. */
  requestId?: string | undefined;
}

/** What the host answered, or why it did not. */
export type HostReply = HostAnswer | HostFailure;

export interface HostAnswer {
  kind: "answered";
  /** HTTP status. */
  status: number;
  body: string;
}

/**
 * `unreachable`, `timeout`, `cut` and `too_large`: the call left, and its outcome is unknown. `busy` (no slot in time, or the
 * billing system takes no more calls now) and `circuit_open`: nothing was done.
 */
export interface HostFailure {
  kind: "failed";
  reason: "unreachable" | "timeout" | "cut" | "too_large" | "busy" | "circuit_open";
  /** Seconds until a retry. */
  retryAfter: number;
}

/** How the host was found. */
export interface HostHealth {
  isOpen: boolean;
  /** Of the last call that was admitted and answered, epoch milliseconds; null before the first. */
  answeredAt: number | null;
}

/** The object of the billing system's host: concurrency limit, queue, request coalescing and circuit breaker. */
export interface BillingHostPort {
  send(call: HostCall): Promise<HostReply>;
  health(): Promise<HostHealth>;
}
