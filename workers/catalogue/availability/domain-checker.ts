import type { CallerClass, RegistryReply } from "../../../durable-objects/registry/registry-port.ts";
import type { Source } from "../../../durable-objects/registry/source-types.ts";
import type { CatalogueExtension } from "../../../shared/billing-contract/catalogue.ts";
import { checkWithoutSource, type DomainCheck } from "../../../shared/catalogue-contract/domain-check.ts";
import { brokenNameRule } from "../../../shared/domain-names/name-rules.ts";
import { type DomainName, extensionOf, parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import { takesNewNames } from "../../../shared/domain-names/registration-terms.ts";
import type { Reason, Status } from "../../../shared/domain-names/verdict.ts";
import { noteCache, timed } from "../../../shared/platform/call-facts.ts";
import type { CheckCache, CheckRequest } from "./check-cache.ts";
import { soonestRetry, unknownReason } from "./combine-verdicts.ts";
import { Inquiry } from "./inquiry.ts";
import { SearchShare } from "./search-share.ts";
import { type CheckMode, type QueriedSource, type QueryParts, querySource, RETRY_AFTER_MS } from "./source-queries.ts";

/** Maximum age of a reply from a registry object's cache. */
const MAX_AGE_MS = 60_000;

/** A domain, and the extension under which it is sold. The check never uses another entry of the table. */
interface AskedName {
  name: DomainName;
  extension: Pick<CatalogueExtension, "tld">;
}

/** The dependencies of a {@link DomainChecker}. */
interface CheckerParts extends QueryParts {
  cache: CheckCache;
  /** The deadline of a whole check, in milliseconds. */
  deadlineMs: number;
}

/**
 * Checks whether a domain can be registered now. The first conclusive source decides. After an inconclusive reply, the
 * checker queries the next source. A check without a conclusive source is `unknown`. If the registry has no public
 * service, or its limits allow no query, the checker queries the registrar and the DNS.
 */
export class DomainChecker {
  readonly #parts: CheckerParts;

  constructor(parts: CheckerParts) {
    this.#parts = parts;
  }

  async check(asked: AskedName, { caller, ...request }: CheckRequest & { caller: CallerClass }): Promise<DomainCheck> {
    return (
      (await this.#known(asked, request)) ??
      this.#checkAndCache(asked, { maxAgeMs: MAX_AGE_MS, caller, requestId: request.requestId }, request)
    );
  }

  /** The query limits of a search that begins now, for all of its checks. */
  newShare(): SearchShare {
    return new SearchShare(this.#parts.now() + this.#parts.deadlineMs);
  }

  /**
   * Checks several domains concurrently. Answers cached or delegated ones first, then queries the sources of the
   * others, in the domains' order.
   */
  async checkSeveral<Asked extends AskedName>(
    names: readonly Asked[],
    { caller, share, ...request }: CheckRequest & { caller: CallerClass; share: SearchShare },
  ): Promise<(Asked & { check: DomainCheck })[]> {
    const mode = { maxAgeMs: MAX_AGE_MS, caller, share, requestId: request.requestId };
    const known = await Promise.all(
      names.map(async (asked) => (await this.#known(asked, request)) ?? this.#delegated(asked, mode, request)),
    );
    return Promise.all(
      names.map(async (asked, at) => ({
        ...asked,
        check: known[at] ?? (await this.#checkInShare(asked, mode, request)),
      })),
    );
  }

  /**
   * Queries the sources, bypassing every cache, and caches the result. Queries no source about an invalid domain. One
   * that breaks a rule of its registry is `unavailable`. One that is not directly under a known extension is `unknown`.
   */
  async checkNow(text: string, request: CheckRequest): Promise<DomainCheck> {
    const { sources, now } = this.#parts;
    const name = parseDomainName(text);
    if ("refused" in name) return this.#unknown("no_public_source", null);
    const tld = extensionOf(name.ascii);
    if (brokenNameRule(name.unicode, tld)) return checkWithoutSource("unavailable", "invalid_name", now());
    if (sources.table.has(name.ascii)) return this.#unknown("no_public_source", null);
    return this.#checkAndCache(
      { name, extension: { tld } },
      { maxAgeMs: 0, caller: "signed_in", requestId: request.requestId },
      request,
    );
  }

  /** Removes a domain from all caches, including those of the registry objects. Does nothing for an invalid domain. */
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

  /** The hosts (`host:port`) that serve an extension. @param extension without its first dot */
  hostsOf(extension: string): string[] {
    return (this.#parts.sources.table.get(extension) ?? []).map(({ host, port }) => `${host}:${port}`);
  }

  /** Returns a check that needs no source: a broken rule, or a cached check. */
  async #known({ name, extension }: AskedName, { requestId }: CheckRequest): Promise<DomainCheck | undefined> {
    const { cache, now } = this.#parts;
    if (brokenNameRule(name.unicode, extension.tld)) return checkWithoutSource("unavailable", "invalid_name", now());
    return cache.read(name.ascii, requestId);
  }

  /** Caches and returns the check of a domain whose delegation proves that it is taken. Undefined for any other. */
  async #delegated(
    { name: { ascii: name }, extension: { tld } }: AskedName,
    mode: CheckMode,
    request: CheckRequest,
  ): Promise<DomainCheck | undefined> {
    const { sources, cache, now } = this.#parts;
    if (sources.resolver === null || !sources.table.get(tld.slice(1))?.length) return undefined;
    const began = now();
    const reply = await querySource(this.#parts, name, { kind: "dns" }, RETRY_AFTER_MS, mode);
    if (reply.verdict.status !== "taken") return undefined;
    const check = this.#checkBy([reply], reply, tld);
    cache.keep(name, check, began, request);
    return check;
  }

  /** Checks one of several domains, unless the others have used up the burst of the first host. */
  async #checkInShare(asked: AskedName, mode: CheckMode & { share: SearchShare }, request: CheckRequest) {
    const { table, registrar } = this.#parts.sources;
    const [first = registrar] = table.get(asked.extension.tld.slice(1)) ?? [];
    const waitMs = mode.share.take(first);
    return waitMs === null ? this.#checkAndCache(asked, mode, request) : this.#unknown("budget", waitMs);
  }

  /** Queries the sources of a known extension. Caches their decision, and updates it after late replies. */
  async #checkAndCache(
    { name: { ascii: name }, extension: { tld } }: AskedName,
    mode: CheckMode,
    request: CheckRequest,
  ): Promise<DomainCheck> {
    const { sources, cache, now } = this.#parts;
    const own = sources.table.get(tld.slice(1));
    if (!own) return this.#unknown("no_public_source", null);
    const { waitUntil, requestId } = request;
    const began = now();
    const inquiry = await timed("registryMs", requestId, () => this.#inquire(name, own, mode));
    noteCache(requestId, "none");
    const check = this.#checkBy(inquiry.replies, inquiry.decision, tld);
    cache.keep(name, check, began, request);
    const late = inquiry.lateDecision();
    if (late) {
      const keep = (decision: RegistryReply | null) =>
        cache.keep(name, this.#checkBy(inquiry.replies, decision, tld), began, request);
      waitUntil(late.then(keep));
    }
    return check;
  }

  /** Queries the extension's own sources in order, then the replacements, until one decides or the time runs out. */
  async #inquire(name: string, own: readonly Source[], mode: CheckMode): Promise<Inquiry> {
    const { deadlineMs, now } = this.#parts;
    const until = mode.share?.until ?? now() + deadlineMs;
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
      // For a quote or an order: a registry does not state that a free domain has a special price.
      await inquiry.ask(this.#parts.sources.registrar);
    }
    await inquiry.waitForDecision();
    return inquiry;
  }

  /**
   * Returns the sources that replace a registry. An anonymous check queries the DNS first, to save registrar calls. An
   * order queries the registrar first, because it knows reserved and premium domains. Without a registry, the DNS is
   * not a source.
   */
  #replacementsOf(own: readonly Source[], { caller, share }: CheckMode): QueriedSource[] {
    const { registrar, resolver } = this.#parts.sources;
    // A search queries the DNS before the registries.
    const dns: QueriedSource[] = resolver !== null && own.length > 0 && !share ? [{ kind: "dns" }] : [];
    return caller === "signed_in" ? [registrar, ...dns] : [...dns, registrar];
  }

  /** Returns the check that a reply decides, or `unknown` with the reason and the wait from the replies. */
  #checkBy(replies: RegistryReply[], decision: RegistryReply | null, tld: string): DomainCheck {
    if (decision === null) return this.#unknown(unknownReason(replies), soonestRetry(replies, RETRY_AFTER_MS));
    const { verdict, source, at } = decision;
    const isClosed = verdict.status === "available" && !takesNewNames(tld);
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

/** Checks that registrar and DNS replace a registry without a source or a free slot, or in a check for an order. */
function needsReplacement(inquiry: Inquiry, own: readonly Source[], { caller }: CheckMode): boolean {
  return own.length === 0 || caller === "signed_in" || inquiry.lacksSlot;
}

/** The check's status for the status of the deciding verdict. A throttled or unknown verdict decides nothing. */
const CHECK_STATUS: Readonly<Record<Status, DomainCheck["status"]>> = {
  available: "available",
  taken: "taken",
  reserved: "unavailable",
  invalid: "unavailable",
  throttled: "unknown",
  unknown: "unknown",
};
