import { describe, expect, test, vi } from "vitest";
import type { RpcMessage } from "../../../../shared/api/mcp/json-rpc.ts";
import { isPlainRequest } from "../../../../shared/api/mcp/plain-request.ts";

const NEWEST = "2026-07-28";
const RESERVED = "io.modelcontextprotocol/";
const client = (capabilities: object = {}) => ({
  [`${RESERVED}protocolVersion`]: NEWEST,
  [`${RESERVED}clientInfo`]: { name: "a", version: "1" },
  [`${RESERVED}clientCapabilities`]: capabilities,
});
const list = (params?: object, more: object = {}) =>
  ({ jsonrpc: "2.0", id: 1, method: "tools/list", ...(params && { params }), ...more }) as RpcMessage;
const call = (params: object = {}) =>
  ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_plan", ...params } }) as RpcMessage;

describe("a request in an earlier protocol version", () => {
  test.each<[message: RpcMessage, isPlain: boolean]>([
    [list(), true],
    [list({ _meta: { progressToken: "t", "com.example/trace": 1 } }), true],
    [list({ _meta: { progressToken: 7 } }), true],
    [list({ _meta: { progressToken: null } }), false],
    [list({ _meta: { [`${RESERVED}related-task`]: {} } }), false],
    [list({ cursor: "x" }), false],
    [list(undefined, { id: undefined }), false],
    [list(undefined, { result: {} }), false],
    [list(undefined, { error: {} }), false],
    [list(undefined, { method: "ping" }), false],
    [call(), true],
    [call({ task: {} }), false],
  ])("%j is plain: %s", (message, isPlain) => {
    expect(isPlainRequest(message, null)).toBe(isPlain);
  });
});

describe("a request in version 2026-07-28", () => {
  const headers = (own: Record<string, string> = {}) =>
    new Headers({ "MCP-Protocol-Version": NEWEST, "Mcp-Method": "tools/call", "Mcp-Name": "get_plan", ...own });
  const listed = headers({ "Mcp-Method": "tools/list" });
  const asked = (capabilities: object = {}, more: object = {}) => call({ _meta: { ...client(capabilities), ...more } });

  test("is plain only if its headers match the message", () => {
    expect(isPlainRequest(asked(), headers())).toBe(true);
    expect(isPlainRequest(list({ _meta: client() }), listed)).toBe(true);
    listed.delete("Mcp-Name");
    expect(isPlainRequest(list({ _meta: client() }), listed), "a list has no name").toBe(true);
    for (const wrong of [
      { "MCP-Protocol-Version": "2025-11-25" },
      { "Mcp-Method": "tools/list" },
      { "Mcp-Name": "list_plans" },
    ])
      expect(isPlainRequest(asked(), headers(wrong)), JSON.stringify(wrong)).toBe(false);
    expect(isPlainRequest({ jsonrpc: "2.0", id: 1, method: "tools/call" }, headers()), "a call without params").toBe(
      false,
    );
    for (const absent of ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"]) {
      const without = headers();
      without.delete(absent);
      expect(isPlainRequest(asked(), without), absent).toBe(false);
    }
  });

  test("is plain only with a valid envelope, whether or not that was checked before", () => {
    for (const _ of ["first", "again"]) {
      expect(isPlainRequest(asked({ sampling: {} }), headers())).toBe(true);
      expect(isPlainRequest(call(), headers()), "without one").toBe(false);
      expect(isPlainRequest(asked({ sampling: 5 }), headers())).toBe(false);
      expect(isPlainRequest(asked({}, { progressToken: {} }), headers())).toBe(false);
      expect(isPlainRequest(asked({}, { progressToken: "t" }), headers())).toBe(true);
    }
  });

  test("is not plain if a call may open a page in its client, while a list is plain", () => {
    const opens = { elicitation: { url: {} } };
    for (const _ of ["first", "again"]) {
      expect(isPlainRequest(asked(opens), headers())).toBe(false);
      expect(isPlainRequest(list({ _meta: client(opens) }), listed)).toBe(true);
      expect(isPlainRequest(asked({ elicitation: { form: {} } }), headers())).toBe(true);
    }
  });

  test.each<[what: string, note: (used: number) => unknown, isRemembered: boolean]>([
    ["of the maximum length", (used) => "n".repeat(2_000 - used), true],
    ["that is longer", (used) => "n".repeat(2_001 - used), false],
    ["with null, which stands for a number too large for a double", () => null, false],
  ])(
    "the SDK's check of an envelope %s is remembered unless the envelope is too long or has a number too large for a double",
    (_, note, isRemembered) => {
      const name = vi.fn(() => "reads of this are counted");
      const clientInfo = {
        version: "1",
        get name() {
          return name();
        },
      };
      const envelope = { ...client(), [`${RESERVED}clientInfo`]: clientInfo, "com.example/note": "" };
      envelope["com.example/note"] = note(JSON.stringify(envelope).length) as string;
      const readsOf = () => {
        name.mockClear();
        expect(isPlainRequest(call({ _meta: envelope }), headers())).toBe(true);
        return name.mock.calls.length;
      };
      const first = readsOf();
      expect(readsOf() < first).toBe(isRemembered);
    },
  );
});
