import { describe, expect, test } from "vitest";
import { PageVisitor } from "../../support/page-visitor.ts";
import type { World } from "../../support/world.ts";
import { AUTHORIZE, atConsent, made } from "./support/account-pages.ts";

/** Defines the tests of the consent page and the connections that it makes. */
export function consent(world: World): void {
  const ALLOW = { limit: "all", decision: "allow" };
  const lastMade = async () => (await made(world.origin)).at(-1);
  const visit = (query: string, headers?: Record<string, string>) =>
    new PageVisitor(world.origin, headers).open(`${AUTHORIZE}?${query}`);

  describe("a connection", () => {
    test("needs a choice between several accounts and grants nothing that is not selected", async () => {
      const visitor = new PageVisitor(world.origin);
      const choice = await visitor.signIn(await visitor.open(`${AUTHORIZE}?client_id=atlas&lang=en`), "owner");
      expect(
        choice.html.match(/<input type="radio" id="account-\d+" name="account" value="(1001|1002)"/g),
      ).toHaveLength(2);
      expect(choice.html).not.toContain("checked");
      expect(choice.html, "that is the consent's").not.toContain('name="decision"');

      const consent = await visitor.submit(choice, AUTHORIZE, { account: "1002" });
      expect(consent.html).toContain("Ana Europe SARL");
      expect(consent.html).not.toContain("checked");
      const back = await visitor.submit(consent, AUTHORIZE, ALLOW);
      expect(back.status).toBe(303);
      expect(back.headers.get("Location")).toBe("https://atlas.example/back?kept=1&code=abc");
      expect(await lastMade()).toMatchObject({
        clientId: "atlas",
        signedIn: { loginId: 11, email: "owner@maple.example", at: expect.any(Number) },
        account: { id: 1002, name: "Ana Europe SARL", currency: "EUR" },
        scopes: ["account:read"],
        limit: { kind: "account" },
        limitName: null,
      });
    });

    test("has exactly the selected permissions and limit", async () => {
      const { visitor, page } = await atConsent(world.origin, "owner");
      const [, service] = /value="(service:\d+)"/.exec(page.html) ?? [];
      await visitor.submit(page, AUTHORIZE, {
        scope: ["domains:write", "billing:write"],
        limit: "domain:studio-ana.ca",
        decision: "allow",
      });
      expect(await lastMade()).toMatchObject({
        account: { id: 1001 },
        scopes: ["account:read", "billing:write", "domains:write"],
        limit: { kind: "domain", name: "studio-ana.ca" },
        limitName: "studio-ana.ca",
      });

      const again = await visitor.open(`${AUTHORIZE}?client_id=atlas&lang=en`);
      const consent = await visitor.submit(again, AUTHORIZE, { account: "1001" });
      await visitor.submit(consent, AUTHORIZE, { limit: service ?? "", decision: "allow" });
      expect(await lastMade()).toMatchObject({
        limit: { kind: "service", id: Number(service?.split(":")[1]) },
        limitName: expect.stringContaining("studio-ana.ca"),
      });
    });

    test("needs exactly the selected approvals", async () => {
      const { visitor, page } = await atConsent(world.origin, "nocard");
      expect([...page.html.matchAll(/name="ask" value="(\w+)"/g)].map(([, kind]) => kind)).toEqual([
        "cancel",
        "domains",
        "orders",
      ]);
      expect(page.html).toMatch(/name="ask_amount"[^>]*value=""/);
      const asked = { ...ALLOW, scope: "billing:write", ask: ["cancel", "orders"] };
      expect((await visitor.submit(page, AUTHORIZE, asked)).status).toBe(303);
      expect(await lastMade()).toMatchObject({ asks: { cancel: true, domains: false, orders: 0 } });
      const { visitor: other, page: again } = await atConsent(world.origin, "nocard");
      await other.submit(again, AUTHORIZE, { ...ALLOW, scope: "billing:write", ask_amount: "nonsense" });
      expect(await lastMade()).toMatchObject({ asks: { cancel: false, domains: false, orders: null } });
    });

    test("is not made with an invalid amount, and the page keeps the selections", async () => {
      const { visitor, page } = await atConsent(world.origin, "nocard");
      const ticked = { ...ALLOW, scope: "billing:write", ask: ["cancel", "orders"] };
      for (const ask_amount of ["-1", "a lot"]) {
        const refused = await visitor.submit(page, AUTHORIZE, { ...ticked, ask_amount });
        expect(refused.status).toBe(400);
        expect(refused.html).toContain('id="ask-amount-error"');
        expect(refused.html.match(/ checked/g)).toHaveLength(3);
      }
      expect((await visitor.submit(page, AUTHORIZE, { ...ALLOW, ask: "everything" })).status).toBe(400);
      expect((await visitor.submit(page, AUTHORIZE, { ...ticked, ask_amount: "49.90" })).status).toBe(303);
      expect(await lastMade()).toMatchObject({ asks: { cancel: true, domains: false, orders: 4_990 } });
    });

    test("gets no permission for changes if the billing system is read-only", async () => {
      const onlyRead = { "X-Test-Description": '{"acts":false}' };
      const { visitor, page } = await atConsent(world.origin, "nocard", "client_id=atlas&lang=en", onlyRead);
      const ticked = await visitor.submit(page, AUTHORIZE, { ...ALLOW, scope: "billing:write" });
      expect(ticked.status).toBe(422);
      expect((await visitor.submit(ticked, AUTHORIZE, ALLOW)).status).toBe(303);
      expect(await lastMade()).toMatchObject({ scopes: ["account:read"] });
    });

    test("gets the permission for zones if a DNS server is connected and the customer selects that permission", async () => {
      const zones = { "X-Test-Zones": "true" };
      const { visitor, page } = await atConsent(world.origin, "nocard", "client_id=atlas&lang=en", zones);
      expect((await visitor.submit(page, AUTHORIZE, { ...ALLOW, scope: "zones:write" })).status).toBe(303);
      expect(await lastMade()).toMatchObject({ scopes: ["account:read", "zones:write"] });
    });

    test.each([
      ["no server is connected", "false"],
      ["the server is unknown", ""],
    ])("gets no permission for zones if %s, even with a forged form", async (_, zones) => {
      const headers = { "X-Test-Zones": zones };
      const { visitor, page } = await atConsent(world.origin, "nocard", "client_id=atlas&lang=en", headers);
      expect(page.html).not.toContain("zones:write");
      expect(page.html).toContain('value="domains:write"');
      const ticked = await visitor.submit(page, AUTHORIZE, { ...ALLOW, scope: ["domains:write", "zones:write"] });
      expect(ticked.status).toBe(422);
      expect((await visitor.submit(ticked, AUTHORIZE, ALLOW)).status).toBe(303);
      expect(await lastMade()).toMatchObject({ scopes: ["account:read"] });
    });

    test("needs a new consent for every authorization", async () => {
      const { visitor, page } = await atConsent(world.origin);
      await visitor.submit(page, AUTHORIZE, ALLOW);
      const again = await visitor.open(`${AUTHORIZE}?client_id=atlas`);
      expect(again.address).toMatch(/\/oauth\/authorize\?pending=/);
      expect(again.html).toContain('value="allow"');
    });

    test("is not made if the customer cancels on any page, and the application gets an error", async () => {
      const denied = `https://atlas.example/back?kept=1&error=access_denied&state=s+t%2F%26&iss=${encodeURIComponent(world.origin)}`;
      const { visitor, page } = await atConsent(world.origin);
      const cancelled = await visitor.submit(page, AUTHORIZE, { decision: "deny" });
      expect([cancelled.status, cancelled.headers.get("Location")]).toEqual([303, denied]);

      const several = new PageVisitor(world.origin);
      const choice = await several.signIn(await several.open(`${AUTHORIZE}?client_id=atlas`), "owner");
      expect((await several.submit(choice, AUTHORIZE, { cancel: "1" })).headers.get("Location")).toBe(denied);

      const stranger = new PageVisitor(world.origin);
      const signIn = await stranger.open(`${AUTHORIZE}?client_id=atlas`);
      expect((await stranger.submit(signIn, AUTHORIZE, { decision: "deny" })).headers.get("Location")).toBe(denied);
    });

    test("starts with a sign-in form that shows the login hint as escaped text", async () => {
      const hint = `"><b>owner@maple.example`;
      const { html } = await visit(`client_id=atlas&login_hint=${encodeURIComponent(hint)}`);
      expect(html).toContain('value="&quot;&gt;&lt;b&gt;owner@maple.example"');
      expect((await visit("client_id=atlas")).html).toContain('value=""');
    });

    test("can be made with another login after “Not you?” ends the session", async () => {
      const { visitor, page } = await atConsent(world.origin, "owner");
      const before = visitor.cookie;
      const signIn = await visitor.submit(page, "/sign-out", {});
      expect(signIn.html).toContain("Atlas Assistant");
      const consent = await visitor.signIn(signIn, "nocard");
      expect(consent.html).toContain("No Card Ltd");

      visitor.cookie = before;
      const left = await visitor.open(page.address);
      expect(left.html, "nobody is signed in there").toContain('name="password"');
      expect(left.html).not.toContain("owner@maple.example");
      const answer = await visitor.submit(left, AUTHORIZE, { decision: "deny" });
      expect(answer.status, "and nothing can be answered there").toBe(410);
    });

    test("can still be made after “Not you?” is pressed twice", async () => {
      const { visitor, page } = await atConsent(world.origin, "owner");
      const second = new PageVisitor(world.origin);
      second.cookie = visitor.cookie;
      const both = await Promise.all([visitor.submit(page, "/sign-out", {}), second.submit(page, "/sign-out", {})]);
      for (const { html } of both) expect(html).toContain("Atlas Assistant");
      expect(second.cookie).toBe(visitor.cookie);
      expect((await second.signIn(both[1], "nocard")).html).toContain("No Card Ltd");
    });

    test("is offered in the language of ui_locales, which the customer can change", async () => {
      const { visitor, page } = await atConsent(
        world.origin,
        "nocard",
        "client_id=atlas&ui_locales=de-CH%20fr-CA%20en",
      );
      expect(page.html).toContain('<html lang="fr">');
      expect(page.address).toContain("lang=fr");
      expect((await visitor.open(`${page.address.replace("lang=fr", "lang=en")}`)).html).toContain('<html lang="en">');
    });
  });
}
