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

/** A domain and the extension that it is sold under. The check uses no other entry of the source table. */
interface AskedName {
  name: DomainName;
  extension: Pick<CatalogueExtension, "tld">;
}

/** The dependencies of a {@link DomainChecker}. */
interface CheckerParts extends QueryParts {
  cache: CheckCache;
  /** Deadline of a whole check, in milliseconds. */
  deadlineMs: number;
}

/**
 * A checker that determines whether a domain can be registered now. It queries the registry's sources in order until a
 * reply is conclusive. If the registry cannot be queried, or the caller is signed in, the registrar and the DNS can
 * replace it. Without a conclusive reply, a check is `unknown`.
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

  /** Returns the limits for a search that begins now. All checks of the search share them. */
  newShare(): SearchShare {
    return new SearchShare(this.#parts.now() + this.#parts.deadlineMs);
  }

  /**
   * Checks several domains concurrently. First it looks up cached checks and delegations. Then it queries the sources
   * for the remaining domains, in the given order.
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
   * Queries the sources without reading any cache, and caches the result. A text that is not a domain, or a domain that
   * is not directly under a known extension, is `unknown` without a query. A domain that breaks a rule of its registry
   * is `unavailable` without a query.
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

  /**
   * Removes a domain from this isolate's memory, from KV and from the caches of the registry objects. An invalid
   * domain is ignored.
   */
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

  /**
   * Returns the hosts (`host:port`) that serve an extension.
   * @param extension extension without its leading dot
   */
  hostsOf(extension: string): string[] {
    return (this.#parts.sources.table.get(extension) ?? []).map(({ host, port }) => `${host}:${port}`);
  }

  /** Returns a check that needs no query: one for a broken naming rule, or a cached one. */
  async #known({ name, extension }: AskedName, { requestId }: CheckRequest): Promise<DomainCheck | undefined> {
    const { cache, now } = this.#parts;
    if (brokenNameRule(name.unicode, extension.tld)) return checkWithoutSource("unavailable", "invalid_name", now());
    return cache.read(name.ascii, requestId);
  }

  /**
   * Caches and returns the check of a domain whose delegation proves that it is taken. Returns `undefined` for any
   * other domain.
   */
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

  /**
   * Checks one domain of a search. The result is `unknown` if the search has used up the burst of the domain's first
   * host.
   */
  async #checkInShare(asked: AskedName, mode: CheckMode & { share: SearchShare }, request: CheckRequest) {
    const { table, registrar } = this.#parts.sources;
    const [first = registrar] = table.get(asked.extension.tld.slice(1)) ?? [];
    const waitMs = mode.share.take(first);
    return waitMs === null ? this.#checkAndCache(asked, mode, request) : this.#unknown("budget", waitMs);
  }

  /**
   * Queries the sources of a known extension and caches the result. Late replies can still update the cached result.
   */
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

  /**
   * Queries the extension's own sources in order, then any replacements that are needed, until a reply decides or the
   * time runs out.
   */
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
      // A registry does not report that a free domain has a special price. A quote or an order therefore also queries
      // the registrar.
      await inquiry.ask(this.#parts.sources.registrar);
    }
    await inquiry.waitForDecision();
    return inquiry;
  }

  /**
   * Returns the sources that replace a registry, in order. An anonymous check queries the DNS first, to save registrar
   * calls. A check for a signed-in caller queries the registrar first, because the registrar knows reserved and premium
   * domains. For an extension without a registry source, the DNS is not used.
   */
  #replacementsOf(own: readonly Source[], { caller, share }: CheckMode): QueriedSource[] {
    const { registrar, resolver } = this.#parts.sources;
    // A search has already queried the DNS, before the registries.
    const dns: QueriedSource[] = resolver !== null && own.length > 0 && !share ? [{ kind: "dns" }] : [];
    return caller === "signed_in" ? [registrar, ...dns] : [...dns, registrar];
  }

  /**
   * Creates the check from the deciding reply. Without a deciding reply, the check is `unknown`, with a reason and a
   * wait from all replies.
   */
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

/**
 * Returns whether the registrar and the DNS must replace a registry without a conclusive reply. They must if the
 * registry has no source or no free slot, and for every signed-in caller.
 */
function needsReplacement(inquiry: Inquiry, own: readonly Source[], { caller }: CheckMode): boolean {
  return own.length === 0 || caller === "signed_in" || inquiry.lacksSlot;
}

/** The check status for each verdict status. A throttled or unknown verdict never decides a check. */
const CHECK_STATUS: Readonly<Record<Status, DomainCheck["status"]>> = {
  available: "available",
  taken: "taken",
  reserved: "unavailable",
  invalid: "unavailable",
  throttled: "unknown",
  unknown: "unknown",
};
