import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectionOfApiToken, mintApiToken } from "../../../durable-objects/connection/api-token.ts";
import { ID_LENGTH } from "../../../shared/platform/object-id.ts";
import { callTool, postMcp, toolCall } from "../../support/account-mcp.ts";
import { createToken, signIn } from "../../support/assistants-page.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { startWatched, type WatchedSystem } from "../../support/watched-system.ts";

let watched: WatchedSystem;
let token: string;
let apiToken: string;

beforeAll(async () => {
  watched = await startWatched();
  const application = await ConnectingApplication.register(watched.origin);
  token = (await application.tokens()).access_token;
  const visitor = new PageVisitor(watched.origin);
  await signIn(visitor, "owner");
  apiToken = await createToken(visitor);
  // What the Worker learns once: the service's key, the catalogue's tools.
  await Promise.all([get("/account"), callTool(token, "get_my_account", {}, watched)]);
});
afterAll(() => watched.close());
beforeEach(async () => {
  await Promise.all([watched.objectCalls(), watched.billingCalls()]);
});

const get = (path: string, credential = token) =>
  fetch(`${watched.origin}/api/v1${path}`, { headers: { Authorization: `Bearer ${credential}` } });
const calls = async () => ({ objects: await watched.objectCalls(), billing: await watched.billingCalls() });

async function logged(): Promise<{ request_id: string; via: string; operation: string }[]> {
  const { entries } = (await (await get("/account/audit")).json()) as { entries: [] };
  return entries;
}

test("the counters count", async () => {
  await ConnectingApplication.register(watched.origin).then((application) => application.tokens());
  const { objects, billing } = await calls();
  expect(objects).toEqual(expect.arrayContaining(["Connection.open", "Connection.tokenEndpoint", "Session.begin"]));
  expect(billing).toEqual(expect.arrayContaining(["signIn", "listManagedAccounts"]));
});

test("GET /account/domains is one call to one object and one to the billing system, log entry included", async () => {
  const response = await get("/account/domains");
  expect(response.status).toBe(200);
  expect(await calls()).toEqual({ objects: ["Connection.admit"], billing: ["listDomains"] });
  const [entry] = await logged();
  expect(entry).toMatchObject({
    operation: "listDomains",
    via: "http",
    request_id: response.headers.get("X-Request-Id"),
  });
});

test("list_my_domains is the same", async () => {
  expect(await callTool(token, "list_my_domains", {}, watched)).toMatchObject({ status: 200, isError: false });
  expect(await calls()).toEqual({ objects: ["Connection.admit"], billing: ["listDomains"] });
  expect((await logged())[0]).toMatchObject({ operation: "listDomains", via: "mcp" });
});

test("a catalogue tool asks the billing system nothing about the account", async () => {
  expect(await callTool(token, "list_plans", {}, watched)).toMatchObject({ status: 200, isError: false });
  expect(await calls()).toEqual({ objects: ["Connection.admit"], billing: [] });
});

test("a batch is one call to the object, and one to the billing system for each of its elements", async () => {
  const batch = [1, 2, 3].map((id) => toolCall("list_my_domains", {}, id));
  const response = await postMcp(token, batch, { origin: watched.origin });
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
  expect((await postMcp(credential(), toolCall("list_my_domains"), { origin: watched.origin })).status).toBe(401);
  expect(await calls()).toEqual({ objects: [], billing: [] });
});

test("an API token, too, is one call to one object", async () => {
  expect((await get("/account/domains", apiToken)).status).toBe(200);
  expect(await calls()).toEqual({ objects: ["Connection.admit"], billing: ["listDomains"] });
});

test("a refused secret is the object's one call, and no question", async () => {
  expect((await get("/account/domains", mistyped(token))).status).toBe(401);
  expect(await calls()).toEqual({ objects: ["Connection.admit"], billing: [] });
  for (let n = 0; n < 20; n++) expect((await get("/account/domains", mistyped(token))).status).toBe(401);
  expect((await calls()).objects.length, "a flood of it is remembered").toBeLessThan(5);
  expect((await get("/account/domains")).status, "and nothing of the good one").toBe(200);
});
