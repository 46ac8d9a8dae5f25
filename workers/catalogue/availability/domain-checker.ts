import type { Endpoint, RegistryOf, RegistryReply } from "../../../shared/availability/registry.ts";
import { extensionOf, type Source, type SourceTable } from "../../../shared/availability/sources.ts";
import { type Reason, type Verdict, verdict } from "../../../shared/availability/verdict.ts";
import { inTime } from "../../../shared/deadline.ts";
import type { CheckCache } from "./check-cache.ts";
import type { DomainCheck } from "./domain-check.ts";

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

  /** @param name A-label form, lower case, right under an extension that is sold */
  async check(name: string, waitUntil: WaitUntil): Promise<DomainCheck> {
    const known = await this.#cache.read(name);
    if (known) return known;
    const check = await this.#ask(name);
    this.#cache.keep(name, check, waitUntil);
    return check;
  }

  /** Forgets what is known of a name, here and at the objects of its registries. */
  async forget(name: string): Promise<void> {
    const sources = extensionOf(name, this.#table)?.sources ?? [];
    await Promise.all([
      this.#cache.forget(name),
      ...sources.map((source) => this.#registryOf(source.host).forget(name)),
    ]);
  }

  /** Whether registries answer at all, by a name that is registered everywhere; what an object knows may be used a moment. */
  async registriesAnswer(): Promise<boolean> {
    const [extension] = [this.#table.get("com"), ...this.#table.values()].filter((entry) => entry?.sources[0]);
    const source = extension?.sources[0];
    if (!extension || !source) return true;
    const reply = await this.#put(`example.${extension.extension}`, source, this.#deadlines.whole, PROBE_MAX_AGE_MS);
    return isProof(reply.verdict);
  }

  async #ask(name: string): Promise<DomainCheck> {
    const sources = extensionOf(name, this.#table)?.sources ?? [];
    if (sources.length === 0) return this.#unknown("no_public_source");

    const until = this.#now() + this.#deadlines.whole;
    const proof = Promise.withResolvers<DomainCheck>();
    const doubts: Verdict[] = [];
    const asked: Promise<void>[] = [];
    let proved = false;
    for (const source of sources) {
      const asking = this.#put(name, source, until - this.#now()).then((reply) => {
        if (!isProof(reply.verdict)) return void doubts.push(reply.verdict);
        proved = true;
        proof.resolve(this.#proven(source, reply));
      });
      asked.push(asking);
      await Promise.race([proof.promise, asking, pause(this.#deadlines.second)]);
      if (proved || this.#now() >= until) break;
    }
    await Promise.race([proof.promise, Promise.all(asked)]);
    return proved ? proof.promise : this.#unknown(doubtLeft(doubts));
  }

  async #put(name: string, source: Source, deadlineMs: number, maxAgeMs = REPLY_MAX_AGE_MS): Promise<RegistryReply> {
    const instead = this.#sandbox?.[source.kind === "page" ? "rdap" : source.kind] ?? null;
    try {
      const question = { name, source, instead, deadlineMs, maxAgeMs };
      return await inTime(this.#registryOf(source.host).ask(question), deadlineMs + OBJECT_GRACE_MS);
    } catch {
      return { verdict: verdict("unknown", "unreachable"), at: this.#now() };
    }
  }

  #proven(source: Source, { verdict: { status, reason }, at }: RegistryReply): DomainCheck {
    return {
      status: status === "available" || status === "taken" ? status : "unavailable",
      reason,
      source: source.kind === "page" ? "whois" : source.kind,
      checkedAt: at,
      simulated: this.#sandbox !== null,
    };
  }

  #unknown(reason: Reason): DomainCheck {
    return { status: "unknown", reason, source: null, checkedAt: this.#now(), simulated: this.#sandbox !== null };
  }
}

/** How old a reply may be that the object of a host still knows: callers at the same moment are one question. */
const REPLY_MAX_AGE_MS = 60_000;
const PROBE_MAX_AGE_MS = 15_000;
/** What the object of a host may take beyond the source itself. */
const OBJECT_GRACE_MS = 500;

function isProof({ status }: Verdict): boolean {
  return status !== "unknown" && status !== "throttled";
}

/** The doubt that says most: a refusal, else what kept the second source from confirming the first. */
function doubtLeft(doubts: Verdict[]): Reason {
  const throttled = doubts.find(({ status }) => status === "throttled");
  const telling = doubts.find(({ reason }) => reason !== "no_registration_found");
  return (throttled ?? telling ?? doubts[0])?.reason ?? "timeout";
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
