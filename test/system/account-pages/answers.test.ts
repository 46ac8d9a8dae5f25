import { describe, expect, test } from "vitest";
import { formOf, PageVisitor, type VisitedPage } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";
import { ACCOUNT_PAGES, AUTHORIZE, atConsent, made } from "./support/account-pages.ts";

const world = useWorld(ACCOUNT_PAGES);
const ALLOW = { limit: "all", decision: "allow" };

/** Nothing is connected by what is done. */
async function expectNothingGiven(done: () => Promise<unknown>): Promise<void> {
  const before = (await made(world.origin)).length;
  await done();
  expect(await made(world.origin)).toHaveLength(before);
}

describe("mistakes are told, and do not use the question up", () => {
  type Fields = Record<string, string | string[]>;
  const NO_LIMIT = "Choose everything, or one";
  const NOT_OFFERED = "does not stand on the page";
  const NOT_THEIRS = "no such domain name or service";
  const NO_DECISION = "neither allows nor cancels";
  const UNREADABLE = "This form could not be read";

  test.each<[string, string, Fields, number, string]>([
    ["no limit", "nocard", { limit: [] }, 422, NO_LIMIT],
    ["two limits", "nocard", { limit: ["all", "all"] }, 422, NO_LIMIT],
    ["a wider limit after another", "owner", { limit: ["domain:studio-ana.ca", "all"] }, 422, NO_LIMIT],
    ["an unknown limit", "nocard", { limit: "everything" }, 422, NO_LIMIT],
    ["a domain of another account", "nocard", { limit: "domain:studio-ana.ca" }, 422, NOT_THEIRS],
    ["a service of nobody", "nocard", { limit: "service:99999999" }, 422, NOT_THEIRS],
    ["a pattern", "owner", { limit: "domain:%.ca" }, 422, NO_LIMIT],
    ["a service the login may not see", "contact", { limit: "service:2001" }, 422, NOT_THEIRS],
    ["a scope beyond the table", "nocard", { scope: ["billing:write", "admin"] }, 400, NOT_OFFERED],
    ["reading as a change", "nocard", { scope: "account:read" }, 400, NOT_OFFERED],
    ["a change the login cannot make", "contact", { scope: "billing:write" }, 422, "a change that was ticked"],
    ["an unknown decision", "nocard", { decision: "perhaps" }, 400, NO_DECISION],
    ["an empty decision", "nocard", { decision: "" }, 400, NO_DECISION],
    ["both decisions", "nocard", { decision: ["allow", "deny"] }, 400, NO_DECISION],
    ["one decision twice", "nocard", { decision: ["allow", "allow"] }, 400, NO_DECISION],
    // Nothing is given on a guess of which of two is meant.
    ["a second shown account", "nocard", { shown_account: "another" }, 400, UNREADABLE],
    ["a second question", "nocard", { pending: "another" }, 400, UNREADABLE],
    ["two accounts", "nocard", { account: ["1001", "1002"] }, 400, UNREADABLE],
  ])("%s", async (_, login, fields, status, words) => {
    const { visitor, page } = await atConsent(world.origin, login);
    const { hidden } = formOf(page, AUTHORIZE);
    const beside = (name: string) => hidden.flatMap(([own, value]) => (own === name ? [value] : []));
    const sent = Object.entries(fields).map(([name, value]) => [name, [...beside(name), value].flat()]);
    await expectNothingGiven(async () => {
      const answer = await visitor.submit(page, AUTHORIZE, { ...ALLOW, ...Object.fromEntries(sent) });
      expect([answer.status, answer.html.includes(words)]).toEqual([status, true]);
      if (words === NO_DECISION) expect(answer.html).toContain("Back to the question");
    });
    const right = await visitor.submit(page, AUTHORIZE, ALLOW);
    expect(right.headers.get("Location")).toContain("code=abc");
  });

  test("what was ticked stays ticked, and the error has the focus", async () => {
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

  test("no account chosen, or one that is not managed", async () => {
    const visitor = new PageVisitor(world.origin);
    const choice = await visitor.signIn(await visitor.open(`${AUTHORIZE}?client_id=atlas&lang=en`), "owner");
    const none = await visitor.submit(choice, AUTHORIZE, {});
    expect([none.status, none.html.includes("Choose an account.")]).toEqual([422, true]);
    const foreign = await visitor.submit(choice, AUTHORIZE, { account: "1003" });
    expect([foreign.status, foreign.html.includes("does not manage it")]).toEqual([403, true]);
    expect((await visitor.submit(choice, AUTHORIZE, { account: "1001" })).html).toContain("Studio Ana Inc.");
  });

  test("an account chosen in another window meanwhile: what was seen is not what would be given", async () => {
    const { visitor, page } = await atConsent(world.origin, "owner");
    const elsewhere = await visitor.open(`${page.address}&choose=account`);
    await visitor.submit(elsewhere, AUTHORIZE, { account: "1002" });
    await expectNothingGiven(async () => {
      const answer = await visitor.submit(page, AUTHORIZE, ALLOW);
      expect([answer.status, answer.html.includes("Ana Europe SARL")]).toEqual([422, true]);
    });
  });

  test("a billing system that is down, and a connection that cannot be made", async () => {
    const { visitor, page } = await atConsent(world.origin);
    const allow = (headers: Record<string, string>) => visitor.submit(page, AUTHORIZE, ALLOW, headers);
    const down = await allow({ "X-Test-Billing": "readConsentFacts" });
    expect([down.status, down.headers.get("Retry-After")]).toEqual([503, "5"]);
    const broken = await allow({ "X-Test-Connect": "fails" });
    expect([broken.status, broken.html.includes("The application received nothing.")]).toEqual([503, true]);
    const againAt = ({ html }: VisitedPage) =>
      visitor.open(/<a class="button primary" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "");
    const held = await visitor.submit(await againAt(broken), AUTHORIZE, ALLOW, { "X-Test-Connect": "is held" });
    expect([held.status, held.html.includes("Nothing can be connected right now")]).toEqual([503, true]);
    expect((await visitor.submit(await againAt(held), AUTHORIZE, ALLOW)).status).toBe(303);
  });
});

describe("while the list of domain names cannot be read", () => {
  const unread = { "X-Test-Billing": "domains-unread" };

  test("the consent is not asked, since it could offer no limit to a domain name", async () => {
    const { visitor, page } = await atConsent(world.origin);
    expect((await visitor.open(page.address, { headers: unread })).status).toBe(503);
  });

  test("a limit to a domain name is not confirmed, and one to the whole account needs no list", async () => {
    const { visitor, page } = await atConsent(world.origin);
    await expectNothingGiven(async () => {
      const answer = await visitor.submit(page, AUTHORIZE, { ...ALLOW, limit: "domain:studio-ana.ca" }, unread);
      expect(answer.status).toBe(503);
    });
    expect((await visitor.submit(page, AUTHORIZE, ALLOW, unread)).status).toBe(303);
  });
});

describe("a question is answered once, by whom it was asked", () => {
  const closed = (page: VisitedPage) => [page.status, page.html.includes("This question is no longer open")];

  test.each(["allow", "deny"])("posted twice, %s: once answered, and both lead on", async (decision) => {
    const { visitor, page } = await atConsent(world.origin);
    const send = (more = {}) => visitor.submit(page, AUTHORIZE, { ...ALLOW, decision, ...more });
    const before = (await made(world.origin)).length;
    const answers = [...(await Promise.all([send(), send()])), await send()];
    for (const answer of answers) {
      expect(answer.headers.get("Location")).toContain(decision === "allow" ? "code=abc" : "error=access_denied");
    }
    expect(await made(world.origin)).toHaveLength(before + (decision === "allow" ? 1 : 0));
    for (const other of [{ decision: decision === "allow" ? "deny" : "allow" }, { scope: "domains:write" }]) {
      expect(closed(await send(other))).toEqual([410, true]);
    }
  });

  test("posted twice where the connection cannot be made: both come to the question that is asked again", async () => {
    const { visitor, page } = await atConsent(world.origin);
    expect((await visitor.submit(page, AUTHORIZE, ALLOW, { "X-Test-Connect": "fails" })).status).toBe(503);
    const second = await visitor.submit(page, AUTHORIZE, ALLOW);
    expect([second.status, second.html.includes('value="allow"')]).toEqual([200, true]);
  });

  test("posted with another session, whose token does not fit, or whose question it is not", async () => {
    const { page } = await atConsent(world.origin);
    const { visitor: other, page: otherPage } = await atConsent(world.origin, "owner");
    const question = formOf(page, AUTHORIZE).hidden.filter(([name]) => name === "pending");
    await expectNothingGiven(async () => {
      expect((await other.submit(page, AUTHORIZE, ALLOW)).status).toBe(403);
      const answer = await other.submit(otherPage, AUTHORIZE, { ...Object.fromEntries(question), ...ALLOW });
      expect(answer.status).toBe(410);
    });
  });

  test("posted by another login that has signed in meanwhile", async () => {
    const { visitor, page } = await atConsent(world.origin, "owner");
    await visitor.signIn(await visitor.open("/sign-in?again=1"), "nocard");
    await expectNothingGiven(async () => {
      expect((await visitor.submit(page, AUTHORIZE, ALLOW)).status).toBe(403);
    });
  });

  test("expired", async () => {
    const { visitor, page } = await atConsent(world.origin);
    await fetch(`${world.origin}/test/expire?id=${visitor.cookies.get("session")}`);
    expect(closed(await visitor.submit(page, AUTHORIZE, ALLOW))).toEqual([410, true]);
    const expired = await visitor.open(page.address);
    expect(closed(expired)).toEqual([410, true]);
    expect(closed(await visitor.open(page.address.replace(AUTHORIZE, "/sign-in")))).toEqual([410, true]);
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

  test("an account that was lost between the page and the answer", async () => {
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

describe("a request that no page can answer", () => {
  const ask = (client: string, headers: Record<string, string> = {}) =>
    new PageVisitor(world.origin, headers).open(`${AUTHORIZE}?client_id=${client}&lang=en`);

  test("an unknown application gets a page and nothing else", async () => {
    const page = await ask("nobody");
    expect([page.status, page.headers.get("Location")]).toEqual([400, null]);
    expect(page.html).toContain("No application is registered under this client_id.");
  });

  test.each([
    ["one that cannot be read now may come again", "later", 503, "5", ""],
    ["one too many from a network is told when", "busy", 429, "1500", "Try again in 25 minutes."],
  ])("%s", async (_, client, status, seconds, words) => {
    const page = await ask(client);
    expect([page.status, page.headers.get("Retry-After")]).toEqual([status, seconds]);
    expect(page.html).toContain(words);
    expect(page.html).toContain(`href="?client_id=${client}&amp;lang=en"`);
  });

  test.each(["constructor", "__proto__", "toString", ""])("a question called “%s” is none", async (id) => {
    const { visitor, page } = await atConsent(world.origin);
    for (const path of [AUTHORIZE, "/sign-in"]) expect((await visitor.open(`${path}?pending=${id}`)).status).toBe(410);
    for (const decision of ["allow", "deny"]) {
      const fields = Object.entries({ pending: id, ...ALLOW, decision });
      const token = formOf(page, AUTHORIZE).hidden.filter(([name]) => name === "token");
      expect((await visitor.post(AUTHORIZE, [...token, ...fields])).status).toBe(410);
    }
  });

  test("what the OAuth part sends back goes back", async () => {
    const { status, left } = await ask("wrong");
    expect([status, left?.href]).toEqual([303, "https://atlas.example/back?error=invalid_request"]);
  });

  test("a failure of ours is a page without its text", async () => {
    const page = await ask("broken", { "X-Test-Request": "r-broken" });
    expect([page.status, page.html.includes("Something went wrong on our side")]).toEqual([500, true]);
    expect(page.html).not.toContain("clients is down");
    expect(page.headers.get("X-Request-Id")).toBe("r-broken");
    const lines = world.logs().filter((line) => line.includes("r-broken"));
    const cause = expect.objectContaining({ name: "Error" });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { event: "page_failed", path: AUTHORIZE, request_id: "r-broken", cause },
    ]);
  });

  test.each([
    ["PUT", AUTHORIZE, "GET, HEAD, POST"],
    ["DELETE", "/sign-in", "GET, HEAD, POST"],
    ["GET", "/sign-out", "POST"],
    ["PATCH", "/connected-assistants", "GET, HEAD, POST"],
  ])("%s %s", async (method, path, allowed) => {
    const response = await new PageVisitor(world.origin).request(path, { method });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, allowed]);
    expect(response.headers.get("X-Request-Id")).toBe("r-1");
  });
});
