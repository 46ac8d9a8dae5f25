import { describe, expect, test } from "vitest";
import { earlier, exchange, META, newest, type RpcAnswer, refused } from "./exchange.ts";

const ping = (id: unknown) => earlier("ping", undefined, { id }).body;
const call = (id: unknown, line: string) =>
  earlier("tools/call", { name: "list_plans", arguments: { line } }, { id }).body;
const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
const INITIALIZE = {
  protocolVersion: "2025-03-26",
  capabilities: {},
  clientInfo: { name: "frontdesk-tests", version: "1.0.0" },
};
const response = { jsonrpc: "2.0", id: 99, result: {} };

/** The answers to a batch, which is served: 200 and an array whatever is in it. */
async function answersTo(batch: unknown[], headers: Record<string, string> = {}): Promise<RpcAnswer[]> {
  const answer = await exchange({ body: batch, headers });
  expect(answer.status).toBe(200);
  return answer.batch();
}

describe("which revision has batches", () => {
  test.each([
    ["2025-03-26", { "MCP-Protocol-Version": "2025-03-26" }],
    ["no header, which means 2025-03-26", {}],
  ])("%s", async (_, headers) => {
    expect(await answersTo([ping(1), ping(2)], headers)).toHaveLength(2);
  });

  test.each(["2025-06-18", "2025-11-25", "2026-07-28", "2024-11-05", "2099-01-01"])("not %s", async (version) => {
    await refused({ body: [ping(1)], headers: { "MCP-Protocol-Version": version } }, 400, -32600);
  });

  test("not 2026-07-28, whatever its elements say", async () => {
    const { headers, body } = newest("tools/list");
    await refused({ body: [body], headers }, 400, -32600);
  });
});

describe("what a batch is answered with", () => {
  test("one request: an array of one", async () => {
    expect(await answersTo([ping("only")])).toEqual([{ jsonrpc: "2.0", id: "only", result: {} }]);
  });

  test("each request its own answer", async () => {
    const answers = await answersTo([call(1, "web-hosting"), call(2, "no-such-line"), ping("3"), call(4, "vps")]);
    const byId = new Map(answers.map((answer) => [answer.id, answer.result]));
    expect([...byId.keys()].toSorted()).toEqual([1, 2, 4, "3"].toSorted());
    expect(byId.get(1)?.structuredContent).toHaveProperty("plans.0.line", "web-hosting");
    expect(byId.get(2)?.isError).toBe(true);
    expect(byId.get(4)?.structuredContent).toHaveProperty("plans.0.line", "vps");
  });

  test("answers of more than 256 KiB: those beyond are refused under their ids", async () => {
    const plans = (id: number) => earlier("tools/call", { name: "list_plans", arguments: {} }, { id }).body;
    const { text } = await exchange({ body: Array.from({ length: 10 }, (_, id) => plans(id)) });
    const answers = JSON.parse(text) as RpcAnswer[];
    const isRefused = answers.map(({ error }) => error?.code === -32600);
    expect(answers.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(isRefused).toEqual([false, false, false, false, false, false, true, true, true, true]);
    expect(text.length).toBeLessThan(270_000);
  });

  test("requests under one id: an answer each", async () => {
    const answers = await answersTo([call(1, "web-hosting"), call(1, "vps"), ping(1)]);
    expect(answers.map(({ id }) => id)).toEqual([1, 1, 1]);
    const lines = answers.map(
      ({ result }) => (result?.structuredContent as { plans: { line: string }[] })?.plans[0]?.line,
    );
    expect(new Set(lines)).toEqual(new Set(["web-hosting", "vps", undefined]));
  });

  test("notifications and responses among requests: nothing", async () => {
    const answers = await answersTo([notification, ping(1), response, notification]);
    expect(answers.map(({ id }) => id)).toEqual([1]);
  });

  test.each([
    ["notifications", [notification, notification]],
    ["one notification", [notification]],
    ["responses", [response, { jsonrpc: "2.0", id: 98, error: { code: -1, message: "no" } }]],
    ["notifications and responses", [notification, response]],
  ])("%s alone: 202 and no body", async (_, body) => {
    const answer = await exchange({ body });
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 202, text: "" });
  });
});

describe("what does not belong in a batch", () => {
  test("nothing in it: one error, not an array", async () => {
    await refused({ body: "[]" }, 400, -32600);
  });

  test("more than ten, where nobody is asked for a credential: one error, not an array", async () => {
    expect(await answersTo(Array.from({ length: 10 }, (_, index) => ping(index)))).toHaveLength(10);
    await refused({ body: Array.from({ length: 11 }, (_, index) => ping(index)) }, 400, -32600);
  });

  test.each([
    ["a number", 1, null],
    ["null", null, null],
    ["an empty object", {}, null],
    ["a request without its version", { id: 5, method: "ping" }, 5],
    ["a request whose id is null", { jsonrpc: "2.0", id: null, method: "ping" }, null],
    ["a batch", [ping(5)], null],
    ["initialize", earlier("initialize", INITIALIZE, { id: 5 }).body, 5],
    ["a request of 2026-07-28", { ...ping(5), method: "tools/list", params: { _meta: META } }, 5],
  ])("%s: an error in its place, the others are answered", async (_, element, id) => {
    const answers = await answersTo([ping("before"), element, ping("after")]);
    expect(answers).toHaveLength(3);
    const [refusal] = answers.filter(({ error }) => error);
    expect(refusal?.error?.code).toBe(-32600);
    expect(refusal?.id ?? null).toBe(id);
    expect(answers.flatMap(({ id, result }) => (result ? id : [])).toSorted()).toEqual(["after", "before"]);
  });

  test("nothing but what does not: errors, in an array", async () => {
    const answers = await answersTo([1, 2, 3]);
    expect(answers.map(({ error }) => error?.code)).toEqual([-32600, -32600, -32600]);
  });
});
