import type { CacheLayer } from "./metric-point.ts";

/** What the parts that a call goes through have noted about it. */
export interface CallFacts {
  billingMs: number;
  registryMs: number;
  /** The layer farthest from the isolate that was read; absent where no cache was. */
  cache?: CacheLayer;
  /** Of a domain check. */
  outcome?: string;
  /** A data point was written for it. */
  isMeasured: boolean;
}

const LAYERS: CacheLayer[] = ["isolate", "kv", "none"];

/**
 * The calls that this isolate measures, by request id, which every part gets for its log lines. Empty where nothing is
 * measured: what is noted then is dropped.
 */
const measured = new Map<string, CallFacts>();

/** Begins to collect what is noted about a request. */
export function openFacts(requestId: string): CallFacts {
  const facts: CallFacts = { billingMs: 0, registryMs: 0, isMeasured: false };
  measured.set(requestId, facts);
  return facts;
}

export function closeFacts(requestId: string): void {
  measured.delete(requestId);
}

/** What is collected; undefined where the request is not measured. */
export function factsOf(requestId: string | undefined): CallFacts | undefined {
  return requestId === undefined ? undefined : measured.get(requestId);
}

/** Adds the time of a question to another system to its request's. */
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

/** @param outcome a word of ours */
export function noteOutcome(requestId: string | undefined, outcome: string): void {
  const facts = factsOf(requestId);
  if (facts) facts.outcome = outcome;
}
