import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CallerClass, RegistryQuestion, RegistryReply } from "../../../durable-objects/registry/registry-port.ts";
import { type Reason, type Status, verdict } from "../../../shared/domain-names/verdict.ts";
import { CheckCache } from "../../../workers/catalogue/availability/check-cache.ts";
import { DomainChecker } from "../../../workers/catalogue/availability/domain-checker.ts";
import { SOURCES } from "../../../workers/catalogue/availability/sources/bundled-sources.ts";
import type { SourceTable } from "../../../workers/catalogue/availability/sources/source-table.ts";
import { answerTo, nsRecord } from "../../support/dns-messages.ts";

// Tests which sources a check queries and which reply decides, with the real deadlines. One extension has only WHOIS,
// and another one has RDAP before WHOIS.

// The clock jumps to the next timer.
beforeEach(() => void vi.useFakeTimers().setTimerTickMode("nextTimerAsync"));
afterEach(() => void vi.useRealTimers());

const TABLE: SourceTable = new Map([...SOURCES].filter(([extension]) => ["nz", "com", "qc.ca"].includes(extension)));
const STORE = { get: async () => null, put: async () => undefined } as unknown as KVNamespace;

interface Said {
  afterMs?: number;
  status?: Status;
  reason: Reason;
  asked?: boolean;
}

/** Creates a checker whose sources return these replies. */
function checkerOf(whois: Said, registrar: Said, rdap: Said = whois, resolver: string | null = null) {
  const questions: string[] = [];
  const names: string[] = [];
  const say = async ({ name, source }: RegistryQuestion): Promise<RegistryReply> => {
    questions.push(source.kind);
    names.push(name);
    const said = source.kind === "registrar" ? registrar : source.kind === "rdap" ? rdap : whois;
    await new Promise((resolve) => setTimeout(resolve, said.afterMs ?? 0));
    const { status = "unknown", reason, asked = true } = said;
    const retryAfterMs = reason === "no_public_source" ? null : 30_000;
    return { verdict: verdict(status, reason), source: source.kind, at: Date.now(), asked, retryAfterMs };
  };
  const port = { ask: say, forget: async () => undefined, pause: async () => undefined };
  const rate = { perMinute: 60, burst: 20, concurrency: 4 };
  const sources = {
    table: TABLE,
    registrar: { kind: "registrar", host: "registrar", port: 0, rate, origin: "override" } as const,
    resolver,
    sandbox: null,
  };
  const now = () => Date.now();
  const cache = new CheckCache(STORE, "live", now);
  const checker = new DomainChecker({ sources, registryOf: () => port, cache, deadlineMs: 6_000, now });
  const background: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void background.push(work);
  const check = (caller: CallerClass, extension = "nz") =>
    caller === "signed_in"
      ? checker.checkNow(`name.${extension}`, { waitUntil, requestId: "r" })
      : checker.check(asked(`name.${extension}`), { caller, waitUntil, requestId: "r" });
  const share = checker.newShare();
  const search = async (...texts: string[]) => {
    const request = { caller: "anonymous", share, waitUntil, requestId: "r" } as const;
    const found = await checker.checkSeveral(texts.map(asked), request);
    return found.map(({ check: { status, reason, retryAfterMs } }) => [status, reason, retryAfterMs]);
  };
  return { check, search, questions, names, background };
}

function asked(name: string) {
  return { name: { ascii: name, unicode: name }, extension: { tld: name.slice(name.indexOf(".")) } };
}

const FREE: Said = { status: "available", reason: "no_registration_found", afterMs: 80 };
const NOBODY: Said = { reason: "no_public_source", asked: false };

describe.each(["anonymous", "signed_in"] as const)("a check for the caller class %s", (caller) => {
  test("calls the registrar in time if the query waits for a slot and is denied", async () => {
    const { check } = checkerOf({ reason: "budget", asked: false, afterMs: 4_000 }, FREE);
    const started = Date.now();
    expect(await check(caller)).toMatchObject({ status: "available", source: "registrar" });
    expect(Date.now() - started).toBeLessThan(3_500);
  });

  test("calls the registrar in time if the registry host is silent", async () => {
    const { check } = checkerOf({ reason: "timeout", afterMs: 6_000 }, FREE);
    expect(await check(caller)).toMatchObject({ status: "available", source: "registrar" });
  });

  test("prefers the registry's proof to the registrar's reply", async () => {
    const { check } = checkerOf({ status: "taken", reason: "registered", afterMs: 2_000 }, FREE);
    expect(await check(caller)).toMatchObject({ status: "taken", source: "whois" });
  });

  test("skips the registrar after a registry's response, except for an order, whose domain may have a special price", async () => {
    const order = caller === "signed_in";
    const { check, questions } = checkerOf({ ...FREE, afterMs: 1_000 }, FREE);
    expect(await check(caller)).toMatchObject({ status: "available", source: "whois" });
    expect(questions).toEqual(order ? ["whois", "registrar"] : ["whois"]);
    const premium = checkerOf(FREE, { status: "reserved", reason: "premium_hint" });
    expect((await premium.check(caller)).reason).toBe(order ? "premium_hint" : "no_registration_found");
  });
});

