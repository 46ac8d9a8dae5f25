import { beforeEach, expect, inject, test } from "vitest";
import { AccountClient, toolCall } from "../../support/account-client.ts";
import { signIn } from "../../support/assistants-page.ts";
import { ConnectingApplication, connectionOf, type TokenPair } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";

const api = new AccountClient();

const origin = inject("origin");
let application: ConnectingApplication;
beforeEach(async () => {
  application = await ConnectingApplication.register(origin);
});

const statusOf = async (token: string) => (await api.request("/account", token)).status;
const refreshWith = (token: string) => application.token({ grant_type: "refresh_token", refresh_token: token });

test("use of one refresh token from two countries shows a warning, and continued use ends the connection", async () => {
  const from = (country: string, asn: number) => async (refresh_token: string) => {
    const response = await fetch(`${origin}/oauth/token`, {
      method: "POST",
      // The local runtime reads the location of the request from this header.
      headers: { "MF-CF-Blob": JSON.stringify({ country, asn }) },
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token, client_id: application.clientId }),
    });
    return { status: response.status, ...((await response.json()) as TokenPair) };
  };
  const [customer, phone, thief] = [from("CA", 577), from("CA", 812), from("RO", 9009)];
  const visitor = new PageVisitor(origin, "203.0.113.76");
  const stolen = await application.directTokens({ login: "nocard" });
  await signIn(visitor, "nocard");
  const shown = async () => (await visitor.open("/connected-assistants?lang=en")).html.includes("Used from two places");

  let own = await customer(stolen.refresh_token);
  expect((await phone(stolen.refresh_token)).status).toBe(200);
  expect(await shown(), "another network of the same country").toBe(false);
  expect((await thief(stolen.refresh_token)).status, "within the hour it still works").toBe(200);
  await expect.poll(shown).toBe(true);

  const statuses: number[] = [];
  for (let round = 0; round < 2; round++) {
    const used = own.refresh_token;
    own = await customer(used);
    statuses.push(own.status, (await thief(used)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 400]);
  expect(await statusOf(own.access_token)).toBe(401);
  expect((await customer(own.refresh_token)).status).toBe(400);
  expect((await visitor.open("/connected-assistants?lang=en")).html).not.toContain(connectionOf(stolen));
});

test("an access token for another resource is refused", async () => {
  const elsewhere = origin.replace("127.0.0.1", "localhost");
  expect(elsewhere).not.toBe(origin);
  const there = await ConnectingApplication.register(elsewhere);
  const { access_token, resource } = await there.directTokens({ login: "nocard" });
  expect(resource).toBe(`${elsewhere}/api/v1`);
  const atHome = { headers: { Authorization: `Bearer ${access_token}` } };
  expect((await fetch(`${elsewhere}/api/v1/account`, atHome)).status).toBe(200);
  expect(await statusOf(access_token)).toBe(401);
  expect((await api.post(toolCall("get_my_account"), access_token)).status).toBe(401);
});

test("an access token in the URL is ignored", async () => {
  const { access_token } = await application.directTokens({ login: "nocard" });
  expect((await fetch(`${origin}/api/v1/account?access_token=${access_token}`)).status).toBe(401);
});

test("a network that guesses thirty secrets of a connection in a minute gets 429, without effect on the owner", async () => {
  const [known, other] = [await application.directTokens(), await application.directTokens({ login: "nocard" })];
  const headers = { "CF-Connecting-IP": "203.0.113.190" };
  const use = async (token: string) =>
    (await fetch(`${origin}/api/v1/account`, { headers: { ...headers, Authorization: `Bearer ${token}` } })).status;
  const refresh = async (refresh_token: string) => {
    const fields = { grant_type: "refresh_token", refresh_token, client_id: application.clientId };
    const body = new URLSearchParams(fields);
    return (await fetch(`${origin}/oauth/token`, { method: "POST", headers, body })).status;
  };
  const statuses: number[] = [];
  for (let at = 0; at < 20; at++) {
    const forged = `${connectionOf(known)}:grant:${at}`;
    statuses.push(await use(forged), await refresh(forged));
  }
  expect(statuses.slice(0, 30)).toEqual(Array(15).fill([401, 400]).flat());
  expect(statuses.slice(30)).toEqual(Array(10).fill(429));
  expect(await use(other.access_token), "another connection on the same network").toBe(200);
  expect(await statusOf(known.access_token), "the owner, elsewhere").toBe(200);
  expect((await refreshWith(known.refresh_token)).status).toBe(200);
});
