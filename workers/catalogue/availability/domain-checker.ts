import type {
  CallerClass,
  RegistryOf,
  RegistryQuestion,
  RegistryReply,
  SourceEndpoint,
} from "../../../durable-objects/registry/registry-port.ts";
import type { RegistrarSource, Source } from "../../../durable-objects/registry/source-types.ts";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import { type Reason, verdict } from "../../../shared/domain-names/verdict.ts";
import { noteCache, timed } from "../../../shared/platform/call-facts.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { CheckCache } from "./check-cache.ts";
import {
  type AskedSource,
  hadNoSlot,
  type Settled,
  type SourceReply,
  settledBy,
  soonestRetry,
  unknownReason,
} from "./combine-verdicts.ts";
import { hasDelegation } from "./dns-delegation.ts";
import type { DomainCheck } from "./domain-check.ts";
import type { Extension, SourceTable } from "./sources/source-table.ts";

type CheckMode = Pick<RegistryQuestion, "maxAgeMs" | "caller" | "requestId">;
type WaitUntil = (work: Promise<unknown>) => void;

/** The sandbox registry's endpoints, by what they speak. */
export interface SandboxEndpoints {
  whois: SourceEndpoint;
  rdap: SourceEndpoint;
  das: SourceEndpoint;
}

/** Deadlines of a check, in milliseconds. */
export interface CheckDeadlines {
  whole: number;
  /** After this the second source is asked in parallel. */
  second: number;
}

/** The sources of checks. */
export interface CheckSources {
  table: SourceTable;
  /** Asked where a registry has no public service, or its limits allow no query. */
  registrar: RegistrarSource;
  /** Address of a DNS-over-HTTPS resolver; null: none. */
  resolver: string | null;
  sandbox: SandboxEndpoints | null;
}

/**
 * Checks whether a name can be registered now. The first conclusive source decides; after an inconclusive one the next is asked,
 * and a check without a conclusive source is `unknown`. Where the registry has no public service, or its limits allow no query,
 * the registrar and the DNS are queried.
 */
