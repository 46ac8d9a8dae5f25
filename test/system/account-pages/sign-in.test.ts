import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { formOf, PageVisitor, type VisitedPage } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";
import { ACCOUNT_PAGES } from "./support/pages-worker.ts";

const world = useWorld(ACCOUNT_PAGES);

const REFUSED = "This e-mail and password do not go together.";
const code = () => TOTP.generate({ secret: Secret.fromBase32("JBSWY3DPEHPK3PXP") });
/** The embedded engine accepts each code once; a test forgets that. */
const forgetCodes = () => world.billing.prepare("UPDATE logins SET totp_last_step = NULL").run();

describe("e-mail and password", () => {
  test("lead to the connected assistants when no application asked, in a session with a new id", async () => {
    const visitor = new PageVisitor(world.origin);
    const page = await visitor.open("/sign-in?lang=fr");
    expect(page.html).toContain("Pour voir ce qui est connecté à votre compte");
    expect(page.html).toMatch(/<input id="email" name="email" type="email"[^>]* autocomplete="username"/);
    expect(page.html).toMatch(
      /<input id="password" name="password" type="password"[^>]* autocomplete="current-password"/,
    );
    const before = visitor.cookie;
    const answer = await visitor.signIn(page, "owner");
    expect(answer.address).toBe("/connected-assistants?lang=fr");
    expect(visitor.cookie).not.toBe(before);
    expect((await visitor.open("/sign-in")).address).toBe("/connected-assistants");

    visitor.cookie = before;
    expect((await visitor.open("/sign-in?lang=fr")).address).toBe("/sign-in?lang=fr");
  });

  test("bring back no question that was answered while the billing system was asked", async () => {
    const visitor = new PageVisitor(world.origin);
    const page = await visitor.open("/oauth/authorize?client_id=atlas&lang=en");
    const question = new URL(page.address, world.origin).searchParams.get("pending") ?? "";
    const session = visitor.cookie.split("=")[1] ?? "";
    const fields = { email: "nocard@maple.example", password: "maple-nocard" };
    const meanwhile = { "X-Test-Answered-Meanwhile": `${session} ${question}` };
    const answer = await visitor.submit(page, "/sign-in", fields, meanwhile);
    expect(answer.address).toContain(`pending=${question}`);
    expect(answer.status).toBe(410);
    expect((await visitor.open("/sign-in")).address).toBe("/connected-assistants");
  });

  test("sent twice, at once or one after the other, they lead where one sending does", async () => {
    const visitor = new PageVisitor(world.origin);
    const page = await visitor.open("/oauth/authorize?client_id=atlas&lang=en");
    const question = new URL(page.address, world.origin).searchParams.get("pending") ?? "";
    const before = visitor.cookie;
    const sending = () => {
      const click = new PageVisitor(world.origin);
      click.cookie = before;
      return click.signIn(page, "nocard").then((answer) => ({ answer, cookie: click.cookie }));
    };
    const sent = [...(await Promise.all([sending(), sending()])), await sending()];
    for (const { answer, cookie } of sent) {
      expect(answer.status).toBe(200);
      expect(answer.address).toContain(`pending=${question}`);
      expect(answer.html).toContain('name="decision"');
      expect(cookie).not.toBe(before);
    }
    // The session of before opens nothing by itself.
    visitor.cookie = before;
    expect((await visitor.open("/connected-assistants")).address).toMatch(/^\/sign-in/);
  });

  test("given again for a new API token, they lead back to where it is made, over the second step too", async () => {
    await forgetCodes();
    const visitor = new PageVisitor(world.origin);
    const page = await visitor.open("/sign-in?again=1&to=new-token&lang=en");
    const step = await visitor.signIn(page, "totp");
    expect(step.html).toContain('name="code"');
    const answer = await visitor.submit(step, "/sign-in", { code: code() });
    expect(answer.address).toBe("/connected-assistants?new-token=&lang=en#new-token");
    const elsewhere = await visitor.open("/sign-in?again=1&to=//evil.example");
    expect((await visitor.signIn(elsewhere, "nocard")).address).toBe("/connected-assistants");
  });

  test("are asked for again by the form for a new API token a while later, and lead back to it", async () => {
    const visitor = new PageVisitor(world.origin);
    const list = await visitor.signIn(await visitor.open("/sign-in?lang=en"), "nocard");
    expect(list.address).toBe("/connected-assistants?lang=en");
    expect(list.html).toContain('value="create_token"');
    const later = await visitor.open(list.address, { headers: { "X-Test-Minutes-Later": "16" } });
    expect(later.html).not.toContain('value="create_token"');
    const [, address = ""] = /<a class="button primary" href="([^"]+)">Sign in again/.exec(later.html) ?? [];
    const again = await visitor.signIn(await visitor.open(address.replaceAll("&amp;", "&")), "nocard");
    expect(again.address).toBe("/connected-assistants?new-token=&lang=en#new-token");
    expect(again.html).toContain('<details class="new-token" id="new-token" open="">');

    const refused = await visitor.submit(
      again,
      "/connected-assistants",
      { name: "Report", limit: "all", days: "30", action: "create_token" },
      { "X-Test-Minutes-Later": "16" },
    );
    expect(refused.address).toBe("/sign-in?again=1&to=new-token&lang=en");
  });

  test("are followed by a quiet way to the client area", async () => {
    const page = await new PageVisitor(world.origin).open("/sign-in?lang=en");
    expect(page.html).toContain(`<a href="${world.origin}/client-area">Open the client area</a>`);
  });

  test("signing out ends the session and says what stays", async () => {
    const visitor = new PageVisitor(world.origin);
    const consent = await visitor.signIn(await visitor.open("/oauth/authorize?client_id=atlas&lang=en"), "nocard");
    const token = formOf(consent, "/sign-out").hidden.filter(([name]) => name === "token");
    const before = visitor.cookie;
    const answer = await visitor.post("/sign-out?lang=en", token);
    expect(answer.html).toContain("You are signed out. What is connected stays connected");
    visitor.cookie = before;
    expect((await visitor.open(consent.address)).status).toBe(410);
  });

  test("a browser without cookies is told why it goes no further", async () => {
    const page = await fetch(`${world.origin}/sign-in?pending=x&lang=en`);
    expect([page.status, (await page.text()).includes("allow cookies for this site")]).toEqual([403, true]);
  });

  test("the cookie is for this host alone and no script", async () => {
    const response = await new PageVisitor(world.origin).request("/sign-in");
    expect(response.headers.get("Set-Cookie")).toMatch(/^session=[0-9A-Za-z]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test.each([
    ["a wrong password", "owner@maple.example", "maple-big"],
    ["an unknown login", "nobody@maple.example", "maple-nobody"],
    ["a very long password", "owner@maple.example", "x".repeat(5000)],
  ])("%s: one sentence, the e-mail kept, the password not", async (_, email, password) => {
    const visitor = new PageVisitor(world.origin);
    const answer = await visitor.submit(await visitor.open("/sign-in?lang=en"), "/sign-in", { email, password });
    expect([answer.status, answer.html.includes(REFUSED)]).toEqual([422, true]);
    expect(answer.html).toContain(`value="${email}"`);
    expect(answer.html).not.toContain(password);
  });

  test("what is missing is said beside its field and at the top, in the language of the page", async () => {
    const visitor = new PageVisitor(world.origin);
    const answer = await visitor.submit(await visitor.open("/sign-in?lang=fr"), "/sign-in", {
      email: " ",
      password: "",
    });
    expect(answer.status).toBe(422);
    expect(answer.html).toMatch(/role="alert"[^>]*autofocus.*href="#email".*href="#password"/s);
    expect(answer.html).toContain('<p class="error" id="password-error">Entrez votre mot de passe.</p>');
  });

  test("a billing system that is down: what was asked is kept, and no attempt is used up", async () => {
    const visitor = new PageVisitor(world.origin);
    const page = await visitor.open("/oauth/authorize?client_id=atlas&lang=en");
    for (let attempt = 0; attempt < 12; attempt++) {
      const answer = await visitor.submit(
        page,
        "/sign-in",
        { email: "nocard@maple.example", password: "maple-nocard" },
        { "X-Test-Billing": "signIn" },
      );
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
      expect(answer.html).toContain('value="nocard@maple.example"');
      expect(answer.html).not.toContain("maple-nocard");
    }
    expect((await visitor.signIn(page, "nocard")).html).toContain("No Card Ltd");
  });

  test("a login without accounts is told so, and is not signed in", async () => {
    const visitor = new PageVisitor(world.origin, { "X-Test-Billing": "no-accounts" });
    const page = await visitor.signIn(await visitor.open("/oauth/authorize?client_id=atlas&lang=en"), "owner");
    expect([page.status, page.html.includes("this login manages no account")]).toEqual([403, true]);
    const elsewhere = await visitor.submit(page, "/sign-out", {});
    expect(elsewhere.html).toContain("Sign in to connect <bdi>Atlas Assistant</bdi>");
  });
});

describe("the second step", () => {
  async function atCode(query = "client_id=atlas&lang=en") {
    await forgetCodes();
    const visitor = new PageVisitor(world.origin);
    const page = await visitor.signIn(await visitor.open(`/oauth/authorize?${query}`), "totp");
    return { visitor, page };
  }

  test("the code leads on", async () => {
    const { visitor, page } = await atCode();
    expect(page.html).toContain('<bdi class="host">totp@maple.example</bdi>');
    expect(page.html).toMatch(/<input id="code" name="code"[^>]* inputmode="numeric" autocomplete="one-time-code"/);
    expect((await visitor.open(page.address)).html).toContain('name="code"');
    const shown = code();
    const consent = await visitor.submit(page, "/sign-in", { code: `${shown.slice(0, 3)} ${shown.slice(3)}` });
    expect(consent.html).toContain("Second Step LLC");
  });

  test("the password alone opens nothing", async () => {
    const { visitor, page } = await atCode();
    const question = page.address.replace("/sign-in", "/oauth/authorize");
    expect((await visitor.open(question)).html).toContain('name="code"');
  });

  test("a wrong code can be tried again, and begins anew when the challenge is over", async () => {
    const { visitor, page } = await atCode();
    expect((await visitor.submit(page, "/sign-in", { code: "12" })).html).toContain("Enter the six digits.");
    let answer = page;
    const answers: string[] = [];
    for (let attempt = 0; attempt < 9 && answer.html.includes('name="code"'); attempt++) {
      const wrong = code() === "000000" ? "000001" : "000000";
      answer = await visitor.submit(page, "/sign-in", { code: wrong });
      answers.push(answer.html.includes("This code was not accepted") ? "refused" : "expired");
    }
    expect(answers.length).toBeGreaterThan(1);
    expect(answers.slice(0, -1).every((one) => one === "refused")).toBe(true);
    expect(answers.at(-1)).toBe("expired");
    expect(answer.html).toContain("The time for the code is over. Sign in once more.");
    expect(answer.html).toContain("Sign in to connect <bdi>Atlas Assistant</bdi>");
  });

  test("one can sign in as somebody else instead", async () => {
    const { visitor, page } = await atCode();
    const other = await visitor.open(`${page.address}&again=1`);
    expect((await visitor.signIn(other, "nocard")).html).toContain("No Card Ltd");
  });
});

describe("a form that is sent twice lands where it would land once", () => {
  const credentials = { email: "nocard@maple.example", password: "maple-nocard" };
  const question = async (visitor: PageVisitor) => visitor.open("/oauth/authorize?client_id=atlas&lang=en");
  /** The very same browser, holding one cookie, sending something while something else is on its way. */
  const sameBrowser = ({ cookie }: PageVisitor) => {
    const other = new PageVisitor(world.origin);
    other.cookie = cookie;
    return other;
  };

  test.each(["at the same moment", "one after the other"])("the password, %s", async (how) => {
    const visitor = new PageVisitor(world.origin);
    const page = await question(visitor);
    const second = sameBrowser(visitor);
    const send = (who: PageVisitor) => who.submit(page, "/sign-in", credentials);
    const pages =
      how === "at the same moment"
        ? await Promise.all([send(visitor), send(second)])
        : [await send(visitor), await send(second)];
    for (const { status, html } of pages) {
      expect([status, html.includes("No Card Ltd")]).toEqual([200, true]);
    }
    expect(second.cookie).toBe(visitor.cookie);
    const allowed = await visitor.submit(pages[0] as VisitedPage, "/oauth/authorize", {
      limit: "all",
      decision: "allow",
    });
    expect(allowed.status).toBe(303);
    expect((await second.open((pages[1] as VisitedPage).address)).status, "it is one question").toBe(410);
  });

  test("the password, when the browser has taken the new session over already", async () => {
    const visitor = new PageVisitor(world.origin);
    const page = await question(visitor);
    await visitor.submit(page, "/sign-in", credentials);
    const { cookie } = visitor;
    const again = await visitor.submit(page, "/sign-in", credentials);
    expect([again.status, again.html.includes("No Card Ltd"), visitor.cookie]).toEqual([200, true, cookie]);

    const another = await visitor.submit(page, "/sign-in", { ...credentials, email: "owner@maple.example" });
    expect(another.status, "somebody else's").toBe(403);
    const elsewhere = await visitor.submit(page, "/sign-in", credentials, { "Sec-Fetch-Site": "cross-site" });
    expect(elsewhere.status, "from another site").toBe(403);
    const later = await visitor.submit(page, "/sign-in", credentials, { "X-Test-Minutes-Later": "1" });
    expect(later.status, "a minute later").toBe(403);
    const [, reopened = ""] = /<a class="button primary" href="([^"]+)">Open the page again/.exec(later.html) ?? [];
    expect((await visitor.open(reopened.replaceAll("&amp;", "&"))).html).toContain("No Card Ltd");
  });

  test.each(["at the same moment", "one after the other"])("the code, %s", async (how) => {
    await forgetCodes();
    const visitor = new PageVisitor(world.origin);
    const page = await visitor.signIn(await question(visitor), "totp");
    const second = sameBrowser(visitor);
    const stranger = sameBrowser(visitor);
    const shown = code();
    const send = (who: PageVisitor) => who.submit(page, "/sign-in", { code: shown });
    const pages =
      how === "at the same moment"
        ? await Promise.all([send(visitor), send(second)])
        : [await send(visitor), await send(second)];
    for (const { html } of pages) expect(html).toContain("Second Step LLC");
    expect(second.cookie).toBe(visitor.cookie);

    const wrong = shown === "000000" ? "000001" : "000000";
    const guessed = await stranger.submit(page, "/sign-in", { code: wrong });
    expect(guessed.html, "another code opens nothing").not.toContain("Second Step LLC");
    expect((await send(stranger)).html, "nor the right one after that").not.toContain("Second Step LLC");
  });

  test("the session of before opens nothing", async () => {
    const visitor = new PageVisitor(world.origin);
    const page = await question(visitor);
    const attacker = sameBrowser(visitor);
    const consent = await visitor.submit(page, "/sign-in", credentials);
    const asked = await attacker.open(consent.address);
    expect(asked.html).toContain("Sign in to connect");
    expect(asked.html).not.toContain("No Card Ltd");
    const own = await attacker.signIn(asked, "owner");
    expect(attacker.cookie).not.toBe(visitor.cookie);
    expect(own.html).not.toContain("No Card Ltd");
  });
});

