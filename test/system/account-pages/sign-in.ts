import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { formOf, PageVisitor, type VisitedPage } from "../../support/page-visitor.ts";
import type { World } from "../../support/world.ts";
import { AUTHORIZE } from "./support/account-pages.ts";

/** Defines the tests of the sign-in with e-mail address and password, and of its second step. */
export function signIn(world: World): void {
  const credentials = (login: string) => ({ email: `${login}@maple.example`, password: `maple-${login}` });
  const code = () => TOTP.generate({ secret: Secret.fromBase32("JBSWY3DPEHPK3PXP") });
  const otherThan = (shown: string) => (shown === "000000" ? "000001" : "000000");
  /** Resets the used codes, because the embedded engine accepts each code only once. */
  const forgetCodes = () => world.billing.prepare("UPDATE logins SET totp_last_step = NULL").run();

  /** Opens a page as a new visitor. By default it is the sign-in before a consent. */
  async function arrive(path = `${AUTHORIZE}?client_id=atlas&lang=en`, headers: Record<string, string> = {}) {
    const visitor = new PageVisitor(world.origin, headers);
    return { visitor, page: await visitor.open(path) };
  }

  const sessionOf = ({ cookies }: PageVisitor) => cookies.get("session");

  /** Returns a second visitor with the same cookie, for simultaneous requests from one browser. */
  function sameBrowser({ cookie }: PageVisitor): PageVisitor {
    const other = new PageVisitor(world.origin);
    other.cookie = cookie;
    return other;
  }

  /** Returns the URL of the primary button with these words. */
  function wayOn({ html }: VisitedPage, words: string): string {
    const [, address = ""] = new RegExp(`<a class="button primary" href="([^"]+)">${words}`).exec(html) ?? [];
    return address.replaceAll("&amp;", "&");
  }

  describe("e-mail and password", () => {
    test("lead to the client area if no application waits, in a session with a new id", async () => {
      const { visitor, page } = await arrive("/sign-in?lang=fr");
      expect(page.html).toMatch(/<input id="email" name="email" type="email"[^>]* autocomplete="username"/);
      expect(page.html).toMatch(
        /<input id="password" name="password" type="password"[^>]* autocomplete="current-password"/,
      );
      const before = visitor.cookie;
      const wrong = await visitor.submit(page, "/sign-in", { ...credentials("owner"), password: "s3cret-typed" });
      expect([wrong.status, (wrong.html + wrong.address).includes("s3cret-typed")]).toEqual([422, false]);
      expect((await visitor.signIn(wrong, "owner")).address).toBe("/client-area?lang=fr");
      expect(visitor.cookie).not.toBe(before);
      expect((await visitor.open("/sign-in")).address).toBe("/client-area");

      visitor.cookie = before;
      expect((await visitor.open("/sign-in?lang=fr")).address).toBe("/sign-in?lang=fr&to=%2Fclient-area");
    });

    test("do not reopen a question that was answered during the sign-in", async () => {
      const { visitor, page } = await arrive();
      const question = page.url.searchParams.get("pending") ?? "";
      const meanwhile = { "X-Test-Answered-Meanwhile": `${visitor.cookie.split("=")[1]} ${question}` };
      const answer = await visitor.submit(page, "/sign-in", credentials("nocard"), meanwhile);
      expect(answer.address).toContain(`pending=${question}`);
      expect(answer.status).toBe(410);
      expect((await visitor.open("/sign-in")).address).toBe("/client-area");
    });

    test("lead back to the form for a new API token, also after the second step", async () => {
      await forgetCodes();
      const { visitor, page } = await arrive("/sign-in?again=1&to=new-token&lang=en");
      const step = await visitor.signIn(page, "totp");
      expect(step.html).toContain('name="code"');
      const answer = await visitor.submit(step, "/sign-in", { code: code() });
      expect(answer.address).toBe("/connected-assistants?new-token=&lang=en#new-token");
      await forgetCodes();
      const asked = await visitor.signIn(await visitor.open("/sign-in?again=1&to=new-token&lang=en"), "totp");
      expect(asked.html, "of somebody who is signed in").toContain('name="code"');
      const elsewhere = await visitor.open("/sign-in?again=1&to=//evil.example");
      expect((await visitor.signIn(elsewhere, "nocard")).address).toBe("/client-area");
    });

    test("are required again for a new API token after a while", async () => {
      const later = { "X-Test-Minutes-Later": "16" };
      const { visitor, page } = await arrive("/connected-assistants?lang=en");
      const list = await visitor.signIn(page, "nocard");
      expect(list.address).toBe("/connected-assistants?lang=en");
      expect(list.html).toContain('value="create_token"');
      const aged = await visitor.open(list.address, { headers: later });
      expect(aged.html).not.toContain('value="create_token"');
      const again = await visitor.signIn(await visitor.open(wayOn(aged, "Sign in again")), "nocard");
      expect(again.address).toBe("/connected-assistants?new-token=&lang=en#new-token");
      expect(again.html).toContain('<details class="new-token" id="new-token" open="">');

      const form = { name: "Report", limit: "all", days: "30", action: "create_token" };
      const refused = await visitor.submit(again, "/connected-assistants", form, later);
      expect(refused.address).toBe("/sign-in?again=1&to=new-token&lang=en");
    });

    test("are still required for a new API token after a password change, which renews the session", async () => {
      const later = { "X-Test-Minutes-Later": "16" };
      const { visitor, page } = await arrive("/sign-in?lang=en");
      await visitor.signIn(page, "contact");
      const before = visitor.cookie;
      const FORM = "/client-area/account/password";
      const fields = { "present-password": "maple-contact", password: "maple-contact-again" };
      const changed = await visitor.submit(await visitor.open(FORM, { headers: later }), FORM, fields, later);
      expect(changed.address).toContain("done=password");
      expect(visitor.cookie).not.toBe(before);
      const list = await visitor.open("/connected-assistants?lang=en", { headers: later });
      expect(list.html).toContain("Sign in again");
      expect(list.html).not.toContain('value="create_token"');
    });

    test("are not requested for an authorization in a browser without cookies", async () => {
      const page = await fetch(`${world.origin}/sign-in?pending=x&lang=en`);
      expect(page.status).toBe(403);
    });

    test("can be sent again after an outage of the billing system, in which attempts do not count", async () => {
      const { visitor, page } = await arrive();
      for (let attempt = 0; attempt < 12; attempt++) {
        const answer = await visitor.submit(page, "/sign-in", credentials("nocard"), { "X-Test-Billing": "signIn" });
        expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
        expect(answer.html).toContain('value="nocard@maple.example"');
        expect(answer.html).not.toContain("maple-nocard");
      }
      expect((await visitor.signIn(page, "nocard")).html).toContain("No Card Ltd");
    });

    test("do not sign in a login without accounts", async () => {
      const { visitor, page } = await arrive(undefined, { "X-Test-Billing": "no-accounts" });
      const refused = await visitor.signIn(page, "owner");
      expect(refused.status).toBe(403);
      expect((await visitor.submit(refused, "/sign-out", {})).html).toContain("Atlas Assistant");
    });
  });

  describe("the second step", () => {
    async function atCode() {
      await forgetCodes();
      const { visitor, page } = await arrive();
      return { visitor, page: await visitor.signIn(page, "totp") };
    }

    test("is required after the password", async () => {
      const { visitor, page } = await atCode();
      expect(page.html).toMatch(/<input id="code" name="code"[^>]* inputmode="numeric" autocomplete="one-time-code"/);
      for (const address of [page.address, page.address.replace("/sign-in", AUTHORIZE)]) {
        expect((await visitor.open(address)).html).toContain('name="code"');
      }
      const shown = code();
      const consent = await visitor.submit(page, "/sign-in", { code: `${shown.slice(0, 3)} ${shown.slice(3)}` });
      expect(consent.html).toContain("Second Step LLC");
    });

    test("accepts further attempts after a wrong code, up to a limit", async () => {
      const { visitor, page } = await atCode();
      expect((await visitor.submit(page, "/sign-in", { code: "12" })).status).toBe(422);
      let answer = page;
      let refusals = 0;
      for (; answer.html.includes('name="code"') && refusals < 9; refusals++) {
        answer = await visitor.submit(page, "/sign-in", { code: otherThan(code()) });
      }
      expect(refusals).toBeGreaterThan(1);
      expect(answer.html).toContain('name="password"');
      expect(answer.html).toContain("Too many codes were wrong.");
      expect(answer.html).toContain("Atlas Assistant");
    });

    test("can be left to sign in with another login", async () => {
      const { visitor, page } = await atCode();
      const other = await visitor.open(`${page.address}&again=1`);
      expect((await visitor.signIn(other, "nocard")).html).toContain("No Card Ltd");
    });
  });

  describe("forms sent twice", () => {
    const HOW = ["at the same moment", "one after the other"];

    /** Sends a form twice from one browser. @returns both pages and the second visitor */
    async function twice(how: string, visitor: PageVisitor, send: (from: PageVisitor) => Promise<VisitedPage>) {
      const second = sameBrowser(visitor);
      const first = send(visitor);
      if (how !== HOW[0]) await first;
      return { second, pages: await Promise.all([first, send(second)]) };
    }

    test.each(HOW)("the password sent twice %s signs in once", async (how) => {
      const { visitor, page } = await arrive();
      const before = sameBrowser(visitor);
      const { second, pages } = await twice(how, visitor, (from) => from.signIn(page, "nocard"));
      for (const { status, html, address } of pages) {
        expect([status, html.includes("No Card Ltd"), html.includes('name="decision"')]).toEqual([200, true, true]);
        expect(address).toContain(`pending=${page.url.searchParams.get("pending")}`);
      }
      expect(sessionOf(second)).toBe(sessionOf(visitor));
      expect(sessionOf(second)).not.toBe(sessionOf(before));
      const allowed = await visitor.submit(pages[0], AUTHORIZE, { limit: "all", decision: "allow" });
      expect(allowed.status).toBe(303);
      expect((await second.open(pages[1].address)).status, "it is one question").toBe(410);
      expect((await before.open("/connected-assistants")).address, "the previous session").toMatch(/^\/sign-in/);
    });

    test("the code sent twice signs in once, and another code cannot use the previous session", async () => {
      await forgetCodes();
      const { visitor, page } = await arrive();
      const step = await visitor.signIn(page, "totp");
      const stranger = sameBrowser(visitor);
      const shown = code();
      const send = (from: PageVisitor, sent = shown) => from.submit(step, "/sign-in", { code: sent });
      const { second, pages } = await twice(HOW[0] ?? "", visitor, send);
      for (const { html } of pages) expect(html).toContain("Second Step LLC");
      expect(sessionOf(second)).toBe(sessionOf(visitor));
      const guessed = await send(stranger, otherThan(shown));
      expect(guessed.html, "another code").not.toContain("Second Step LLC");
      expect((await send(stranger)).html, "nor the right one after that").not.toContain("Second Step LLC");
    });
  });

  describe("forged and unusual requests", () => {
    const fields = Object.entries(credentials("owner"));
    const form = (token: [string, string][], headers: Record<string, string> = {}) => ({
      method: "POST",
      body: new URLSearchParams([...token, ...fields]).toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    });

    test.each<[string, Record<string, string>]>([
      ["from another origin in a browser without Fetch Metadata", { Origin: "https://evil.example" }],
      ['with the origin "null" in a browser without Fetch Metadata', { Origin: "null" }],
      ["from another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
    ])("a form %s is refused", async (_, headers) => {
      const { visitor, page } = await arrive("/sign-in?lang=en");
      const before = visitor.cookie;
      const response = await visitor.request("/sign-in?lang=en", form(formOf(page, "/sign-in").hidden, headers));
      expect([response.status, visitor.cookie]).toEqual([403, before]);
    });

    test("a form without a token or with another session's token is refused", async () => {
      const { visitor } = await arrive("/sign-in");
      const attackers = formOf((await arrive("/sign-in")).page, "/sign-in").hidden;
      for (const token of [[], attackers]) {
        expect((await visitor.request("/sign-in", form(token, { "Sec-Fetch-Site": "same-origin" }))).status).toBe(403);
      }
      expect((await visitor.open("/connected-assistants")).html).toContain('name="password"');
    });

    test("a form without an origin is accepted with the right token", async () => {
      const { visitor, page } = await arrive("/sign-in");
      const response = await visitor.request("/sign-in", form(formOf(page, "/sign-in").hidden));
      expect(response.headers.get("Location")).toBe("/connected-assistants");
    });

    test("a forged session id reaches no session object", async () => {
      const asked = async () => (await (await fetch(`${world.origin}/test/sessions-asked`)).json()) as number;
      const visitor = new PageVisitor(world.origin);
      const before = await asked();
      for (const id of ["a".repeat(22), "0".repeat(22), "z".repeat(22), "../x", "%00", ""]) {
        for (const path of [`${AUTHORIZE}?pending=1`, "/sign-in?pending=1"]) {
          visitor.cookie = `session=${id}`;
          await visitor.request(path);
        }
        visitor.cookie = `session=${id}`;
        expect((await visitor.post("/sign-in", fields)).status).toBe(403);
      }
      expect(await asked()).toBe(before);
    });

    test("JSON and long bodies are refused", async () => {
      const { visitor, page } = await arrive("/sign-in");
      expect((await visitor.submit(page, "/sign-in", { email: "x".repeat(20_000), password: "x" })).status).toBe(400);
      const json = { "Content-Type": "application/json" };
      expect((await visitor.post("/sign-in", fields, json)).status).toBe(400);
    });
  });
}
