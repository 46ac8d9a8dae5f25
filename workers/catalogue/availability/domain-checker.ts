import type { CallerClass, RegistryOf, RegistryReply } from "../../../durable-objects/registry/registry-port.ts";
import { checkWithoutSource, type DomainCheck } from "../../../shared/catalogue-contract/domain-check.ts";
import { brokenNameRule } from "../../../shared/domain-names/name-rules.ts";
import { extensionOf, parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import type { Reason } from "../../../shared/domain-names/verdict.ts";
import { noteCache, timed } from "../../../shared/platform/call-facts.ts";
import type { CheckCache } from "./check-cache.ts";
import { soonestRetry, unknownReason } from "./combine-verdicts.ts";
import { Inquiry } from "./inquiry.ts";
import { type CheckMode, type QueriedSource, RETRY_AFTER_MS, SourceQueries } from "./source-queries.ts";
import type { CheckSources, Extension } from "./sources/source-table.ts";

/** Greatest age of a reply from a registry object's cache. */
const MAX_AGE_MS = 60_000;

/** The request that a check is for. */
interface CheckRequest {
  /** Keeps the Worker running for work that the answer does not wait for. */
  waitUntil: (work: Promise<unknown>) => void;
  requestId: string;
}

/** What a {@link DomainChecker} is made of. */
export interface CheckerParts {
  sources: CheckSources;
  registryOf: RegistryOf;
  cache: CheckCache;
  /** In milliseconds: of the whole check, and after how long the second source is asked in parallel. */
  deadlines: { whole: number; second: number };
  now: () => number;
}

/**
 * Checks whether a name can be registered now. The first conclusive source decides. After an inconclusive reply the checker asks
 * the next source; a check without a conclusive source is `unknown`. If the registry has no public service, or its limits allow no
 * query, the checker asks the registrar and the DNS.
 */
export class DomainChecker {
  readonly #parts: CheckerParts;
  readonly #queries: SourceQueries;

  constructor(parts: CheckerParts) {
    this.#parts = parts;
    this.#queries = new SourceQueries(parts.sources, parts.registryOf, parts.now);
  }

  /**
   * @param name A-label form, lower case, right under the extension
   * @param extension the one it is sold under, without its first dot; another entry of the table never answers for it
   */
  async check(
    name: string,
    extension: string,
    { caller, ...request }: CheckRequest & { caller: CallerClass },
  ): Promise<DomainCheck> {
    const { requestId } = request;
    const known = await this.#parts.cache.read(name, requestId);
    return known ?? this.#checkAndCache(name, extension, { maxAgeMs: MAX_AGE_MS, caller, requestId }, request);
  }

  /**
   * Asks the sources past every cache, and caches the result. It asks no source about a name that breaks a rule of its registry,
   * which is `unavailable`, or about a name that is not right under a known extension, which is `unknown`.
   */
  async checkNow(text: string, request: CheckRequest): Promise<DomainCheck> {
    const { sources, now } = this.#parts;
    const name = parseDomainName(text);
    if ("refused" in name) return this.#unknown("no_public_source", null);
    const extension = extensionOf(name.ascii);
    if (brokenNameRule(name.unicode, extension)) return checkWithoutSource("unavailable", "invalid_name", now());
    if (sources.table.has(name.ascii)) return this.#unknown("no_public_source", null);
    const mode: CheckMode = { maxAgeMs: 0, caller: "signed_in", requestId: request.requestId };
    return this.#checkAndCache(name.ascii, extension.slice(1), mode, request);
  }

  /** Removes a name from all caches, the registry objects' included; does nothing for an invalid name. */
  async forget(text: string): Promise<void> {
    const { sources, registryOf, cache } = this.#parts;
    const name = parseDomainName(text);
    if ("refused" in name) return;
    const labels = name.ascii.split(".");
    const extensions = labels.map((_, at) => sources.table.get(labels.slice(at + 1).join(".")));
    const own = extensions.flatMap((entry) => entry?.sources ?? []);
    await Promise.all([
      cache.forget(name.ascii),
      ...[...own, sources.registrar].map((source) => registryOf(source).forget(name.ascii)),
    ]);
  }

  /** The hosts (`host:port`) that serve these extensions. @param extensions without their first dots */
  hostsOf(extensions: readonly string[]): Set<string> {
    const entries = extensions.flatMap((extension) => this.#parts.sources.table.get(extension) ?? []);
    return new Set(entries.flatMap((entry) => entry.sources.map(({ host, port }) => `${host}:${port}`)));
  }

  async #checkAndCache(
    name: string,
    extension: string,
    mode: CheckMode,
    { waitUntil, requestId }: CheckRequest,
  ): Promise<DomainCheck> {
    const { sources, cache, now } = this.#parts;
    const entry = sources.table.get(extension);
    if (!entry) return this.#unknown("no_public_source", null);
    const started = now();
    const keep = (check: DomainCheck) => cache.keep(name, check, started, waitUntil, requestId);
    const inquiry = await timed("registryMs", requestId, () => this.#inquire(name, entry, mode));
    noteCache(requestId, "none");
    const check = this.#checkBy(inquiry, inquiry.decision, entry);
    keep(check);
    const late = inquiry.lateDecision();
    if (late) waitUntil(late.then((decision) => keep(this.#checkBy(inquiry, decision, entry))));
    return check;
  }

  /** Asks the extension's own sources in their order, then those that replace them, until one decides or the time is over. */
  async #inquire(name: string, entry: Extension, mode: CheckMode): Promise<Inquiry> {
    const { deadlines, now } = this.#parts;
    const until = now() + deadlines.whole;
    const query = (source: QueriedSource) => this.#queries.query(name, source, until - now(), mode);
    const inquiry = new Inquiry(query, deadlines.second);
    const askInOrder = async (sources: readonly QueriedSource[]) => {
      for (const source of sources) if (inquiry.decision === null && now() < until) await inquiry.ask(source);
    };
    await askInOrder(entry.sources);
    if (!inquiry.hasProof && needsReplacement(inquiry, entry, mode)) {
      await askInOrder(this.#replacementsOf(entry, mode));
    }
    await inquiry.waitForDecision();
    return inquiry;
  }

  /**
   * The sources that replace a registry. An anonymous check queries the DNS first, to save registrar calls; an order the
   * registrar first, which knows reserved and premium names. The DNS alone is no source where there is no registry.
   */
  #replacementsOf({ sources: own }: Extension, { caller }: CheckMode): QueriedSource[] {
    const { registrar, resolver } = this.#parts.sources;
    const dns: QueriedSource[] = resolver !== null && own.length > 0 ? [{ kind: "dns" }] : [];
    return caller === "signed_in" ? [registrar, ...dns] : [...dns, registrar];
  }

  #checkBy({ replies }: Inquiry, decision: RegistryReply | null, { closed }: Extension): DomainCheck {
    if (decision === null) return this.#unknown(unknownReason(replies), soonestRetry(replies, RETRY_AFTER_MS));
    const { status, reason } = decision.verdict;
    const isClosed = status === "available" && closed === true;
    return {
      status: isClosed || (status !== "available" && status !== "taken") ? "unavailable" : status,
      reason: isClosed ? "suffix_not_sold" : reason,
      retryAfterMs: null,
      source: decision.source === "page" ? "whois" : decision.source,
      checkedAt: decision.at,
      simulated: this.#parts.sources.sandbox !== null,
    };
  }

  #unknown(reason: Reason, retryAfterMs: number | null): DomainCheck {
    const { sources, now } = this.#parts;
    return { ...checkWithoutSource("unknown", reason, now(), retryAfterMs), simulated: sources.sandbox !== null };
  }
}

/** Whether registrar and DNS replace the registry: it has no source, or its limits did not allow the query, or it is for an order. */
function needsReplacement(inquiry: Inquiry, { sources }: Extension, { caller }: CheckMode): boolean {
  return sources.length === 0 || caller === "signed_in" || inquiry.lacksSlot;
}
