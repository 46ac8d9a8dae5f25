import { describe, expect, test } from "vitest";
import { extensions, productLines, plans as seeded } from "../../../../dev/seed/catalogue.ts";
import { API_PATH } from "../../../../shared/platform/addresses.ts";
import type { JourneySystem } from "./journey-system.ts";

const LISTS = [
  ["en", "CAD"],
  ["fr", "CAD"],
  ["en", "EUR"],
  ["fr", "USD"],
] as const;

interface Plan {
  id: string;
  name: string;
  description: string;
  prices: { billing_cycle: string; amount: number; setup_fee: number }[];
}

/** Defines the tests of the demonstration catalogue, which is public and the same with every billing system. */
export function catalogue(system: JourneySystem): void {
  const read = async <Body>(path: string): Promise<Body> => {
    const response = await fetch(`${system.origin}${API_PATH}${path}`);
    expect(response.status, path).toBe(200);
    return (await response.json()) as Body;
  };

  describe.each(LISTS)("the catalogue in %s and %s", (lang, currency) => {
    const query = `currency=${currency}&lang=${lang}`;

    test("has every plan with its prices", async () => {
      const { plans } = await read<{ plans: Plan[] }>(`/plans?${query}`);
      const told = plans.map(({ id, description, prices }) => ({
        ...{ id, description },
        prices: Object.fromEntries(prices.map(({ billing_cycle, amount }) => [billing_cycle, amount])),
        setupFee: Math.max(...prices.map(({ setup_fee }) => setup_fee)),
      }));
      const expected = seeded.map(({ id, description, prices, setupFee }) => ({
        ...{ id, description: description[lang] },
        prices: Object.fromEntries(Object.entries(prices[currency]).map(([cycle, amount]) => [cycle, amount / 100])),
        setupFee: (setupFee?.[currency] ?? 0) / 100,
      }));
      expect(told).toEqual(expected);
    });

    test("has each product line in the requested language", async () => {
      const { product_lines: lines } = await read<{ product_lines: { id: string; name: string }[] }>(`/?lang=${lang}`);
      expect(lines.map(({ id, name }) => [id, name])).toEqual(productLines.map(({ id, name }) => [id, name[lang]]));
    });

    test("has every extension except .qc.ca with its prices", async () => {
      const { domains } = await read<{ domains: object[] }>(`/domains/pricing?tld=all&${query}`);
      const expected = extensions
        .filter(({ tld }) => tld !== ".qc.ca")
        .map(({ tld, prices }) => {
          const { register, transfer, renew } = prices[currency];
          return { tld, register: register / 100, transfer: transfer / 100, renew: renew / 100 };
        });
      expect(domains).toEqual(expected);
    });
  });
}
