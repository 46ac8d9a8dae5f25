import { expect, test } from "vitest";
import { plans as seeded } from "../../../../dev/seed/plans.ts";
import { get, problem } from "../../../support/catalogue-api.ts";

interface Plan {
  id: string;
  line: string;
  prices: { billing_cycle: string; amount: number }[];
  page_url: string;
  order_url: string;
}
interface Plans {
  currency: string;
  plans: Plan[];
}

test("gives every plan in the provider's order, with one price per cycle sold", async () => {
  const { plans } = await get<Plans>("/plans?currency=CAD");
  expect(plans.map(({ id }) => id)).toEqual(seeded.map(({ id }) => id));
  for (const plan of seeded) {
    const prices = plans.find(({ id }) => id === plan.id)?.prices ?? [];
    expect(Object.fromEntries(prices.map(({ billing_cycle, amount }) => [billing_cycle, amount]))).toEqual(
      Object.fromEntries(Object.entries(plan.prices.CAD).map(([cycle, amount]) => [cycle, amount / 100])),
    );
  }
});

test.each(["CAD", "EUR", "USD"])("has a price list of its own in %s", async (currency) => {
  const answer = await get<Plans>(`/plans?currency=${currency}&line=web-hosting`);
  expect(answer.currency).toBe(currency);
  expect(answer.plans[0]?.order_url).toContain(`currency=${currency}`);
});

test("one plan in full, as it is published", async () => {
  const [plan] = (await get<Plans>("/plans?line=web-hosting&currency=CAD&lang=fr")).plans;
  const price = (billing_cycle: string, months: number, amount: number, monthly_equivalent: number) => ({
    ...{ billing_cycle, months, amount, monthly_equivalent, setup_fee: 0 },
    first_year_amount: billing_cycle === "annually" ? 35.94 : null,
  });
  expect({ ...plan, page_url: pathOf(plan?.page_url), order_url: pathOf(plan?.order_url) }).toEqual({
    ...{ id: "web-start", line: "web-hosting", name: "Web Start" },
    description: "Un site et ses boîtes de courriel, pour une petite entreprise, une association ou un portfolio.",
    features: [
      "1 site web et 25 Go de stockage NVMe",
      "10 boîtes de courriel de 1 Go",
      "Certificat TLS inclus et renouvelé pour vous",
      "Sauvegardes quotidiennes conservées 7 jours",
      "WordPress et 60 autres applications à installer depuis le panneau de contrôle",
    ],
    first_year_discount: { billing_cycles: ["annually"], ends_on: null, percent: 50 },
    prices: [
      price("monthly", 1, 7.99, 7.99),
      price("annually", 12, 71.88, 5.99),
      price("biennially", 24, 131.76, 5.49),
      price("triennially", 36, 179.64, 4.99),
    ],
    page_url: "/plans/web-start?currency=CAD&lang=fr",
    order_url: "/client-area/cart?plan=web-start&currency=CAD&lang=fr",
  });
});

test("keeps one product line", async () => {
  const { plans } = await get<Plans>("/plans?line=vps");
  expect(new Set(plans.map(({ line }) => line))).toEqual(new Set(["vps"]));
});

test("an unknown line is not found, and the known ones are named", async () => {
  const { code, detail } = await problem("/plans?line=games");
  expect(code).toBe("not_found");
  expect(detail).toBe(
    "There is no such product line. Product lines: web-hosting, wordpress-hosting, reseller-hosting, vps, email.",
  );
});

function pathOf(address: string | undefined): string {
  const { pathname, search, hash } = new URL(address ?? "");
  return pathname + search + hash;
}
