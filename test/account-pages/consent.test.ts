import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PagesWorker, startPages } from "./support/pages-worker.ts";
import { formOf, type Page, Visitor } from "./support/visitor.ts";

let worker: PagesWorker;
beforeAll(async () => {
  worker = await startPages();
});
afterAll(() => worker.close());

const AUTHORIZE = "/oauth/authorize";
const made = async () => (await (await fetch(`${worker.origin}/test/made`)).json()) as { accountId: number }[];

/** A visitor at the consent, having come from an application. */
async function atConsent(login = "nocard", query = "client_id=atlas&lang=en", headers = {}) {
  const visitor = new Visitor(worker.origin, headers);
  let page = await visitor.signIn(await visitor.open(`${AUTHORIZE}?${query}`), login);
  if (login === "owner") page = await visitor.send(page, AUTHORIZE, { account: "1001" });
  return { visitor, page };
}

describe("the journey", () => {
  test("an application's question leads to the sign-in, which names it and what it will read", async () => {
    const page = await new Visitor(worker.origin).open(`${AUTHORIZE}?client_id=atlas&lang=en`);
    expect(page.address).toMatch(/^\/sign-in\?pending=[^&]+&lang=en$/);
    expect(page.text).toContain("Sign in to connect <bdi>Atlas Assistant</bdi>");
    expect(page.text).toMatch(/Published by <bdi class="host">atlas\.example<\/bdi>/);
    expect(page.text).toContain("your services and domain names, their dates and prices");
    expect(page.text).toContain("Never: passwords, payment methods");
  });

  test("a login of several accounts chooses one, none chosen beforehand; nothing ticked is nothing granted", async () => {
    const visitor = new Visitor(worker.origin);
    const choice = await visitor.signIn(await visitor.open(`${AUTHORIZE}?client_id=atlas&lang=en`), "owner");
    expect(choice.text.match(/<input type="radio" name="account" value="(1001|1002)"\/>/g)).toHaveLength(2);
    expect(choice.text).not.toContain("checked");

    const consent = await visitor.send(choice, AUTHORIZE, { account: "1002" });
    expect(consent.text).toContain("Ana Europe SARL");
    expect(consent.text).not.toContain("checked");
    const back = await visitor.send(consent, AUTHORIZE, { limit: "all", decision: "allow" });
    expect(back.status).toBe(303);
    expect(back.headers.get("Location")).toBe("https://atlas.example/back?kept=1&code=abc");
    expect((await made()).at(-1)).toEqual({
      clientId: "atlas",
      signedIn: { loginId: 11, email: "owner@maple.example", language: "en", at: expect.any(Number) },
      account: { id: 1002, name: "Ana Europe SARL", currency: "EUR" },
      scopes: ["account:read"],
      limit: { kind: "account" },
      limitName: null,
    });
  });

  test("what is ticked and chosen is what is connected", async () => {
    const { visitor, page } = await atConsent("owner");
    const [, service] = /value="(service:\d+)"/.exec(page.text) ?? [];
    await visitor.send(page, AUTHORIZE, {
      scope: ["domains:write", "billing:write"],
      limit: "domain:studio-ana.ca",
      decision: "allow",
    });
    expect((await made()).at(-1)).toMatchObject({
      account: { id: 1001 },
      scopes: ["account:read", "billing:write", "domains:write"],
      limit: { kind: "domain", name: "studio-ana.ca" },
      limitName: "studio-ana.ca",
    });

    const again = await visitor.open(`${AUTHORIZE}?client_id=atlas&lang=en`);
    const consent = await visitor.send(again, AUTHORIZE, { account: "1001" });
    await visitor.send(consent, AUTHORIZE, { limit: service ?? "", decision: "allow" });
    expect((await made()).at(-1)).toMatchObject({
      limit: { kind: "service", id: Number(service?.split(":")[1]) },
      limitName: expect.stringContaining("studio-ana.ca"),
    });
  });

  test("the consent is asked for every time, and on the way back nothing is asked of the application again", async () => {
    const { visitor, page } = await atConsent();
    await visitor.send(page, AUTHORIZE, { limit: "all", decision: "allow" });
    const again = await visitor.open(`${AUTHORIZE}?client_id=atlas`);
    expect(again.address).toMatch(/\/oauth\/authorize\?pending=/);
    expect(again.text).toContain('value="allow"');
  });

  test("cancelling tells the application, at the sign-in as at the consent", async () => {
    const denied = `https://atlas.example/back?kept=1&error=access_denied&state=s+t%2F%26&iss=${encodeURIComponent(worker.origin)}`;
    const { visitor, page } = await atConsent();
    const cancelled = await visitor.send(page, AUTHORIZE, { decision: "deny" });
    expect([cancelled.status, cancelled.headers.get("Location")]).toEqual([303, denied]);

    const stranger = new Visitor(worker.origin);
    const signIn = await stranger.open(`${AUTHORIZE}?client_id=atlas`);
    expect((await stranger.send(signIn, AUTHORIZE, { decision: "deny" })).headers.get("Location")).toBe(denied);
  });

  test("an application's own scheme is returned to", async () => {
    const { visitor, page } = await atConsent("nocard", "client_id=scheme&lang=en");
    expect(page.text).toMatch(/an application on this device \(<bdi class="host">cursor:<\/bdi>\)/);
    expect(page.text).toContain("Go on only if you have just started this yourself");
    const back = await visitor.send(page, AUTHORIZE, { limit: "all", decision: "allow" });
    expect(back.headers.get("Location")).toBe("cursor://back?code=abc");
  });

  test("“Not you?” ends the session and keeps the question for somebody else", async () => {
    const { visitor, page } = await atConsent("owner");
    const before = visitor.cookie;
    const signIn = await visitor.send(page, "/sign-out", {});
    expect(signIn.text).toContain("Sign in to connect <bdi>Atlas Assistant</bdi>");
    const consent = await visitor.signIn(signIn, "nocard");
    expect(consent.text).toContain("No Card Ltd");

    visitor.cookie = before;
    expect((await visitor.open(page.address)).status).toBe(410);
  });

  test("the language is carried along, ui_locales included", async () => {
    const { visitor, page } = await atConsent("nocard", "client_id=atlas&ui_locales=de-CH%20fr-CA%20en");
    expect(page.text).toContain('<html lang="fr">');
    expect(page.address).toContain("lang=fr");
    expect((await visitor.open(`${page.address.replace("lang=fr", "lang=en")}`)).text).toContain('<html lang="en">');
  });
});

