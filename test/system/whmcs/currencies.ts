import { beforeAll, describe, expect, test } from "vitest";
import type { McpAnswer } from "../../support/account-client.ts";
import type { World } from "../../support/world.ts";

/** Defines the tests with price lists that do not have the default currency. */
export function currencies(world: World): void {
  beforeAll(async () => {
    const { products, extensions } = Object.assign(world.whmcs.state, structuredClone(world.whmcs.state));
    for (const { prices } of [...products, ...extensions]) delete prices.USD;
    await world.tick();
  });

  const page = async (path: string) => (await fetch(world.origin + path)).text();

  /** Returns the currency choices of a page, with the selected one marked. */
  const chips = (html: string) =>
    [...html.matchAll(/<a class="chip"[^>]*?(aria-current="true")?>(CAD|EUR|USD)</g)].map(
      ([, current, currency]) => `${currency}${current ? "*" : ""}`,
    );

  describe("a provider that does not sell in the default currency", () => {
    test("has pages with its own currencies, even if a link names the default currency", async () => {
      for (const path of ["/", "/?currency=USD", "/plans/web-start", "/plans/web-start?currency=USD"]) {
        expect(chips(await page(path)), path).toEqual(["CAD*", "EUR"]);
      }
      expect(chips(await page("/?currency=EUR"))).toEqual(["CAD", "EUR*"]);
      expect(await page("/llms.txt")).toContain(
        "Prices are in CAD on this page and exclude taxes; ask the API for EUR, and",
      );
    });

    test("returns prices in the account currency if it sells in that currency, otherwise in its own default", async () => {
      const resultFor = async (login: string, account: number, more = {}) => {
        const params = { name: "get_domain_pricing", arguments: { tld: ["com"], ...more } };
        const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
        const response = await world.api.post(call, { login, account });
        const { result } = (await response.json()) as McpAnswer;
        return result;
      };
      expect(await resultFor("owner", 1002)).toMatchObject({ structuredContent: { currency: "EUR" } });
      expect(await resultFor("totp", 1003)).toMatchObject({ structuredContent: { currency: "CAD" } });
      expect(await resultFor("totp", 1003, { currency: "USD" })).toMatchObject({ isError: true });
    });
  });
}
