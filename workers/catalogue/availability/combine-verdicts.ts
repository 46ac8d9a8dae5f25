import type { RegistryReply } from "../../../durable-objects/registry/registry-port.ts";
import { type Reason, type Verdict, verdict } from "../../../shared/domain-names/verdict.ts";

/**
 * Returns the deciding reply so far. Proof of registration (or of a reserved domain) from any source decides.
 * "available" decides once no earlier source is pending. A registrar's "not for sale" counts as registered only if no
 * other source exists. If another source finds the domain free, it is reserved.
 * @param replies in the order of the calls to their sources; null for a pending one
 * @param waitForEarlier whether "available" waits for pending earlier sources
 */
export function settledBy(replies: readonly (RegistryReply | null)[], waitForEarlier: boolean): RegistryReply | null {
  const notForSale = replies.length > 1 ? replies.find(isNotForSale) : undefined;
  const against = replies.find(
    (reply) => reply && reply !== notForSale && isProof(reply) && reply.verdict.status !== "available",
  );
  if (against) return against;
  const at = replies.findIndex((reply) => reply?.verdict.status === "available");
  const isExpected = replies.slice(0, at).includes(null);
  const free = (waitForEarlier && isExpected ? null : replies[at]) ?? null;
  return free && notForSale ? { ...notForSale, verdict: verdict("reserved", "reserved") } : free;
}

/** Checks that a registrar does not sell a domain. It does not distinguish registered and reserved domains. */
function isNotForSale(reply: RegistryReply | null): boolean {
  return reply?.source === "registrar" && reply.verdict.reason === "registered";
}

/** Checks that a reply is conclusive. */
function isProof({ verdict: { status } }: RegistryReply): boolean {
  return status !== "unknown" && status !== "throttled";
}

/**
 * Returns the most informative reason of an undecided check: a refusal, or why the second source could not confirm the
 * first. A registry's reason comes before the registrar's, whose failure proves nothing about a registry.
 * `no_public_source` counts only if no source exists, and a missing delegation never counts.
 */
export function unknownReason(replies: readonly RegistryReply[]): Reason {
  const ofRegistries = withoutDns(replies).filter(({ source }) => source !== "registrar");
  const ofRegistrar = withoutDns(replies).filter(({ source }) => source === "registrar");
  const undecided = ofRegistrar.filter((reply) => !isNotForSale(reply));
  const all = [...ofRegistries.map(({ verdict }) => verdict), ...undecided.map(registrarVerdict)];
  const ofSources = all.filter(({ reason }) => reason !== "no_public_source");
  const verdicts = ofSources.length > 0 ? ofSources : all;
  const throttled = verdicts.find(({ status }) => status === "throttled");
  const specific = verdicts.find(({ reason }) => reason !== "no_registration_found");
  return (throttled ?? specific ?? verdicts[0])?.reason ?? "timeout";
}

/** Treats an unreachable registrar as late. */
function registrarVerdict({ verdict }: RegistryReply): Verdict {
  return verdict.reason === "unreachable" ? { ...verdict, reason: "timeout" } : verdict;
}

/**
 * Returns the milliseconds until a retry may help. Null if a retry cannot help. Without a reply, the time ran out. A
 * source that found nothing does not count, because the others must confirm it.
 */
export function soonestRetry(replies: readonly RegistryReply[], otherwiseMs: number): number | null {
  const counting = withoutDns(replies);
  const never = counting.filter(({ verdict }) => verdict.reason === "no_public_source").length;
  if (never > 0 && never === counting.length) return null;
  const others = counting.filter(({ verdict }) => verdict.reason !== "no_registration_found");
  const hasWait = ({ retryAfterMs }: RegistryReply) => retryAfterMs !== null;
  const waits = (others.some(hasWait) ? others : counting).flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  return waits.length > 0 ? Math.min(...waits) : otherwiseMs;
}

function withoutDns(replies: readonly RegistryReply[]): RegistryReply[] {
  return replies.filter(({ source }) => source !== "dns");
}

/** Checks that a registry's limits did not allow the query. */
export function hadNoSlot({ source, asked }: RegistryReply): boolean {
  return source !== "dns" && source !== "registrar" && !asked;
}
