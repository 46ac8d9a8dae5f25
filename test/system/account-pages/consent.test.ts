import { describe, expect, test } from "vitest";
import { PageVisitor } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";
import { AUTHORIZE, atConsent, made } from "./support/at-consent.ts";
import { ACCOUNT_PAGES } from "./support/pages-worker.ts";

const world = useWorld(ACCOUNT_PAGES);

describe("the journey", () => {
  test("an application's question leads to the sign-in, which names it and what it will read", async () => {
    const page = await new PageVisitor(world.origin).open(`${AUTHORIZE}?client_id=atlas&lang=en`);
    expect(page.address).toMatch(/^\/sign-in\?pending=[^&]+&lang=en$/);
    expect(page.html).toContain("Sign in to connect <bdi>Atlas Assistant</bdi>");
    expect(page.html).toMatch(/Published by <bdi class="host">atlas\.example<\/bdi>/);
    expect(page.html).toContain("your services and domain names, their dates and prices");
    expect(page.html).toContain("Never: passwords, payment methods");
  });

  test("a login of several accounts chooses one, none chosen beforehand; nothing ticked is nothing granted", async () => {
    const visitor = new PageVisitor(world.origin);
    const choice = await visitor.signIn(await visitor.open(`${AUTHORIZE}?client_id=atlas&lang=en`), "owner");
    expect(choice.html.match(/<input type="radio" id="account-\d+" name="account" value="(1001|1002)"/g)).toHaveLength(
      2,
    );
    expect(choice.html).not.toContain("checked");
    expect(choice.html, "that is the consent's").not.toContain('name="decision"');

    const consent = await visitor.submit(choice, AUTHORIZE, { account: "1002" });
    expect(consent.html).toContain("Ana Europe SARL");
    expect(consent.html).not.toContain("checked");
    const back = await visitor.submit(consent, AUTHORIZE, { limit: "all", decision: "allow" });
    expect(back.status).toBe(303);
    expect(back.headers.get("Location")).toBe("https://atlas.example/back?kept=1&code=abc");
    expect((await made(world.origin)).at(-1)).toEqual({
      clientId: "atlas",
      signedIn: { loginId: 11, email: "owner@maple.example", at: expect.any(Number) },
      account: { id: 1002, name: "Ana Europe SARL", currency: "EUR" },
      scopes: ["account:read"],
      limit: { kind: "account" },
      limitName: null,
    });
  });

  test("what is ticked and chosen is what is connected", async () => {
    const { visitor, page } = await atConsent(world.origin, "owner");
    const [, service] = /value="(service:\d+)"/.exec(page.html) ?? [];
    await visitor.submit(page, AUTHORIZE, {
      scope: ["domains:write", "billing:write"],
      limit: "domain:studio-ana.ca",
      decision: "allow",
    });
    expect((await made(world.origin)).at(-1)).toMatchObject({
      account: { id: 1001 },
      scopes: ["account:read", "billing:write", "domains:write"],
      limit: { kind: "domain", name: "studio-ana.ca" },
      limitName: "studio-ana.ca",
    });

    const again = await visitor.open(`${AUTHORIZE}?client_id=atlas&lang=en`);
    const consent = await visitor.submit(again, AUTHORIZE, { account: "1001" });
    await visitor.submit(consent, AUTHORIZE, { limit: service ?? "", decision: "allow" });
    expect((await made(world.origin)).at(-1)).toMatchObject({
      limit: { kind: "service", id: Number(service?.split(":")[1]) },
      limitName: expect.stringContaining("studio-ana.ca"),
    });
  });

  test("the consent is asked for every time, and on the way back nothing is asked of the application again", async () => {
    const { visitor, page } = await atConsent(world.origin);
    await visitor.submit(page, AUTHORIZE, { limit: "all", decision: "allow" });
    const again = await visitor.open(`${AUTHORIZE}?client_id=atlas`);
    expect(again.address).toMatch(/\/oauth\/authorize\?pending=/);
    expect(again.html).toContain('value="allow"');
  });

  test("cancelling tells the application, at the sign-in as at the consent", async () => {
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

  test("who the application expects to sign in stands in the form, as text", async () => {
    const hint = `"><b>owner@maple.example`;
    const page = await new PageVisitor(world.origin).open(
      `${AUTHORIZE}?client_id=atlas&login_hint=${encodeURIComponent(hint)}`,
    );
    expect(page.html).toContain('value="&quot;&gt;&lt;b&gt;owner@maple.example"');
    expect((await new PageVisitor(world.origin).open(`${AUTHORIZE}?client_id=atlas`)).html).toContain('value=""');
  });

  test("an application's own scheme is returned to", async () => {
    const { visitor, page } = await atConsent(world.origin, "nocard", "client_id=scheme&lang=en");
    expect(page.html).toMatch(/an application on this device \(<bdi class="host">cursor:<\/bdi>\)/);
    expect(page.html).toContain("Go on only if you have just started this yourself");
    const back = await visitor.submit(page, AUTHORIZE, { limit: "all", decision: "allow" });
    expect(back.headers.get("Location")).toBe("cursor://back?code=abc");
  });

  test("“Not you?” ends the session and keeps the question for somebody else", async () => {
    const { visitor, page } = await atConsent(world.origin, "owner");
    const before = visitor.cookie;
    const signIn = await visitor.submit(page, "/sign-out", {});
    expect(signIn.html).toContain("Sign in to connect <bdi>Atlas Assistant</bdi>");
    const consent = await visitor.signIn(signIn, "nocard");
    expect(consent.html).toContain("No Card Ltd");

    visitor.cookie = before;
    const left = await visitor.open(page.address);
    expect(left.html, "nobody is signed in there").toContain('name="password"');
    expect(left.html).not.toContain("owner@maple.example");
    const answer = await visitor.submit(left, AUTHORIZE, { decision: "deny" });
    expect(answer.status, "and nothing can be answered there").toBe(410);
  });

  test("“Not you?” pressed twice keeps the question as well", async () => {
    const { visitor, page } = await atConsent(world.origin, "owner");
    const second = new PageVisitor(world.origin);
    second.cookie = visitor.cookie;
    const both = await Promise.all([visitor.submit(page, "/sign-out", {}), second.submit(page, "/sign-out", {})]);
    for (const { html } of both) expect(html).toContain("Sign in to connect <bdi>Atlas Assistant</bdi>");
    expect(second.cookie).toBe(visitor.cookie);
    expect((await second.signIn(both[1], "nocard")).html).toContain("No Card Ltd");
  });

  test("the language is carried along, ui_locales included", async () => {
    const { visitor, page } = await atConsent(world.origin, "nocard", "client_id=atlas&ui_locales=de-CH%20fr-CA%20en");
    expect(page.html).toContain('<html lang="fr">');
    expect(page.address).toContain("lang=fr");
    expect((await visitor.open(`${page.address.replace("lang=fr", "lang=en")}`)).html).toContain('<html lang="en">');
  });
});

describe("what the consent says", () => {
  test("who asks: an unverified name is a warning and never markup, and the host stands out", async () => {
    const { page } = await atConsent(
      world.origin,
      "nocard",
      "client_id=self&lang=en&scope=account:read%20domains:write",
    );
    expect(page.html).toContain("Connect <bdi>Claude &lt;b&gt;Pro&lt;/b&gt;</bdi> to your account?");
    expect(page.html).toContain(
      '<p class="warning strong">This application registered itself. Its name is not verified.',
    );
    expect(page.html).toMatch(/<p class="returns">It will return you to <bdi class="host">elsewhere\.example/);
  });

  test("what was asked for is said, not ticked", async () => {
    const { page } = await atConsent(
      world.origin,
      "nocard",
      "client_id=atlas&lang=en&scope=account:read%20domains:write",
    );
    const ticks = page.html.split('<label class="tick"').slice(1);
    expect(ticks).toHaveLength(2);
    expect(ticks.map((tick) => tick.includes("The application asks for this."))).toEqual([false, true]);
    expect(page.html).not.toContain("checked");
  });

  test("a login with few permissions sees what it cannot give", async () => {
    const { page } = await atConsent(world.origin, "contact");
    expect(page.html).toContain("<li>your domain names, their dates and prices</li>");
    expect(page.html).toContain("<li>the subject and status of your tickets</li>");
    expect(page.html).toContain("Not your details, your services and your invoices: your own access");
    expect(page.html.match(/<input type="checkbox"[^>]* disabled/g)).toHaveLength(2);
    expect(page.html).not.toContain("service:");
    expect(page.html).toContain('value="domain:ana.dev"');
  });

  test("every domain name of a large account can be chosen", async () => {
    const { page } = await atConsent(world.origin, "big");
    expect(page.html.match(/value="domain:/g)?.length).toBeGreaterThan(100);
  });

  test("its headers keep it to itself, and let its form lead back to the application", async () => {
    const { page } = await atConsent(world.origin);
    const policy = page.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("form-action");
    expect(page.headers.get("Cross-Origin-Opener-Policy")).toBe("unsafe-none");
    expect(page.headers.get("X-Request-Id")).toBe("r-1");
    expect(page.headers.get("X-Frame-Options")).toBe("DENY");
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(page.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(page.html).not.toContain("<script");
  });

  test("a demonstration says so on each page", async () => {
    const headers = { "X-Test-Demonstration": "1" };
    const visitor = new PageVisitor(world.origin, headers);
    const signIn = await visitor.open(`${AUTHORIZE}?client_id=atlas&lang=en`);
    expect(signIn.html).toContain("This is a demonstration");
    expect(signIn.html).toContain("README");
    const { page } = await atConsent(world.origin, "nocard", "client_id=atlas&lang=en", headers);
    expect(page.html).toContain("This is a demonstration");
    expect((await atConsent(world.origin)).page.html).not.toContain("demonstration");
  });
});
