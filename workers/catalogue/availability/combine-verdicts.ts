import type { RegistryReply } from "../../../durable-objects/registry/registry-port.ts";
import type { RegistrarSource, Source } from "../../../durable-objects/registry/source-types.ts";
import type { Reason, Verdict } from "../../../shared/domain-names/verdict.ts";

/** A source of a check: a registry's own service, the registrar, or the DNS. */
export type AskedSource = Source | RegistrarSource | { readonly kind: "dns" };

/** A queried source, and its reply once there is one. */
export interface SourceReply {
  source: AskedSource;
  reply?: RegistryReply;
}

/** The reply that decides a check, and its source. */
export interface Settled {
  source: AskedSource;
  reply: RegistryReply;
}

/**
 * The deciding reply so far: proof of registration (or of a reserved name) from any source; "available" once no earlier source
 * is pending.
 * @param waitForEarlier whether pending earlier sources are still waited for
 */
export function settledBy(asked: SourceReply[], waitForEarlier: boolean): Settled | null {
  const replied = asked.filter((entry): entry is Settled => entry.reply !== undefined);
  const against = replied.find(({ reply }) => isProof(reply.verdict) && reply.verdict.status !== "available");
  if (against) return against;
  const at = asked.findIndex(({ reply }) => reply?.verdict.status === "available");
  const free = asked[at];
  if (!free?.reply) return null;
  const expected = asked.slice(0, at).some(({ reply }) => reply === undefined);
  return waitForEarlier && expected ? null : { source: free.source, reply: free.reply };
}

/** Whether a verdict is conclusive. */
function isProof({ status }: Verdict): boolean {
  return status !== "unknown" && status !== "throttled";
}

/**
 * The most informative reason of an undecided check: a refusal, else why the second source could not confirm the first.
 * `no_public_source` counts only where no source exists; a missing delegation never counts.
 */
export function unknownReason(asked: SourceReply[]): Reason {
  const all = withoutDns(asked).flatMap(({ reply }) => reply?.verdict ?? []);
  const ofSources = all.filter(({ reason }) => reason !== "no_public_source");
  const verdicts = ofSources.length > 0 ? ofSources : all;
  const throttled = verdicts.find(({ status }) => status === "throttled");
  const specific = verdicts.find(({ reason }) => reason !== "no_registration_found");
  return (throttled ?? specific ?? verdicts[0])?.reason ?? "timeout";
}

/**
 * Milliseconds until a retry may help; null where it never will. A source that found nothing is ignored: it is the others that
 * have to confirm it.
 */
export function soonestRetry(asked: SourceReply[], otherwiseMs: number): number | null {
  const replies = withoutDns(asked);
  if (replies.every(({ reply }) => reply?.verdict.reason === "no_public_source")) return null;
  const others = replies.filter(({ reply }) => reply?.verdict.reason !== "no_registration_found");
  const waits = (others.some(hasWait) ? others : replies).flatMap(({ reply }) => reply?.retryAfterMs ?? []);
  return waits.length > 0 ? Math.min(...waits) : otherwiseMs;
}

function withoutDns(asked: SourceReply[]): SourceReply[] {
  return asked.filter(({ source }) => source.kind !== "dns");
}

function hasWait({ reply }: SourceReply): boolean {
  return typeof reply?.retryAfterMs === "number";
}

/** Whether a registry's limits did not allow the query. */
export function hadNoSlot({ source, reply }: SourceReply): boolean {
  return source.kind !== "dns" && source.kind !== "registrar" && reply !== undefined && !reply.asked;
}
