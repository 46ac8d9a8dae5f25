import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LOGINS } from "../../engine/support/questions.ts";
import { postMcp, toolCall } from "../../support/account-mcp.ts";
import { formTokenOf, signIn } from "../../support/assistants-page.ts";
import { ConnectingApplication, type TokenPair } from "../../support/connecting-application.ts";
import { mailsTo } from "../../support/outbox.ts";
import { PageVisitor, textOf } from "../../support/page-visitor.ts";
import { startWatched, type WatchedSystem } from "../../support/watched-system.ts";

const GRANT = "INSERT INTO account_login_permissions (login_id, account_id, permission) VALUES (?, 1001, ?)";

let watched: WatchedSystem;
let application: ConnectingApplication;
let tokens: TokenPair;

beforeAll(async () => {
  watched = await startWatched({ MAIL_FROM: "no-reply@maple.example" });
});
afterAll(() => watched.close());
beforeEach(async () => {
  application = await ConnectingApplication.register(watched.origin);
});

const get = (path: string) =>
  fetch(`${watched.origin}/api/v1/account${path}`, { headers: { Authorization: `Bearer ${tokens.access_token}` } });
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;
const change = (sql: string, ...values: unknown[]) =>
  watched.billing
    .prepare(sql)
    .bind(...values)
    .run();
const refresh = () => application.token({ grant_type: "refresh_token", refresh_token: tokens.refresh_token });

describe("a contact's permissions", () => {
  test("count from the next request on, withdrawn and granted", async () => {
    tokens = await application.tokens({ login: "contact" });
    expect((await get("/domains")).status).toBe(200);
    await change("DELETE FROM account_login_permissions WHERE login_id = ? AND permission = 'domains'", LOGINS.contact);
    const refused = await get("/domains");
    expect([refused.status, await codeOf(refused)]).toEqual([403, "permission_denied"]);
    expect(refused.headers.has("WWW-Authenticate")).toBe(false);
    const { result } = (await (
      await postMcp(tokens.access_token, toolCall("list_my_domains"), { origin: watched.origin })
    ).json()) as { result: { isError: boolean } };
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
    tokens = await application.tokens({ login: "contact" });
    await mailsTo(watched.system, "contact@maple.example", 2);
    await change("DELETE FROM account_logins WHERE login_id = ?", LOGINS.contact);

    const lost = await get("/domains");
    expect([lost.status, await codeOf(lost)]).toEqual([403, "access_lost"]);
    expect((await get("/domains")).status).toBe(401);
    expect((await postMcp(tokens.access_token, toolCall("list_plans"), { origin: watched.origin })).status).toBe(401);
    expect(await (await refresh()).json()).toMatchObject({ error: "invalid_grant" });

    const mails = await mailsTo(watched.system, "owner@maple.example", 3);
    expect(mails.map(({ subject }) => subject)).toContain("Atlas Assistant was disconnected from Studio Ana Inc.");
  });

  test("a login without any account is told so at the sign-in, and connects nothing", async () => {
    const visitor = new PageVisitor(watched.origin);
    const page = await application.toConsent(visitor, { login: "contact" });
    expect(page.status).toBe(403);
    expect(page.html).not.toContain('name="decision"');
  });

  test("losing it between the consent page and the answer gives no code", async () => {
    const visitor = new PageVisitor(watched.origin);
    const consent = await application.toConsent(visitor, { login: "nocard" });
    expect(consent.html).toContain('name="decision"');
    await change("DELETE FROM account_logins WHERE login_id = ?", LOGINS.nocard);
    const answer = await visitor.submit(consent, "decision", { scope: [], limit: "all", decision: "allow" });
    expect(answer.status).toBe(403);
  });
});

test("a customer is mailed when something was connected; the mail leads to the page that ends it", async () => {
  tokens = await application.tokens({ login: "big", scopes: ["domains:write"] });
  const [mail] = await mailsTo(watched.system, "big@maple.example");
  expect(mail?.from).toContain("no-reply@maple.example");
  expect(mail?.subject).toBe("Atlas Assistant was connected to Big Portfolio Inc.");
  const link = new RegExp(`${watched.origin}/connected-assistants\\S*`).exec(mail?.text ?? "")?.[0] ?? "";
  const visitor = new PageVisitor(watched.origin);
  await signIn(visitor, "big");
  const page = await visitor.open(link);
  expect(textOf(page.html)).toContain("Atlas Assistant");
  expect(page.html).toContain('value="disconnect"');

  await visitor.post(new URL("/connected-assistants", watched.origin), [
    ["token", formTokenOf(page)],
    ["action", "disconnect_all"],
  ]);
  expect((await get("/domains")).status).toBe(401);
});
