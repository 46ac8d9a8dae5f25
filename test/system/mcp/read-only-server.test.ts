import { expect, inject, test } from "vitest";
import { ACCOUNT_MCP_PATH, READ_ONLY_SUFFIX } from "../../../shared/platform/addresses.ts";
import { AccountClient, EVERY_SCOPE, type McpAnswer, toolCall } from "../../support/account-client.ts";
import { createToken, signIn } from "../../support/assistants-page.ts";
import {
  ConnectingApplication,
  connectionOf,
  returnedTo,
  type TokenPair,
} from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { ERAS } from "./exchange.ts";

const origin = inject("origin");
const READ_PATH = ACCOUNT_MCP_PATH + READ_ONLY_SUFFIX;
const api = new AccountClient();

async function post(path: string, token: string | null, body: unknown, more: Record<string, string> = {}) {
  const headers = new Headers({ "Content-Type": "application/json", Accept: "application/json", ...more });
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  const response = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
  return {
    status: response.status,
    challenge: response.headers.get("WWW-Authenticate"),
    answer: (await response.json()) as McpAnswer,
  };
}

const statusAt = async (path: string, token: string) => (await post(path, token, toolCall("get_my_account"))).status;

test("the read-only server requires a sign-in for its own resource", async () => {
  const { status, challenge } = await post(READ_PATH, null, toolCall("get_my_account"));
  const metadata = `${origin}/.well-known/oauth-protected-resource${READ_PATH}`;
  expect([status, challenge]).toEqual([401, `Bearer resource_metadata="${metadata}", scope="account:read"`]);
  expect(await (await fetch(metadata)).json()).toMatchObject({ resource: origin + READ_PATH });
});

test("the read-only server has exactly the account server's tools that only read", async () => {
  const token = await api.token({ scopes: EVERY_SCOPE });
  const list = async (path: string) =>
    (await post(path, token, { jsonrpc: "2.0", id: 1, method: "tools/list" })).answer.result?.tools as {
      annotations: { readOnlyHint: boolean };
    }[];
  const whole = await list(ACCOUNT_MCP_PATH);
  const reading = whole.filter(({ annotations }) => annotations.readOnlyHint);
  expect(reading.length).toBeLessThan(whole.length);
  expect(await list(READ_PATH)).toEqual(reading);
});

test.each(ERAS.slice(0, 2))(
  "the read-only server rejects tools that act as unknown, whatever the token's scopes ($era)",
  async ({ ask }) => {
    const call = async (token: string, name: string) => {
      const { headers = {}, body } = ask("tools/call", {
        name,
        arguments: { domain: "ana-europe.fr", auto_renew: true },
      });
      const { answer, ...http } = await post(READ_PATH, token, body, headers);
      return { ...http, error: { ...answer.error, message: answer.error?.message.replace(name, "…") } };
    };
    for (const scopes of [EVERY_SCOPE, []]) {
      const token = await api.token({ scopes });
      const unknown = await call(token, "no_such_tool");
      expect(unknown).toMatchObject({ challenge: null, error: { code: -32602 } });
      expect(await call(token, "set_domain_auto_renew")).toEqual(unknown);
    }
  },
);

test("an API token can read at the read-only server", async () => {
  const visitor = new PageVisitor(origin);
  await signIn(visitor, "nocard");
  const token = await createToken(visitor, { account: 1003, scope: ["billing:write"] });
  expect(await statusAt(READ_PATH, token)).toBe(200);
  const call = toolCall("set_domain_auto_renew", { domain: "no-such-name.ca", auto_renew: true });
  expect((await post(READ_PATH, token, call)).answer.error?.code).toBe(-32602);
});

test("an ordinary token can read at the read-only server and still works elsewhere", async () => {
  const token = await api.token({ scopes: ["billing:write"] });
  for (const path of [READ_PATH, ACCOUNT_MCP_PATH, READ_PATH]) expect(await statusAt(path, token), path).toBe(200);
});

/** The parameters of an application that uses the read-only URL but requests more scopes. */
const WANTED = { resource: origin + READ_PATH, scope: "account:read billing:write domains:write" };

test("the consent for the read-only server offers no changes and refuses forged selections", async () => {
  const application = await ConnectingApplication.register(origin, "Curious assistant");
  const visitor = new PageVisitor(origin);
  const consent = await application.toConsent(visitor, { login: "nocard" }, WANTED);
  expect(consent.html).not.toContain('name="scope"');
  expect(consent.html).not.toContain('name="ask"');
  expect(consent.html).not.toContain("approval");
  for (const forged of [{ scope: ["billing:write"] }, { ask: ["orders"] }]) {
    const refused = await visitor.submit(consent, "decision", { ...forged, limit: "all", decision: "allow" });
    expect([refused.status, refused.left]).toEqual([422, null]);
  }

  const decision = visitor.submit(consent, "decision", { limit: "all", decision: "allow" });
  const given = await application.exchange(await returnedTo(decision));
  expect(given).toMatchObject({ resource: WANTED.resource, scope: "account:read" });
  const page = await visitor.open("/connected-assistants?lang=en");
  const card = page.html.split(`id="connection-${connectionOf(given)}"`)[1]?.split("</form>")[0] ?? "";
  expect(card).toContain("it connects to the read-only address");
  expect(card).not.toContain("connect the application again");
});

test("a read-only token works only at the read-only server, even after a refresh", async () => {
  const application = await ConnectingApplication.register(origin);
  const visitor = new PageVisitor(origin);
  const consent = await application.toConsent(visitor, { login: "nocard" }, WANTED);
  const given = await application.exchange(
    await returnedTo(visitor.submit(consent, "decision", { limit: "all", decision: "allow" })),
  );
  const refresh = (more: Record<string, string>) =>
    application.token({ grant_type: "refresh_token", refresh_token: given.refresh_token, ...more });
  const goodAt = async ({ access_token }: TokenPair) => [
    await statusAt(READ_PATH, access_token),
    await statusAt(ACCOUNT_MCP_PATH, access_token),
    (await api.request("/account", access_token)).status,
  ];
  expect(await goodAt(given)).toEqual([200, 401, 401]);
  for (const [more, error] of [
    [{ resource: `${origin}/api/v1` }, "invalid_target"],
    [{ resource: origin + ACCOUNT_MCP_PATH }, "invalid_target"],
    [{ scope: "account:read billing:write" }, "invalid_scope"],
  ] as const) {
    const response = await refresh(more);
    expect([response.status, await response.json()]).toMatchObject([400, { error }]);
  }
  expect(await goodAt((await (await refresh({})).json()) as TokenPair)).toEqual([200, 401, 401]);
});
