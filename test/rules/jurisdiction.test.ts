import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { PROJECT, WORKERS } from "../../scripts/workers.ts";
import { PRODUCT, sourcesIn } from "./support/sources.ts";

const LOOKUP = /\.(?:idFromName|idFromString|newUniqueId|getByName)\(/g;
/** Matches an object namespace that is restricted with `within`. */
const WITHIN = /\bwithin\([^()]*\)$/;

function lookupsOutside(source: string): number {
  return [...source.matchAll(LOOKUP)].filter(({ index }) => !WITHIN.test(source.slice(0, index).trimEnd())).length;
}

test("every object is looked up within the configured jurisdiction", () => {
  const sources = [...sourcesIn(PRODUCT)];
  expect(sources.filter(([, source]) => source.match(LOOKUP)).length).toBeGreaterThan(4);
  expect(sources.filter(([, source]) => lookupsOutside(source) > 0).map(([file]) => file)).toEqual([]);
});

test.each([
  ["env.SESSION.getByName(id)", 1],
  ["env.SESSION.get(env.SESSION.idFromString(id))", 1],
  ["within(env.SESSION, env).getByName(id)", 0],
  ["within(env.SESSION, env)\n    .getByName(id)", 0],
  ["within(env.SESSION, env).get(env.SESSION.newUniqueId())", 1],
])("in %j, %i lookups are not restricted to a jurisdiction", (source, count) => {
  expect(lookupsOutside(source)).toBe(count);
});

test("every Worker with a Durable Object binding has the jurisdiction setting", () => {
  const configurations = WORKERS.map(({ config }) => parse(readFileSync(join(PROJECT, config), "utf8")));
  const withClasses = configurations.filter(({ durable_objects }) => durable_objects);
  expect(withClasses.length).toBeGreaterThan(4);
  expect(withClasses.filter(({ vars }) => !("JURISDICTION" in (vars as object))).map(({ name }) => name)).toEqual([]);
});
