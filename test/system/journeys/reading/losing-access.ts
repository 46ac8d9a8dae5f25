import { beforeEach, describe, expect, test } from "vitest";
import type { SentMail } from "../../../../dev/outbox/read-outbox.ts";
import type { Permission } from "../../../../shared/billing-contract/call.ts";
import { LOGINS } from "../../../billing-contract/questions.ts";
import { toolCall } from "../../../support/account-client.ts";
import { formTokenOf, signIn } from "../../../support/assistants-page.ts";
import { ConnectingApplication, type TokenPair } from "../../../support/connecting-application.ts";
import { PageVisitor, textOf } from "../../../support/page-visitor.ts";
import type { JourneySystem } from "./journey-system.ts";

/** A separate system. Tests can change its customers while it runs, and read its e-mails. */
export interface ChangedSystem extends JourneySystem {
  customers: {
    /** Sets the permissions that a login has on an account. The login must not be the owner. */
    grant(loginId: number, accountId: number, permissions: readonly Permission[]): Promise<void>;
    /** Removes a login from an account. */
    revoke(loginId: number, accountId: number): Promise<void>;
  };
  mailsTo(address: string, atLeast?: number): Promise<SentMail[]>;
}

/** Defines the tests with logins that lose permissions or access in the billing system. */
export function losingAccess(system: ChangedSystem): void {
  const { api, customers } = system;
  const mailsTo = (address: string, atLeast?: number) => system.mailsTo(address, atLeast);
  let application: ConnectingApplication;
  let tokens: TokenPair;

  beforeEach(async () => {
    application = await ConnectingApplication.register(system.origin);
  });

  const get = (path: string) => api.request(`/account${path}`, tokens.access_token);
  const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;
  const refresh = () => application.token({ grant_type: "refresh_token", refresh_token: tokens.refresh_token });

  describe("a contact's permissions", () => {
    test("apply from the next request on after a change in either direction", async () => {
      tokens = await application.directTokens({ login: "contact" });
      expect((await get("/domains")).status).toBe(200);
      await customers.grant(LOGINS.contact, 1001, ["tickets"]);
      const refused = await get("/domains");
      expect([refused.status, await codeOf(refused)]).toEqual([403, "permission_denied"]);
      expect(refused.headers.has("WWW-Authenticate")).toBe(false);
      const { result } = (await (await api.post(toolCall("list_my_domains"), tokens.access_token)).json()) as {
        result: { isError: boolean };
      };
      expect(result.isError).toBe(true);
      expect((await get("/tickets")).status, "the remaining permission works").toBe(200);

      await customers.grant(LOGINS.contact, 1001, ["tickets", "domains"]);
      expect((await get("/domains")).status).toBe(200);
      await customers.grant(LOGINS.contact, 1001, ["tickets", "domains", "invoices"]);
      expect((await get("/invoices")).status, "also what it never had").toBe(200);
      expect((await refresh()).status).toBe(200);
    });
  });

  describe("a login that loses the account", () => {
    test("gets 403 access_lost once and then 401, and the owner gets an e-mail about the ended connection", async () => {
      tokens = await application.directTokens({ login: "contact" });
      await mailsTo("contact@maple.example", 2);
      await customers.revoke(LOGINS.contact, 1001);

      const lost = await get("/domains");
      expect([lost.status, await codeOf(lost)]).toEqual([403, "access_lost"]);
      expect((await get("/domains")).status).toBe(401);
      expect((await api.post(toolCall("list_plans"), tokens.access_token)).status).toBe(401);
      expect(await (await refresh()).json()).toMatchObject({ error: "invalid_grant" });

      const mails = await mailsTo("owner@maple.example", 3);
      expect(mails.map(({ subject }) => subject)).toContain("Atlas Assistant was disconnected from Studio Ana Inc.");
    });
  });

  test("a new connection sends the customer an e-mail with a link to the page that can end it", async () => {
    const { length: before } = await mailsTo("big@maple.example", 0);
    tokens = await application.directTokens({ login: "big", scopes: ["domains:write"] });
    const mail = (await mailsTo("big@maple.example", before + 1)).at(-1);
    expect(mail?.from).toContain("no-reply@maple.example");
    expect(mail?.subject).toBe("Atlas Assistant was connected to Big Portfolio Inc.");
    const link = new RegExp(`${system.origin}/connected-assistants\\S*`).exec(mail?.text ?? "")?.[0] ?? "";
    const visitor = new PageVisitor(system.origin);
    await signIn(visitor, "big");
    const page = await visitor.open(link);
    expect(textOf(page.html)).toContain("Atlas Assistant");
    expect(page.html).toContain('value="disconnect"');

    await visitor.post(new URL("/connected-assistants", system.origin), [
      ["token", formTokenOf(page)],
      ["action", "disconnect_all"],
    ]);
    expect((await get("/domains")).status).toBe(401);
  });
}