describe("what the consent says", () => {
  test("who asks: an unverified name is a warning and never markup, and the host stands out", async () => {
    const { page } = await atConsent("nocard", "client_id=self&lang=en&scope=account:read%20domains:write");
    expect(page.text).toContain("Connect <bdi>Claude &lt;b&gt;Pro&lt;/b&gt;</bdi> to your account?");
    expect(page.text).toContain(
      '<p class="warning strong">This application registered itself. Its name is not verified.',
    );
    expect(page.text).toMatch(/<p class="returns">It will return you to <bdi class="host">elsewhere\.example/);
  });

  test("what was asked for is said, not ticked", async () => {
    const { page } = await atConsent("nocard", "client_id=atlas&lang=en&scope=account:read%20domains:write");
    const ticks = page.text.split('<div class="tick"').slice(1);
    expect(ticks).toHaveLength(2);
    expect(ticks.map((tick) => tick.includes("The application asks for this."))).toEqual([false, true]);
    expect(page.text).not.toContain("checked");
  });

  test("a login with few permissions sees what it cannot give", async () => {
    const { page } = await atConsent("contact");
    expect(page.text).toContain("<li>your domain names, their dates and prices</li>");
    expect(page.text).toContain("<li>the subject and status of your tickets</li>");
    expect(page.text).toContain("Not your details, your services and your invoices: your own access");
    expect(page.text.match(/<input type="checkbox"[^>]* disabled/g)).toHaveLength(2);
    expect(page.text).not.toContain("service:");
    expect(page.text).toContain('value="domain:ana.dev"');
  });

  test("every domain name of a large account can be chosen", async () => {
    const { page } = await atConsent("big");
    expect(page.text.match(/value="domain:/g)?.length).toBeGreaterThan(100);
  });

  test("its headers keep it to itself, and let its form lead back to the application", async () => {
    const { page } = await atConsent();
    const policy = page.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("form-action");
    expect(page.headers.get("X-Frame-Options")).toBe("DENY");
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(page.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(page.text).not.toContain("<script");
  });

  test("a demonstration says so on each page", async () => {
    const headers = { "X-Test-Demonstration": "1" };
    const visitor = new Visitor(worker.origin, headers);
    const signIn = await visitor.open(`${AUTHORIZE}?client_id=atlas&lang=en`);
    expect(signIn.text).toContain("This is a demonstration");
    expect(signIn.text).toContain("README");
    const { page } = await atConsent("nocard", "client_id=atlas&lang=en", headers);
    expect(page.text).toContain("This is a demonstration");
    expect((await atConsent()).page.text).not.toContain("demonstration");
  });
});

describe("mistakes are told, and do not use the question up", () => {
  const mistakes: [string, string, Record<string, string | string[]>, number, string][] = [
    ["no limit", "nocard", {}, 422, "Choose what to limit it to."],
    ["an unknown limit", "nocard", { limit: "everything" }, 422, "is not in the account"],
    ["a domain of another account", "nocard", { limit: "domain:studio-ana.ca" }, 422, "is not in the account"],
    ["a service of nobody", "nocard", { limit: "service:99999999" }, 422, "is not in the account"],
    ["a pattern", "owner", { limit: "domain:%.ca" }, 422, "is not in the account"],
    ["a service the login may not see", "contact", { limit: "service:2001" }, 422, "is not in the account"],
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
    const { visitor, page } = await atConsent(login);
    const before = (await made()).length;
    const answer = await visitor.send(page, AUTHORIZE, { ...fields, decision: "allow" });
    expect([answer.status, answer.text.includes(words)]).toEqual([status, true]);
    expect(await made()).toHaveLength(before);
    const right = await visitor.send(page, AUTHORIZE, { limit: "all", decision: "allow" });
    expect(right.headers.get("Location")).toContain("code=abc");
  });

  test("what was ticked stays ticked, and the error has the focus", async () => {
    const { visitor, page } = await atConsent();
    const answer = await visitor.send(page, AUTHORIZE, {
      scope: "domains:write",
      limit: "domain:x.ca",
      decision: "allow",
    });
    expect(answer.text).toMatch(/<input type="checkbox" id="domains-write"[^>]* checked/);
    expect(answer.text).not.toMatch(/<input type="checkbox" id="billing-write"[^>]* checked/);
    expect(answer.text).toMatch(/role="alert" tabindex="-1" autofocus/);
    expect(answer.text).toMatch(
      /<select id="limit" name="limit" aria-invalid="true" aria-describedby="limit-error limit-hint"/,
    );
  });

  test("no account chosen, or one that is not managed", async () => {
    const visitor = new Visitor(worker.origin);
    const choice = await visitor.signIn(await visitor.open(`${AUTHORIZE}?client_id=atlas&lang=en`), "owner");
    const none = await visitor.send(choice, AUTHORIZE, {});
    expect([none.status, none.text.includes("Choose an account.")]).toEqual([422, true]);
    const foreign = await visitor.send(choice, AUTHORIZE, { account: "1003" });
    expect([foreign.status, foreign.text.includes("does not manage it")]).toEqual([403, true]);
    expect((await visitor.send(choice, AUTHORIZE, { account: "1001" })).text).toContain("Studio Ana Inc.");
  });

  test("an account chosen in another window meanwhile: what was seen is not what would be given", async () => {
    const { visitor, page } = await atConsent("owner");
    const elsewhere = await visitor.open(`${page.address}&choose=account`);
    await visitor.send(elsewhere, AUTHORIZE, { account: "1002" });
    const before = (await made()).length;
    const answer = await visitor.send(page, AUTHORIZE, { limit: "all", decision: "allow" });
    expect([answer.status, answer.text.includes("Ana Europe SARL")]).toEqual([422, true]);
    expect(await made()).toHaveLength(before);
  });

  test("a billing system that is down, and a connection that cannot be made", async () => {
    const { visitor, page } = await atConsent();
    const { action, hidden } = formOf(page, AUTHORIZE);
    const allow = (headers: Record<string, string>) =>
      visitor.post(action, [...hidden, ["limit", "all"], ["decision", "allow"]], headers);

    const down = await allow({ "X-Test-Billing": "listManagedAccounts" });
    expect([down.status, down.headers.get("Retry-After")]).toEqual([503, "5"]);
    const broken = await allow({ "X-Test-Connect": "fails" });
    expect([broken.status, broken.text.includes("The application received nothing.")]).toEqual([503, true]);
    const again = /<a class="button" href="([^"]+)"/.exec(broken.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const consent = await visitor.open(again);
    expect((await visitor.send(consent, AUTHORIZE, { limit: "all", decision: "allow" })).status).toBe(303);
  });
});