describe("attempts are limited", () => {
  test("fifty wrong passwords: ten are tried, and the right one then is not", async () => {
    const visitor = new PageVisitor(world.origin);
    const page = await visitor.open("/sign-in?lang=en");
    const send = (password: string) => visitor.submit(page, "/sign-in", { email: "BIG@maple.example", password });
    const statuses = await Promise.all(Array.from({ length: 50 }, (_, at) => send(`wrong-${at}`)));
    expect(statuses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(422), ...Array(40).fill(429)]);
    const refused = await visitor.signIn(page, "big");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(800);
    expect(refused.html).toMatch(/Try again in 1[45] minutes\./);

    const elsewhere = new PageVisitor(world.origin);
    expect((await elsewhere.signIn(await elsewhere.open("/sign-in"), "big")).address).toBe("/connected-assistants");
  });

  test("thirty from one network, at whatever logins", async () => {
    const visitor = new PageVisitor(world.origin);
    const page = await visitor.open("/sign-in?lang=en");
    const statuses = await Promise.all(
      Array.from({ length: 36 }, (_, at) =>
        visitor.submit(page, "/sign-in", { email: `someone-${at}@maple.example`, password: "wrong" }),
      ),
    );
    expect(statuses.filter(({ status }) => status === 422)).toHaveLength(30);
    expect((await visitor.signIn(page, "nocard")).status).toBe(429);
  });

  test("signing in well uses nothing up", async () => {
    const visitor = new PageVisitor(world.origin);
    for (let time = 0; time < 12; time++) {
      const page = await visitor.open("/sign-in?again=1");
      expect((await visitor.signIn(page, "nocard")).address).toBe("/connected-assistants");
    }
  });
});

