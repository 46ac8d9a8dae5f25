import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SandboxRegistry } from "../../dev/sandbox/sandbox-registry.ts";
import type { Rate } from "../../durable-objects/registry/source-types.ts";
import { registrarVars } from "../../test/support/product-workers.ts";
import { registrySources } from "../../workers/catalogue/availability/sources/registry-settings.ts";
import { ANA } from "../connections.ts";
import type { WireRequest } from "../http-wire.ts";
import type { BenchSystem, SystemOptions } from "../system.ts";
import { type ArrivalGenerator, type Latency, latencyOf } from "./arrival-generator.ts";
import type { Arrived } from "./arrivals.ts";

/** Checks that arrive in a second, each from an address that asked two seconds before. */
const PER_SECOND = 200;
/** The limit of an address is 30 in ten minutes, so that none is refused for its number. A prime: each asks about all kinds of names. */
const ADDRESSES = 401;
const SECONDS = 60;
/** One check in ten is of this name, and one in ten of these few; every other name is asked about once. */
const HOT_NAME = "hot-name.com";
const KNOWN_NAMES = 50;
/** A signed-in customer asks for a quote so often, beside the checks. */
const QUOTE_EVERY_MS = 2_000;
const QUOTE_WITHIN_MS = 30_000;
/** How often it is looked up what the registries were asked. */
const LOOK_EVERY_MS = 100;
/** What is answered later has waited for a place at its host. */
const WAITED_MS = 1_000;

/** Shares of the extensions: as customers ask, and registries of every kind. */
const EXTENSIONS = Object.entries({
  ...{ com: 28, ca: 18, net: 6, org: 6, fr: 6, eu: 4, de: 4, "co.uk": 4, io: 3, be: 3, ch: 3, app: 3, dev: 3 },
  ...{ xyz: 2, shop: 2, nl: 1, it: 1, at: 1, ie: 1, online: 1 },
}).flatMap(([extension, share]) => Array<string>(share).fill(extension));

/** Answers of one kind. */
export interface CheckGroup {
  name: string;
  /** Of all checks, 0 to 1. */
  share: number;
  latency: Latency;
}

/** What one host was asked, beside what it may be asked. */
export interface HostBudget {
  host: string;
  asked: number;
  /** In this run at most: a burst, and the rate for as long as it was. */
  allowed: number;
  /** The most in any ten seconds, and what is allowed in them. */
  busiest: { asked: number; allowed: number };
}

export interface CheckLoad {
  checks: number;
  addresses: number;
  groups: CheckGroup[];
  /** Of the unknown, by reason. */
  reasons: Map<string, number>;
  /** What unknown ones say about asking again, in seconds: half at most, and the longest. */
  retryAfter: { p50: number; longest: number };
  hosts: HostBudget[];
  hotName: { checks: number; known: number; asked: number };
  /** Known answers of an address: of the one with the fewest, half of them, and the one with the most. */
  fairness: { fewest: number; median: number; most: number; checks: number };
  quotes: { asked: number; known: number; latency: Latency };
  /** Processor time of the runtime per check in microseconds. */
  cpu: number;
  generatorBusy: number;
}

/** A sandbox registry, and the settings of Workers that ask it. */
export async function startRegistries(): Promise<{ registry: SandboxRegistry; options: SystemOptions }> {
  const registry = await SandboxRegistry.start();
  const { whois, rdap, das } = registry.endpoints;
  const catalogue = { SANDBOX_WHOIS: whois, SANDBOX_RDAP: rdap, SANDBOX_DAS: das, DEMONSTRATION: "true" };
  return {
    registry,
    options: { vars: { "frontdesk-catalogue": catalogue, "frontdesk-billing": { ...registrarVars(registry) } } },
  };
}

