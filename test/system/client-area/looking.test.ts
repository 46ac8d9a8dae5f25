import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { PageVisitor } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";
import { clientArea, credentials, SIGN_IN, signedIn, wordsOf } from "./support/area-worker.ts";

const world = useWorld(clientArea("billing Worker"));

test("the front door of the version before, which is bound to the engine itself, has the same client area", async () => {
  const { status, headers } = await world.system.getWorker("frontdesk-billing").fetch("/client-area/domains?lang=fr", {
    redirect: "manual",
  });
  expect(status).toBe(303);
  expect(headers.get("location")).toContain("/client-area/sign-in");
});

describe("signing in", () => {
  test("leads to the page that was asked for, in its language", async () => {
    const { page } = await signedIn(world, "owner", "/client-area/domains?lang=fr");
    expect(page.address).toBe("/client-area/domains?lang=fr");
    expect(page.html).toContain('lang="fr"');
  });

  test("with a slash too many, too", async () => {
    const { page } = await signedIn(world, "owner", "/client-area/?lang=fr");
    expect(page).toMatchObject({ address: "/client-area?lang=fr", status: 200 });
  });

  test("leads to no other site", async () => {
    for (const next of [
      "https://evil.example/",
      "//evil.example",
      "/oauth/authorize",
      "/client-area/../oauth",
      "\\\\evil.example",
    ]) {
      const visitor = new PageVisitor(world.origin);
      const form = await visitor.open(`${SIGN_IN}?next=${encodeURIComponent(next)}`);
      const page = await visitor.submit(form, SIGN_IN, credentials("owner"));
      expect(page.address, next).toBe("/client-area");
    }
  });

  test("a wrong password and an unknown login get the same words", async () => {
    const visitor = new PageVisitor(world.origin);
    const form = await visitor.open(SIGN_IN);
    const wrong = await visitor.submit(form, SIGN_IN, { email: "owner@maple.example", password: "x" });
    const unknown = await visitor.submit(form, SIGN_IN, { email: "nobody@maple.example", password: "x" });
    expect([wrong.status, unknown.status]).toEqual([422, 422]);
    expect(wordsOf(wrong)).toBe(wordsOf(unknown));
    expect((await visitor.submit(form, SIGN_IN, {})).status).toBe(422);
  });

  test("asks for the code where the login has a second step, and takes it once", async () => {
    const { visitor, page } = await signedIn(world, "totp");
    expect(wordsOf(page)).toContain("Enter your code");
    expect((await visitor.submit(page, SIGN_IN, { code: "12" })).status).toBe(422);
    const code = TOTP.generate({ secret: Secret.fromBase32("JBSWY3DPEHPK3PXP") });
    const area = await visitor.submit(page, SIGN_IN, { code });
    expect(wordsOf(area)).toContain("Second Step LLC");
    const again = await signedIn(world, "totp");
    expect((await again.visitor.submit(again.page, SIGN_IN, { code })).status).toBe(422);
  });

  test("keeps the challenge of the second step in the session, not in the page", async () => {
    const { visitor, page } = await signedIn(world, "totp");
    expect(page.html).not.toContain('name="challenge"');
    expect(wordsOf(await visitor.open(SIGN_IN))).toContain("Enter your code");
    expect(wordsOf(await visitor.open(`${SIGN_IN}?again=1`))).not.toContain("Enter your code");
  });

  test("a form sent twice begins one session", async () => {
    const visitor = new PageVisitor(world.origin);
    const form = await visitor.open(SIGN_IN);
    const before = visitor.cookie;
    const sessions: string[] = [];
    for (const _ of ["first", "second"]) {
      visitor.cookie = before;
      expect((await visitor.submit(form, SIGN_IN, credentials("owner"))).status).toBe(200);
      sessions.push(visitor.cookie);
    }
    expect(sessions[1]).toBe(sessions[0]);
  });

  test("is refused after ten wrong passwords from one network", async () => {
    const visitor = new PageVisitor(world.origin);
    const form = await visitor.open(SIGN_IN);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt++) {
      statuses.push((await visitor.submit(form, SIGN_IN, { email: "big@maple.example", password: "x" })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });

  test("gives a new session, which the database has nothing of; signing out ends it", async () => {
    const visitor = new PageVisitor(world.origin);
    const form = await visitor.open(SIGN_IN);
    const before = visitor.cookie;
    const response = await visitor.request(SIGN_IN, {
      method: "POST",
      body: new URLSearchParams({
        ...credentials("owner"),
        token: /name="token" value="([^"]*)"/.exec(form.html)?.[1] ?? "",
      }),
    });
    const set = response.headers.get("Set-Cookie") ?? "";
    expect(set).toMatch(/^client-area=[0-9A-Za-z]{22}; Path=\/client-area; HttpOnly; SameSite=Lax$/);
    expect(visitor.cookie).not.toBe(before);
    const { results } = await world.billing.prepare("SELECT * FROM client_area_sessions").all();
    expect(results).toEqual([]);

    const own = visitor.cookie;
    await visitor.submit(await visitor.open("/client-area"), "/client-area/sign-out", {});
    visitor.cookie = own;
    expect((await visitor.open("/client-area")).address).toContain(SIGN_IN);
  });
});

