import { Hono } from "hono";
import { expect, test } from "vitest";
import type { RequestVariables } from "../../shared/operations/serve-http.ts";
import { mcpEndpoint } from "../../shared/operations/serve-mcp.ts";

const DESCRIPTION = { name: "tests", title: "Tests", version: "1.0.0", instructions: "" };

/** A server whose tools are asked of another Worker: each reading is answered in its turn. */
function serverWith(...readings: Promise<never[]>[]): () => Promise<Response> {
  const tools = () => readings.shift() ?? Promise.reject(new Error("asked once too often"));
  const application = new Hono<RequestVariables>();
  application.all("/mcp", mcpEndpoint({ description: DESCRIPTION, tools }));
  return async () =>
    application.request("/mcp", {
      method: "POST",
      headers: { "Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
}

test("a question for the tools that is never answered, since its request has gone, holds up nobody else", async () => {
  const ask = serverWith(new Promise(() => undefined), Promise.resolve([]));
  void ask();
  for (const response of [await ask(), await ask()]) {
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: 1, result: { tools: [] } });
  }
});

test("where the tools cannot be told, it is 503, and they are asked for again", async () => {
  const ask = serverWith(Promise.reject(new Error("no catalogue")), Promise.resolve([]));
  expect((await ask()).status).toBe(503);
  expect((await ask()).status).toBe(200);
});
