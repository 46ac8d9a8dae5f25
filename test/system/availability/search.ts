import { describe, expect, test } from "vitest";
import type { DomainSearchAnswer } from "../../../shared/catalogue-contract/domain-search-answer.ts";
import type { ProblemBody } from "../../support/catalogue-api.ts";
import type { World } from "../../support/world.ts";

/** Defines the tests of searches for several domains. */
export function search(world: World): void {
  let callers = 0;

  /** Sends a search, by default from a new IP address. */
  async function search(query: string, address = `192.0.2.${++callers}`) {
    const headers = { "CF-Connecting-IP": address };
    const response = await fetch(`${world.origin}/api/v1/domains/search?${query}`, { headers });
    const left = Number(/"checks";r=(\d+)/.exec(response.headers.get("RateLimit") ?? "")?.[1]);
    const body = (await response.json()) as DomainSearchAnswer & ProblemBody;
    return { status: response.status, headers: response.headers, left, body };
  }

  const statusesIn = (names: DomainSearchAnswer["results"]) => names.map(({ domain, status }) => [domain, status]);

  /** Returns domains that break a rule of their registry. A search for them sends no request to a registry. */
  const ruledOut = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `${String.fromCharCode(97 + from + at)}.it`).join();

  test("a label with several extensions has one result for each, equal to a check, and each result counts", async () => {
    const { headers, left, body } = await search("name=reserved-several&tld=ca,.dev,EU&currency=CAD&lang=fr");
    expect(statusesIn(body.results)).toEqual([
      ["reserved-several.ca", "unavailable"],
      ["reserved-several.dev", "unavailable"],
      ["reserved-several.eu", "unavailable"],
    ]);
    expect(body).toMatchObject({ currency: "CAD", lang: "fr", checked: 3, alternatives: [], simulated: true });
    expect(left).toBe(27);
    expect(headers.get("Cache-Control")).toMatch(/^public, max-age=(?:300|2\d\d)$/);

    const free = await search("domains=taken-several.ch,free-several.ai");
    const { results } = free.body;
    for (const found of results) {
      const check = (await (await world.check(found.domain)).json()) as Record<string, unknown>;
      expect(check).toMatchObject(found);
    }
    expect(results.map(({ order_type }) => order_type)).toEqual(["transfer", "register"]);
  });

  test("a search without extensions uses the domain's own extension and the popular ones, ten in total", async () => {
    const { body } = await search("name=taken-usual.eu");
    expect(body.results.map(({ domain }) => domain.replace("taken-usual", ""))).toEqual([
      ...[".eu", ".com", ".ca", ".net", ".org", ".fr", ".io", ".dev", ".app", ".quebec"],
    ]);
    expect(body.checked).toBe(10);
  });

  test("an extension such as co.uk is unavailable as a domain", async () => {
    const { body } = await search("name=co&tld=uk,com");
    expect(body.results[0]).toMatchObject({
      ...{ domain: "co.uk", status: "unavailable", reason: "invalid_name", order_url: null },
      note: ".co.uk is an extension itself: names are registered under it.",
    });
    expect(body.results[1]?.domain).toBe("co.com");
  });

  test("a search can offer available alternatives to taken domains, and they count toward the limit", async () => {
    const { left, body } = await search("name=taken-close&tld=be&alternatives=true");
    expect(statusesIn(body.results)).toEqual([["taken-close.be", "taken"]]);
    // In the sandbox, all other domains that start with this label are taken too.
    expect(body.alternatives.map(({ domain }) => domain)).toEqual([
      "takenclose.be",
      ...["get-taken-close.be", "my-taken-close.be"],
    ]);
    expect(new Set(body.alternatives.map(({ status }) => status))).toEqual(new Set(["available"]));
    expect([body.checked, left]).toEqual([10, 20]);
  });

  test("alternatives beyond the caller's limit are unknown, and the response is not cached", async () => {
    const address = "203.0.113.8";
    for (const currency of ["CAD", "EUR"]) await search(`domains=${ruledOut(0, 10)}&currency=${currency}`, address);
    await search(`domains=${ruledOut(10, 9)}`, address);
    const { headers, body } = await search("domains=reserved-cut.nl&alternatives=true", address);
    expect(body).toMatchObject({ checked: 1, alternatives: [], alternatives_unknown: 9 });
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  test("domains beyond the caller's limit are unknown, and a search after the limit is refused", async () => {
    const address = "203.0.113.9";
    for (const from of [0, 9, 18]) {
      const { body } = await search(`domains=${ruledOut(0, 9)}&currency=${["CAD", "EUR", "USD"][from / 9]}`, address);
      expect(body.checked).toBe(9);
    }
    const { left, headers, body } = await search(`domains=${ruledOut(9, 5)}&alternatives=true`, address);
    expect(body.results.map(({ status, reason }) => `${status} ${reason}`)).toEqual([
      ...Array(3).fill("unavailable invalid_name"),
      ...Array(2).fill("unknown rate_limited"),
    ]);
    expect(body).toMatchObject({ checked: 3, alternatives: [] });
    const [known, , , unknown] = body.results;
    expect(known?.retry_after).toBeNull();
    expect(unknown).toMatchObject({ order_type: null, order_url: null, note: expect.stringMatching(/Retry in/) });
    expect(unknown?.retry_after).toBeGreaterThan(0);
    expect(left).toBe(0);
    expect(headers.get("Cache-Control")).toBe("no-store");

    const refused = await search(`domains=${ruledOut(9, 2)}`, address);
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
    expect(refused.headers.get("Retry-After")).toBe(String(refused.body.retry_after));
  });

  describe("invalid searches", () => {
    test.each([
      ["", 400, "name", "is required, or domains"],
      ["name=a-b&domains=a-b.ca", 400, "name", "cannot be given together"],
      ["tld=ca&domains=a-b.ca", 400, "tld", "cannot be given together"],
      ["domains=a-b.ca,A-B.ca.", 400, "domains", "must not name anything twice"],
      ["name=a-b&tld=ca,.CA", 400, "tld", "must not name anything twice"],
      ["name=a_b&tld=ca", 400, "name", "has a character that no domain name has"],
      ["domains=shop.a-b.ca", 400, "domains", "must be one name directly under .ca"],
      [`name=a-b&tld=${"abcdefghijk".split("").join()}`, 400, "tld", "at most 10"],
      [`domains=${ruledOut(0, 11)}`, 400, "domains", "at most 10"],
      ["name=a-b&alternatives=yes", 400, "alternatives", "must be"],
      ["name=a-b.zz", 404, undefined, ".zz: not sold here."],
      ["name=a-b&tld=ca,zz,.qq", 404, undefined, ".zz, .qq: not sold here."],
    ])("the query %j is refused and not counted", async (query, status, parameter, text) => {
      const refused = await search(query, "203.0.113.10");
      expect([refused.status, refused.body.errors?.[0]?.parameter]).toEqual([status, parameter]);
      expect(refused.body.detail).toContain(text);
      expect(refused.left).toBeNaN();
    });
  });
}
