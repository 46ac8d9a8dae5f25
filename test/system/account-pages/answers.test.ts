import { describe, expect, test } from "vitest";
import { formOf, PageVisitor, type VisitedPage } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";
import { AUTHORIZE, atConsent, made } from "./support/at-consent.ts";
import { ACCOUNT_PAGES } from "./support/pages-worker.ts";

const world = useWorld(ACCOUNT_PAGES);

describe("mistakes are told, and do not use the question up", () => {
  const mistakes: [string, string, Record<string, string | string[]>, number, string][] = [
    ["no limit", "nocard", {}, 422, "Choose everything, or one"],
    ["two limits", "nocard", { limit: ["all", "all"] }, 422, "Choose everything, or one"],
    [
      "a wider limit after another",
      "owner",
      { limit: ["domain:studio-ana.ca", "all"] },
      422,
      "Choose everything, or one",
    ],
    ["an unknown limit", "nocard", { limit: "everything" }, 422, "Choose everything, or one"],
    ["a domain of another account", "nocard", { limit: "domain:studio-ana.ca" }, 422, "no such domain name or service"],
    ["a service of nobody", "nocard", { limit: "service:99999999" }, 422, "no such domain name or service"],
    ["a pattern", "owner", { limit: "domain:%.ca" }, 422, "Choose everything, or one"],
    ["a service the login may not see", "contact", { limit: "service:2001" }, 422, "no such domain name or service"],
    [
      "a scope beyond the table",
      "nocard",
      { limit: "all", scope: ["billing:write", "admin"] },
      400,
      "does not stand on the page",
    ],
    ["reading as a change", "nocard", { limit: "all", scope: "account:read" }, 400, "does not stand on the page"],
    [
      "a change the login cannot make",
      "contact",
      { limit: "all", scope: "billing:write" },
      422,
      "a change that was ticked",
    ],
  ];

  test.each(mistakes)("%s", async (_, login, fields, status, words) => {
    const { visitor, page } = await atConsent(world.origin, login);
    const before = (await made(world.origin)).length;
    const answer = await visitor.submit(page, AUTHORIZE, { ...fields, decision: "allow" });
    expect([answer.status, answer.html.includes(words)]).toEqual([status, true]);
    expect(await made(world.origin)).toHaveLength(before);
    const right = await visitor.submit(page, AUTHORIZE, { limit: "all", decision: "allow" });
    expect(right.headers.get("Location")).toContain("code=abc");
  });

  test.each<[string, string | string[]]>([
    ["an unknown one", "perhaps"],
    ["an empty one", ""],
    ["both", ["allow", "deny"]],
    ["one twice", ["allow", "allow"]],
  ])("a decision that is none: %s", async (_, decision) => {
    const { visitor, page } = await atConsent(world.origin);
    const before = (await made(world.origin)).length;
    const answer = await visitor.submit(page, AUTHORIZE, { limit: "all", decision });
    expect([answer.status, answer.html.includes("neither allows nor cancels")]).toEqual([400, true]);
    expect(answer.html).toContain("Back to the question");
    expect(await made(world.origin)).toHaveLength(before);
    const right = await visitor.submit(page, AUTHORIZE, { limit: "all", decision: "allow" });
    expect(right.headers.get("Location")).toContain("code=abc");
  });

  test.each(["shown_account", "pending", "account"])("a second %s: nothing is given on a guess", async (name) => {
    const { visitor, page } = await atConsent(world.origin);
    const before = (await made(world.origin)).length;
    const own = formOf(page, AUTHORIZE).hidden.flatMap(([hidden, value]) => (hidden === name ? [value] : []));
    const twice = {
      limit: "all",
      decision: "allow",
      [name]: name === "account" ? ["1001", "1002"] : [...own, "another"],
    };
    const answer = await visitor.submit(page, AUTHORIZE, twice);
    expect([answer.status, answer.html.includes("This form could not be read")]).toEqual([400, true]);
    expect(await made(world.origin)).toHaveLength(before);
    const right = await visitor.submit(page, AUTHORIZE, { limit: "all", decision: "allow" });
    expect(right.headers.get("Location")).toContain("code=abc");
  });

  test("what was ticked stays ticked, and the error has the focus", async () => {
    const { visitor, page } = await atConsent(world.origin);
    const answer = await visitor.submit(page, AUTHORIZE, {
      scope: "domains:write",
      limit: "domain:x.ca",
      decision: "allow",
    });
    expect(answer.html).toMatch(/<input type="checkbox" id="domains-write"[^>]* checked/);
    expect(answer.html).not.toMatch(/<input type="checkbox" id="billing-write"[^>]* checked/);
    expect(answer.html).toMatch(/role="alert" tabindex="-1" autofocus/);
    expect(answer.html).toMatch(
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
    const before = (await made(world.origin)).length;
    const answer = await visitor.submit(page, AUTHORIZE, { limit: "all", decision: "allow" });
    expect([answer.status, answer.html.includes("Ana Europe SARL")]).toEqual([422, true]);
    expect(await made(world.origin)).toHaveLength(before);
  });

  test("a billing system that is down, and a connection that cannot be made", async () => {
    const { visitor, page } = await atConsent(world.origin);
    const { action, hidden } = formOf(page, AUTHORIZE);
    const allow = (headers: Record<string, string>) =>
      visitor.post(action, [...hidden, ["limit", "all"], ["decision", "allow"]], headers);

    const down = await allow({ "X-Test-Billing": "listManagedAccounts" });
    expect([down.status, down.headers.get("Retry-After")]).toEqual([503, "5"]);
    const broken = await allow({ "X-Test-Connect": "fails" });
    expect([broken.status, broken.html.includes("The application received nothing.")]).toEqual([503, true]);
    const again = /<a class="button primary" href="([^"]+)"/.exec(broken.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const consent = await visitor.open(again);
    expect((await visitor.submit(consent, AUTHORIZE, { limit: "all", decision: "allow" })).status).toBe(303);
  });
});

