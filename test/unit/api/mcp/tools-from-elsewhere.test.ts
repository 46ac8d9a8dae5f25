import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OperationError } from "../../../../shared/api/definition/problems.ts";
import type { RequestVariables } from "../../../../shared/api/http/serve-http.ts";
import { mcpEndpoint } from "../../../../shared/api/mcp/endpoint.ts";
import type { Tool } from "../../../../shared/api/mcp/tools.ts";
import type { Gate } from "../../../../shared/api/pipeline/gate.ts";
import { addressesFor } from "../../../../shared/platform/addresses.ts";
import { fixedIdentity } from "../../../support/server-identity.ts";
import { UNSET_ADDRESSES } from "../../../support/unset-addresses.ts";

const DESCRIPTION = { identify: fixedIdentity("tests"), instructions: "" };
const down = () => Promise.reject(new Error("no catalogue"));
const LIST = { method: "tools/list" };
const call = (name: string) => ({ method: "tools/call", params: { name, arguments: {} } });

/** A tool that always answers the same. */
function tool(name: string): Tool {
  const annotations = {} as Tool["description"]["annotations"];
  return {
    description: { name, title: name, description: name, inputSchema: {}, outputSchema: {}, annotations },
    call: async () => ({ answer: { json: `{"from":"${name}"}` }, rates: [] }) as never,
  };
}

/** A server whose tools but one are asked of another Worker: each reading is answered in its turn. */
function serverWith(readings: (() => Promise<Tool[]>)[], gate?: Gate, unlisted = async () => new Set<string>()) {
  const toolsFromElsewhere = () => (readings.shift() ?? (() => Promise.reject(new Error("asked once too often"))))();
  const application = new Hono<RequestVariables>();
  const addresses = addressesFor(new URL("http://localhost/mcp"), UNSET_ADDRESSES);
  if (!addresses) throw new Error("no addresses");
  application.use(async (c, next) => {
    c.set("addresses", addresses);
    c.set("requestId", "a-request");
    await next();
  });
  const tools = () => [tool("own")];
  application.all(
    "/mcp",
    mcpEndpoint({ description: { ...DESCRIPTION, unlisted }, tools, toolsFromElsewhere, ...(gate && { gate }) }),
  );
  return async (message: object | object[], version = "2025-11-25") => {
    const numbered = [message].flat().map((one, id) => ({ jsonrpc: "2.0", id, ...one }));
    return application.request("/mcp", {
      method: "POST",
      headers: { "Content-Type": "application/json", "MCP-Protocol-Version": version },
      body: JSON.stringify(Array.isArray(message) ? numbered : numbered[0]),
    });
  };
}

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("a question for the tools that is never answered, since its request has gone, holds up nobody else", async () => {
  const ask = serverWith([() => new Promise(() => undefined), async () => []]);
  void ask(LIST);
  for (const response of [await ask(LIST), await ask(LIST)]) {
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: 0, result: { tools: [{ name: "own" }] } });
  }
});

test("meanwhile the server's own tools work, alone and in a batch, and nothing is asked for on their account", async () => {
  const server = serverWith([down]);
  const own = { result: { structuredContent: { from: "own" } } };
  expect(await (await server(call("own"))).json()).toMatchObject(own);
  expect((await server({ method: "ping" })).status).toBe(200);
  expect(logged).not.toHaveBeenCalled();
  const batch = await server([call("own"), LIST, call("other"), { method: "ping" }], "2025-03-26");
  expect(batch.status).toBe(200);
  const error = { error: { code: -32603 } };
  expect(await batch.json()).toMatchObject([own, { id: 1, ...error }, { id: 2, ...error }, { id: 3, result: {} }]);
  expect(logged).toHaveBeenCalledTimes(1);
});

test("who has no credential is told so, and the tools are not even asked for", async () => {
  const admit = () => Promise.reject(new OperationError("unauthorized", { en: "No.", fr: "Non." }));
  const server = serverWith([], { admit, challenge: () => undefined });
  for (const message of [LIST, call("other"), call("own")]) expect((await server(message)).status).toBe(401);
  expect(logged).not.toHaveBeenCalled();
});

test("a tool that is left out now is not listed, nor named where one is unknown; whoever calls it is answered", async () => {
  const left = [new Set(["own"]), new Set<string>()];
  let now = left[0] as Set<string>;
  const server = serverWith([async () => [tool("other")]], undefined, async () => now);
  const names = async () => {
    const { result } = (await (await server(LIST)).json()) as { result: { tools: { name: string }[] } };
    const unknown = JSON.stringify(await (await server(call("nobody's"))).json());
    return [result.tools.map(({ name }) => name), /Tools: ([^."]*)/.exec(unknown)?.[1]];
  };
  expect(await names()).toEqual([["other"], "other"]);
  expect(await (await server(call("own"))).json()).toMatchObject({ result: { structuredContent: { from: "own" } } });
  now = left[1] as Set<string>;
  expect(await names()).toEqual([["own", "other"], "own, other"]);
});
