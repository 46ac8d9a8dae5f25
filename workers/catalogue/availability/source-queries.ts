import type { RegistryOf, RegistryQuestion, RegistryReply } from "../../../durable-objects/registry/registry-port.ts";
import type { RegistrarSource, Source } from "../../../durable-objects/registry/source-types.ts";
import { verdict } from "../../../shared/domain-names/verdict.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import { hasDelegation } from "./dns-delegation.ts";
import type { SearchShare } from "./search-share.ts";
import type { CheckSources } from "./sources/source-table.ts";

/** A source of a check: a registry's own service, the registrar, or the DNS. */
export type QueriedSource = Source | RegistrarSource | { readonly kind: "dns" };

/** The caller of a check, and the maximum age of a cached reply. */
export interface CheckMode extends Pick<RegistryQuestion, "maxAgeMs" | "caller" | "requestId"> {
  /** The limits of the search that the domain belongs to; absent if only one domain is checked. */
  share?: SearchShare | undefined;
}

/** The dependencies of a query to a source. */
export interface QueryParts {
  sources: CheckSources;
  registryOf: RegistryOf;
  now: () => number;
}

/**
 * Queries one source about one domain. This function never throws. An unreachable source gives an inconclusive reply.
 */
export async function querySource(
  { sources, registryOf, now }: QueryParts,
  name: string,
  source: QueriedSource,
  deadlineMs: number,
  mode: CheckMode,
): Promise<RegistryReply> {
  if (source.kind === "dns") {
    const { resolver } = sources;
    const isDelegated =
      resolver !== null && (await hasDelegation(resolver, name, Math.min(deadlineMs, DNS_DEADLINE_MS)));
    const found = isDelegated ? verdict("taken", "delegated") : verdict("unknown", "no_registration_found");
    return { verdict: found, source: "dns", at: now(), asked: true, retryAfterMs: null };
  }
  const { kind } = source;
  const endpointOverride = (kind !== "registrar" && sources.sandbox?.[kind === "page" ? "rdap" : kind]) || null;
  try {
    const { maxAgeMs, caller, requestId } = mode;
    const question = { name, source, endpointOverride, deadlineMs, maxAgeMs, caller, requestId };
    return await inTime(registryOf(source).ask(question), deadlineMs + OBJECT_GRACE_MS);
  } catch (cause) {
    log("registry_unreachable", { request_id: mode.requestId, host: source.host, cause });
    const found = verdict("unknown", "unreachable");
    return { verdict: found, source: kind, at: now(), asked: true, retryAfterMs: RETRY_AFTER_MS };
  }
}

/** Milliseconds before a retry may help, if a reply states no other delay. */
export const RETRY_AFTER_MS = 30_000;
/** Deadline of a DNS query. A resolver only reads its cache or queries a few nameservers. */
const DNS_DEADLINE_MS = 1_000;
/** Time that a registry object may take beyond its source's deadline. */
const OBJECT_GRACE_MS = 500;
