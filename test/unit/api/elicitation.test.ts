import {
  Client,
  type ClientCapabilities,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { OperationError, toProblem } from "../../../shared/api/definition/problems.ts";
import type { RequestVariables } from "../../../shared/api/http/serve-http.ts";
import { mcpEndpoint } from "../../../shared/api/mcp/endpoint.ts";
import type { Tool } from "../../../shared/api/mcp/tools.ts";
import type { OperationCall } from "../../../shared/api/pipeline/run-operation.ts";
import { addressesFor } from "../../../shared/platform/addresses.ts";
import { fixedIdentity } from "../../support/server-identity.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";

const PAGE = "http://localhost/connected-assistants/approvals/c.q";
const NAME = "cancel_service";

/** A server with one tool, which always answers with the same `action_required`; and the calls of it. */
function serverAsking(type: string) {
  const calls: OperationCall[] = [];
  const action_required = { type, message: "Approve: cancel the service Web Start.", url: PAGE };
  const detail = { en: "Nothing was sent.", fr: "Rien n’a été envoyé." };
  const refusal = new OperationError("not_allowed", detail, { members: { action_required } });
  const annotations = {} as Tool["description"]["annotations"];
  const tool: Tool = {
    description: {
      name: NAME,
      title: NAME,
      description: NAME,
      inputSchema: { type: "object" },
      outputSchema: { type: "object" },
      annotations,
    },
    call: async (call) => {
      calls.push(call);
      return { problem: toProblem(refusal, { site: "http://localhost", language: "en", requestId: "r" }), rates: [] };
    },
  };
  const application = new Hono<RequestVariables>();
  const addresses = addressesFor(new URL("http://localhost/mcp"), UNSET_ADDRESSES);
  if (!addresses) throw new Error("no addresses");
  application.use(async (c, next) => {
    c.set("addresses", addresses);
    c.set("requestId", "r");
    await next();
  });
  application.all(
    "/mcp",
    mcpEndpoint({ description: { identify: fixedIdentity("tests"), instructions: "" }, tools: () => [tool] }),
  );
  return { application, calls };
}

/** What a host of the official client is shown, and what it hands its model, where the customer always answers the same. */
async function callAs(
  capabilities: ClientCapabilities,
  {
    type = "approve_action",
    action = "accept",
    mode = "auto",
  }: { type?: string; action?: ElicitResult["action"]; mode?: "auto" | "legacy" } = {},
) {
  const { application, calls } = serverAsking(type);
  const client = new Client({ name: "tests", version: "1" }, { capabilities, versionNegotiation: { mode } });
  const shown: unknown[] = [];
  if (capabilities.elicitation) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      shown.push(params);
      return { action };
    });
  }
  const fetch = async (url: string | URL, init?: RequestInit) => application.request(url.toString(), init);
  await client.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch }));
  const result = await client.callTool({ name: NAME, arguments: { id: 1 } });
  await client.close();
  const [content] = result.content as { text: string }[];
  return { calls, shown, isError: result.isError, problem: JSON.parse(content?.text ?? "") as Record<string, unknown> };
}

test("a client that opens pages is asked to open the approval page, once, and then gets the problem", async () => {
  const { calls, shown, isError, problem } = await callAs({ elicitation: { url: {} } });
  expect(shown).toEqual([{ mode: "url", message: "Approve: cancel the service Web Start.", url: PAGE }]);
  expect(calls.map(({ caller, sent }) => [caller.hasDeclined ?? false, sent])).toEqual([
    [false, { arguments: { id: 1 } }],
    [false, { arguments: { id: 1 } }],
  ]);
  expect(isError).toBe(true);
  expect(problem).toMatchObject({ code: "not_allowed", action_required: { url: PAGE } });
});

test("a decline in the client is handed to the call that comes back; a cancel is not", async () => {
  const declined = await callAs({ elicitation: { url: {} } }, { action: "decline" });
  expect(declined.calls.map(({ caller }) => caller.hasDeclined)).toEqual([undefined, true]);
  const cancelled = await callAs({ elicitation: { url: {} } }, { action: "cancel" });
  expect(cancelled.calls.map(({ caller }) => caller.hasDeclined)).toEqual([undefined, undefined]);
});

test.for<[name: string, capabilities: ClientCapabilities, options: Parameters<typeof callAs>[1]]>([
  ["a client that fills in forms only", { elicitation: { form: {} } }, {}],
  ["a client that declares elicitation without saying which", { elicitation: {} }, {}],
  ["a client without elicitation", {}, {}],
  ["a client of an earlier revision", { elicitation: { url: {} } }, { mode: "legacy" }],
  ["a next step that is no approval", { elicitation: { url: {} } }, { type: "pay_invoice" }],
])("%s gets the problem at once", async ([, capabilities, options]) => {
  const { calls, shown, problem } = await callAs(capabilities, options);
  expect(shown).toEqual([]);
  expect(calls).toHaveLength(1);
  expect(problem).toMatchObject({ code: "not_allowed" });
});
