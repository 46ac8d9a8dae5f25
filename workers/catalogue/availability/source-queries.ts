import type { RegistryOf, RegistryQuestion, RegistryReply } from "../../../durable-objects/registry/registry-port.ts";
import type { RegistrarSource, Source } from "../../../durable-objects/registry/source-types.ts";
import { verdict } from "../../../shared/domain-names/verdict.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import { hasDelegation } from "./dns-delegation.ts";
import type { CheckSources } from "./sources/source-table.ts";

/** A source of a check: a registry's own service, the registrar, or the DNS. */
export type QueriedSource = Source | RegistrarSource | { readonly kind: "dns" };

/** Who asks, and how old an answer may be. */
export type CheckMode = Pick<RegistryQuestion, "maxAgeMs" | "caller" | "requestId">;

/** Queries one source about one name. */
export class SourceQueries {
  readonly #sources: CheckSources;
  readonly #registryOf: RegistryOf;
  readonly #now: () => number;

  constructor(sources: CheckSources, registryOf: RegistryOf, now: () => number) {
    this.#sources = sources;
    this.#registryOf = registryOf;
    this.#now = now;
  }

  /** Never throws: a source that cannot be reached is an inconclusive reply. */
  async query(name: string, source: QueriedSource, deadlineMs: number, mode: CheckMode): Promise<RegistryReply> {
    if (source.kind === "dns") return this.#queryDelegation(name, Math.min(deadlineMs, DNS_DEADLINE_MS));
    try {
      const question = { name, source, endpointOverride: this.#sandboxEndpoint(source), deadlineMs, ...mode };
      return await inTime(this.#registryOf(source).ask(question), deadlineMs + OBJECT_GRACE_MS);
    } catch (cause) {
      log("registry_unreachable", { request_id: mode.requestId, host: source.host, cause });
      const found = verdict("unknown", "unreachable");
      return { verdict: found, source: source.kind, at: this.#now(), asked: true, retryAfterMs: RETRY_AFTER_MS };
    }
  }

  async #queryDelegation(name: string, deadlineMs: number): Promise<RegistryReply> {
    const { resolver } = this.#sources;
    const isDelegated = resolver !== null && (await hasDelegation(resolver, name, deadlineMs));
    const found = isDelegated ? verdict("taken", "delegated") : verdict("unknown", "no_registration_found");
    return { verdict: found, source: "dns", at: this.#now(), asked: true, retryAfterMs: null };
  }

  #sandboxEndpoint({ kind }: Source | RegistrarSource) {
    if (kind === "registrar") return null;
    return this.#sources.sandbox?.[kind === "page" ? "rdap" : kind] ?? null;
  }
}

/** Default delay before a retry may help. */
export const RETRY_AFTER_MS = 30_000;
/** A resolver answers from its cache, or asks a few nameservers. */
const DNS_DEADLINE_MS = 1_000;
/** Overhead of a registry object beyond its source's deadline. */
const OBJECT_GRACE_MS = 500;
