import type { Verdict } from "../../shared/domain-names/verdict.ts";
import type { RegistrarSource, Source } from "./sources.ts";

/** Where a source is asked instead of its own host and port: the sandbox registry of local work. */
export interface SourceEndpoint {
  hostname: string;
  port: number;
}

/** Whom a question is for: half of every host's rate is kept for callers with a connection to an account. */
export type CallerClass = "signed_in" | "anonymous";

/** One name put to one source. */
export interface RegistryQuestion {
  /** A-label form, lower case. */
  name: string;
  source: Source | RegistrarSource;
  /** Replaces host and port, and nothing else. */
  instead: SourceEndpoint | null;
  /** How long the source may take, waiting for its turn included, in milliseconds. */
  deadlineMs: number;
  /** How old an answer that is still known may be, in milliseconds; 0: the source is asked for this question alone. */
  maxAgeMs: number;
  caller: CallerClass;
  /** Of the first request that asks, for log lines. */
  requestId?: string | undefined;
}

export interface RegistryReply {
  verdict: Verdict;
  /** When the source answered or gave up, in epoch milliseconds. */
  at: number;
  /** False: the host had no turn left for this question, so nobody was asked. */
  asked: boolean;
  /** Of a reply that proves nothing: milliseconds until asking again may help; null where it never will. */
  retryAfterMs: number | null;
}

/** One registry host, asked politely: the same question once, at its rate, and not at all while it refuses. */
export interface RegistryPort {
  ask(question: RegistryQuestion): Promise<RegistryReply>;
  /** Forgets what was answered about a name. */
  forget(name: string): Promise<void>;
}

/** Reaches the object of a source's host. */
export type RegistryOf = (source: Source | RegistrarSource) => RegistryPort;

/** How the last real question to a host went. */
export interface HostReport {
  /** When it ended, in epoch milliseconds. */
  at: number;
  failed: boolean;
  /** Until when the host is left alone; null where it is not. */
  closedUntil: number | null;
}

/** Knows how the registries' hosts answer, without asking any. */
export interface RegistryHealthPort {
  /** @param host `host:port` */
  report(host: string, report: HostReport): Promise<void>;
  /** The hosts (`host:port`) whose last question failed within ten minutes, or that are left alone now. */
  failing(): Promise<string[]>;
}