describe("a question is answered once, by whom it was asked", () => {
  const closed = (page: Page) => [page.status, page.text.includes("This question is no longer open")];

  test("posted twice", async () => {
    const { visitor, page } = await atConsent();
    const fields = { limit: "all", decision: "allow" };
    const before = (await made()).length;
    const both = await Promise.all([visitor.send(page, AUTHORIZE, fields), visitor.send(page, AUTHORIZE, fields)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect(closed(await visitor.send(page, AUTHORIZE, fields))).toEqual([410, true]);
    expect(await made()).toHaveLength(before + 1);
  });

  test("posted with another session, whose token does not fit, or whose question it is not", async () => {
    const { page } = await atConsent();
    const { visitor: other, page: otherPage } = await atConsent("owner");
    const before = (await made()).length;
    const fields = { limit: "all", decision: "allow" };
    expect((await other.send(page, AUTHORIZE, fields)).status).toBe(403);

    const question = formOf(page, AUTHORIZE).hidden.find(([name]) => name === "pending");
    const own = formOf(otherPage, AUTHORIZE).hidden.filter(([name]) => name !== "pending");
    const answer = await other.post(AUTHORIZE, [...own, question ?? ["", ""], ...Object.entries(fields)]);
    expect(answer.status).toBe(410);
    expect(await made()).toHaveLength(before);
  });

  test("posted by another login that has signed in meanwhile", async () => {
    const { visitor, page } = await atConsent("owner");
    await visitor.signIn(await visitor.open("/sign-in?again=1"), "nocard");
    const before = (await made()).length;
    expect((await visitor.send(page, AUTHORIZE, { limit: "all", decision: "allow" })).status).toBe(403);
    expect(await made()).toHaveLength(before);
  });

  test("expired", async () => {
    const { visitor, page } = await atConsent();
    await fetch(`${worker.origin}/test/expire?id=${visitor.cookie.split("=")[1]}`);
    expect(closed(await visitor.send(page, AUTHORIZE, { limit: "all", decision: "allow" }))).toEqual([410, true]);
    expect(closed(await visitor.open(page.address))).toEqual([410, true]);
    expect(closed(await visitor.open(page.address.replace(AUTHORIZE, "/sign-in")))).toEqual([410, true]);
  });

  test("an account that was lost between the page and the answer", async () => {
    const { visitor, page } = await atConsent("owner");
    const manages = worker.db.prepare("SELECT * FROM account_logins WHERE login_id = 11 AND account_id = 1001");
    const row = (await manages.first()) as Record<string, string | number>;
    await worker.db.prepare("DELETE FROM account_logins WHERE login_id = 11 AND account_id = 1001").run();
    const before = (await made()).length;
    const answer = await visitor.send(page, AUTHORIZE, { limit: "all", decision: "allow" });
    expect([answer.status, answer.text.includes("Studio Ana Inc.")]).toEqual([422, false]);
    expect(await made()).toHaveLength(before);
    const [columns, values] = [Object.keys(row), Object.values(row)];
    const marks = columns.map(() => "?").join();
    await worker.db
      .prepare(`INSERT INTO account_logins (${columns.join()}) VALUES (${marks})`)
      .bind(...values)
      .run();
  });
});

describe("a request that no page can answer", () => {
  test("an unknown application gets a page and nothing else", async () => {
    const page = await new Visitor(worker.origin).open(`${AUTHORIZE}?client_id=nobody&lang=en`);
    expect([page.status, page.headers.get("Location")]).toEqual([400, null]);
    expect(page.text).toContain("unknown client_id");
  });

  test("what the OAuth part sends back goes back", async () => {
    const response = await new Visitor(worker.origin).ask(`${AUTHORIZE}?client_id=wrong`);
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      "https://atlas.example/back?error=invalid_request",
    ]);
  });

  test("a failure of ours is a page without its text", async () => {
    const page = await new Visitor(worker.origin).open(`${AUTHORIZE}?client_id=broken&lang=en`);
    expect([page.status, page.text.includes("Something went wrong on our side")]).toEqual([500, true]);
    expect(page.text).not.toContain("clients is down");
  });

  test.each([
    ["PUT", AUTHORIZE, "GET, HEAD, POST"],
    ["DELETE", "/sign-in", "GET, HEAD, POST"],
    ["GET", "/sign-out", "POST"],
  ])("%s %s", async (method, path, allowed) => {
    const response = await new Visitor(worker.origin).ask(path, { method });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, allowed]);
  });
});
