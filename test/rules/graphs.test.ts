import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configurationFor } from "../../scripts/configurations.ts";
import { observabilityFrom } from "../../scripts/deployment/observability.ts";
import { PROJECT } from "../../scripts/workers.ts";
import { METRIC_BLOBS, METRIC_DOUBLES, type Measurement, pointOf } from "../../shared/platform/metric-point.ts";

const text = readFileSync(join(PROJECT, "docs/operate/graphs.sql"), "utf8");
const operating = readFileSync(join(PROJECT, "docs/operate/operating.md"), "utf8");
const [header = "", ...queries] = text.split(/^-- (?=graph \d|alert:|goals:)/m);

const NAMES = new Map([
  ["index1", "work"],
  ...METRIC_BLOBS.map((name, at): [string, string] => [`blob${at + 1}`, name]),
  ...METRIC_DOUBLES.map((name, at): [string, string] => [`double${at + 1}`, name]),
]);
const columnsIn = (sql: string) =>
  [...sql.matchAll(/\b((?:index|blob|double)\d+)\b/g)].map(([, column]) => column ?? "");

test("the comment above the graphs describes each column as the layout does", () => {
  const named = [...header.matchAll(/\b((?:index|blob|double)\d+) (\w+)/g)].map(([, column, name]) => [column, name]);
  expect(named).toEqual([...NAMES]);
});

test("there are six graphs, the alert and the goals, and each uses only columns and rows of the current layout", () => {
  const graphs = [1, 2, 3, 4, 5, 6].map((number) => `graph ${number}`);
  expect(queries.map((query) => query.split(":")[0])).toEqual([...graphs, "alert", "goals"]);
  const [layout] = pointOf({ work: "", worker: "", transport: "http", status: 200, ms: 0 }).blobs ?? [];
  for (const query of queries) {
    expect(columnsIn(query).filter((column) => !NAMES.has(column))).toEqual([]);
    expect(query).toContain(`WHERE blob1 = '${layout}'`);
    expect(query.trim().endsWith(";")).toBe(true);
  }
});

test("each displayed column has the layout's name", () => {
  const shown = [...text.matchAll(/\b((?:index|blob|double)\d+) AS (\w+)/g)];
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.filter(([, column = "", name]) => NAMES.get(column) !== name).map(([all]) => all)).toEqual([]);
});

test("the graphs read the Workers' dataset and the existing transports", () => {
  const toml = readFileSync(join(PROJECT, "wrangler.toml"), "utf8");
  const observability = observabilityFrom({ METRICS: "true" });
  const { analytics_engine_datasets: datasets } = configurationFor(toml, PROJECT, "embedded", { observability });
  const tables = [...text.matchAll(/^FROM (\w+)$/gm)].map(([, table]) => table);
  expect(tables).toEqual(Array(8).fill(datasets?.[0]?.dataset));
  const transports: Record<Measurement["transport"], true> = {
    http: true,
    mcp: true,
    cron: true,
    alarm: true,
    mail: true,
  };
  const compared = [...text.matchAll(/blob3 IN \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.match(/\w+/g) ?? []);
  expect(new Set(compared)).toEqual(new Set(Object.keys(transports)));
});

test("the goals are measured over the documented number of days with columns of their query", () => {
  const query = queries.at(-1) ?? "";
  const measured = /## Goals\n(.*?)\n## /s.exec(operating)?.[1] ?? "";
  expect(measured).toMatch(new RegExp(`over ${/INTERVAL '(\d+)' DAY/.exec(query)?.[1]} days`));
  const columns = [...measured.matchAll(/`(within_\w+|not_failed|unknown|checked)`/g)].map(
    ([, column]) => column ?? "",
  );
  expect(columns.length).toBeGreaterThan(7);
  expect(columns.filter((column) => !query.includes(` AS ${column}`))).toEqual([]);
});

test("the graphs and the alert cover the documented periods, and the last graph covers the rarest scheduled work", () => {
  const windowOf = (query = "") => /NOW\(\) - INTERVAL '(\d+)' (DAY|MINUTE)/.exec(query)?.slice(1) ?? [];
  const stated = [...operating.matchAll(/^\| (\d) [^|]+\| (\d+) days? \|/gm)].map(([, , days]) => [days, "DAY"]);
  expect(queries.slice(0, 6).map(windowOf)).toEqual(stated);
  const lateAfter = [...operating.matchAll(/\| (\d+) days \|$/gm)].map(([, days]) => Number(days));
  expect(Number(windowOf(queries[5])[0])).toBeGreaterThan(Math.max(...lateAfter));
  expect(/5xx of the last (\d+) minutes/.exec(operating)?.[1]).toBe(windowOf(queries[6])[0]);
});

test("each call is weighted because the rows are sampled", () => {
  for (const query of queries) {
    const sums = [...query.matchAll(/SUM\(.*/g)].map(([sum]) => sum);
    expect(sums.length).toBeGreaterThan(0);
    expect(sums.filter((sum) => !sum.includes("_sample_interval"))).toEqual([]);
    expect(query).not.toMatch(/\b(?:COUNT|AVG|quantile)\(/i);
  }
});
