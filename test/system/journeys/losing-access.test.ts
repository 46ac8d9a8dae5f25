import { beforeEach, describe, expect, test } from "vitest";
import { LOGINS } from "../../billing-contract/questions.ts";
import { toolCall } from "../../support/account-client.ts";
import { formTokenOf, signIn } from "../../support/assistants-page.ts";
import { ConnectingApplication, type TokenPair } from "../../support/connecting-application.ts";
import { PageVisitor, textOf } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";

const GRANT = "INSERT INTO account_login_permissions (login_id, account_id, permission) VALUES (?, 1001, ?)";

const world = useWorld();
const { api } = world;
let application: ConnectingApplication;
let tokens: TokenPair;

beforeEach(async () => {
  application = await ConnectingApplication.register(world.origin);
});

const get = (path: string) => api.request(`/account${path}`, tokens.access_token);
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;
const change = (sql: string, ...values: unknown[]) =>
  world.billing
    .prepare(sql)
    .bind(...values)
    .run();
const refresh = () => application.token({ grant_type: "refresh_token", refresh_token: tokens.refresh_token });

describe("a contact's permissions", () => {
  test("count from the next request on, withdrawn and granted", async () => {
    tokens = await application.directTokens({ login: "contact" });
    expect((await get("/domains")).status).toBe(200);
    await change("DELETE FROM account_login_permissions WHERE login_id = ? AND permission = 'domains'", LOGINS.contact);
    const refused = await get("/domains");
    expect([refused.status, await codeOf(refused)]).toEqual([403, "permission_denied"]);
    expect(refused.headers.has("WWW-Authenticate")).toBe(false);
    const { result } = (await (await api.post(toolCall("list_my_domains"), tokens.access_token)).json()) as {
      result: { isError: boolean };
    };
    expect(result.isError).toBe(true);
    expect((await get("/tickets")).status, "what is left is given").toBe(200);

    await change(GRANT, LOGINS.contact, "domains");
    expect((await get("/domains")).status).toBe(200);
    await change(GRANT, LOGINS.contact, "invoices");
    expect((await get("/invoices")).status, "also what it never had").toBe(200);
    expect((await refresh()).status).toBe(200);
  });
});

describe("a login that loses the account", () => {
  test("403 access_lost once, then 401; the connection is closed and people are mailed", async () => {
    tokens = await application.directTokens({ login: "contact" });
    await world.mailsTo("contact@maple.example", 2);
    await change("DELETE FROM account_logins WHERE login_id = ?", LOGINS.contact);

    const lost = await get("/domains");
    expect([lost.status, await codeOf(lost)]).toEqual([403, "access_lost"]);
    expect((await get("/domains")).status).toBe(401);
    expect((await api.post(toolCall("list_plans"), tokens.access_token)).status).toBe(401);
    expect(await (await refresh()).json()).toMatchObject({ error: "invalid_grant" });

    const mails = await world.mailsTo("owner@maple.example", 3);
    expect(mails.map(({ subject }) => subject)).toContain("Atlas Assistant was disconnected from Studio Ana Inc.");
  });

  test("a login without any account is told so at the sign-in, and connects nothing", async () => {
    const visitor = new PageVisitor(world.origin);
    const page = await application.toConsent(visitor, { login: "contact" });
    expect(page.status).toBe(403);
    expect(page.html).not.toContain('name="decision"');
  });

  test("losing it between the consent page and the answer gives no code", async () => {
    const visitor = new PageVisitor(world.origin);
    const consent = await application.toConsent(visitor, { login: "nocard" });
    expect(consent.html).toContain('name="decision"');
    await change("DELETE FROM account_logins WHERE login_id = ?", LOGINS.nocard);
    const answer = await visitor.submit(consent, "decision", { scope: [], limit: "all", decision: "allow" });
    expect(answer.status).toBe(403);
  });
});

test("a billing system that has other customers under the same ids: access_lost, the end, and no mail to them", async () => {
  tokens = await application.directTokens({ login: "owner", account: 1001 });
  const before = (await world.mailsTo("owner@maple.example", 1)).length;
  const { id: installation } =
    (await world.billing.prepare("SELECT id FROM installation").first<{ id: string }>()) ?? {};
  expect((await get("/domains")).status).toBe(200);
  await change("UPDATE installation SET id = 'another'");
  try {
    const lost = await get("/domains");
    expect([lost.status, await codeOf(lost)]).toEqual([403, "access_lost"]);
    expect((await get("/domains")).status).toBe(401);
    expect(await (await refresh()).json()).toMatchObject({ error: "invalid_grant" });
  } finally {
    await change("UPDATE installation SET id = ?", installation);
  }
  expect((await get("/domains")).status, "it has ended").toBe(401);
  expect(await world.mailsTo("owner@maple.example", before)).toHaveLength(before);
});

test("a customer is mailed when something was connected; the mail leads to the page that ends it", async () => {
  tokens = await application.directTokens({ login: "big", scopes: ["domains:write"] });
  const [mail] = await world.mailsTo("big@maple.example");
  expect(mail?.from).toContain("no-reply@maple.example");
  expect(mail?.subject).toBe("Atlas Assistant was connected to Big Portfolio Inc.");
  const link = new RegExp(`${world.origin}/connected-assistants\\S*`).exec(mail?.text ?? "")?.[0] ?? "";
  const visitor = new PageVisitor(world.origin);
  await signIn(visitor, "big");
  const page = await visitor.open(link);
  expect(textOf(page.html)).toContain("Atlas Assistant");
  expect(page.html).toContain('value="disconnect"');

  await visitor.post(new URL("/connected-assistants", world.origin), [
    ["token", formTokenOf(page)],
    ["action", "disconnect_all"],
  ]);
  expect((await get("/domains")).status).toBe(401);
});