export function domainChecker(
  sources: CheckSources,
  registryOf: RegistryOf,
  cache: CheckCache,
  deadlines: CheckDeadlines,
  now: () => number,
) {
  /**
   * @param name A-label form, lower case, right under the extension
   * @param extension the one it is sold under, without its first dot; another entry of the table never answers for it
   */
  async function check(
    name: string,
    extension: string,
    caller: CallerClass,
    waitUntil: WaitUntil,
    requestId?: string,
  ): Promise<DomainCheck> {
    const known = await cache.read(name, requestId);
    if (known) return known;
    return checkAndCache(name, extension, { maxAgeMs: MAX_AGE_MS, caller, requestId }, waitUntil);
  }

  /** Asks the sources past every cache, and caches the result. A name that is not right under a known extension is `unknown`. */
  async function checkNow(text: string, waitUntil: WaitUntil, requestId?: string): Promise<DomainCheck> {
    const name = parseDomainName(text);
    if ("refused" in name || sources.table.has(name.ascii)) return unknown("no_public_source", null);
    const extension = name.ascii.slice(name.ascii.indexOf(".") + 1);
    return checkAndCache(name.ascii, extension, { ...ASKED_NOW, requestId }, waitUntil);
  }

  async function checkAndCache(
    name: string,
    extension: string,
    mode: CheckMode,
    waitUntil: WaitUntil,
  ): Promise<DomainCheck> {
    const started = now();
    const keep = (check: DomainCheck) => cache.keep(name, check, started, waitUntil, mode.requestId);
    const entry = sources.table.get(extension);
    if (!entry) return unknown("no_public_source", null);
    const askSources = () => ask(name, entry, mode, (late) => waitUntil(late.then(keep)));
    const check = await timed("registryMs", mode.requestId, askSources);
    noteCache(mode.requestId, "none");
    keep(check);
    return check;
  }

  /** Removes a name from all caches, the registry objects' included; does nothing for an invalid name. */
  async function forget(text: string): Promise<void> {
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
  function hostsOf(extensions: readonly string[]): Set<string> {
    const entries = extensions.flatMap((extension) => sources.table.get(extension) ?? []);
    return new Set(entries.flatMap((entry) => entry.sources.map(({ host, port }) => `${host}:${port}`)));
  }

  /** @param onLate called with the check that sources decide which were still pending when "available" was answered */
  async function ask(
    name: string,
    entry: Extension,
    mode: CheckMode,
    onLate: (late: Promise<DomainCheck>) => void,
  ): Promise<DomainCheck> {
    const until = now() + deadlines.whole;
    const asked: SourceReply[] = [];
    const pending: Promise<void>[] = [];
    let waitForEarlier = true;
    let settled: Settled | null = null;
    const askNext = async (source: AskedSource) => {
      const queried: SourceReply = { source };
      asked.push(queried);
      pending.push(
        query(name, source, until - now(), mode).then((reply) => {
          queried.reply = reply;
        }),
      );
      await Promise.race([pending.at(-1), pause(deadlines.second)]);
      settled = settledBy(asked, waitForEarlier);
    };
    const shouldContinue = () => settled === null && now() < until;

    for (const source of entry.sources) if (shouldContinue()) await askNext(source);
    if (settledBy(asked, false) === null && needsFallback(asked, mode)) {
      for (const source of fallbackSources(entry, mode)) if (shouldContinue()) await askNext(source);
    }
    while (!settled && asked.some(({ reply }) => !reply)) {
      const waits = pending.filter((_, at) => !asked[at]?.reply);
      const hasFree = settledBy(asked, false) !== null;
      const outcome = await Promise.race([
        ...waits,
        ...(hasFree ? [pause(CONFIRMATION_WAIT_MS).then(() => "enough")] : []),
      ]);
      if (outcome === "enough") waitForEarlier = false;
      settled = settledBy(asked, waitForEarlier);
    }
    const last = settled as Settled | null;
    if (last?.reply.verdict.status === "available" && asked.some(({ reply }) => !reply)) {
      onLate(Promise.all(pending).then(() => toCheck(settledBy(asked, false) ?? last, entry)));
    }
    return last ? toCheck(last, entry) : unknown(unknownReason(asked), soonestRetry(asked, RETRY_AFTER_MS));
  }

  /**
   * Whether registrar and DNS are queried: where the registry has no source, or its limits did not allow the query. A pending
   * source may be queued, so it counts as such. For an order any inconclusive reply is enough.
   */
  function needsFallback(asked: readonly SourceReply[], { caller }: CheckMode): boolean {
    return (
      asked.length === 0 || caller === "signed_in" || asked.some((queried) => !queried.reply || hadNoSlot(queried))
    );
  }

  /**
   * The sources that replace a registry. An anonymous check queries the DNS first, to save registrar calls; an order the
   * registrar first, which knows reserved and premium names. The DNS alone is no source where there is no registry.
   */
  function fallbackSources({ sources: own }: Extension, { caller }: CheckMode): AskedSource[] {
    const { registrar, resolver } = sources;
    const dns: AskedSource[] = resolver !== null && own.length > 0 ? [{ kind: "dns" }] : [];
    return caller === "signed_in" ? [registrar, ...dns] : [...dns, registrar];
  }

  async function query(name: string, source: AskedSource, deadlineMs: number, mode: CheckMode): Promise<RegistryReply> {
    if (source.kind === "dns") return queryDelegation(name, Math.min(deadlineMs, DNS_DEADLINE_MS));
    try {
      const question = { name, source, endpointOverride: sandboxEndpoint(source), deadlineMs, ...mode };
      return await inTime(registryOf(source).ask(question), deadlineMs + OBJECT_GRACE_MS);
    } catch (cause) {
      log("registry_unreachable", { request_id: mode.requestId, host: source.host, cause });
      const reply = { verdict: verdict("unknown", "unreachable"), asked: true, retryAfterMs: RETRY_AFTER_MS };
      return { ...reply, at: now() };
    }
  }

  async function queryDelegation(name: string, deadlineMs: number): Promise<RegistryReply> {
    const { resolver } = sources;
    const isDelegated = resolver !== null && (await hasDelegation(resolver, name, deadlineMs));
    const found = isDelegated ? verdict("taken", "delegated") : verdict("unknown", "no_registration_found");
    return { verdict: found, at: now(), asked: true, retryAfterMs: null };
  }

  function sandboxEndpoint({ kind }: Source | RegistrarSource): SourceEndpoint | null {
    if (kind === "registrar") return null;
    return sources.sandbox?.[kind === "page" ? "rdap" : kind] ?? null;
  }

  function toCheck({ source, reply }: Settled, { closed }: Extension): DomainCheck {
    const { status, reason } = reply.verdict;
    const isClosed = status === "available" && closed === true;
    return {
      status: isClosed || (status !== "available" && status !== "taken") ? "unavailable" : status,
      reason: isClosed ? "suffix_not_sold" : reason,
      retryAfterMs: null,
      source: source.kind === "page" ? "whois" : source.kind,
      checkedAt: reply.at,
      simulated: sources.sandbox !== null,
    };
  }

  function unknown(reason: Reason, retryAfterMs: number | null): DomainCheck {
    const simulated = sources.sandbox !== null;
    return { status: "unknown", reason, retryAfterMs, source: null, checkedAt: now(), simulated };
  }

  return { check, checkNow, forget, hostsOf };
}

export type DomainChecker = ReturnType<typeof domainChecker>;

/** Greatest age of a reply from a registry object's cache. */
const MAX_AGE_MS = 60_000;
const ASKED_NOW: CheckMode = { maxAgeMs: 0, caller: "signed_in" };
/** Default delay before a retry may help. */
const RETRY_AFTER_MS = 30_000;
/** A resolver answers from its cache, or asks a few nameservers. */
const DNS_DEADLINE_MS = 1_000;
/** Overhead of a registry object beyond its source's deadline. */
const OBJECT_GRACE_MS = 500;
/** How long a pending earlier source is waited for after a later one said "available". */
const CONFIRMATION_WAIT_MS = 1_000;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
