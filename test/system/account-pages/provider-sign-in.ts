import { describe, expect, test } from "vitest";
import { PageVisitor, textOf, type VisitedPage } from "../../support/page-visitor.ts";
import type { World } from "../../support/world.ts";
import { AUTHORIZE } from "./support/account-pages.ts";
import { PROVIDER_HOST } from "./support/scripted-provider.ts";

/** Defines the tests of the sign-in on the billing system's own page. */
export function providerSignIn(world: World): void {
  const described = (more: object = {}) => ({
    "X-Test-Description": JSON.stringify({ signIn: { kind: "redirect", host: PROVIDER_HOST }, ...more }),
  });

  /** Opens a page as a new visitor. The billing system has its own sign-in page. */
  async function arrive(path = `${AUTHORIZE}?client_id=atlas&lang=en`) {
    const visitor = new PageVisitor(world.origin, described());
    return { visitor, page: await visitor.open(path) };
  }

  /** Returns a second visitor with the same cookie, for simultaneous requests from one browser. */
  function sameBrowser({ cookie }: PageVisitor): PageVisitor {
    const other = new PageVisitor(world.origin, described());
    other.cookie = cookie;
    return other;
  }

  /** Returns the URL of the primary button on a page. */
  function wayOn({ html }: VisitedPage): string {
    const [, address = ""] = /<a class="button primary" href="([^"]+)"/.exec(html) ?? [];
    return address.replaceAll("&amp;", "&");
  }

  /** Follows the button to the provider's page. @returns the `state` parameter of its URL */
  async function leave(visitor: PageVisitor, page: VisitedPage): Promise<string> {
    const { left } = await visitor.open(wayOn(page));
    expect(left?.host).toBe(PROVIDER_HOST);
    return left?.searchParams.get("state") ?? "";
  }

  const back = (state: string, more: Record<string, string>) =>
    `/sign-in/returned?${new URLSearchParams({ state, ...more })}`;
  let codes = 0;
  const codeOf = (login: string) => ({ code: `${login}.${++codes}` });

  describe("the sign-in page", () => {
    test("sends the customer's language and the return URL to the provider", async () => {
      const { visitor, page } = await arrive("/sign-in?lang=fr");
      const { left } = await visitor.open(wayOn(page));
      expect(Object.fromEntries(left?.searchParams ?? [])).toMatchObject({
        ...{ lang: "fr", return_to: `${world.origin}/sign-in/returned` },
      });
    });

    test("redirects to the sign-in origin first if it is a different origin", async () => {
      const headers = { ...described(), "X-Test-Auth-Origin": "https://auth.example" };
      const { left } = await new PageVisitor(world.origin, headers).open("/sign-in?again=1&to=new-token&lang=fr");
      expect(left?.href).toBe("https://auth.example/sign-in?again=1&to=new-token&lang=fr");
    });

    test("redirects a request for the other kind of sign-in to the sign-in page", async () => {
      const form = new PageVisitor(world.origin);
      const page = await form.open("/sign-in?lang=en");
      expect((await form.open("/sign-in/provider?lang=en")).address).toBe("/sign-in?lang=en&to=%2Fclient-area");
      const headers = { ...described(), "Sec-Fetch-Site": "same-origin" };
      const answer = await form.submit(page, "/sign-in", { email: "owner@maple.example", password: "x" }, headers);
      expect(answer.address).toBe("/sign-in?to=%2Fclient-area&lang=en");
    });

    test.each(["/sign-in?lang=en", "/sign-in/provider?lang=en"])(
      "%s is unavailable while the billing system's description cannot be read",
      async (path) => {
        const visitor = new PageVisitor(world.origin, { "X-Test-Description": "unread" });
        const page = await visitor.open(path);
        expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "5"]);
        expect(wayOn(page)).toBe("/sign-in?lang=en");
      },
    );
  });

  describe("the sign-in at the provider", () => {
    test("leads to the consent, in a session with a new id", async () => {
      const { visitor, page } = await arrive();
      const before = sameBrowser(visitor);
      const state = await leave(visitor, page);
      const consent = await visitor.open(back(state, codeOf("nocard")));
      expect(consent.address).toBe(`${AUTHORIZE}?pending=${page.url.searchParams.get("pending")}&lang=en`);
      expect(consent.html).toContain("No Card Ltd");
      expect(visitor.cookie).not.toBe(before.cookie);
      expect((await before.open(consent.address)).html, "the previous session").not.toContain("No Card Ltd");
    });

    test("leads to the connected assistants if no application waits, and is skipped for a signed-in customer", async () => {
      const { visitor, page } = await arrive("/sign-in?lang=fr");
      const state = await leave(visitor, page);
      expect((await visitor.open(back(state, codeOf("nocard")))).address).toBe("/connected-assistants?lang=fr");
      for (const path of ["/sign-in", "/sign-in/provider"]) {
        expect((await visitor.open(path)).address).toBe("/connected-assistants");
      }
    });

    test("works again after “Not you?”, which warns about the session at the provider", async () => {
      const { visitor, page } = await arrive();
      const consent = await visitor.open(back(await leave(visitor, page), codeOf("nocard")));
      const out = await visitor.submit(consent, "/sign-out", {});
      expect(textOf(out.html)).toContain(`At ${PROVIDER_HOST} you may still be signed in.`);
      const other = await visitor.open(back(await leave(visitor, out), codeOf("big")));
      expect(other.address).toBe(consent.address);
      expect(other.html).not.toContain("No Card Ltd");
    });

    test("is required again before a new API token and returns to the form for it", async () => {
      const later = { "X-Test-Minutes-Later": "16" };
      const { visitor, page } = await arrive("/sign-in?lang=en");
      await visitor.open(back(await leave(visitor, page), codeOf("nocard")));
      const aged = await visitor.open("/connected-assistants?lang=en", { headers: later });
      expect(aged.html).not.toContain('value="create_token"');
      expect(textOf(aged.html)).not.toContain("password");
      const again = await visitor.open("/sign-in?again=1&to=new-token&lang=en");
      const form = await visitor.open(back(await leave(visitor, again), codeOf("nocard")));
      expect(form.address).toBe("/connected-assistants?new-token=&lang=en#new-token");
      expect(form.html).toContain('value="create_token"');
    });

    test("requires a new password entry if the application asks for one", async () => {
      const { visitor, page } = await arrive(`${AUTHORIZE}?client_id=atlas&prompt=login&lang=en`);
      const { left } = await visitor.open(wayOn(page));
      expect(left?.searchParams.get("prompt")).toBe("login");
      const { code } = codeOf("nocard");
      const state = left?.searchParams.get("state") ?? "";
      const returned = await visitor.open(back(state, { code: `${code}.earlier` }));
      expect(returned.url.pathname).toBe("/sign-in");
      expect(textOf(returned.html)).toContain("let you in without checking your sign-in again. Sign out there first");
      const consent = await visitor.open(back(await leave(visitor, returned), codeOf("nocard")));
      expect(consent.html).toContain('value="allow"');
    });

    test("cannot be completed in the previous session with a second code", async () => {
      const { visitor, page } = await arrive();
      const attacker = sameBrowser(visitor);
      const state = await leave(visitor, page);
      await visitor.open(back(state, codeOf("nocard")));
      const tried = await attacker.open(back(state, codeOf("owner")));
      expect(tried.address).toMatch(/^\/sign-in\?pending=/);
      expect(attacker.cookie).not.toBe(visitor.cookie);
    });

    test("reveals the code and state to no other page and no log", async () => {
      const { visitor, page } = await arrive();
      const returned = await visitor.request(back(await leave(visitor, page), { error: "access_denied" }));
      expect([returned.status, returned.headers.get("Referrer-Policy")]).toEqual([303, "no-referrer"]);
      const stopped = await new PageVisitor(world.origin, described()).open(back("s", { code: "secret" }));
      expect(stopped.headers.get("Referrer-Policy")).toBe("no-referrer");
      expect(stopped.html).not.toContain("secret");
      expect(world.logs().join()).not.toMatch(/secret|state=|nocard\.\d/);
    });
  });

  describe("failed sign-ins and unexpected requests", () => {
    const stranger = () => new PageVisitor(world.origin, described());

    test.each([
      ["a declined sign-in", { error: "access_denied" }, `You came back from ${PROVIDER_HOST} without signing in.`],
      ["a sign-in that matches no login", { error: "unsure" }, "we could not match you to a login here"],
      ["a billing system that does not answer", { error: "down" }, `${PROVIDER_HOST} did not answer`],
      ["a return without a code", { other: "x" }, "took longer than ten minutes, or was already used"],
    ])("the page states the reason for %s, and the customer can sign in again", async (_, returned, words) => {
      const { visitor, page } = await arrive();
      const { cookie } = visitor;
      const answer = await visitor.open(back(await leave(visitor, page), returned));
      expect(answer.address).toBe(page.address);
      expect(textOf(answer.html)).toContain(words);
      expect(answer.html).toMatch(/class="error-summary" role="alert"/);
      expect([visitor.cookie, (await visitor.open(AUTHORIZE)).html.includes("No Card Ltd")]).toEqual([cookie, false]);
      const consent = await visitor.open(back(await leave(visitor, answer), codeOf("nocard")));
      expect(consent.html).toContain("No Card Ltd");
    });

    test.each([
      ["the list of accounts is empty", { "X-Test-Billing": "no-accounts" }, () => codeOf("owner")],
      [
        "the sign-in result says so",
        { "X-Test-Billing": "listManagedAccounts" },
        () => ({ code: `owner.${++codes}.told` }),
      ],
    ])("a login without accounts gets an error if %s", async (_, headers, code) => {
      const { visitor, page } = await arrive("/sign-in?lang=en");
      const response = await visitor.request(back(await leave(visitor, page), code()), { headers });
      expect(response.headers.get("Set-Cookie")).toBeNull();
      const answer = await visitor.open(response.headers.get("Location") ?? "");
      expect(textOf(answer.html)).toContain("manages no account");
      expect((await visitor.open("/connected-assistants")).address).toMatch(/^\/sign-in/);
    });

    test("a return without a cookie or in another session is refused", async () => {
      const { visitor, page } = await arrive();
      const state = await leave(visitor, page);
      const other = (await arrive("/sign-in")).visitor;
      for (const from of [stranger(), other]) {
        const answer = await from.open(`${back(state, codeOf("nocard"))}&lang=en`);
        expect([answer.status, wayOn(answer)]).toEqual([410, "/sign-in?lang=en"]);
        expect(textOf(answer.html)).toContain("It started in another window or browser");
      }
    });

    test.each<[string, Record<string, string>]>([
      ["another state", { state: "made-up", code: "nocard" }],
      ["another state and a refusal", { state: "made-up", error: "access_denied" }],
      ["two states", { state: "made-up&state=state-1", code: "nocard" }],
      ["no state", { code: "nocard" }],
    ])("a forged return with %s is refused and does not interrupt the sign-in", async (_, returned) => {
      const { visitor, page } = await arrive();
      const state = await leave(visitor, page);
      const query = decodeURIComponent(String(new URLSearchParams(returned)));
      const answer = await visitor.open(`/sign-in/returned?${query}`);
      expect(answer.status).toBe(410);
      expect(textOf(answer.html)).toContain("It started in another window or browser");
      expect((await visitor.open(back(state, codeOf("nocard")))).html).toContain("No Card Ltd");
    });

    test("a return with two codes signs nobody in", async () => {
      const { visitor, page } = await arrive();
      const state = await leave(visitor, page);
      const { code } = codeOf("big");
      const answer = await visitor.open(`${back(state, codeOf("nocard"))}&code=${code}`);
      expect(answer.address).toBe(page.address);
      expect(textOf(answer.html)).toContain("was already used");
    });

    test("an empty return and a HEAD request do not interrupt the sign-in", async () => {
      const { visitor, page } = await arrive();
      const state = await leave(visitor, page);
      expect((await visitor.open("/sign-in/returned?lang=fr")).address).toBe(page.address);
      await visitor.request(back(state, codeOf("nocard")), { method: "HEAD" });
      expect((await visitor.open(back(state, codeOf("nocard")))).html).toContain("No Card Ltd");
    });

    test.each([
      ["from another site", { "Sec-Fetch-Site": "cross-site" }, "GET"],
      ["by HEAD", {}, "HEAD"],
    ])("a start %s leads to the sign-in page first", async (_, headers, method) => {
      const response = await stranger().request("/sign-in/provider?lang=en", { headers, method });
      expect([response.status, response.headers.get("Location")]).toEqual([303, "/sign-in?lang=en"]);
    });

    test("a start for an unknown authorization is refused", async () => {
      expect((await stranger().open("/sign-in/provider?pending=x")).status).toBe(403);
      const { visitor } = await arrive("/sign-in");
      await leave(visitor, await visitor.open("/sign-in"));
      expect((await visitor.open("/sign-in/provider?pending=constructor")).status).toBe(410);
    });

    test.each([
      ["exceeds the network's limit", { "X-Test-Limit": "reached" }, 429, "1500"],
      ["cannot be counted", { "X-Test-Limit": "down" }, 503, "5"],
      ["gets no reply from the billing system", { "X-Test-Billing": "beginSignIn" }, 503, "5"],
    ])(
      "a start that %s leads to an error page with a link to the sign-in page",
      async (_, headers, status, retryAfter) => {
        const { visitor, page } = await arrive();
        const answer = await visitor.open(wayOn(page), { headers });
        expect([answer.status, answer.headers.get("Retry-After")]).toEqual([status, retryAfter]);
        expect(wayOn(answer)).toBe(page.address);
      },
    );
  });
}
