import type { RegistryReply } from "../../../durable-objects/registry/registry-port.ts";
import type { RegistrarSource, Source } from "../../../durable-objects/registry/sources.ts";
import type { Reason, Verdict } from "../../../shared/domain-names/verdict.ts";

/** Whoever can be asked about a name: a registry's own service, the registrar, or the domain name system. */
export type AskedSource = Source | RegistrarSource | { readonly kind: "dns" };

/** One source's turn: its place in the extension's order, and its reply once it has one. */
export interface SourceReply {
  source: AskedSource;
  reply?: RegistryReply;
}

/** A reply that settles a name, and the source it came from. */
export interface Settled {
  source: AskedSource;
  reply: RegistryReply;
}

/**
 * What the replies so far settle: proof of registration (or that a name is withheld) whoever gives it; "available" when no
 * source that comes before is still expected to say otherwise.
 * @param patient whether sources that come before are still waited for
 */
export function settledBy(asked: SourceReply[], patient: boolean): Settled | null {
  const replied = asked.filter((turn): turn is Settled => turn.reply !== undefined);
  const against = replied.find(({ reply }) => isProof(reply.verdict) && reply.verdict.status !== "available");
  if (against) return against;
  const at = asked.findIndex(({ reply }) => reply?.verdict.status === "available");
  const free = asked[at];
  if (!free?.reply) return null;
  const expected = asked.slice(0, at).some(({ reply }) => reply === undefined);
  return patient && expected ? null : { source: free.source, reply: free.reply };
}

/** Whether a verdict proves something. */
export function isProof({ status }: Verdict): boolean {
  return status !== "unknown" && status !== "throttled";
}

/**
 * The doubt that says most: a refusal, else what kept the second source from confirming the first. That there is nobody else
 * to ask counts only where there is nobody at all; that the domain name system shows nothing counts never.
 */
export function doubtLeft(asked: SourceReply[]): Reason {
  const told = asked.filter(({ source }) => source.kind !== "dns");
  const all = told.flatMap(({ reply }) => reply?.verdict ?? []);
  const some = all.filter(({ reason }) => reason !== "no_public_source");
  const doubts = some.length > 0 ? some : all;
  const throttled = doubts.find(({ status }) => status === "throttled");
  const telling = doubts.find(({ reason }) => reason !== "no_registration_found");
  return (throttled ?? telling ?? doubts[0])?.reason ?? "timeout";
}

/**
 * Milliseconds until one of those that were asked may know more; null where none ever will. One that found nothing says so
 * again: it is the others that have to confirm it.
 */
export function soonestRetry(asked: SourceReply[], otherwiseMs: number): number | null {
  const told = asked.filter(({ source }) => source.kind !== "dns");
  if (told.every(({ reply }) => reply?.verdict.reason === "no_public_source")) return null;
  const others = told.filter(({ reply }) => reply?.verdict.reason !== "no_registration_found");
  const waits = (others.some(hasWait) ? others : told).flatMap(({ reply }) => reply?.retryAfterMs ?? []);
  return waits.length > 0 ? Math.min(...waits) : otherwiseMs;
}

function hasWait({ reply }: SourceReply): boolean {
  return typeof reply?.retryAfterMs === "number";
}

/** Whether a registry had no turn left for the question. */
export function hadNoSlot({ source, reply }: SourceReply): boolean {
  return source.kind !== "dns" && source.kind !== "registrar" && reply !== undefined && !reply.asked;
}
