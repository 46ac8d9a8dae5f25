import { beforeAll, beforeEach, expect, test } from "vitest";
import { connectionOfApiToken, mintApiToken } from "../../../durable-objects/connection/tokens/api-token.ts";
import { ID_LENGTH } from "../../../shared/platform/ids.ts";
import { toolCall } from "../../support/account-client.ts";
import { createToken, signIn } from "../../support/assistants-page.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";

// No mail, which would ask the billing system for its recipients.
const world = useWorld({ isWatched: true, vars: { account: { MAIL_FROM: "" } } });
const { api } = world;

let token: string;
let apiToken: string;

beforeAll(async () => {
  token = await api.token({ scopes: [] });
  const visitor = new PageVisitor(world.origin);
  await signIn(visitor, "owner");
  apiToken = await createToken(visitor);
  // What the Worker learns once: the service's key, the catalogue's tools.
  await Promise.all([get("/account"), api.tool("get_my_account", {}, token)]);
});
beforeEach(async () => {
  await Promise.all([world.objectCalls(), world.billingCalls()]);
});

const get = (path: string, credential = token) => api.request(path, credential);
const calls = async () => ({ objects: await world.objectCalls(), billing: await world.billingCalls() });
const lastLogged = async () => (await api.read<{ entries: object[] }>("/account/audit", token)).entries[0];

test("the counters count", async () => {
  await ConnectingApplication.register(world.origin).then((application) => application.tokens());
  const { objects, billing } = await calls();
  expect(objects).toEqual(expect.arrayContaining(["Connection.open", "Connection.tokenEndpoint", "Session.begin"]));
  expect(billing).toEqual(expect.arrayContaining(["signIn", "listManagedAccounts"]));
});

test("GET /account/domains is one call to one object and one to the billing system, log entry included", async () => {
  const response = await get("/account/domains");
  expect(response.status).toBe(200);
  expect(await calls()).toEqual({ objects: ["Connection.admit"], billing: ["listDomains"] });
  const requestId = response.headers.get("X-Request-Id");
  expect(await lastLogged()).toMatchObject({ operation: "listDomains", via: "http", request_id: requestId });
});

test("an API token, too, is one call to one object", async () => {
  expect((await get("/account/domains", apiToken)).status).toBe(200);
  expect(await calls()).toEqual({ objects: ["Connection.admit"], billing: ["listDomains"] });
});

test("list_my_domains is the same", async () => {
  expect(await api.tool("list_my_domains", {}, token)).toMatchObject({ status: 200, isError: false });
  expect(await calls()).toEqual({ objects: ["Connection.admit"], billing: ["listDomains"] });
  expect(await lastLogged()).toMatchObject({ operation: "listDomains", via: "mcp" });
});

test("a catalogue tool asks the billing system nothing about the account", async () => {
  expect(await api.tool("list_plans", {}, token)).toMatchObject({ status: 200, isError: false });
  expect(await calls()).toEqual({ objects: ["Connection.admit"], billing: [] });
});

test("a batch is one call to the object, and one to the billing system for each of its elements", async () => {
  const batch = [1, 2, 3].map((id) => toolCall("list_my_domains", {}, id));
  const response = await api.post(batch, token);
  expect(await response.json()).toHaveLength(3);
  expect(await calls()).toEqual({ objects: ["Connection.admit"], billing: Array(3).fill("listDomains") });
});

test("a refusal by limit, by scope or by parameters asks the billing system nothing", async () => {
  expect((await get("/account/domains?limit=0")).status).toBe(400);
  expect(await calls()).toEqual({ objects: ["Connection.admit"], billing: [] });
});

/** The same text with one character of its end changed. */
const mistyped = (text: string) => text.slice(0, -1) + (text.endsWith("a") ? "b" : "a");
function madeUp(): string {
  const made = mintApiToken("A".repeat(ID_LENGTH));
  expect(connectionOfApiToken(made)).not.toBeNull();
  return made;
}
const forgedId = () => `${"A".repeat(ID_LENGTH)}:grant:secret`;

test.each<[string, () => string]>([
  ["an API token whose checksum is wrong", () => mistyped(apiToken)],
  ["an API token whose secret was mistyped", () => mistyped(apiToken.slice(0, -6)) + apiToken.slice(-6)],
  ["an API token cut short", () => apiToken.slice(0, -1)],
  ["an API token of a connection that was not made here, its checksum right", madeUp],
  ["an access token of a connection that was not made here", forgedId],
  ["an access token whose connection is misspelt", () => token.replace(/^./, (first) => (first === "a" ? "b" : "a"))],
  ["an access token that was truncated into its connection", () => token.slice(0, 10)],
  ["nothing that is a token", () => "x"],
])("%s touches no object", async (_, credential) => {
  const response = await get("/account/domains", credential());
  expect(response.status).toBe(401);
  expect((await api.post(toolCall("list_my_domains"), credential())).status).toBe(401);
  expect(await calls()).toEqual({ objects: [], billing: [] });
});

test("a refused secret is the object's one call, and no question", async () => {
  expect((await get("/account/domains", mistyped(token))).status).toBe(401);
  expect(await calls()).toEqual({ objects: ["Connection.admit"], billing: [] });
  for (let n = 0; n < 20; n++) expect((await get("/account/domains", mistyped(token))).status).toBe(401);
  expect((await calls()).objects.length, "a flood of it is remembered").toBeLessThan(5);
  expect((await get("/account/domains")).status, "and nothing of the good one").toBe(200);
});

test("the consent page of 60 services and 250 domains is one question", async () => {
  const application = await ConnectingApplication.register(world.origin);
  const visitor = new PageVisitor(world.origin);
  const page = await application.toConsent(visitor, { login: "big", account: 1005 });
  await calls();
  const again = await visitor.open(page.address);
  expect(again.html.match(/value="domain:/g)?.length).toBeGreaterThan(200);
  const { billing } = await calls();
  expect(billing).toEqual(["readConsentFacts"]);
});