describe("a form does something only when a page of ours made it for this session", () => {
  const credentials: [string, string][] = [
    ["email", "owner@maple.example"],
    ["password", "maple-owner"],
  ];

  test.each([
    ["from another site", { "Sec-Fetch-Site": "cross-site" }],
    ["from a neighbouring site", { "Sec-Fetch-Site": "same-site" }],
    [
      "from another origin, of a browser without Fetch Metadata",
      { "Sec-Fetch-Site": "", Origin: "https://evil.example" },
    ],
    ["from nowhere, of a browser without Fetch Metadata", { "Sec-Fetch-Site": "", Origin: "null" }],
  ])("%s", async (_, { ...headers }) => {
    const visitor = new PageVisitor(world.origin);
    const page = await visitor.open("/sign-in?lang=en");
    const before = visitor.cookie;
    const { hidden } = formOf(page, "/sign-in");
    const sent = new Headers(headers);
    if (sent.get("Sec-Fetch-Site") === "") sent.delete("Sec-Fetch-Site");
    const response = await visitor.request("/sign-in?lang=en", {
      method: "POST",
      body: new URLSearchParams([...hidden, ...credentials]).toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...Object.fromEntries(sent) },
    });
    expect([response.status, visitor.cookie]).toEqual([403, before]);
    expect(await response.text()).toContain("Please start again");
  });

  test("without a token, with a made-up one, with another session's, and without a cookie", async () => {
    const visitor = new PageVisitor(world.origin);
    const page = await visitor.open("/sign-in");
    const { hidden } = formOf(page, "/sign-in");
    const other = formOf(await new PageVisitor(world.origin).open("/sign-in"), "/sign-in").hidden;
    for (const token of [[], [["token", "x".repeat(43)]], [["token", ""]], other] as [string, string][][]) {
      expect((await visitor.post("/sign-in", [...token, ...credentials])).status).toBe(403);
    }
    visitor.cookie = "";
    expect((await visitor.post("/sign-in", [...hidden, ...credentials])).status).toBe(403);
  });

  test("a client that says nothing of where it is needs the right token alone", async () => {
    const visitor = new PageVisitor(world.origin);
    const { hidden } = formOf(await visitor.open("/sign-in"), "/sign-in");
    const response = await visitor.request("/sign-in", {
      method: "POST",
      body: new URLSearchParams([...hidden, ...credentials]).toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(response.headers.get("Location")).toBe("/connected-assistants");
  });

  test("a session id that was made up touches no object", async () => {
    const asked = async () => (await (await fetch(`${world.origin}/test/sessions-asked`)).json()) as number;
    const visitor = new PageVisitor(world.origin);
    const before = await asked();
    for (const id of ["a".repeat(22), "0".repeat(22), "z".repeat(22), "../x", "%00", ""]) {
      visitor.cookie = `session=${id}`;
      await visitor.request("/oauth/authorize?pending=1");
      await visitor.request("/sign-in?pending=1");
      visitor.cookie = `session=${id}`;
      expect((await visitor.post("/sign-in", credentials)).status).toBe(403);
    }
    expect(await asked()).toBe(before);
  });

  test("JSON, files and what is too long are not read", async () => {
    const visitor = new PageVisitor(world.origin);
    const page = await visitor.open("/sign-in");
    expect((await visitor.submit(page, "/sign-in", { email: "x".repeat(20_000), password: "x" })).status).toBe(400);
    const json = { "Content-Type": "application/json" };
    expect((await visitor.post("/sign-in", credentials, json)).status).toBe(400);
  });
});
