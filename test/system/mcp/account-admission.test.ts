import { describe, expect, inject, test } from "vitest";
import { AccountClient, type McpAnswer, toolCall } from "../../support/account-client.ts";
import { ERAS } from "./exchange.ts";

const api = new AccountClient();

const METADATA = `${inject("origin")}/.well-known/oauth-protected-resource/api/v1/account/mcp`;
const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
const NOTIFICATION = { jsonrpc: "2.0", method: "notifications/initialized" };

/** The problem in a refused tool call. */
function problemIn({ result }: McpAnswer): { code: string; status: number } {
  expect(result?.isError).toBe(true);
  expect(result).not.toHaveProperty("structuredContent");
  return JSON.parse(result?.content?.[0]?.text ?? "null");
}

describe.each([
  ["without a credential", null],
  ["with one that is not good", "none-of-ours"],
])("%s", (_, token) => {
  function expectChallenge(response: Response): void {
    expect(response.status).toBe(401);
    expect(response.headers.get("Content-Type")).toMatch(/^application\/json\b/);
    const error = token === null ? "" : ', error="invalid_token"';
    expect(response.headers.get("WWW-Authenticate")).toBe(
      `Bearer resource_metadata="${METADATA}", scope="account:read"${error}`,
    );
    expect(response.headers.has("RateLimit")).toBe(false);
  }

  test.each(ERAS)("$era: a tool call is 401 with the problem as its result", async ({ ask }) => {
    const { headers, body } = ask("tools/call", { name: "get_my_account", arguments: {} }, { id: "a" });
    const response = await api.post(body, token, headers);
    expectChallenge(response);
    const answer = (await response.json()) as McpAnswer;
    expect(answer.id).toBe("a");
    expect(problemIn(answer)).toMatchObject({ code: "unauthorized", status: 401 });
  });

  test.each(ERAS)("$era: a list of tools is 401 with an error", async ({ ask }) => {
    const { headers, body } = ask("tools/list", {}, { id: 7 });
    const response = await api.post(body, token, headers);
    expectChallenge(response);
    expect(await response.json()).toMatchObject({ id: 7, error: { code: -32600, data: { code: "unauthorized" } } });
  });

  // JSON-RPC has no empty array, so a batch of notifications is refused with one error.
  test.each([{ sent: NOTIFICATION }, { sent: [NOTIFICATION, NOTIFICATION] }])(
    "notifications are 401 with an error to nobody: $sent",
    async ({ sent }) => {
      const response = await api.post(sent, token);
      expectChallenge(response);
      expect(await response.json()).toMatchObject({ id: null, error: { data: { code: "unauthorized" } } });
    },
  );

  test("a batch is refused whole, each of its requests by its id", async () => {
    const response = await api.post([ping(1), NOTIFICATION, toolCall("list_plans", {}, 2)], token);
    expectChallenge(response);
    const [pong, called, ...others] = (await response.json()) as McpAnswer[];
    expect(pong).toMatchObject({ id: 1, error: { data: { code: "unauthorized" } } });
    expect(problemIn(called as McpAnswer)).toMatchObject({ code: "unauthorized" });
    expect(others).toEqual([]);
  });

  test("catalogue tools need the credential as well", async () => {
    expectChallenge(await api.post(toolCall("list_plans"), token));
  });
});

describe("what came in", () => {
  test.each([
    ["get_my_account", { colour: "red" }, "invalid_parameter", 400],
    ["list_my_domains", { limit: 0 }, "invalid_parameter", 400],
    ["get_plan", { id: "no-such-plan" }, "not_found", 404],
  ])("%s with %j is 200 with the problem as its result", async (tool, input, code, status) => {
    const response = await api.post(toolCall(tool, input), { login: "nocard" });
    expect(response.status).toBe(200);
    expect(response.headers.has("WWW-Authenticate")).toBe(false);
    expect(response.headers.get("RateLimit-Policy")).toContain('"connection";q=120;w=60');
    expect(problemIn((await response.json()) as McpAnswer)).toMatchObject({ code, status });
  });

  test("a tool that is not there is an error of the protocol", async () => {
    const response = await api.post(toolCall("order_everything"), { login: "nocard" });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ error: { code: -32602 } });
  });

  test("in a batch each element has its own result", async () => {
    const batch = [toolCall("get_my_account", {}, 1), toolCall("get_my_account", { x: 1 }, 2), NOTIFICATION, ping(3)];
    const response = await api.post(batch, { login: "nocard" });
    expect(response.status).toBe(200);
    const answers = (await response.json()) as McpAnswer[];
    expect(answers.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(answers[0]?.result?.structuredContent).toMatchObject({ account: { id: 1004 } });
    expect(problemIn(answers[1] as McpAnswer)).toMatchObject({ code: "invalid_parameter" });
    expect(answers[2]).toEqual({ jsonrpc: "2.0", id: 3, result: {} });
  });

  test("a body is looked at before the credential is", async () => {
    const response = await api.post("not a message", null);
    expect(response.status).toBe(400);
    expect(response.headers.has("WWW-Authenticate")).toBe(false);
  });
});