/** Checks of names at a fixed rate, with the budgets that registries have, and a customer's quotes beside them. */
export async function measureChecks(
  system: BenchSystem,
  arrivals: ArrivalGenerator,
  registry: SandboxRegistry,
  seconds = SECONDS,
): Promise<CheckLoad> {
  const names = namesOf(PER_SECOND * seconds);
  const requests = names.map((name, number) => checkOf(name, number % ADDRESSES));
  // What everything begins with is made: prices are read, keys are there.
  const catalogue = { port: system.portOf("frontdesk-catalogue"), members: MEMBERS };
  await arrivals.run(catalogue.port, [checkOf("first-name.es", ADDRESSES)], { perSecond: 1, count: 1 });
  const [token = ""] = await system.apiTokens([ANA], ["account:read"]);

  const watch = watchRegistries(registry);
  const quoting = new AbortController();
  const quotes = askQuotes(system, token, quoting.signal);
  const started = performance.now();
  const { answers, cpu, generatorBusy } = await arrivals.run(catalogue.port, requests, {
    ...{ perSecond: PER_SECOND, count: requests.length, members: MEMBERS },
  });
  const tookMs = performance.now() - started;
  quoting.abort();
  const quoted = await quotes;
  const questions = watch.stop();

  const checks = answers.map((answer) => toCheck(answer, names[answer.request] ?? ""));
  const known = checks.filter(isKnown);
  const unknown = checks.filter((check) => !isKnown(check));
  const hot = checks.filter(({ name }) => name === HOT_NAME);
  const perAddress = Array.from({ length: ADDRESSES }, (_, address) =>
    known.filter(({ request }) => request % ADDRESSES === address),
  );
  const sorted = perAddress.map(({ length }) => length).toSorted((one, other) => one - other);
  const waits = unknown.flatMap(({ retryAfter }) => retryAfter ?? []).toSorted((one, other) => one - other);
  return {
    checks: checks.length,
    addresses: ADDRESSES,
    groups: groupsOf(checks),
    reasons: counted(unknown.map(({ reason }) => reason)),
    retryAfter: { p50: waits[Math.floor(waits.length / 2)] ?? Number.NaN, longest: waits.at(-1) ?? Number.NaN },
    hosts: budgetsOf(questions, tookMs),
    hotName: {
      ...{ checks: hot.length, known: hot.filter(isKnown).length },
      asked: questions.filter(({ name }) => name === HOT_NAME).length,
    },
    fairness: {
      ...{ fewest: sorted[0] ?? 0, median: sorted[Math.floor(sorted.length / 2)] ?? 0, most: sorted.at(-1) ?? 0 },
      checks: checks.length / ADDRESSES,
    },
    quotes: quoted,
    cpu,
    generatorBusy,
  };
}

/** Whom the catalogue asks, with the rates of the bundled table. */
const { table: SOURCES, registrar } = registrySources({
  ...{ REGISTRY_SOURCES: "", REGISTRY_RATES: "", DNS_RESOLVER: "", DEMONSTRATION: "true" },
  ...{ SANDBOX_WHOIS: "", SANDBOX_RDAP: "", SANDBOX_DAS: "" },
});
const MEMBERS = ["status", "source", "checked_at", "reason", "retry_after"];

interface Check extends Arrived {
  name: string;
  outcome: string;
  source: string | null;
  checkedAt: string;
  reason: string;
  retryAfter: number | null;
}

function toCheck(answer: Arrived, name: string): Check {
  assert.equal(answer.status, 200, `a check of ${name}`);
  const [outcome, source, checkedAt, reason, retryAfter] = answer.members;
  assert(outcome && checkedAt && reason);
  const seconds = retryAfter === null || retryAfter === undefined ? null : Number(retryAfter);
  return { ...answer, name, outcome, source: source ?? null, checkedAt, reason, retryAfter: seconds };
}

function isKnown({ outcome }: Check): boolean {
  return outcome !== "unknown";
}

