import { expect, test } from "vitest";
import { plans as seeded } from "../../../../dev/seed/plans.ts";
import { get, problem } from "../../../support/catalogue-api.ts";

interface PlanAnswer {
  plan: { id: string; specifications: { group: string; name: string; value: string }[] };
}

test("gives the specification table, in its order, in both languages", async () => {
  const rowsIn = async (lang: string) =>
    (await get<PlanAnswer>(`/plans/web-start?lang=${lang}`)).plan.specifications.map(Object.values);
  const [english, french] = await Promise.all([rowsIn("en"), rowsIn("fr")]);
  expect(english.slice(0, 3)).toEqual([
    ["Storage and traffic", "Storage space", "25 GB"],
    ["Storage and traffic", "Storage type", "NVMe SSD"],
    ["Storage and traffic", "Monthly traffic", "Unlimited"],
  ]);
  expect(french.slice(0, 3)).toEqual([
    ["Stockage et trafic", "Espace de stockage", "25 Go"],
    ["Stockage et trafic", "Type de stockage", "SSD NVMe"],
    ["Stockage et trafic", "Trafic mensuel", "Illimité"],
  ]);
  expect(french).toHaveLength(english.length);
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
