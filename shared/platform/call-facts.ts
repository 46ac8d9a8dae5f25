import type { CacheLayer } from "./metric-point.ts";

/** Facts about a call. The functions that the call passes through record them. */
export interface CallFacts {
  billingMs: number;
  registryMs: number;
  /** The farthest cache layer that the call read. Absent if the call read no cache. */
  cache?: CacheLayer;
  /** The outcome of a domain check. */
  outcome?: string;
  /** Whether a data point for the call was written. */
  isMeasured: boolean;
}

const LAYERS: CacheLayer[] = ["isolate", "kv", "none"];

/**
 * The calls that this isolate measures, by request id. The request id is the key, because all code already has it for
 * its log lines. If nothing is measured, the map is empty and facts are dropped.
 */
const measured = new Map<string, CallFacts>();

/** Starts to collect facts about a request. */
export function openFacts(requestId: string): CallFacts {
  const facts: CallFacts = { billingMs: 0, registryMs: 0, isMeasured: false };
  measured.set(requestId, facts);
  return facts;
}

export function closeFacts(requestId: string): void {
  measured.delete(requestId);
}

/** Returns the collected facts, or `undefined` if the request is not measured. */
export function factsOf(requestId: string | undefined): CallFacts | undefined {
  return requestId === undefined ? undefined : measured.get(requestId);
}

/** Runs a call to another system and adds its duration to the request's facts. */
export async function timed<Value>(
  part: "billingMs" | "registryMs",
  requestId: string | undefined,
  ask: () => Promise<Value>,
): Promise<Value> {
  const facts = factsOf(requestId);
  if (!facts) return ask();
  const began = Date.now();
  try {
    return await ask();
  } finally {
    facts[part] += Date.now() - began;
  }
}

export function noteCache(requestId: string | undefined, layer: CacheLayer): void {
  const facts = factsOf(requestId);
  if (!facts) return;
  const isFarther = facts.cache === undefined || LAYERS.indexOf(layer) > LAYERS.indexOf(facts.cache);
  if (isFarther) facts.cache = layer;
}

/**
 * Records the outcome of a domain check.
 * @param outcome a word from our own code, never text from elsewhere
 */
export function noteOutcome(requestId: string | undefined, outcome: string): void {
  const facts = factsOf(requestId);
  if (facts) facts.outcome = outcome;
}