describe("what the API's links lead to", () => {
  test.each([
    ["/client-area", "Studio Ana Inc."],
    ["/client-area/services", "Services"],
    ["/client-area/domains/studio-ana.ca", "studio-ana.ca"],
    ["/client-area/invoices", "Invoices"],
    ["/client-area/tickets", "Messages are not shown here."],
    ["/client-area/payment-methods", "Sandbox card"],
    ["/client-area/profile", "Canada"],
  ])("%s", async (path, words) => {
    const { page } = await signedIn(world, "owner", `${path}?lang=en`);
    expect(page.status).toBe(200);
    expect(wordsOf(page)).toContain(words);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(page.headers.get("Content-Security-Policy")).toContain("form-action 'self'");
    expect(page.html).not.toContain("<script");
  });

  test.each(["services", "invoices", "tickets"])("one of the %s", async (list) => {
    const { visitor, page } = await signedIn(world, "owner", `/client-area/${list}?lang=en`);
    const [, link = ""] = new RegExp(`href="(/client-area/${list}/\\d+[^"]*)"`).exec(page.html) ?? [];
    expect((await visitor.open(link)).status).toBe(200);
  });

  test("a list of many goes on to its end, each once", async () => {
    const { visitor, page } = await signedIn(world, "nocard", "/client-area/domains?lang=en");
    expect(page.status).toBe(200);
    const names = Array.from({ length: 60 }, (_, at) => `walk-${String(at).padStart(2, "0")}.com`);
    await world.billing.batch(
      names.map((name) =>
        world.billing
          .prepare("INSERT INTO domains (account_id, name, status, auto_renew) VALUES (1004, ?, 'active', 0)")
          .bind(name),
      ),
    );
    const seen: string[] = [];
    for (let address: string | undefined = "/client-area/domains?lang=en"; address; ) {
      const { html } = await visitor.open(address);
      seen.push(...[...html.matchAll(/href="\/client-area\/domains\/(walk-[^"?]*)/g)].map(([, name]) => name ?? ""));
      address = /href="([^"]*)">Next page/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(seen).toEqual(names);
  });
});

describe("whose it is", () => {
  test.each([
    "/client-area/services/2401",
    "/client-area/invoices/6401",
    "/client-area/domains/no-card.ca",
    "/client-area/tickets/8301",
    "/client-area/services/999999",
    "/client-area/services/0x1",
    "/client-area/invoices/1e3",
    "/client-area/domains/a/../..%2f",
    "/client-area/domains/%E0%A4%A",
    "/client-area/no-such-page",
  ])("%s is not there for another account", async (path) => {
    const { visitor } = await signedIn(world, "owner");
    const page = await visitor.open(`${path}?lang=en`);
    expect(page.status).toBe(404);
    expect(page.html).not.toContain("No Card");
  });

  test("an invoice of another account is neither shown nor paid", async () => {
    const { visitor, page } = await signedIn(world, "owner");
    const token = /name="token" value="([^"]*)"/.exec(page.html)?.[1] ?? "";
    const paid = await visitor.post("/client-area/invoices/6401", [["token", token]]);
    expect(paid.status).toBe(404);
    expect(await world.billing.prepare("SELECT status FROM invoices WHERE id = 6401").first("status")).toBe("unpaid");
  });

  test("a login with several accounts changes between them, and to none of others", async () => {
    const { visitor, page } = await signedIn(world, "owner");
    const other = await visitor.submit(page, "/client-area/account", { account: "1002" });
    expect(wordsOf(other)).toContain("Ana Europe SARL");
    expect((await visitor.open("/client-area/services/2201?lang=en")).status).toBe(200);
    expect((await visitor.submit(page, "/client-area/account", { account: "1004" })).status).toBe(403);
  });

  test("a contact sees domain names and tickets, and nothing else", async () => {
    const { visitor, page } = await signedIn(world, "contact");
    expect([...page.html.matchAll(/class="chip" href="\/client-area\/([\w-]+)/g)].map(([, path]) => path)).toEqual([
      "domains",
      "tickets",
    ]);
    for (const path of [
      "services",
      "invoices",
      "payment-methods",
      "profile",
      "cart?domain=new-one.com",
      "cart?plan=web-start",
    ]) {
      expect((await visitor.open(`/client-area/${path}`)).status, path).toBe(403);
    }
    for (const path of ["domains", "tickets", "domains/studio-ana.ca"]) {
      expect((await visitor.open(`/client-area/${path}`)).status, path).toBe(200);
    }
    const token = /name="token" value="([^"]*)"/.exec(page.html)?.[1] ?? "";
    const forms: [string, [string, string][]][] = [
      ["/client-area/payment-methods", [["card", "remove"]]],
      ["/client-area/cart?domain=new-one.com", [["terms", "2026-09-01"]]],
    ];
    for (const [path, fields] of forms) {
      expect((await visitor.post(path, [["token", token], ...fields])).status, path).toBe(403);
    }
    expect(
      await world.billing
        .prepare("SELECT payment_method_on_file FROM accounts WHERE id = 1001")
        .first("payment_method_on_file"),
    ).toBe(1);
  });

  test("access that is taken away is gone with the next request", async () => {
    const { visitor } = await signedIn(world, "contact");
    const access = "login_id = 12 AND account_id = 1001";
    const { results } = await world.billing
      .prepare(`SELECT permission FROM account_login_permissions WHERE ${access}`)
      .all();
    await world.billing.prepare(`DELETE FROM account_logins WHERE ${access}`).run();
    expect((await visitor.open("/client-area/domains")).status).toBe(403);
    await world.billing.batch([
      world.billing.prepare("INSERT INTO account_logins VALUES (12, 1001, 0)"),
      ...results.map(({ permission }) =>
        world.billing.prepare("INSERT INTO account_login_permissions VALUES (12, 1001, ?)").bind(permission),
      ),
    ]);
  });
});

