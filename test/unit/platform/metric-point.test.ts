import { expect, test } from "vitest";
import { METRIC_BLOBS, METRIC_DOUBLES, type Measurement, pointOf } from "../../../shared/platform/metric-point.ts";

const CALL: Measurement = {
  ...{ work: "checkDomain", worker: "catalogue", transport: "mcp", status: 503, code: "billing_unavailable" },
  ...{ cache: "kv", client: "oauth", release: "v1.2.3", outcome: "unknown", version: 1 },
  ...{ ms: 40, billingMs: 12, registryMs: 25, count: 2, attempts: 3 },
};
const NAMES = ["layout", "worker", "transport", "status", "code", "cache", "client", "release", "outcome", "version"];

/** Checks the limits of Analytics Engine, which the local binding does not enforce. */
function expectWithinLimits({ indexes = [], blobs = [], doubles = [] }: AnalyticsEngineDataPoint): void {
  const bytes = (text: unknown) => new TextEncoder().encode(String(text)).length;
  expect(indexes).toHaveLength(1);
  expect(bytes(indexes[0])).toBeLessThanOrEqual(96);
  expect(blobs.length).toBeLessThanOrEqual(20);
  expect(blobs.reduce((sum: number, blob) => sum + bytes(blob), 0)).toBeLessThanOrEqual(16_384);
  expect(doubles.length).toBeLessThanOrEqual(20);
  expect(doubles.filter((double) => !Number.isFinite(double))).toEqual([]);
}

test("layout 1 is unchanged, because stored rows are kept for three months", () => {
  expect(METRIC_BLOBS.slice(0, NAMES.length)).toEqual(NAMES);
  expect(METRIC_DOUBLES.slice(0, 5)).toEqual(["ms", "billing_ms", "registry_ms", "count", "attempts"]);
  expect(pointOf(CALL)).toEqual({
    indexes: ["checkDomain"],
    blobs: ["1", "catalogue", "mcp", "503", "billing_unavailable", "kv", "oauth", "v1.2.3", "unknown", "1"],
    doubles: [40, 12, 25, 2, 3],
  });
});

test.each([
  ["ordinary values", {}],
  ["an index that is too long", { work: "x".repeat(5_000) }],
  ["a text that is too long", { code: "é".repeat(9_000), outcome: "😀".repeat(9_000) }],
  ["invalid numbers", { ms: Number.NaN, billingMs: Number.POSITIVE_INFINITY, count: -4 }],
])("a data point stays within the limits with %s", (_, more) => {
  expectWithinLimits(pointOf({ ...CALL, ...more }));
});

test.each([
  "Ana Diaz",
  "ana.dev",
  "ana@maple.example",
  "ana@studio.ca, 514 555 0199",
  "éloïse.ca",
  "a b",
  '{"name":"x"}',
  "?q=x",
  "x\ny",
])("a data point contains no text that may be personal: %s", (text) => {
  const { indexes, blobs } = pointOf({ ...CALL, work: text, code: text, outcome: text, release: text });
  expect(JSON.stringify([indexes, blobs])).not.toContain(JSON.stringify(text).slice(1, -1));
  expect(indexes).toEqual(["other"]);
});

test("parallel queries do not add up to more time than their call", () => {
  expect(pointOf({ ...CALL, ms: 10, billingMs: 90, registryMs: 11 }).doubles?.slice(0, 3)).toEqual([10, 10, 0]);
  expect(pointOf({ ...CALL, ms: 10, billingMs: 4, registryMs: 9 }).doubles?.slice(0, 3)).toEqual([10, 4, 6]);
});