test.each<[Reason, Status]>([
  ["rate_limited", "throttled"],
  ...(["refused", "timeout", "unreachable", "bad_answer"] as const).map((reason): [Reason, Status] => [
    reason,
    "unknown",
  ]),
])(
  "after the reason %s at the registry, an order calls the registrar and a visitor's check does not",
  async (reason, status) => {
    const order = checkerOf({ reason, status }, FREE);
    expect(await order.check("signed_in")).toMatchObject({ status: "available", source: "registrar" });
    const visitor = checkerOf({ reason, status }, FREE);
    expect(await visitor.check("anonymous")).toMatchObject({ status: "unknown", reason });
    expect(visitor.questions).toEqual(["whois"]);
    const alone = checkerOf({ reason, status }, NOBODY);
    expect(await alone.check("signed_in")).toMatchObject({ status: "unknown", reason, retryAfterMs: 30_000 });
  },
);

test("a domain that its registry does not know is unavailable if the extension takes no new registrations", async () => {
  const { check } = checkerOf(FREE, NOBODY);
  expect(await check("anonymous", "qc.ca")).toMatchObject({ status: "unavailable", reason: "suffix_not_sold" });
});

const TAKEN: Said = { status: "taken", reason: "registered" };

test.each<[string, Said, object]>([
  [
    "does not respond",
    { reason: "budget", asked: false },
    { status: "unknown", reason: "budget", retryAfterMs: 30_000 },
  ],
  ["does not know the domain", FREE, { status: "unavailable", reason: "reserved" }],
])(
  "a domain that the registrar does not sell is not reported as taken if its registry %s",
  async (_, whois, expected) => {
    expect(await checkerOf(whois, TAKEN).check("signed_in")).toMatchObject(expected);
  },
);

test("the second source is queried after 1.5 seconds of silence, and each source only once", async () => {
  const { check, questions } = checkerOf(FREE, NOBODY, { ...TAKEN, afterMs: 1_600 });
  const began = Date.now();
  expect(await check("anonymous", "com")).toMatchObject({ status: "taken", source: "rdap" });
  expect(Date.now() - began).toBe(1_600);
  expect(questions).toEqual(["rdap", "whois"]);
});

test("“available” waits a second for the earlier source, and that source's later reply replaces it in the cache", async () => {
  const { check, questions, background } = checkerOf(FREE, NOBODY, { ...TAKEN, afterMs: 4_000 });
  const began = Date.now();
  expect(await check("anonymous", "com")).toMatchObject({ status: "available", source: "whois" });
  expect(Date.now() - began).toBe(1_500 + 80 + 1_000);
  await Promise.all(background);
  expect(Date.now() - began).toBe(4_000);
  expect(await check("anonymous", "com")).toMatchObject({ status: "taken", source: "rdap" });
  expect(questions).toEqual(["rdap", "whois"]);
});

test("“available” waits another second after an inconclusive source", async () => {
  const whois: Said = { reason: "bad_answer", afterMs: 2_000 };
  const { check, questions } = checkerOf(whois, FREE, { reason: "timeout", afterMs: 6_000 });
  const began = Date.now();
  expect(await check("signed_in", "com")).toMatchObject({ status: "available", source: "registrar" });
  // The registrar is queried after two silent sources and replies after 80 ms. WHOIS replies at 3,500 ms.
  expect(Date.now() - began).toBe(3_500 + 1_000);
  expect(questions).toEqual(["rdap", "whois", "registrar"]);
});

describe("a search for several domains", () => {
  const found = ["available", "no_registration_found", null];

  test("queries at most as many domains per host as its burst allows, and returns the wait time for the others", async () => {
    const { search, names } = checkerOf(FREE, FREE);
    const refused = (seconds: number) => ["unknown", "budget", seconds * 1_000];
    expect(await search("a.nz", "b.nz", "c.nz", "d.nz", "e.nz")).toEqual([
      found,
      found,
      found,
      refused(6),
      refused(12),
    ]);
    expect(await search("a.nz", "f.nz")).toEqual([found, refused(18)]);
    expect(names).toEqual(["a.nz", "b.nz", "c.nz"]);
  });

  test("sends no query for cached, delegated and invalid domains, so the burst is left for the others", async () => {
    const fetched = vi.fn(async (address: URL) => {
      const query = Buffer.from(address.searchParams.get("dns") ?? "", "base64url").toString("latin1");
      const isDelegated = query.includes("taken");
      const answer = answerTo("taken.nz", isDelegated ? { answers: [nsRecord("taken.nz")] } : { code: 3 });
      return new Response(Buffer.from(answer), { headers: { "Content-Type": "application/dns-message" } });
    });
    vi.stubGlobal("fetch", fetched);
    const { check, search, names } = checkerOf(FREE, NOBODY, FREE, "https://resolver.example/dns-query");
    await check("anonymous");
    const long = `${"a".repeat(63)}ά.nz`;
    expect(await search("name.nz", "taken.nz", long, "a.nz", "b.nz", "c.nz")).toEqual([
      found,
      ["taken", "delegated", null],
      ["unavailable", "invalid_name", null],
      ...[found, found, found],
    ]);
    expect(names).toEqual(["name.nz", "a.nz", "b.nz", "c.nz"]);
    expect(fetched).toHaveBeenCalledTimes(4);
    vi.unstubAllGlobals();
  });

  test("takes no longer than a single check", async () => {
    const { search } = checkerOf({ reason: "timeout", afterMs: 6_000 }, NOBODY);
    const began = Date.now();
    const [first] = await search("a.nz");
    expect([first?.[0], Date.now() - began]).toEqual(["unknown", 6_000]);
    expect(await search("b.nz")).toEqual([["unknown", "timeout", 30_000]]);
    expect(Date.now() - began).toBe(6_000);
  });
});
