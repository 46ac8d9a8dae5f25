import { expect, test } from "vitest";
import { productLines, plans as seeded } from "../../../../dev/seed/catalogue.ts";
import { catalogueUrl, get, problem } from "../../../support/catalogue-api.ts";

interface Plan {
  id: string;
  line: string;
  prices: { billing_cycle: string; amount: number }[];
  order_url: string;
}

test("listPlans has every plan in the provider's order, with one price per cycle sold", async () => {
  const { plans } = await get<{ plans: Plan[] }>("/plans?currency=CAD");
  const cents = (prices: Plan["prices"]) =>
    Object.fromEntries(prices.map(({ billing_cycle, amount }) => [billing_cycle, Math.round(amount * 100)]));
  expect(plans.map(({ id, prices }) => [id, cents(prices)])).toEqual(seeded.map(({ id, prices }) => [id, prices.CAD]));
});

test.each(["CAD", "EUR", "USD"])(
  "listPlans has a price list of its own in %s, of one product line",
  async (currency) => {
    const answer = await get<{ currency: string; plans: Plan[] }>(`/plans?currency=${currency}&line=vps`);
    expect(answer.currency).toBe(currency);
    expect(answer.plans[0]?.order_url).toContain(`currency=${currency}`);
    expect(new Set(answer.plans.map(({ line }) => line))).toEqual(new Set(["vps"]));
  },
);

test("getPlan gives the specification table, in its order, in both languages", async () => {
  const rowsIn = async (lang: string) => {
    const { plan } = await get<{ plan: { specifications: object[] } }>(`/plans/web-start?lang=${lang}`);
    return plan.specifications.map((row) => Object.values(row) as string[]);
  };
  const [english, french] = [await rowsIn("en"), await rowsIn("fr")];
  expect(english[0]).toEqual(["Storage and traffic", "Storage space", "25 GB"]);
  expect(french[0]).toEqual(["Stockage et trafic", "Espace de stockage", "25\u00a0Go"]);
  expect(french).toHaveLength(english.length);
});

test.each(["nope", "web-start%00", "..%2f..%2fetc%2fpasswd", "%ff", "WEB-START", "%3Cscript%3E"])(
  "getPlan of an id that does not exist names those that do, and does not repeat it: %s",
  async (id) => {
    const { code, detail } = await problem(`/plans/${id}`);
    expect([code, detail]).toEqual(["not_found", expect.stringContaining("web-start, web-plus")]);
    expect(detail).not.toContain("script");
  },
);

test("comparePlans puts plans side by side in the order asked for, with null where one lacks a row", async () => {
  const { plans, rows } = await get<{ plans: Plan[]; rows: { values: (string | null)[]; differs: boolean }[] }>(
    "/compare?plans=vps-1,web-start",
  );
  expect(plans.map(({ id }) => id)).toEqual(["vps-1", "web-start"]);
  for (const { values, differs } of rows) expect(differs).toBe(values[0] !== values[1]);
  expect(rows.filter(({ values }) => values.includes(null)).length).toBeGreaterThan(0);
});

test.each([
  ["/plans?line=games", "not_found", /^There is no such product line\. Product lines: web-hosting, /],
  ["/compare?plans=web-start,nope", "not_found", /^nope: no such plan\. Plans: web-start/],
  ["/compare", "invalid_parameter", /^plans is required\.$/],
  ["/compare?plans=web-start", "invalid_parameter", /^plans must have at least 2 items\.$/],
  [
    "/compare?plans=a,b,c,d,e,f,g,h,i,j,k",
    "invalid_parameter",
    /^plans must have at most 10 items: compare the others/,
  ],
  ["/compare?plans=web-start,web-start", "invalid_parameter", /^plans must not name anything twice\.$/],
  ["/compare?plans=web-start,", "invalid_parameter", /^plans \(each item\) must have at least 1 character\.$/],
])("%s is %s and says what there is", async (path, code, words) => {
  expect(await problem(path)).toMatchObject({ code, detail: expect.stringMatching(words) });
});

test("listProductLines has the lines with their plans, and every endpoint with its parameters, in the language asked for", async () => {
  const [english, french] = [await get<Index>("/"), await get<Index>("?lang=fr")];
  expect(french.product_lines.map(({ id, name, plans }) => ({ id, name, plans }))).toEqual(
    productLines.map(({ id, name }) => ({
      ...{ id, name: name.fr },
      plans: seeded.filter((plan) => plan.line === id).map((plan) => plan.id),
    })),
  );
  const paths = ["/", "/plans", "/plans/{id}", "/compare", "/domains/pricing", "/domains/availability", "/status"];
  expect(english.endpoints.map(({ path }) => path)).toEqual([...paths, "/openapi.json"]);
  for (const [index, { description }] of english.endpoints.entries()) {
    expect(french.endpoints[index]?.description).not.toBe(description);
  }
  const { origin } = new URL(catalogueUrl());
  expect(english).toMatchObject({ documentation_url: `${origin}/developers`, mcp_url: `${origin}/api/v1/mcp` });
  // With a final slash and without.
  expect(await get("?lang=en")).toEqual(english);
});

interface Index {
  endpoints: { path: string; description: string }[];
  product_lines: { id: string; name: string; plans: string[] }[];
}
