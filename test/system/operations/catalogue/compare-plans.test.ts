import { expect, test } from "vitest";
import { get, problem } from "../../../support/catalogue-api.ts";

interface Comparison {
  plans: { id: string; price_from: number; price_from_cycle: string }[];
  rows: { group: string; name: string; values: (string | null)[]; differs: boolean }[];
}

test("puts plans side by side in the order asked for, one row per specification", async () => {
  const { plans, rows } = await get<Comparison>("/compare?plans=web-max,web-start&currency=CAD");
  expect(plans.map(({ id, price_from, price_from_cycle }) => [id, price_from, price_from_cycle])).toEqual([
    ["web-max", 20.99, "triennially"],
    ["web-start", 4.99, "triennially"],
  ]);
  const storage = { group: "Storage and traffic", name: "Storage space", values: ["200 GB", "25 GB"], differs: true };
  expect(rows[0]).toEqual(storage);
  for (const { values, differs } of rows) {
    expect(values).toHaveLength(2);
    expect(differs).toBe(values[0] !== values[1]);
  }
});

test("a plan that lacks a row has null there", async () => {
  const { rows } = await get<Comparison>("/compare?plans=web-start,vps-1");
  const onlyOne = rows.filter(({ values }) => values.includes(null));
  expect(onlyOne.length).toBeGreaterThan(0);
  for (const { values, differs } of onlyOne) {
    expect(values.filter((value) => value === null)).toHaveLength(1);
    expect(differs).toBe(true);
  }
});

test.each([
  ["/compare", "plans is required."],
  ["/compare?plans=web-start", "plans must have at least 2 items."],
  [
    "/compare?plans=a,b,c,d,e,f,g,h,i,j,k",
    "plans must have at most 10 items: compare the others in another call, together with the one to compare them with.",
  ],
  ["/compare?plans=web-start,web-start", "plans must not name anything twice."],
  ["/compare?plans=web-start,", "plans (each item) must have at least 1 character."],
])("%s is refused by name", async (path, sentence) => {
  const { code, detail, errors } = await problem(path);
  expect(code).toBe("invalid_parameter");
  expect(detail).toBe(sentence);
  expect(errors?.[0]?.parameter).toBe("plans");
});

test("an unknown plan is not found", async () => {
  const { code, detail } = await problem("/compare?plans=web-start,nope");
  expect(code).toBe("not_found");
  expect(detail).toMatch(/^nope: no such plan\. Plans: web-start/);
});
