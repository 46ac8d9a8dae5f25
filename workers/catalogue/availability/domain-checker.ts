import { parseDomainName } from "../../../shared/availability/parse-domain.ts";
import type { Endpoint, RegistryOf, RegistryQuestion, RegistryReply } from "../../../shared/availability/registry.ts";
import type { Extension, Source, SourceTable } from "../../../shared/availability/sources.ts";
import { type Reason, verdict } from "../../../shared/availability/verdict.ts";
import { inTime } from "../../../shared/deadline.ts";
import type { CheckCache } from "./check-cache.ts";
import type { DomainCheck } from "./domain-check.ts";
import { type Asked, doubtLeft, isProof, type Settled, settledBy } from "./weigh.ts";

type Manner = Pick<RegistryQuestion, "maxAgeMs" | "probes">;
type WaitUntil = (work: Promise<unknown>) => void;

/** The sandbox registry's endpoints, by what they speak. */
export interface SandboxEndpoints {
  whois: Endpoint;
  rdap: Endpoint;
  das: Endpoint;
}

/** How long a check may take, in milliseconds. */
export interface CheckDeadlines {
  whole: number;
  /** A second source is asked beside the first when that has not settled it by then. */
  second: number;
}

/**
 * Whether a name can be registered now. Evidence decides: the first source that proves something settles it, a doubt goes
 * to the next source, and a doubt that is left is said.
 */
export class DomainChecker {
  readonly #table: SourceTable;
  readonly #registryOf: RegistryOf;
  readonly #cache: CheckCache;
  readonly #sandbox: SandboxEndpoints | null;
  readonly #deadlines: CheckDeadlines;
  readonly #now: () => number;

  constructor(
    table: SourceTable,
    registryOf: RegistryOf,
    cache: CheckCache,
    sandbox: SandboxEndpoints | null,
    deadlines: CheckDeadlines,
    now: () => number,
  ) {
    this.#table = table;
    this.#registryOf = registryOf;
    this.#cache = cache;
    this.#sandbox = sandbox;
    this.#deadlines = deadlines;
    this.#now = now;
  }

  /**
   * @param name A-label form, lower case, right under the extension
   * @param extension the one it is sold under, without its first dot; another entry of the table never answers for it
   */
  async check(name: string, extension: string, waitUntil: WaitUntil): Promise<DomainCheck> {
    const known = await this.#cache.read(name);
    if (known) return known;
    return this.#askAndKeep(name, extension, ASKED, waitUntil);
  }

  /** Asks the registry whatever is known, and keeps what it says. What is not right under an extension of the table is unknown. */
  async checkNow(text: string, waitUntil: WaitUntil): Promise<DomainCheck> {
    const name = parseDomainName(text);
    if ("refused" in name || this.#table.has(name.ascii)) return this.#unknown("no_public_source");
    const extension = name.ascii.slice(name.ascii.indexOf(".") + 1);
    return this.#askAndKeep(name.ascii, extension, ASKED_NOW, waitUntil);
  }

  async #askAndKeep(name: string, extension: string, manner: Manner, waitUntil: WaitUntil): Promise<DomainCheck> {
    const started = this.#now();
    const keep = (check: DomainCheck) => this.#cache.keep(name, check, started, waitUntil);
    const entry = this.#table.get(extension);
    const check = await this.#ask(name, entry, manner, (late) => waitUntil(late.then(keep)));
    keep(check);
    return check;
  }

