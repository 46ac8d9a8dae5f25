import { beforeEach, describe, expect, test } from "vitest";
import type { DomainSearchAnswer } from "../../../shared/catalogue-contract/domain-search-answer.ts";
import { useWorld } from "../../support/world.ts";
import { search } from "./search.ts";

const world = useWorld({
  vars: {
    catalogue: {
      // The deadline is shorter than the default, because some registries here never reply.
      CHECK_DEADLINE_MS: "2500",
      // The limits of these hosts for anonymous callers are too low for these tests.
      REGISTRY_RATES: JSON.stringify({
        "whois.irs.net.nz": { burst: 6 },
        "whois.dns.be": { burst: 50 },
        "das.dns.be": { burst: 50 },
      }),
    },
  },
  more: [
    {
      name: "catalogue-caller",
      main: "test/support/workers/catalogue-caller.worker.ts",
      services: [{ binding: "CATALOGUE", service: "frontdesk-catalogue", entrypoint: "CatalogueService" }],
    },
  ],
});
beforeEach(() => world.registry.forgetQuestions());

interface ApiAnswer {
  domain: string;
  status: string;
  available: boolean | null;
  reason: string;
  order_type: string | null;
  order_url: string | null;
  source: string | null;
  checked_at: string;
  simulated: boolean;
}

async function answer(domain: string): Promise<ApiAnswer> {
  const response = await world.check(domain);
  expect(response.status).toBe(200);
  return (await response.json()) as ApiAnswer;
}

/** Extensions for each kind of source: only RDAP, RDAP with WHOIS, only WHOIS, and domain availability services. */
const KINDS = [
  ["dev", "rdap"],
  ["com", "rdap"],
  ["nz", "whois"],
  ["eu", "das"],
  ["be", "das"],
  ["ch", "das"],
] as const;

test.each(KINDS)("a check of .%s uses %s", async (extension, source) => {
  expect(await answer(`free-kind.${extension}`)).toMatchObject({ status: "available", available: true, source });
  expect(await answer(`taken-kind.${extension}`)).toMatchObject({ status: "taken", available: false, source });
});

test.each([
  ["free-words.com", { status: "available", available: true, reason: "no_registration_found", order_type: "register" }],
  ["taken-words.com", { status: "taken", available: false, reason: "registered", order_type: "transfer" }],
  ["reserved-words.ca", { status: "unavailable", available: false, order_type: null, order_url: null }],
  [
    "redemption-words.com",
    { status: "taken", available: false, reason: "redemption", order_type: null, order_url: null },
  ],
  [
    "throttle-words.fr",
    { status: "unknown", available: null, reason: "rate_limited", order_type: null, order_url: null },
  ],
  ["garbage-words.org", { status: "unknown", available: null, reason: "bad_answer" }],
  ["reset-words.org", { status: "unknown", available: null, source: null }],
  ["any-words.es", { status: "available", available: true, source: "registrar", retry_after: null }],
  ["taken-words.es", { status: "taken", reason: "registered", source: "registrar", order_type: "transfer" }],
  ["gold-words.es", { status: "unavailable", reason: "premium_hint", source: "registrar", order_url: null }],
])("%s has the expected status", async (domain, expected) => {
  expect(await answer(domain)).toMatchObject({ domain, simulated: true, ...expected });
});

test("a domain that breaks a rule of its registry is unavailable without a request to the registry", async () => {
  const refused = await answer("free-ü.co.uk");
  const note = "Names under .co.uk have only the letters a to z, digits and hyphens.";
  const invalid = {
    status: "unavailable",
    available: false,
    reason: "invalid_name",
    source: null,
    order_url: null,
    note,
  };
  expect(refused).toMatchObject({ unicode_domain: "free-ü.co.uk", ...invalid });
  expect(world.registry.questions(refused.domain)).toEqual([]);
});

test.each(["slow-words.blog", "drip-words.cloud", "hang-words.shop"])(
  "the check of %s ends at the deadline",
  async (domain) => {
    expect(await answer(domain)).toMatchObject({ status: "unknown", reason: "timeout", source: null });
  },
);

test("a search that reaches its deadline checks no alternatives and reports them as unknown", async () => {
  const query = "domains=hang-search.shop,taken-search.ca&alternatives=true";
  const headers = { "CF-Connecting-IP": "203.0.113.77" };
  const response = await fetch(`${world.origin}/api/v1/domains/search?${query}`, { headers });
  const { checked, alternatives, alternatives_unknown } = (await response.json()) as DomainSearchAnswer;
  expect([checked, alternatives, alternatives_unknown]).toEqual([2, [], 9]);
  expect(response.headers.get("RateLimit")).toContain('"checks";r=28;');
});