describe("forms from elsewhere", () => {
  test.each([
    ["another site", { "Sec-Fetch-Site": "cross-site" }],
    ["another host of the site", { "Sec-Fetch-Site": "same-site" }],
  ])("%s", async (_, headers) => {
    const { visitor } = await signedIn(world, "owner");
    const methods = await visitor.open("/client-area/payment-methods");
    expect((await visitor.submit(methods, "/client-area/payment-methods", { card: "remove" }, headers)).status).toBe(
      403,
    );
  });

  test("another session's token, none, no form, too much", async () => {
    const { visitor } = await signedIn(world, "owner");
    const other = await signedIn(world, "nocard");
    const token = /name="token" value="([^"]*)"/.exec(other.page.html)?.[1] ?? "";
    const path = "/client-area/payment-methods";
    expect(
      (
        await visitor.post(path, [
          ["token", token],
          ["card", "remove"],
        ])
      ).status,
    ).toBe(403);
    expect((await visitor.post(path, [["card", "remove"]])).status).toBe(403);
    const json = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } };
    expect((await visitor.open(path, json)).status).toBe(400);
    expect((await visitor.post(path, [["card", "x".repeat(20_000)]])).status).toBe(400);
    expect(
      await world.billing
        .prepare("SELECT payment_method_on_file FROM accounts WHERE id = 1001")
        .first("payment_method_on_file"),
    ).toBe(1);
  });

  test("other methods are a page, too", async () => {
    const visitor = new PageVisitor(world.origin);
    for (const [path, allow] of [
      ["/client-area", "GET, HEAD"],
      ["/client-area/invoices/1", "GET, HEAD, POST"],
      ["/client-area/sign-out", "POST"],
    ] as const) {
      const page = await visitor.open(path, { method: "DELETE" });
      expect(page.status, path).toBe(405);
      expect(page.headers.get("Allow")).toBe(allow);
    }
  });
});

test("without a registrar the cart sells no name: nobody can be asked about it", async () => {
  const cart = "/client-area/cart";
  const why = "Nobody can be asked here whether names with this extension are available";
  for (const type of ["register", "transfer"]) {
    const address = `${cart}?domain=nowhere-yet.com&type=${type}&lang=en`;
    const visitor = await new PageVisitor(world.origin).open(address);
    expect([visitor.status, wordsOf(visitor)]).toEqual([422, expect.stringContaining(why)]);
    expect(visitor.html).not.toContain("Sign in to order");
    const { visitor: owner, page } = await signedIn(world, "owner", address);
    expect([page.status, wordsOf(page)]).toEqual([422, expect.stringContaining(why)]);
    expect(page.html).not.toContain('name="terms"');
    const token = /name="token" value="([^"]*)"/.exec(page.html)?.[1] ?? "";
    const sent = await owner.post(address, [
      ["token", token],
      ["terms", "2026-09-01"],
    ]);
    expect([sent.status, wordsOf(sent)]).toEqual([422, expect.stringContaining(why)]);
  }
  const ordered = "SELECT count(*) AS count FROM domains WHERE name = 'nowhere-yet.com'";
  expect(await world.billing.prepare(ordered).first("count")).toBe(0);
  const french = await new PageVisitor(world.origin).open(`${cart}?domain=nowhere-yet.com&lang=fr`);
  expect(wordsOf(french)).toContain("aucun ne peut donc être commandé ici maintenant");
});

test("a host that is not ours is not answered", async () => {
  const response = await world.system.fetch("http://elsewhere.example/client-area");
  expect(response.status).toBe(404);
});

test("over plain http a page leads to https, a form is refused, and no cookie is set", async () => {
  const ask = (init: RequestInit) =>
    world.system
      .getWorker("area-front")
      .fetch("http://frontdesk.me.workers.dev/client-area/sign-in", { redirect: "manual", ...init } as never);
  const page = await ask({});
  expect([page.status, page.headers.get("Location")]).toEqual([
    308,
    "https://frontdesk.me.workers.dev/client-area/sign-in",
  ]);
  const form = await ask({ method: "POST", body: new URLSearchParams(credentials("owner")).toString() });
  expect(form.status).toBe(403);
  for (const { headers } of [page, form]) expect(headers.get("Set-Cookie")).toBeNull();
});
