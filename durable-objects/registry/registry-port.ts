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
  /** A-label form, lower case. */
  name: string;
  source: Source | RegistrarSource;
  /** Replaces host and port, and nothing else. */
  endpointOverride: SourceEndpoint | null;
  /** Deadline of the answer, time in the queue included, in milliseconds. */
  deadlineMs: number;
  /** Greatest age of a cached answer, in milliseconds; 0: no cached or shared answer is accepted. */
  maxAgeMs: number;
  caller: CallerClass;
  /** The id of the first request with this question, for log lines. */
  requestId: string;
}

/** The outcome of one question to one source. */
export interface RegistryReply {
  verdict: Verdict;
  /** The kind of the source, `dns` for a name's delegation. */
  source: RegistryQuestion["source"]["kind"] | "dns";
  /** When the source answered or failed, epoch milliseconds. */
  at: number;
  /** False: the host's limits did not allow the query. */
  asked: boolean;
  /** Of an inconclusive reply: milliseconds until a retry may help; null if it never will. */
  retryAfterMs: number | null;
}

/** The object of one registry host: request coalescing, rate limit and circuit breaker. */
export interface RegistryPort {
  ask(question: RegistryQuestion): Promise<RegistryReply>;
  /** Removes a name from the cache. */
  forget(name: string): Promise<void>;
  /** Stops all queries until an instant, for the operator. Null resumes them, no matter what paused the host. */
  pause(until: number | null): Promise<void>;
}

export type RegistryOf = (source: Source | RegistrarSource) => RegistryPort;

/** The result of a host's last query. */
export interface HostReport {
  /** When it ended, in epoch milliseconds. */
  at: number;
  failed: boolean;
  /** Until when the circuit breaker is open; null if it is closed. */
  openUntil: number | null;
}

/** A host that fails, or that the operator has paused. A pause replaces earlier reports. */
export interface HostTrouble {
  /** `host:port` */
  host: string;
  /** When its last query failed, in epoch milliseconds; null for a paused one. */
  failedAt: number | null;
  /** As reported. */
  openUntil: number | null;
  /** Epoch milliseconds; null if it is not paused. */
  pausedUntil: number | null;
}

/** The health of all registry hosts, by their reports. */
export interface RegistryHealthPort {
  /** @param host `host:port` */
  report(host: string, report: HostReport): Promise<void>;
  /** The hosts with a failed last query within ten minutes, an open circuit breaker, or a pause. */
  troubles(): Promise<HostTrouble[]>;
  /** Records that the operator has paused a host. Null resumes queries and clears its failures. */
  pause(host: string, until: number | null): Promise<void>;
}
