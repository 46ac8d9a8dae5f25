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

test("the counters count", async () => {
  await ConnectingApplication.register(world.origin).then((application) => application.tokens());
  const { objects, billing } = await calls();
  expect(objects).toEqual(expect.arrayContaining(["Connection.open", "Connection.tokenEndpoint", "Session.begin"]));
  expect(billing).toEqual(expect.arrayContaining(["signIn", "listManagedAccounts"]));
});

const batch = [1, 2, 3].map((id) => toolCall("list_my_domains", {}, id));
test.each<[string, () => Promise<Response>, status: number, billing: string[]]>([
  ["GET /account/domains", () => get("/account/domains"), 200, ["listDomains"]],
  ["the same by an API token", () => get("/account/domains", apiToken), 200, ["listDomains"]],
  ["list_my_domains", () => api.post(toolCall("list_my_domains"), token), 200, ["listDomains"]],
  ["a catalogue tool", () => api.post(toolCall("list_plans"), token), 200, []],
  ["a batch of three", () => api.post(batch, token), 200, Array(3).fill("listDomains")],
  ["a refusal by its parameters", () => get("/account/domains?limit=0"), 400, []],
])("%s is one call to one object, log entry included, and to the billing system what it reads", async (...row) => {
  const [, ask, status, billing] = row;
  expect((await ask()).status).toBe(status);
  expect(await calls()).toEqual({ objects: ["Connection.admit"], billing });
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