  /** Forgets what is known of a name, here and at the objects of its registries. What is no name is not known. */
  async forget(text: string): Promise<void> {
    const name = parseDomainName(text);
    if ("refused" in name) return;
    const labels = name.ascii.split(".");
    const extensions = labels.map((_, at) => this.#table.get(labels.slice(at + 1).join(".")));
    const sources = extensions.flatMap((entry) => entry?.sources ?? []);
    await Promise.all([
      this.#cache.forget(name.ascii),
      ...sources.map((source) => this.#registryOf(source).forget(name.ascii)),
    ]);
  }

  /** Whether registries answer at all, by a name that is registered everywhere; what an object knows may be used a moment. */
  async registriesAnswer(): Promise<boolean> {
    const [extension] = [this.#table.get("com"), ...this.#table.values()].filter((entry) => entry?.sources[0]);
    const source = extension?.sources[0];
    if (!extension || !source) return true;
    const probe = { maxAgeMs: PROBE_MAX_AGE_MS, probes: true };
    const reply = await this.#put(`example.${extension.extension}`, source, this.#deadlines.whole, probe);
    return isProof(reply.verdict);
  }

  /** @param onLate given what sources that were not waited for say after all, when it is proof against "available" */
  async #ask(
    name: string,
    entry: Extension | undefined,
    manner: Manner,
    onLate: (late: Promise<DomainCheck>) => void,
  ): Promise<DomainCheck> {
    if (!entry || entry.sources.length === 0) return this.#unknown("no_public_source");

    const until = this.#now() + this.#deadlines.whole;
    const asked: Asked[] = [];
    const asking: Promise<void>[] = [];
    let patient = true;
    let settled: Settled | null = null;
    for (const source of entry.sources) {
      const turn: Asked = { source };
      asked.push(turn);
      asking.push(
        this.#put(name, source, until - this.#now(), manner).then((reply) => {
          turn.reply = reply;
        }),
      );
      await Promise.race([asking.at(-1), pause(this.#deadlines.second)]);
      settled = settledBy(asked, patient);
      if (settled || this.#now() >= until) break;
    }
    while (!settled && asked.some(({ reply }) => !reply)) {
      const waits = asking.filter((_, at) => !asked[at]?.reply);
      const hasFree = settledBy(asked, false) !== null;
      const outcome = await Promise.race([...waits, ...(hasFree ? [pause(PATIENCE_MS).then(() => "enough")] : [])]);
      if (outcome === "enough") patient = false;
      settled = settledBy(asked, patient);
    }
    if (settled?.reply.verdict.status === "available" && asked.some(({ reply }) => !reply)) {
      onLate(Promise.all(asking).then(() => this.#toCheck(settledBy(asked, false) ?? settled, entry)));
    }
    return settled ? this.#toCheck(settled, entry) : this.#unknown(doubtLeft(asked));
  }

  async #put(name: string, source: Source, deadlineMs: number, manner: Manner): Promise<RegistryReply> {
    const instead = this.#sandbox?.[source.kind === "page" ? "rdap" : source.kind] ?? null;
    try {
      const question = { name, source, instead, deadlineMs, ...manner };
      return await inTime(this.#registryOf(source).ask(question), deadlineMs + OBJECT_GRACE_MS);
    } catch {
      return { verdict: verdict("unknown", "unreachable"), at: this.#now() };
    }
  }

  #toCheck({ source, reply }: Settled, { closed }: Extension): DomainCheck {
    const { status, reason } = reply.verdict;
    const isClosed = status === "available" && closed === true;
    return {
      status: isClosed || (status !== "available" && status !== "taken") ? "unavailable" : status,
      reason: isClosed ? "suffix_not_sold" : reason,
      retryAfterMs: null,
      source: source.kind === "page" ? "whois" : source.kind,
      checkedAt: reply.at,
      simulated: this.#sandbox !== null,
    };
  }

  #unknown(reason: Reason): DomainCheck {
    return {
      status: "unknown",
      reason,
      retryAfterMs: reason === "no_public_source" ? null : RETRY_AFTER_MS,
      source: null,
      checkedAt: this.#now(),
      simulated: this.#sandbox !== null,
    };
  }
}

/** How old a reply may be that the object of a host still knows: callers at the same moment are one question. */
const ASKED = { maxAgeMs: 60_000, probes: false };
const ASKED_NOW = { maxAgeMs: 0, probes: false };
/** Until when asking again may help, where nothing else says it. */
const RETRY_AFTER_MS = 30_000;
const PROBE_MAX_AGE_MS = 15_000;
/** What the object of a host may take beyond the source itself. */
const OBJECT_GRACE_MS = 500;
/** How long a first source is still waited for when a later one said that a name is available. */
const PATIENCE_MS = 1_000;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