test("an unknown result is not cached", async () => {
  const response = await world.check("garbage-again.info");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  await world.check("garbage-again.info");
  expect(world.registry.questions("garbage-again.info").length).toBeGreaterThan(1);
});

test("a result states its time and is reused for up to five minutes", async () => {
  const first = await world.check("free-again.com");
  const again = await world.check("free-again.com");
  const [before, after] = (await Promise.all([first.json(), again.json()])) as [ApiAnswer, ApiAnswer];
  expect(after.checked_at).toBe(before.checked_at);
  expect(world.registry.questions("free-again.com")).toHaveLength(1);
  const maxAge = Number(/^public, max-age=(\d+)$/.exec(again.headers.get("Cache-Control") ?? "")?.[1]);
  expect(maxAge).toBeGreaterThan(200);
  expect(maxAge).toBeLessThanOrEqual(300);
});

test("a caller that disconnects does not affect other callers", async () => {
  const leaving = new AbortController();
  const left = world.check("slow-leaver.net", { init: { signal: leaving.signal } }).catch(() => "gone");
  const stayed = world.check("slow-leaver.net");
  await expect.poll(() => world.registry.questions("slow-leaver.net").length).toBeGreaterThan(0);
  leaving.abort();
  expect(await left).toBe("gone");
  expect((await (await stayed).json()) as ApiAnswer).toMatchObject({ status: "unknown", reason: "timeout" });
});

test("a result contains no text from the registry", async () => {
  const body = await (await world.check("taken-text.com")).text();
  expect(body).not.toMatch(/registrant|nameserver|whois server/i);
});

test("registries get the ASCII form of a domain, and results have both forms", async () => {
  const response = await world.check("Free-Hôtel.CA.", { query: "&lang=fr&currency=CAD" });
  const answer = (await response.json()) as ApiAnswer & { note: string };
  expect(answer).toMatchObject({ domain: "xn--free-htel-l7a.ca", unicode_domain: "free-hôtel.ca", tld: ".ca" });
  expect(answer.note).toContain("entre-temps");
  expect(new URL(answer.order_url ?? "").search).toBe(
    "?domain=xn--free-htel-l7a.ca&type=register&currency=CAD&lang=fr",
  );
  expect(world.registry.questions("xn--free-htel-l7a.ca")).toHaveLength(1);
});

describe("the catalogue's service for other Workers", () => {
  const caller = () => world.system.getWorker("catalogue-caller");

  async function checkNow(name: string): Promise<string> {
    return (await caller().fetch(`/now/${encodeURIComponent(name)}`)).text();
  }

  const statusOf = async (name: string) => (await answer(name)).status;

  test("checks a domain without any cache, and later checks use the result", async () => {
    const { registry } = world;
    expect(await statusOf("free-now.ca")).toBe("available");
    registry.register("free-now.ca");
    expect(await statusOf("free-now.ca")).toBe("available");
    expect(await checkNow("free-now.ca")).toBe("taken");
    const asked = registry.questions("free-now.ca").length;
    expect(await statusOf("free-now.ca")).toBe("taken");
    expect(registry.questions("free-now.ca")).toHaveLength(asked);

    registry.release("free-now.ca");
    expect(await statusOf("free-now.ca")).toBe("taken");
    expect(await checkNow("Free-Now.CA.")).toBe("available");
    expect(await statusOf("free-now.ca")).toBe("available");
  });

  test("deletes a cached result, whatever the spelling of the domain", async () => {
    const forget = (name: string) => caller().fetch(`/forget/${encodeURIComponent(name)}`);
    expect(await statusOf("forget-me.ca")).toBe("available");
    world.registry.register("forget-me.ca");
    expect(await statusOf("forget-me.ca")).toBe("available");
    expect(await (await forget("Forget-Me.CA.")).text()).toBe("forgotten");
    expect(await statusOf("forget-me.ca")).toBe("taken");
    for (const nonsense of ["", "a".repeat(2_000), "not a name"]) expect((await forget(nonsense)).status).toBe(200);
  });

  test("checks a domain again even if an older check is still running", async () => {
    const { registry } = world;
    // Only RDAP queries are counted, because every check also queries the second source.
    const asked = () => registry.questions("hang-older.ca").filter(({ kind }) => kind === "rdap").length;
    const older = world.check("hang-older.ca");
    await expect.poll(asked).toBe(1);
    const newer = checkNow("hang-older.ca");
    await expect.poll(asked).toBe(2);
    expect(await newer).toBe("unknown");
    await older;
  });

  test.each([
    ["gold-now.com", "premium"],
    ["redemption-now.com", "redemption"],
    ["garbage-now.ca", "unknown"],
    ["www.free-now.ca", "unknown"],
    ["not a name", "unknown"],
  ])("reports %s as %s", async (name, status) => {
    expect(await checkNow(name)).toBe(status);
  });
});

describe("a search", () => search(world));
