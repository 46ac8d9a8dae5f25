import { describe, expect, test } from "vitest";
import { formOf, PageVisitor, type VisitedPage } from "../../support/page-visitor.ts";
import type { World } from "../../support/world.ts";
import { AUTHORIZE, atConsent, made } from "./support/account-pages.ts";

/** Defines the tests of the consent form. */
export function answers(world: World): void {
  const ALLOW = { limit: "all", decision: "allow" };

  /** Expects that a step makes no connection. */
  async function expectNothingGiven(done: () => Promise<unknown>): Promise<void> {
    const before = (await made(world.origin)).length;
    await done();
    expect(await made(world.origin)).toHaveLength(before);
  }

  describe("forms that do not connect the application", () => {
    test.each<[string, string, Record<string, string | string[]>, number]>([
      ["two limits", "nocard", { limit: ["all", "all"] }, 422],
      ["a wider limit after another", "owner", { limit: ["domain:studio-ana.ca", "all"] }, 422],
      ["a pattern as the limit", "owner", { limit: "domain:%.ca" }, 422],
      ["a service the login may not see", "contact", { limit: "service:2001" }, 422],
      ["a service of the owner's other account", "owner", { limit: "service:2201" }, 422],
      ["a domain of the owner's other account", "owner", { limit: "domain:ana-europe.fr" }, 422],
      ["a service of another customer", "owner", { limit: "service:2501" }, 422],
      ["a service that does not exist", "owner", { limit: "service:999999" }, 422],
      ["an unknown limit", "owner", { limit: "everything" }, 422],
      ["no limit", "owner", { limit: [] }, 422],
      ["a change that the login may not make", "contact", { scope: "billing:write" }, 422],
      ["an unknown scope", "owner", { scope: "account:admin" }, 400],
      ["an unknown scope among good ones", "owner", { scope: ["billing:write", "everything"] }, 400],
      ["the read scope among the changes", "nocard", { scope: "account:read" }, 400],
      ["no decision", "nocard", { decision: "" }, 400],
      ["both decisions", "nocard", { decision: ["allow", "deny"] }, 400],
      // The form already contains these fields, so each is sent twice with different values.
      ["a second value of shown_account", "nocard", { shown_account: "another" }, 400],
      ["a second value of pending", "nocard", { pending: "another" }, 400],
    ])("a form with %s is refused", async (_, login, fields, status) => {
      const { visitor, page } = await atConsent(world.origin, login);
      const { hidden } = formOf(page, AUTHORIZE);
      const shown = (name: string) => hidden.flatMap(([own, value]) => (own === name ? [value] : []));
      const sent = Object.entries(fields).map(([name, value]) => [name, [...shown(name), value].flat()]);
      await expectNothingGiven(async () => {
        const answer = await visitor.submit(page, AUTHORIZE, { ...ALLOW, ...Object.fromEntries(sent) });
        expect(answer.status).toBe(status);
      });
      const right = await visitor.submit(page, AUTHORIZE, ALLOW);
      expect(right.headers.get("Location")).toContain("code=abc");
    });

    test.each([
      ["for another account of the owner than the page showed", { shown_account: "1002" }, 422],
      ["for another customer's account", { shown_account: "1005" }, 422],
      ["to a question that is not open", { pending: "other" }, 410],
    ])("a form %s is refused", async (_, fields, status) => {
      const { visitor, page } = await atConsent(world.origin, "owner");
      await expectNothingGiven(async () => {
        expect((await visitor.submit(page, AUTHORIZE, { ...ALLOW, ...fields })).status).toBe(status);
      });
    });

    test("a form from another site, without a session or from another session is refused", async () => {
      const { visitor, page } = await atConsent(world.origin);
      const sites = [
        { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
        { "Sec-Fetch-Site": "same-site", Origin: "https://evil.provider.example" },
        { "Sec-Fetch-Site": "cross-site", Origin: "null" },
      ];
      const other = await atConsent(world.origin, "big");
      const [[name = "", own = ""] = []] = formOf(other.page, AUTHORIZE).hidden.filter(([field]) => field === "token");
      await expectNothingGiven(async () => {
        const sent = [
          ...sites.map((headers) => visitor.submit(page, AUTHORIZE, ALLOW, headers)),
          new PageVisitor(world.origin).submit(page, AUTHORIZE, ALLOW),
          other.visitor.submit(page, AUTHORIZE, ALLOW),
          other.visitor.submit(page, AUTHORIZE, { ...ALLOW, [name]: own }),
        ];
        expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 410]);
      });
      expect((await visitor.submit(page, AUTHORIZE, ALLOW)).status).toBe(303);
    });

    test("the page keeps the selections and focuses the error", async () => {
      const { visitor, page } = await atConsent(world.origin);
      const ticked = { ...ALLOW, scope: "domains:write", limit: "domain:x.ca" };
      const { html } = await visitor.submit(page, AUTHORIZE, ticked);
      expect(html).toMatch(/<input type="checkbox" id="domains-write"[^>]* checked/);
      expect(html).not.toMatch(/<input type="checkbox" id="billing-write"[^>]* checked/);
      expect(html).toMatch(/role="alert" tabindex="-1" autofocus/);
      expect(html).toMatch(
        /<select id="limit" name="limit" aria-invalid="true" aria-describedby="limit-error limit-hint"/,
      );
    });

    test("a form without an account or with an account that the login does not manage is refused", async () => {
      const visitor = new PageVisitor(world.origin);
      const choice = await visitor.signIn(await visitor.open(`${AUTHORIZE}?client_id=atlas&lang=en`), "owner");
      const none = await visitor.submit(choice, AUTHORIZE, {});
      const foreign = await visitor.submit(choice, AUTHORIZE, { account: "1003" });
      expect([none.status, foreign.status]).toEqual([422, 403]);
      expect((await visitor.submit(choice, AUTHORIZE, { account: "1001" })).html).toContain("Studio Ana Inc.");
    });

    test("a form is refused after the customer chose another account in another window", async () => {
      const { visitor, page } = await atConsent(world.origin, "owner");
      const elsewhere = await visitor.open(`${page.address}&choose=account`);
      await visitor.submit(elsewhere, AUTHORIZE, { account: "1002" });
      await expectNothingGiven(async () => {
        const answer = await visitor.submit(page, AUTHORIZE, ALLOW);
        expect([answer.status, answer.html.includes("Ana Europe SARL")]).toEqual([422, true]);
      });
    });

    test("an outage of the billing system or a failed connection shows an error page", async () => {
      const { visitor, page } = await atConsent(world.origin);
      const allow = (headers: Record<string, string>) => visitor.submit(page, AUTHORIZE, ALLOW, headers);
      const down = await allow({ "X-Test-Billing": "readConsentFacts" });
      expect([down.status, down.headers.get("Retry-After")]).toEqual([503, "5"]);
      const broken = await allow({ "X-Test-Connect": "fails" });
      expect(broken.status).toBe(503);
      const againAt = ({ html }: VisitedPage) =>
        visitor.open(/<a class="button primary" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "");
      const held = await visitor.submit(await againAt(broken), AUTHORIZE, ALLOW, { "X-Test-Connect": "is held" });
      expect(held.status).toBe(503);
      expect((await visitor.submit(await againAt(held), AUTHORIZE, ALLOW)).status).toBe(303);
    });
  });

  describe("an unreadable list of domain names", () => {
    const unread = { "X-Test-Billing": "domains-unread" };

    test("makes the consent page unavailable, because it cannot offer a limit to one domain", async () => {
      const { visitor, page } = await atConsent(world.origin);
      expect((await visitor.open(page.address, { headers: unread })).status).toBe(503);
    });

    test("refuses a limit to one domain but accepts the whole account", async () => {
      const { visitor, page } = await atConsent(world.origin);
      await expectNothingGiven(async () => {
        const answer = await visitor.submit(page, AUTHORIZE, { ...ALLOW, limit: "domain:studio-ana.ca" }, unread);
        expect(answer.status).toBe(503);
      });
      expect((await visitor.submit(page, AUTHORIZE, ALLOW, unread)).status).toBe(303);
    });
  });

  describe("repeated and late forms", () => {
    test.each(["allow", "deny"])(
      "a form with the decision %s takes effect once if it is sent again",
      async (decision) => {
        const { visitor, page } = await atConsent(world.origin);
        const send = (more = {}) => visitor.submit(page, AUTHORIZE, { ...ALLOW, decision, ...more });
        const before = (await made(world.origin)).length;
        const answers = [...(await Promise.all([send(), send()])), await send()];
        for (const answer of answers) {
          expect(answer.headers.get("Location")).toContain(decision === "allow" ? "code=abc" : "error=access_denied");
        }
        expect(await made(world.origin)).toHaveLength(before + (decision === "allow" ? 1 : 0));
        for (const other of [{ decision: decision === "allow" ? "deny" : "allow" }, { scope: "domains:write" }]) {
          expect((await send(other)).status).toBe(410);
        }
      },
    );

    test("a form posted again after a failed connection returns to the question", async () => {
      const { visitor, page } = await atConsent(world.origin);
      expect((await visitor.submit(page, AUTHORIZE, ALLOW, { "X-Test-Connect": "fails" })).status).toBe(503);
      const second = await visitor.submit(page, AUTHORIZE, ALLOW);
      expect([second.status, second.html.includes('value="allow"')]).toEqual([200, true]);
    });

    test("a form is refused after another login has signed in", async () => {
      const { visitor, page } = await atConsent(world.origin, "owner");
      await visitor.signIn(await visitor.open("/sign-in?again=1"), "nocard");
      await expectNothingGiven(async () => {
        expect((await visitor.submit(page, AUTHORIZE, ALLOW)).status).toBe(403);
      });
    });

    test("a form for an expired question is refused", async () => {
      const { visitor, page } = await atConsent(world.origin);
      await fetch(`${world.origin}/test/expire?id=${visitor.cookies.get("session")}`);
      expect((await visitor.submit(page, AUTHORIZE, ALLOW)).status).toBe(410);
      const expired = await visitor.open(page.address);
      expect(expired.status).toBe(410);
      expect((await visitor.open(page.address.replace(AUTHORIZE, "/sign-in"))).status).toBe(410);
      const [, again = ""] = /<a class="button primary" href="([^"]+)">Open the page again/.exec(expired.html) ?? [];
      const asked = new URL(again.replaceAll("&amp;", "&"), world.origin);
      expect(Object.fromEntries(asked.searchParams)).toEqual({
        response_type: "code",
        client_id: "atlas",
        redirect_uri: "https://atlas.example/back?kept=1",
        scope: "account:read",
        state: "s t/&",
        code_challenge: "c".repeat(43),
        code_challenge_method: "S256",
        resource: `${world.origin}/api/v1`,
        lang: "en",
      });
      const consent = await visitor.open(asked);
      const answer = await visitor.submit(consent, AUTHORIZE, ALLOW);
      expect(answer.headers.get("Location")).toContain("code=abc");
      expect((await visitor.open(consent.address)).html, "what was answered is not offered again").not.toContain(
        "Open the page again",
      );
    });

    test("an account that the login has lost is refused", async () => {
      const { visitor, page } = await atConsent(world.origin, "owner");
      const set = (account: number, from: number) =>
        world.billing
          .prepare("UPDATE account_logins SET account_id = ? WHERE login_id = 11 AND account_id = ?")
          .bind(account, from)
          .run();
      await set(1004, 1001);
      await expectNothingGiven(async () => {
        const answer = await visitor.submit(page, AUTHORIZE, ALLOW);
        expect([answer.status, answer.html.includes("Studio Ana Inc.")]).toEqual([422, false]);
      });
      await set(1001, 1004);
    });
  });

  describe("requests that lead to an error page", () => {
    const ask = (client: string, headers: Record<string, string> = {}) =>
      new PageVisitor(world.origin, headers).open(`${AUTHORIZE}?client_id=${client}&lang=en`);

    test.each([
      ["later", 503, "5"],
      ["busy", 429, "1500"],
    ])("a request by the client %s gets status %i and a time to retry", async (client, status, seconds) => {
      const page = await ask(client);
      expect([page.status, page.headers.get("Retry-After")]).toEqual([status, seconds]);
      expect(page.html).toContain(`href="?client_id=${client}&amp;lang=en"`);
    });

    test("an internal error gets a page without the error message", async () => {
      const page = await ask("broken", { "X-Test-Request": "r-broken" });
      expect(page.status).toBe(500);
      expect(page.html).not.toContain("clients is down");
      expect(page.headers.get("X-Request-Id")).toBe("r-broken");
      const lines = world.logs().filter((line) => line.includes("r-broken"));
      const cause = expect.objectContaining({ name: "Error" });
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
        { event: "page_failed", path: AUTHORIZE, request_id: "r-broken", cause },
      ]);
    });
  });
}