describe("a question is answered once, by whom it was asked", () => {
  const closed = (page: VisitedPage) => [page.status, page.html.includes("This question is no longer open")];

  test.each(["allow", "deny"])("posted twice, %s: once answered, and both lead on", async (decision) => {
    const { visitor, page } = await atConsent(world.origin);
    const fields = { limit: "all", decision };
    const before = (await made(world.origin)).length;
    const both = await Promise.all([visitor.submit(page, AUTHORIZE, fields), visitor.submit(page, AUTHORIZE, fields)]);
    const third = await visitor.submit(page, AUTHORIZE, fields);
    for (const answer of [...both, third]) {
      expect(answer.headers.get("Location")).toContain(decision === "allow" ? "code=abc" : "error=access_denied");
    }
    expect(await made(world.origin)).toHaveLength(before + (decision === "allow" ? 1 : 0));
    const others = [{ decision: decision === "allow" ? "deny" : "allow" }, { scope: "domains:write" }];
    for (const other of others) {
      expect(closed(await visitor.submit(page, AUTHORIZE, { ...fields, ...other }))).toEqual([410, true]);
    }
  });

  test("posted twice where the connection cannot be made: both come to the question that is asked again", async () => {
    const { visitor, page } = await atConsent(world.origin);
    const fields = { limit: "all", decision: "allow" };
    const fails = { "X-Test-Connect": "fails" };
    expect((await visitor.submit(page, AUTHORIZE, fields, fails)).status).toBe(503);
    const second = await visitor.submit(page, AUTHORIZE, fields);
    expect([second.status, second.html.includes('value="allow"')]).toEqual([200, true]);
  });

  test("posted with another session, whose token does not fit, or whose question it is not", async () => {
    const { page } = await atConsent(world.origin);
    const { visitor: other, page: otherPage } = await atConsent(world.origin, "owner");
    const before = (await made(world.origin)).length;
    const fields = { limit: "all", decision: "allow" };
    expect((await other.submit(page, AUTHORIZE, fields)).status).toBe(403);

    const question = formOf(page, AUTHORIZE).hidden.find(([name]) => name === "pending");
    const own = formOf(otherPage, AUTHORIZE).hidden.filter(([name]) => name !== "pending");
    const answer = await other.post(AUTHORIZE, [...own, question ?? ["", ""], ...Object.entries(fields)]);
    expect(answer.status).toBe(410);
    expect(await made(world.origin)).toHaveLength(before);
  });

  test("posted by another login that has signed in meanwhile", async () => {
    const { visitor, page } = await atConsent(world.origin, "owner");
    await visitor.signIn(await visitor.open("/sign-in?again=1"), "nocard");
    const before = (await made(world.origin)).length;
    expect((await visitor.submit(page, AUTHORIZE, { limit: "all", decision: "allow" })).status).toBe(403);
    expect(await made(world.origin)).toHaveLength(before);
  });

  test("expired", async () => {
    const { visitor, page } = await atConsent(world.origin);
    await fetch(`${world.origin}/test/expire?id=${visitor.cookie.split("=")[1]}`);
    expect(closed(await visitor.submit(page, AUTHORIZE, { limit: "all", decision: "allow" }))).toEqual([410, true]);
    expect(closed(await visitor.open(page.address))).toEqual([410, true]);
    expect(closed(await visitor.open(page.address.replace(AUTHORIZE, "/sign-in")))).toEqual([410, true]);
    const [, again = ""] =
      /<a class="button primary" href="([^"]+)">Open the page again/.exec((await visitor.open(page.address)).html) ??
      [];
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
    const consent = await visitor.open(asked.pathname + asked.search);
    const answer = await visitor.submit(consent, AUTHORIZE, { limit: "all", decision: "allow" });
    expect(answer.headers.get("Location")).toContain("code=abc");
    expect((await visitor.open(consent.address)).html, "what was answered is not offered again").not.toContain(
      "Open the page again",
    );
  });

  test("an account that was lost between the page and the answer", async () => {
    const { visitor, page } = await atConsent(world.origin, "owner");
    const manages = world.billing.prepare("SELECT * FROM account_logins WHERE login_id = 11 AND account_id = 1001");
    const row = (await manages.first()) as Record<string, string | number>;
    await world.billing.prepare("DELETE FROM account_logins WHERE login_id = 11 AND account_id = 1001").run();
    const before = (await made(world.origin)).length;
    const answer = await visitor.submit(page, AUTHORIZE, { limit: "all", decision: "allow" });
    expect([answer.status, answer.html.includes("Studio Ana Inc.")]).toEqual([422, false]);
    expect(await made(world.origin)).toHaveLength(before);
    const [columns, values] = [Object.keys(row), Object.values(row)];
    const marks = columns.map(() => "?").join();
    await world.billing
      .prepare(`INSERT INTO account_logins (${columns.join()}) VALUES (${marks})`)
      .bind(...values)
      .run();
  });
});

