import type { Reason, Verdict } from "../../shared/domain-names/verdict.ts";
import type { RegistrarSource, Source } from "./source-types.ts";

/** The host and port to query instead of a source's own, for the sandbox registry in local development. */
export interface SourceEndpoint {
  hostname: string;
  port: number;
}

/** The class of a caller. Half of every host's rate is reserved for signed-in callers. */
export type CallerClass = "signed_in" | "anonymous";

export interface RegistryQuestion {
  /** The domain in lower-case A-label form. */
  name: string;
  source: Source | RegistrarSource;
  /** The host and port to query instead of the source's own; `null` to query the source. */
  endpointOverride: SourceEndpoint | null;
  /** The time limit for the reply in milliseconds, including time in the queue. */
  deadlineMs: number;
  /**
   * The maximum age of a cached reply in milliseconds. A cached refusal of the domain may be older. With 0, the caller
   * accepts neither a cached nor a shared reply.
   */
  maxAgeMs: number;
  caller: CallerClass;
  /** The id of the first request that needed this question, for log lines. */
  requestId: string;
}

/** The outcome of one question to one source. */
export interface RegistryReply {
  verdict: Verdict;
  /** The kind of the source. `dns` stands for the domain's delegation. */
  source: RegistryQuestion["source"]["kind"] | "dns";
  /** Time at which the source replied or failed, or the query was prevented, in epoch milliseconds. */
  at: number;
  /** Whether the source was queried. False if a limit, a pause or a missing registrar prevented the query. */
  asked: boolean;
  /** The number of milliseconds until a retry may help; `null` if the reply is conclusive or no retry will help. */
  retryAfterMs: number | null;
}

/**
 * The Durable Object of one registry host. It lets identical questions share one query, limits the rate, and has a
 * circuit breaker.
 */
export interface RegistryPort {
  ask(question: RegistryQuestion): Promise<RegistryReply>;
  /** Removes a domain from the cache. Running queries for it are no longer shared or cached. */
  forget(name: string): Promise<void>;
  /** Stops all queries until a time in epoch milliseconds, for the operator. `null` resumes queries after any pause. */
  pause(until: number | null): Promise<void>;
}

export type RegistryOf = (source: Source | RegistrarSource) => RegistryPort;

/** The result of a host's last query. */
export interface HostReport {
  /** Time at which the query ended, in epoch milliseconds. */
  at: number;
  /** The reason for the query's failure; `null` if it succeeded. */
  failure: Reason | null;
  /** The end of the circuit breaker's pause, in epoch milliseconds; `null` if the circuit is closed. */
  openUntil: number | null;
}

/** A host that fails, or that the operator has paused. A pause discards earlier reports of the host. */
export interface HostTrouble {
  /** The host as `host:port`. */
  host: string;
  /** Time at which the host's last query failed, in epoch milliseconds; `null` for a paused host. */
  failedAt: number | null;
  /** See {@link HostReport.failure}. */
  failure: Reason | null;
  /** See {@link HostReport.openUntil}. */
  openUntil: number | null;
  /** The end of the operator's pause, in epoch milliseconds; `null` if the operator has not paused the host. */
  pausedUntil: number | null;
}

/** The Durable Object that collects the reports of all registry hosts. */
export interface RegistryHealthPort {
  /** @param host the host as `host:port` */
  report(host: string, report: HostReport): Promise<void>;
  /** Returns the hosts that are paused, have an open circuit breaker, or failed their last query within ten minutes. */
  troubles(): Promise<HostTrouble[]>;
  /**
   * Records that the operator has paused a host until a time in epoch milliseconds; `null` ends the pause. Both discard
   * the host's last report.
   */
  pause(host: string, until: number | null): Promise<void>;
}
