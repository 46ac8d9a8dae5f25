import { expect, test } from "vitest";
import { plans as seeded } from "../../../../dev/seed/plans.ts";
import { get, problem } from "../../../support/catalogue-api.ts";

interface PlanAnswer {
  plan: { id: string; specifications: { group: string; name: string; value: string }[] };
}

test("gives the specification table, in its order, in both languages", async () => {
  const english = await get<PlanAnswer>("/plans/web-start");
  const french = await get<PlanAnswer>("/plans/web-start?lang=fr");
  expect(english.plan.specifications.slice(0, 3)).toMatchInlineSnapshot(`
    [
      {
        "group": "Storage and traffic",
        "name": "Storage space",
        "value": "25 GB",
      },
      {
        "group": "Storage and traffic",
        "name": "Storage type",
        "value": "NVMe SSD",
      },
      {
        "group": "Storage and traffic",
        "name": "Monthly traffic",
        "value": "Unlimited",
      },
    ]
  `);
  expect(french.plan.specifications.slice(0, 3)).toMatchInlineSnapshot(`
    [
      {
        "group": "Stockage et trafic",
        "name": "Espace de stockage",
        "value": "25 Go",
      },
      {
        "group": "Stockage et trafic",
        "name": "Type de stockage",
        "value": "SSD NVMe",
      },
      {
        "group": "Stockage et trafic",
        "name": "Trafic mensuel",
        "value": "Illimité",
      },
    ]
  `);
  expect(french.plan.specifications).toHaveLength(english.plan.specifications.length);
});

test.each(seeded.map(({ id }) => id))("%s has at least twelve rows", async (id) => {
  const { plan } = await get<PlanAnswer>(`/plans/${id}`);
  expect(plan.specifications.length).toBeGreaterThanOrEqual(12);
});

test.each(["nope", "web-start%00", "..%2f..%2fetc%2fpasswd", "%ff", "web start", "WEB-START", "%F0%9F%8D%81"])(
  "an id that does not exist is not found: %s",
  async (id) => {
    const { code, detail } = await problem(`/plans/${id}`);
    expect(code).toBe("not_found");
    expect(detail).toContain("web-start, web-plus");
  },
);

test("what was sent is not repeated", async () => {
  const { detail } = await problem("/plans/%3Cscript%3E?lang=fr");
  expect(detail).not.toContain("script");
  expect(detail).toMatch(/^Ce forfait n’existe pas\. Forfaits : web-start/);
});
