import { beforeEach, expect, test, vi } from "vitest";
import { type Rpc, refusal, mcpServer as server } from "./endpoint-server.ts";

const RATE_HEADER = '"connection";r=7;t=60';
const errors = vi.spyOn(console, "error");
beforeEach(() => void errors.mockReset().mockReturnValue(undefined));

const list = (id: unknown = 1) => ({ jsonrpc: "2.0", id, method: "tools/list" });
const call = (id: unknown = 1, name = "own_tool") => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name } });
const NOTIFICATION = { jsonrpc: "2.0", method: "notifications/initialized" };
const namesIn = (rpc: Rpc | null) => (rpc?.result?.tools as { name: string }[] | undefined)?.map(({ name }) => name);

test("another Worker's tools follow the Worker's own, can be called, and are read once in ten minutes", async () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  try {
    const { seen, send } = server({ hasOthers: true });
    expect((await send(call(1))).status).toBe(200);
    expect(seen.asked, "not for an own tool").toBe(0);
    const { rpc } = await send(list());
    expect(namesIn(rpc)).toEqual(["own_tool", "other_tool"]);
    vi.setSystemTime(599_999);
    expect((await send(call(2, "other_tool"))).rpc?.result?.structuredContent).toEqual({ a: 1 });
    expect(seen.asked).toBe(1);
    vi.setSystemTime(600_000);
    await send(list());
    expect(seen.asked).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test("unreadable tools of another Worker are reported, while the Worker's own tools stay available", async () => {
  const { seen, says, send } = server({ hasOthers: true });
  says.elsewhere = new Error("away");
  for (const message of [list(3), call(3, "other_tool")]) {
    const { status, headers, rpc } = await send(message);
    expect([status, headers.get("Retry-After"), headers.get("RateLimit")]).toEqual([503, "5", RATE_HEADER]);
    expect(rpc).toMatchObject({ id: 3, error: { code: -32603, message: expect.stringContaining("5 seconds") } });
  }
  expect(JSON.parse(errors.mock.calls[0]?.[0])).toMatchObject({ event: "tools_unknown", request_id: "a-request" });
  expect((await send(call(4))).status).toBe(200);
  expect(seen.disposed).toBe(3);
  const open = server({ isGated: false, hasOthers: true });
  open.says.elsewhere = new Error("away");
  expect((await open.send(list())).headers.has("RateLimit")).toBe(false);
});

test("a request that is refused or expects no response does not read another Worker's tools", async () => {
  const { seen, says, send } = server({ hasOthers: true });
  says.refusals = [refusal("rate_limited")];
  await send(list());
  says.refusals = [];
  await send(NOTIFICATION);
  expect((await send({ ...list(), id: undefined }, { "MCP-Protocol-Version": "2026-07-28" })).status).toBe(202);
  await send({ jsonrpc: "2.0", id: 1, method: "ping" });
  expect(seen.asked).toBe(0);
});

test("a read of tools that never finishes, because its request has ended, delays no other request", async () => {
  const { seen, says, send } = server({ hasOthers: true });
  says.elsewhere = "silence";
  void send(list());
  await expect.poll(() => seen.asked).toBe(1);
  says.elsewhere = undefined;
  for (const _ of [1, 2]) expect(namesIn((await send(list())).rpc)).toEqual(["own_tool", "other_tool"]);
});

test("unlisted tools are not listed or suggested, but can still be called", async () => {
  const left = new Set(["own_tool"]);
  const { send } = server({ hasOthers: true, unlisted: async () => left });
  expect(namesIn((await send(list())).rpc)).toEqual(["other_tool"]);
  expect((await send(call(2, "no_such_tool"))).text).toContain("Tools: other_tool.");
  expect((await send(call(3))).rpc?.result).toMatchObject({ structuredContent: { a: 1 } });
});
