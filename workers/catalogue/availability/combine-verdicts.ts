import type { RegistryReply } from "../../../durable-objects/registry/registry-port.ts";
import { type Reason, type Verdict, verdict } from "../../../shared/domain-names/verdict.ts";

/**
 * Returns the reply that decides a check; `null` if none does yet. A conclusive reply other than "available" decides
 * immediately. "available" decides once no earlier source is pending. A registrar's "not for sale" decides only if no
 * other source was queried. If another source finds that domain free, the verdict is `reserved`.
 * @param replies in the order in which the sources were queried; `null` for a pending one
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

/**
 * Returns whether a reply states that the registrar does not sell the domain. The domain may be registered or reserved.
 */
function isNotForSale(reply: RegistryReply | null): boolean {
  return reply?.source === "registrar" && reply.verdict.reason === "registered";
}

/** Returns whether a reply is conclusive. */
function isProof({ verdict: { status } }: RegistryReply): boolean {
  return status !== "unknown" && status !== "throttled";
}

/**
 * Returns the most informative reason for an undecided check. The reason of a throttled verdict comes first. A
 * registry's reason comes before the registrar's, whose failure proves nothing about a registry. `no_public_source` is
 * used only if there is no other reason. DNS replies are ignored.
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

/** Returns the registrar's verdict. An unreachable registrar is reported as a timeout. */
function registrarVerdict({ verdict }: RegistryReply): Verdict {
  return verdict.reason === "unreachable" ? { ...verdict, reason: "timeout" } : verdict;
}

/**
 * Returns the milliseconds until a retry may help; `null` if a retry cannot help. A reply that found no registration is
 * considered last, because the other sources must confirm it.
 * @param otherwiseMs result if no reply states a wait
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

/** Returns whether the limits of a registry host prevented a query. */
export function hadNoSlot({ source, asked }: RegistryReply): boolean {
  return source !== "dns" && source !== "registrar" && !asked;
}
