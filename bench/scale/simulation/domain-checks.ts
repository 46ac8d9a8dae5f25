import { RegistryHost } from "../../../durable-objects/registry/registry-host.ts";
import type { RegistryPort, RegistryQuestion } from "../../../durable-objects/registry/registry-port.ts";
import type { Rate, RdapSource } from "../../../durable-objects/registry/source-types.ts";
import { verdict } from "../../../shared/domain-names/verdict.ts";
import { CheckCache } from "../../../workers/catalogue/availability/check-cache.ts";
import type { DomainCheck } from "../../../workers/catalogue/availability/domain-check.ts";
import { domainChecker } from "../../../workers/catalogue/availability/domain-checker.ts";
import { registrySources } from "../../../workers/catalogue/availability/sources/registry-settings.ts";
import { PLATFORM } from "../platform.ts";
import { Outcomes } from "./outcomes.ts";
import { Random } from "./random.ts";
import { SingleThread } from "./single-thread.ts";
import { StoredValues } from "./stored-values.ts";
import { VirtualTime } from "./virtual-time.ts";
import { withoutLogLines } from "./without-log-lines.ts";

/** Many callers who check names under one registry. */
export interface DomainCheckScenario {
  seed: number;
  forMs: number;
  /** Checks a second, independent of each other. */
  perSecond: number;
  /** After so long nobody new comes, in milliseconds. */
  untilMs?: number;
  /** Isolates of the catalogue, spread evenly over the places. */
  isolates: number;
  places: number;
  rate: Rate;
  /** Of the registry's answer, in milliseconds. */
  answerMs: number;
  /** How many names are asked for, each as often; null: each check is of another name. */
  names: number | null;
  /** Who is refused comes again once, when the answer said. */
  comesAgain?: boolean;
}

export interface DomainCheckResult {
  outcomes: Outcomes;
  /** Of those who came again. */
  again: Outcomes;
  /** Instants of the questions to the registry, milliseconds from the start. */
  asked: number[];
  /** Log lines by event. */
  logged: Map<string, number>;
  object: SingleThread;
  store: StoredValues;
  longestRetryAfterMs: number;
}

const EXTENSION = "test";
const CHECK_DEADLINES = { whole: 6_000, second: 1_500 };
/** As nothing is set. */
const UNSET = { REGISTRY_SOURCES: "", REGISTRY_RATES: "", DNS_RESOLVER: "", SANDBOX_WHOIS: "", SANDBOX_RDAP: "" };

/** Runs the real rules of domain checks, from an isolate's memory to the registry's limits, on simulated time. */
export async function simulateDomainChecks(scenario: DomainCheckScenario): Promise<DomainCheckResult> {
  const { seed, forMs, perSecond, isolates, places, rate, answerMs, names, comesAgain = false } = scenario;
  const { untilMs = forMs } = scenario;
  const time = new VirtualTime(Date.UTC(2026, 0, 1, 12));
  const start = time.now;
  const random = new Random(seed);
  const source: RdapSource = {
    kind: "rdap",
    host: "rdap.registry.test",
    port: 443,
    base: "https://rdap.registry.test/",
    trusted404: true,
    rate,
    origin: "operator",
  };
  const asked: number[] = [];
  const dependencies = {
    // There is no registrar: what the registry does not answer stays open.
    async askSource({ source: { kind } }: RegistryQuestion) {
      if (kind === "registrar") return null;
      asked.push(time.now - start);
      await time.wait(answerMs);
      return { verdict: verdict("available", "no_registration_found") };
    },
    healthOf: () => ({ report: async () => {} }),
  };
  const threads = new Map<string, { thread: SingleThread; host: RegistryHost }>();
  const objectOf = (host: string) => {
    const known = threads.get(host);
    if (known) return known;
    const thread = new SingleThread(time, random, PLATFORM.object);
    const made = { thread, host: new RegistryHost(memoryStore(), () => {}, dependencies) };
    threads.set(host, made);
    return made;
  };
  const registryOf = ({ host }: { host: string }): RegistryPort => {
    const { thread, host: registry } = objectOf(host);
    return {
      ask: (question) => thread.call(() => registry.ask(question)),
      forget: (name) => thread.call(() => registry.forget(name)),
      pause: (until) => thread.call(() => registry.pause(until)),
    };
  };
  const store = new StoredValues(time, PLATFORM.store);
  const { registrar } = registrySources({ ...UNSET, SANDBOX_DAS: "", DEMONSTRATION: "" });
  const table = new Map([[EXTENSION, { extension: EXTENSION, sources: [source] }]]);
  const checkers = Array.from({ length: isolates }, (_, isolate) => {
    const cache = new CheckCache(store.at(`place ${isolate % places}`), "live", () => time.now);
    const sources = { table, registrar, resolver: null, sandbox: null };
    return domainChecker(sources, registryOf, cache, CHECK_DEADLINES, () => time.now);
  });
  const outcomes = new Outcomes();
  const again = new Outcomes();
  let longestRetryAfterMs = 0;
  let checks = 0;
  const check = async (name: string, isRetry: boolean): Promise<void> => {
    const began = time.now;
    const checker = checkers[random.below(isolates)];
    const result = (await checker?.check(name, EXTENSION, "anonymous", dropped)) as DomainCheck;
    (isRetry ? again : outcomes).add(result.status === "unknown" ? "unknown" : "answered", time.now - began);
    if (result.status !== "unknown" || isRetry) return;
    longestRetryAfterMs = Math.max(longestRetryAfterMs, result.retryAfterMs ?? 0);
    if (!comesAgain) return;
    await time.wait(result.retryAfterMs ?? 0);
    await check(name, true);
  };
  const come = async () => {
    while (time.now - start < untilMs) {
      await time.wait(random.untilNext(perSecond / 1_000));
      const number = names === null ? checks : random.below(names);
      checks++;
      void check(`name-${number}.${EXTENSION}`, false);
    }
  };
  const logged = await withoutLogLines(() => time.run(() => void come(), forMs));
  return { outcomes, again, asked, logged, object: objectOf(source.host).thread, store, longestRetryAfterMs };
}

/** What a request leaves behind it goes on. */
function dropped(work: Promise<unknown>): void {
  void work;
}

function memoryStore() {
  const stored = new Map<string, unknown>();
  return {
    get: <Value>(key: string) => stored.get(key) as Value | undefined,
    put: (key: string, value: unknown) => void stored.set(key, value),
    delete: (key: string) => stored.delete(key),
  };
}