describe("a request that no page can answer", () => {
  test("an unknown application gets a page and nothing else", async () => {
    const page = await new PageVisitor(world.origin).open(`${AUTHORIZE}?client_id=nobody&lang=en`);
    expect([page.status, page.headers.get("Location")]).toEqual([400, null]);
    expect(page.html).toContain("No application is registered under this client_id.");
  });

  test("one that cannot be read now may come again", async () => {
    const page = await new PageVisitor(world.origin).open(`${AUTHORIZE}?client_id=later&lang=en`);
    expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(page.html).toContain('href="?client_id=later&amp;lang=en"');
  });

  test("one too many from a network is told when it may come again", async () => {
    const page = await new PageVisitor(world.origin).open(`${AUTHORIZE}?client_id=busy&lang=en`);
    expect([page.status, page.headers.get("Retry-After")]).toEqual([429, "1500"]);
    expect(page.html).toContain("Try again in 25 minutes.");
    expect(page.html).toContain('href="?client_id=busy&amp;lang=en"');
  });

  test.each(["constructor", "__proto__", "toString", ""])("a question called “%s” is none", async (id) => {
    const { visitor, page } = await atConsent(world.origin);
    const { hidden } = formOf(page, AUTHORIZE);
    const token = hidden.filter(([name]) => name === "token");
    expect((await visitor.open(`${AUTHORIZE}?pending=${id}`)).status).toBe(410);
    expect((await visitor.open(`/sign-in?pending=${id}`)).status).toBe(410);
    for (const decision of ["allow", "deny"]) {
      const answer = await visitor.post(AUTHORIZE, [
        ...token,
        ["pending", id],
        ["limit", "all"],
        ["decision", decision],
      ]);
      expect(answer.status).toBe(410);
    }
  });

  test("what the OAuth part sends back goes back", async () => {
    const response = await new PageVisitor(world.origin).request(`${AUTHORIZE}?client_id=wrong`);
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      "https://atlas.example/back?error=invalid_request",
    ]);
  });

  test("a failure of ours is a page without its text", async () => {
    const visitor = new PageVisitor(world.origin, { "X-Test-Request": "r-broken" });
    const page = await visitor.open(`${AUTHORIZE}?client_id=broken&lang=en`);
    expect([page.status, page.html.includes("Something went wrong on our side")]).toEqual([500, true]);
    expect(page.html).not.toContain("clients is down");
    expect(page.headers.get("X-Request-Id")).toBe("r-broken");
    const lines = world.logs().filter((line) => line.includes("r-broken"));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        event: "page_failed",
        path: AUTHORIZE,
        request_id: "r-broken",
        cause: expect.objectContaining({ name: "Error" }),
      },
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
