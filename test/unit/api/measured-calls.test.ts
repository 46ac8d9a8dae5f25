import { beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { OperationError } from "../../../shared/api/definition/problems.ts";
import { serveDirectly } from "../../../shared/api/http/serve-directly.ts";
import { httpApplication } from "../../../shared/api/http/serve-http.ts";
import { mcpEndpoint } from "../../../shared/api/mcp/endpoint.ts";
import { toolsOf } from "../../../shared/api/mcp/tools.ts";
import { AnswerCache } from "../../../shared/api/pipeline/answer.ts";
import type { Api } from "../../../shared/api/pipeline/run-operation.ts";
import { addressBook } from "../../../shared/platform/addresses.ts";
import { noteCache, noteOutcome, timed } from "../../../shared/platform/call-facts.ts";
import { METRIC_BLOBS, METRIC_DOUBLES } from "../../../shared/platform/metric-point.ts";
import { Metrics } from "../../../shared/platform/metrics.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";
import { sampleOperation } from "./support/sample-operation.ts";

const ORIGIN = "http://localhost:8787";
const MCP = "/api/v1/mcp";
const execution = { waitUntil: () => undefined, passThroughOnException: () => undefined } as never;

let at: number;
let points: Record<string, string | number>[];

beforeEach(() => {
  at = 1_795_369_646_510;
  points = [];
  vi.spyOn(Date, "now").mockImplementation(() => at);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

/** A dataset that collects the data points by field name. */
const dataset = {
  writeDataPoint({ indexes, blobs, doubles }: AnalyticsEngineDataPoint = {}) {
    points.push({
      work: String(indexes?.[0]),
      ...Object.fromEntries(METRIC_BLOBS.map((name, position) => [name, String(blobs?.[position])])),
      ...Object.fromEntries(METRIC_DOUBLES.map((name, position) => [name, doubles?.[position] ?? 0])),
    });
  },
};

function worker(bindings: { METRICS?: Pick<AnalyticsEngineDataset, "writeDataPoint"> }) {
  const sample = sampleOperation<{ requestId: string }>({
    ...{ http: { method: "GET", path: "/sample" }, freshFor: 60, tool: "get_sample", problems: ["not_found"] },
    input: z.strictObject({ name: z.string().optional() }),
    async run({ requestId }, { name }: { name?: string }) {
      noteCache(requestId, "isolate");
      await timed("billingMs", requestId, async () => {
        at += 30;
      });
      await timed("registryMs", requestId, async () => {
        at += 12;
      });
      noteCache(requestId, "kv");
      noteCache(requestId, "isolate");
      noteOutcome(requestId, "available");
      if (name === "gone") throw new OperationError("not_found", { en: "No.", fr: "Non." });
      if (name === "breaks") throw new TypeError("a mistake");
      return {};
    },
  });
  const operations = [sample];
  const api: Api<{ requestId: string }> = {
    ...{ version: { major: 1, release: "1.0.0" }, operations, answers: new AnswerCache(10), now: () => at },
    contextFor: ({ requestId }) => ({ requestId }),
    metrics: Metrics.on({ ...bindings, RELEASE: { id: "4f1c", tag: "v7" } }, "catalogue"),
  };
  const addressesOf = addressBook(UNSET_ADDRESSES);
  const application = httpApplication([api], addressesOf);
  const identify = () => ({ name: "sample", version: "1.0.0" });
  const description = { identify, instructions: async () => "" } as never;
  const mcp = mcpEndpoint({ description, version: api.version, tools: () => toolsOf(api) });
  application.all(MCP, mcp);
  application.get("/pages/:id", (c) => c.text("a page"));
  const endpoints = new Map([[MCP, mcp]]);
  const { fetch } = serveDirectly(api, application, { endpoints, addressesOf });
  return async (path: string, init?: RequestInit) => fetch(new Request(ORIGIN + path, init) as never, {}, execution);
}

const rpc = (...messages: object[]): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
  body: JSON.stringify(messages.length === 1 ? messages[0] : messages),
});
const call = (id: number, name = "here") => ({
  ...{ jsonrpc: "2.0", id, method: "tools/call", params: { name: "get_sample", arguments: { name } } },
});

test("an operation call writes one data point with the times of its parts and the source of its answer", async () => {
  await worker({ METRICS: dataset })("/api/v1/sample?name=Ana");
  const layers = { cache: "kv", client: "none", outcome: "available" };
  expect(points).toEqual([
    {
      ...{
        work: "getSample",
        layout: "1",
        worker: "catalogue",
        transport: "http",
        status: "200",
        code: "",
        version: "1",
      },
      ...{ ...layers, release: "v7", ms: 42, billing_ms: 30, registry_ms: 12, count: 1, attempts: 1 },
    },
  ]);
});

test("an answer from memory also writes one data point", async () => {
  const request = worker({ METRICS: dataset });
  await request("/api/v1/sample");
  await request("/api/v1/sample");
  await request(MCP, rpc({ ...call(1), params: { name: "get_sample", arguments: {} } }));
  expect(points.map(({ work, cache, ms }) => [work, cache, ms])).toEqual([
    ["getSample", "kv", 42],
    ["getSample", "isolate", 0],
    ["getSample", "isolate", 0],
  ]);
});

test.each<[string, string, RequestInit | undefined, [string, string, string]]>([
  ["a refusal", "/api/v1/sample?name=gone", undefined, ["getSample", "404", "not_found"]],
  ["a failure", "/api/v1/sample?name=breaks", undefined, ["getSample", "500", "internal_error"]],
  ["an unknown parameter", "/api/v1/sample?nope=1", undefined, ["getSample", "400", "invalid_parameter"]],
  ["an unsupported method", "/api/v1/sample", { method: "DELETE" }, ["/api/v1/sample", "405", ""]],
  ["an unknown URL", "/api/v1/ana-diaz", undefined, ["/*", "404", ""]],
  ["a page", "/pages/ana-diaz", undefined, ["/pages/:id", "200", ""]],
  ["a message that calls no tool", MCP, rpc({ jsonrpc: "2.0", id: 1, method: "tools/list" }), [MCP, "200", ""]],
  ["a body that is not JSON", MCP, { ...rpc({}), body: "{" }, [MCP, "400", ""]],
])("%s writes one data point without content of the request", async (_, path, init, expected) => {
  await worker({ METRICS: dataset })(path, init);
  expect(points.map(({ work, status, code }) => [work, status, code])).toEqual([expected]);
  expect(JSON.stringify(points)).not.toMatch(/gone|breaks|nope|ana-diaz/);
});

test("each tool call writes one data point, even in a batch", async () => {
  const request = worker({ METRICS: dataset });
  await request(MCP, rpc(call(1)));
  await request(MCP, rpc(call(1), call(2, "gone")));
  expect(points.map(({ work, transport, status }) => [work, transport, status])).toEqual([
    ["getSample", "mcp", "200"],
    ["getSample", "mcp", "200"],
    ["getSample", "mcp", "404"],
  ]);
});

test("a failing dataset does not fail a call, and nothing is measured without a dataset", async () => {
  const failing = vi.fn(() => {
    throw new Error("no dataset");
  });
  for (const bindings of [{ METRICS: { writeDataPoint: failing } }, {}]) {
    const request = worker(bindings);
    for (const path of ["/api/v1/sample", "/api/v1/sample", "/pages/1"]) expect((await request(path)).status).toBe(200);
    expect((await request(MCP, rpc(call(1)))).status).toBe(200);
  }
  expect(failing).toHaveBeenCalledTimes(4);
  expect(points).toEqual([]);
});

test("a scheduled run and an alarm write one data point each, with their result", async () => {
  const metrics = Metrics.on({ METRICS: dataset }, "account") ?? expect.fail("no metrics");
  metrics.ran({ work: "purge", tookMs: 12, hasSucceeded: false, count: 3 });
  await metrics.alarm("Account", async () => {
    at += 5;
  });
  await expect(metrics.alarm("Account", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(points.map(({ work, transport, status, ms, count }) => [work, transport, status, ms, count])).toEqual([
    ["cron:purge", "cron", "500", 12, 3],
    ["alarm:Account", "alarm", "200", 5, 1],
    ["alarm:Account", "alarm", "500", 0, 1],
  ]);
});
