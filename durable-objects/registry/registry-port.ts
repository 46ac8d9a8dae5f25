import type { Verdict } from "../../shared/domain-names/verdict.ts";
import type { RegistrarSource, Source } from "./source-types.ts";

/** Replaces a source's host and port: the sandbox registry of local work. */
export interface SourceEndpoint {
  hostname: string;
  port: number;
}

/** The caller's class: half of every host's rate is reserved for signed-in callers. */
export type CallerClass = "signed_in" | "anonymous";

export interface RegistryQuestion {
  /** The domain in lower-case A-label form. */
  name: string;
  source: Source | RegistrarSource;
  /** Replaces only host and port. */
  endpointOverride: SourceEndpoint | null;
  /** The deadline of the answer in milliseconds, including time in the queue. */
  deadlineMs: number;
  /** The maximum age of a cached answer in milliseconds. 0 accepts neither a cached nor a shared answer. */
  maxAgeMs: number;
  caller: CallerClass;
  /** The id of the first request with this question, for log lines. */
  requestId: string;
}

/** The outcome of one question to one source. */
export interface RegistryReply {
  verdict: Verdict;
  /** The kind of the source. `dns` is the delegation of the domain. */
  source: RegistryQuestion["source"]["kind"] | "dns";
  /** The time when the source answered or failed, epoch milliseconds. */
  at: number;
  /** Whether the source was queried. False if the host's limits did not allow it. */
  asked: boolean;
  /** For an inconclusive reply, the milliseconds until a retry may help; null if it never will. */
  retryAfterMs: number | null;
}

/** The object of one registry host: request coalescing, rate limit and circuit breaker. */
export interface RegistryPort {
  ask(question: RegistryQuestion): Promise<RegistryReply>;
  /** Removes a domain from the cache. */
  forget(name: string): Promise<void>;
  /** Stops all queries until an instant, for the operator. Null resumes them after any pause. */
  pause(until: number | null): Promise<void>;
}

export type RegistryOf = (source: Source | RegistrarSource) => RegistryPort;

/** The result of a host's last query. */
export interface HostReport {
  /** The time when the query ended, epoch milliseconds. */
  at: number;
  failed: boolean;
  /** The end of the circuit breaker's pause, epoch milliseconds; null if it is closed. */
  openUntil: number | null;
}

/** A host that fails, or that the operator has paused. A pause replaces earlier reports. */
export interface HostTrouble {
  /** `host:port` */
  host: string;
  /** The time when its last query failed, epoch milliseconds; null for a paused host. */
  failedAt: number | null;
  /** See {@link HostReport}. */
  openUntil: number | null;
  /** The end of the operator's pause, epoch milliseconds; null if there is none. */
  pausedUntil: number | null;
}

/** The health of all registry hosts, from their reports. */
export interface RegistryHealthPort {
  /** @param host `host:port` */
  report(host: string, report: HostReport): Promise<void>;
  /** Returns the hosts that are paused, have an open circuit breaker, or failed their last query within ten minutes. */
  troubles(): Promise<HostTrouble[]>;
  /** Records that the operator has paused a host. Null resumes queries and clears its failures. */
  pause(host: string, until: number | null): Promise<void>;
}
