import {
  Client,
  type ClientCapabilities,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { MCP_ADDRESS, mcpServer, refusal, refused } from "./mcp/endpoint-server.ts";

const PAGE = "http://localhost/connected-assistants/approvals/c.q";
/**
 * Calls a tool with the official client, in which the customer always chooses `answer`. Returns what the client's host
 * shows to the customer and what it passes to the model.
 */
async function callAs(
  capabilities: ClientCapabilities,
  {
    type = "approve_action",
    answer = "accept",
    mode = "auto",
  }: { type?: string; answer?: ElicitResult["action"]; mode?: "auto" | "legacy" } = {},
) {
  const { says, seen, fetch } = mcpServer({ isGated: false });
  const action = { type, message: "Approve: cancel the service Web Start.", url: PAGE };
  says.outcome = refused(refusal("not_allowed", undefined, action));
  const client = new Client({ name: "tests", version: "1" }, { capabilities, versionNegotiation: { mode } });
  const shown: unknown[] = [];
  if (capabilities.elicitation) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      shown.push(params);
      return { action: answer };
    });
  }
  await client.connect(new StreamableHTTPClientTransport(new URL(MCP_ADDRESS), { fetch }));
  const result = await client.callTool({ name: "own_tool", arguments: { id: 1 } });
  await client.close();
  const [content] = result.content as { text: string }[];
  return {
    calls: seen.calls,
    shown,
    isError: result.isError,
    problem: JSON.parse(content?.text ?? "") as Record<string, unknown>,
  };
}

test("a client that can open pages gets one request to open the approval page, and then the problem", async () => {
  const { calls, shown, isError, problem } = await callAs({ elicitation: { url: {} } });
  expect(shown).toEqual([{ mode: "url", message: "Approve: cancel the service Web Start.", url: PAGE }]);
  expect(calls.map(({ caller, sent }) => [caller.hasDeclined ?? false, sent])).toEqual([
    [false, { arguments: { id: 1 } }],
    [false, { arguments: { id: 1 } }],
  ]);
  expect(isError).toBe(true);
  expect(problem).toMatchObject({ code: "not_allowed", action_required: { url: PAGE } });
});

test("a decline in the client reaches the pending call, and a cancellation does not", async () => {
  const declined = await callAs({ elicitation: { url: {} } }, { answer: "decline" });
  expect(declined.calls.map(({ caller }) => caller.hasDeclined)).toEqual([undefined, true]);
  const cancelled = await callAs({ elicitation: { url: {} } }, { answer: "cancel" });
  expect(cancelled.calls.map(({ caller }) => caller.hasDeclined)).toEqual([undefined, undefined]);
});

test.for<[name: string, capabilities: ClientCapabilities, options: Parameters<typeof callAs>[1]]>([
  ["a client that supports only forms", { elicitation: { form: {} } }, {}],
  ["a client without elicitation", {}, {}],
  ["a client with an earlier protocol revision", { elicitation: { url: {} } }, { mode: "legacy" }],
  ["a next step that is not an approval", { elicitation: { url: {} } }, { type: "pay_invoice" }],
])("%s leads to the problem immediately", async ([, capabilities, options]) => {
  const { calls, shown, problem } = await callAs(capabilities, options);
  expect(shown).toEqual([]);
  expect(calls).toHaveLength(1);
  expect(problem).toMatchObject({ code: "not_allowed" });
});
