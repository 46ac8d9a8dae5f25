import type { Source } from "./sources.ts";
import type { Verdict } from "./verdict.ts";

/** Where a source is asked instead of its own host and port: the sandbox registry of local work. */
export interface Endpoint {
  hostname: string;
  port: number;
}

/** One name put to one source. */
export interface RegistryQuestion {
  /** A-label form, lower case. */
  name: string;
  source: Source;
  /** Replaces host and port, and nothing else. */
  instead: Endpoint | null;
  /** How long the source may take, in milliseconds. */
  deadlineMs: number;
  /** How old an answer that is still known may be, in milliseconds; 0: the source is asked for this question alone. */
  maxAgeMs: number;
  /** Only finds out whether a silent host is back; see `Politeness`. */
  probes: boolean;
}

export interface RegistryReply {
  verdict: Verdict;
  /** When the source answered or gave up, in epoch milliseconds. */
  at: number;
}

/** One registry host, asked politely: the same question once, at its rate, and not at all while it refuses. */
export interface RegistryPort {
  ask(question: RegistryQuestion): Promise<RegistryReply>;
  /** Forgets what was answered about a name. */
  forget(name: string): Promise<void>;
}

/** Reaches the object of a source's host. */
export type RegistryOf = (source: Source) => RegistryPort;
