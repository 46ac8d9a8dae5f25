import type { CallerClass, RegistryReply } from "../../../durable-objects/registry/registry-port.ts";
import type { Source } from "../../../durable-objects/registry/source-types.ts";
import { checkWithoutSource, type DomainCheck } from "../../../shared/catalogue-contract/domain-check.ts";
import { brokenNameRule } from "../../../shared/domain-names/name-rules.ts";
import { extensionOf, parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import { takesNewNames } from "../../../shared/domain-names/registration-terms.ts";
import type { Reason, Status } from "../../../shared/domain-names/verdict.ts";
import { noteCache, timed } from "../../../shared/platform/call-facts.ts";
import type { CheckCache, CheckRequest } from "./check-cache.ts";
import { soonestRetry, unknownReason } from "./combine-verdicts.ts";
import { Inquiry } from "./inquiry.ts";
import { type CheckMode, type QueriedSource, type QueryParts, querySource, RETRY_AFTER_MS } from "./source-queries.ts";

/** Greatest age of a reply from a registry object's cache. */
const MAX_AGE_MS = 60_000;

/** What a {@link DomainChecker} is made of. */
interface CheckerParts extends QueryParts {
  cache: CheckCache;
  /** Of a whole check, in milliseconds. */
  deadlineMs: number;
}

/**
 * Checks whether a name can be registered now. The first conclusive source decides. After an inconclusive reply the checker asks
 * the next source; a check without a conclusive source is `unknown`. If the registry has no public service, or its limits allow no
 * query, the checker asks the registrar and the DNS.
 */
export class DomainChecker {
  readonly #parts: CheckerParts;

  constructor(parts: CheckerParts) {
    this.#parts = parts;
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
    const known = await this.#parts.cache.read(name, request.requestId);
    return known ?? this.#checkAndCache(name, extension, { maxAgeMs: MAX_AGE_MS, caller }, request);
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
    return this.#checkAndCache(name.ascii, extension.slice(1), { maxAgeMs: 0, caller: "signed_in" }, request);
  }

  /** Removes a name from all caches, the registry objects' included; does nothing for an invalid name. */
  async forget(text: string): Promise<void> {
    const { sources, registryOf, cache } = this.#parts;
    const name = parseDomainName(text);
    if ("refused" in name) return;
    const own = sources.table.get(extensionOf(name.ascii).slice(1)) ?? [];
    await Promise.all([
      cache.forget(name.ascii),
      ...[...own, sources.registrar].map((source) => registryOf(source).forget(name.ascii)),
    ]);
  }

  /** The hosts (`host:port`) that serve these extensions. @param extensions without their first dots */
  hostsOf(extensions: readonly string[]): Set<string> {
    const sources = extensions.flatMap((extension) => this.#parts.sources.table.get(extension) ?? []);
    return new Set(sources.map(({ host, port }) => `${host}:${port}`));
  }

  /** Asks the sources of a known extension and caches what they decide, now and once the late ones have replied. */
  async #checkAndCache(
    name: string,
    extension: string,
    asking: Pick<CheckMode, "maxAgeMs" | "caller">,
    request: CheckRequest,
  ): Promise<DomainCheck> {
    const { sources, cache, now } = this.#parts;
    const own = sources.table.get(extension);
    if (!own) return this.#unknown("no_public_source", null);
    const { waitUntil, requestId } = request;
    const began = now();
    const inquiry = await timed("registryMs", requestId, () => this.#inquire(name, own, { ...asking, requestId }));
    noteCache(requestId, "none");
    const check = this.#checkBy(inquiry, inquiry.decision, extension);
    cache.keep(name, check, began, request);
    const late = inquiry.lateDecision();
    if (late) {
      waitUntil(late.then((decision) => cache.keep(name, this.#checkBy(inquiry, decision, extension), began, request)));
    }
    return check;
  }

  /** Asks the extension's own sources in their order, then those that replace them, until one decides or the time is over. */
  async #inquire(name: string, own: readonly Source[], mode: CheckMode): Promise<Inquiry> {
    const { deadlineMs, now } = this.#parts;
    const until = now() + deadlineMs;
    const query = (source: QueriedSource) => querySource(this.#parts, name, source, until - now(), mode);
    const inquiry = new Inquiry(query);
    const askInOrder = async (sources: readonly QueriedSource[]) => {
      for (const source of sources) {
        if (inquiry.decision !== null || now() >= until) return;
        await inquiry.ask(source);
      }
    };
    await askInOrder(own);
    if (!inquiry.hasProof && needsReplacement(inquiry, own, mode)) {
      await askInOrder(this.#replacementsOf(own, mode));
    } else if (mode.maxAgeMs === 0 && inquiry.decision?.verdict.status === "available") {
      // For a quote or an order: a registry does not tell that a free name has a special price.
      await inquiry.ask(this.#parts.sources.registrar);
    }
    await inquiry.waitForDecision();
    return inquiry;
  }

  /**
   * The sources that replace a registry. An anonymous check queries the DNS first, to save registrar calls; an order the
   * registrar first, which knows reserved and premium names. The DNS alone is no source where there is no registry.
   */
  #replacementsOf(own: readonly Source[], { caller }: CheckMode): QueriedSource[] {
    const { registrar, resolver } = this.#parts.sources;
    const dns: QueriedSource[] = resolver !== null && own.length > 0 ? [{ kind: "dns" }] : [];
    return caller === "signed_in" ? [registrar, ...dns] : [...dns, registrar];
  }

  /** The check that a reply decides; without one, `unknown` with the reason and the wait that the replies show. */
  #checkBy({ replies }: Inquiry, decision: RegistryReply | null, extension: string): DomainCheck {
    if (decision === null) return this.#unknown(unknownReason(replies), soonestRetry(replies, RETRY_AFTER_MS));
    const { verdict, source, at } = decision;
    const isClosed = verdict.status === "available" && !takesNewNames(`.${extension}`);
    return {
      status: isClosed ? "unavailable" : CHECK_STATUS[verdict.status],
      reason: isClosed ? "suffix_not_sold" : verdict.reason,
      retryAfterMs: null,
      source: source === "page" ? "whois" : source,
      checkedAt: at,
      simulated: this.#parts.sources.sandbox !== null,
    };
  }

  #unknown(reason: Reason, retryAfterMs: number | null): DomainCheck {
    const { sources, now } = this.#parts;
    return { ...checkWithoutSource("unknown", reason, now(), retryAfterMs), simulated: sources.sandbox !== null };
  }
}

/** Whether registrar and DNS replace the registry: it has no source, or its limits did not allow the query, or it is for an order. */
function needsReplacement(inquiry: Inquiry, own: readonly Source[], { caller }: CheckMode): boolean {
  return own.length === 0 || caller === "signed_in" || inquiry.lacksSlot;
}

/** The status of a check by that of the deciding verdict. A throttled or unknown one decides nothing. */
const CHECK_STATUS: Readonly<Record<Status, DomainCheck["status"]>> = {
  available: "available",
  taken: "taken",
  reserved: "unavailable",
  invalid: "unavailable",
  throttled: "unknown",
  unknown: "unknown",
};