/** The first answer of what a source said is from the source; each further one with the same instant is a copy. */
function groupsOf(checks: Check[]): CheckGroup[] {
  const told = new Set<string>();
  const groups = Map.groupBy(
    checks.toSorted((one, other) => one.at + one.latency - (other.at + other.latency)),
    (check) => {
      if (!isKnown(check)) return check.latency < WAITED_MS ? "unknown at once" : "unknown after waiting";
      const answer = `${check.name} ${check.checkedAt}`;
      if (told.has(answer)) return "known, from a copy";
      told.add(answer);
      if (check.source === "registrar") return "known, from the registrar";
      return check.latency < WAITED_MS ? "known, from the registry" : "known, from the registry after waiting";
    },
  );
  return [...groups]
    .map(([name, some]) => ({ name, share: some.length / checks.length, latency: latencyOf(some) }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

function counted(texts: string[]): Map<string, number> {
  return new Map([...Map.groupBy(texts, (text) => text)].map(([text, some]) => [text, some.length]));
}

/** Every tenth the hot one, every tenth one of a few; half of the others are taken. */
function namesOf(count: number): string[] {
  return Array.from({ length: count }, (_, number) => {
    if (number % 10 === 0) return HOT_NAME;
    const id = number % 10 === 5 ? Math.floor(number / 10) % KNOWN_NAMES : number;
    // A step that shares no factor with their number goes through all extensions.
    const extension = EXTENSIONS[(id * 37) % EXTENSIONS.length];
    return `${id % 2 === 0 ? "free" : "taken"}-${id}.${extension}`;
  });
}

function checkOf(name: string, address: number): WireRequest {
  return {
    method: "GET",
    path: `/api/v1/domains/availability?domain=${name}`,
    headers: { "CF-Connecting-IP": `198.${18 + (address >> 8)}.${address & 255}.1` },
  };
}

/** A question that a registry, or the registrar, was asked. */
interface Question {
  host: string;
  name: string;
  /** In milliseconds, later by what is between two looks at the most. */
  at: number;
}

function watchRegistries(registry: SandboxRegistry): { stop(): Question[] } {
  const questions: Question[] = [];
  let seen = registry.questions().length;
  const look = () => {
    const all = registry.questions();
    for (; seen < all.length; seen++) {
      const { kind, name } = all[seen] ?? { kind: "rdap", name: "" };
      const extension = name.slice(name.indexOf(".") + 1);
      const source = SOURCES.get(extension)?.sources.find((one) => one.kind === kind);
      assert(source, `${name} is nobody's`);
      questions.push({ host: `${source.host}:${source.port}`, name, at: performance.now() });
    }
  };
  const registrarPort = Number(registry.endpoints.registrar.split(":")[1]);
  const arrived = (message: unknown) => {
    const { request, server } = message as { request: IncomingMessage; server: Server };
    if ((server.address() as AddressInfo | null)?.port !== registrarPort) return;
    questions.push({ host: REGISTRAR, name: request.url ?? "", at: performance.now() });
  };
  subscribe(HTTP_REQUESTS, arrived);
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      unsubscribe(HTTP_REQUESTS, arrived);
      look();
      return questions;
    },
  };
}

const HTTP_REQUESTS = "http.server.request.start";
const REGISTRAR = "registrar";
const WINDOW_MS = 10_000;

/** @throws {Error} where a host was asked more than it may be */
function budgetsOf(questions: Question[], tookMs: number): HostBudget[] {
  const rates = new Map<string, Rate>([[REGISTRAR, registrar.rate]]);
  for (const { sources } of SOURCES.values())
    for (const { host, port, rate } of sources) rates.set(`${host}:${port}`, rate);
  return [...Map.groupBy(questions, ({ host }) => host)]
    .map(([host, asked]): HostBudget => {
      const { burst, perMinute } = rates.get(host) ?? { burst: 0, perMinute: 0 };
      // Each half of a burst is a whole number, one at least.
      const tokens = Math.max(1, Math.ceil(burst / 2)) + Math.max(1, Math.floor(burst / 2));
      const allowedIn = (ms: number) => Math.floor(tokens + ((ms + LOOK_EVERY_MS) / 60_000) * perMinute);
      const times = asked.map(({ at }) => at).toSorted((one, other) => one - other);
      times.forEach((from, first) => {
        times.slice(first).forEach((to, after) => {
          assert(after + 1 <= allowedIn(to - from), `${host} was asked ${after + 1} times in ${to - from} ms`);
        });
      });
      const windows = times.map((from) => times.filter((at) => at >= from && at < from + WINDOW_MS).length);
      const busiest = { asked: Math.max(...windows), allowed: allowedIn(WINDOW_MS) };
      return { host, asked: asked.length, allowed: allowedIn(tookMs), busiest };
    })
    .toSorted((one, other) => other.asked - one.asked);
}

/** A signed-in customer asks for quotes of names that nobody asked about, under an extension that all others ask about most. */
async function askQuotes(system: BenchSystem, token: string, signal: AbortSignal): Promise<CheckLoad["quotes"]> {
  const answers: { latency: number; isKnown: boolean }[] = [];
  const port = system.portOf("frontdesk-account");
  for (let number = 0; !signal.aborted; number++) {
    const began = performance.now();
    const url = `http://127.0.0.1:${port}/api/v1/account/orders/domain?domain=free-quoted-${number}.com`;
    const response = await fetch(url, {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(QUOTE_WITHIN_MS),
    });
    const body = await response.text();
    const { status } = response;
    const latency = performance.now() - began;
    // 503 where the registry gives no answer in time.
    if (status !== 200 && status !== 503) throw new Error(`a quote: ${status} ${body}`);
    answers.push({ latency, isKnown: status === 200 });
    await sleep(Math.max(0, QUOTE_EVERY_MS - latency), undefined, { signal }).catch(() => undefined);
  }
  return {
    asked: answers.length,
    known: answers.filter((answer) => answer.isKnown).length,
    latency: latencyOf(answers),
  };
}
