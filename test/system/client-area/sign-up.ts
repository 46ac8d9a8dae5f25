import { expect, test } from "vitest";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { decode, formOf, PageVisitor } from "../../support/page-visitor.ts";
import { ADDRESS, type Area, mailedCode } from "./support/area.ts";

/** Defines the tests of new accounts and new passwords, which need a code from an e-mail. */
export function signUp(area: Area): void {
  const PASSWORD = "a long enough password";
  const codeTo = (email: string, mails = 1) => mailedCode(area, email, mails);

  test("a visitor with an order can open an account and continues the order signed in", async () => {
    const cart = await area.visit("/cart?plan=web-start&cycle=monthly&currency=CAD");
    const { visitor } = cart;
    const sent = await cart.submit("/sign-up", { email: "nina@new.example" });
    const wrong = await sent.submit("/sign-up", { code: "1" });
    expect([wrong.status, wrong.words]).toEqual([422, expect.stringContaining("This is not the code.")]);
    const form = await wrong.submit("/sign-up", { code: await codeTo("nina@new.example") });
    for (const step of [sent, wrong, form])
      expect(step.words).toMatch(/Order Web Start .* Due today, before tax CA\$7\.99/);
    const missing = await form.submit("/sign-up", { ...ADDRESS, city: "", password: PASSWORD, currency: "CAD" });
    expect([missing.status, missing.words]).toEqual([422, expect.stringContaining("Enter your city.")]);
    expect(missing.words).toContain("Enter the password again.");
    expect(missing.html).toContain('value="12 rue Principale"');
    const opened = await missing.submit("/sign-up", { ...ADDRESS, password: PASSWORD, currency: "CAD" });
    expect(visitor.cookies.has("signed-in-before")).toBe(true);
    expect(opened.address).toBe("/client-area/cart?plan=web-start&cycle=monthly&currency=CAD&lang=en");
    expect(opened.html).toContain("nina@new.example");
    const invoice = await opened.order();
    expect(invoice.words).toMatch(/GST.*QST/);
    expect(visitor.cookies.get("session")).toBeDefined();
  });

  test("a visitor who connects an application can open an account and reaches the consent", async () => {
    const application = await ConnectingApplication.register(area.world.origin);
    const visitor = new PageVisitor(area.world.origin);
    const signIn = await visitor.open(application.authorizationUrl());
    const [, way = ""] = /href="([^"]*sign-up[^"]*)"/.exec(signIn.html) ?? [];
    const sent = await visitor.submit(await visitor.open(decode(way)), "email", { email: "way@new.example" });
    const form = await visitor.submit(sent, "code", { code: await codeTo("way@new.example") });
    const { action, hidden } = formOf(form, "password");
    const filled = Object.entries({ ...ADDRESS, password: PASSWORD, currency: "CAD" });
    const body = new URLSearchParams([...hidden, ...filled]);
    const opened = await visitor.request(action, { method: "POST", headers: { Origin: area.world.origin }, body });
    expect([opened.status, opened.headers.get("X-Robots-Tag")]).toEqual([303, "noindex"]);
    expect(opened.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    const asked = await visitor.open(opened.headers.get("Location") ?? "");
    expect([asked.status, asked.url.pathname]).toEqual([200, "/oauth/authorize"]);
    expect(asked.html).toContain('name="decision" value="allow"');
  });

  test("a code that expires before the last step does not lose the e-mail address or other input", async () => {
    const sent = await (await area.visit("/sign-up")).submit("/sign-up", { email: "late@new.example" });
    const form = await sent.submit("/sign-up", { code: await codeTo("late@new.example") });
    await area.run("UPDATE mailed_codes SET expires_at = 1 WHERE email = 'late@new.example'");
    const over = await form.submit("/sign-up", { ...ADDRESS, password: PASSWORD, currency: "EUR" });
    expect([over.status, over.words]).toEqual([422, expect.stringContaining("no longer valid")]);
    expect(over.html).toContain('value="late@new.example"');
    const again = await over.submit("/sign-up", { email: "late@new.example" });
    const last = await again.submit("/sign-up", { code: await codeTo("late@new.example", 2) });
    expect(last.html).toContain('value="12 rue Principale"');
    expect(last.html).toContain('<option value="EUR" selected');
    expect(over.html + again.html + last.html).not.toContain(PASSWORD);
  });

  test("known and unknown e-mail addresses get the same page", async () => {
    const pages = ["owner@maple.example", "nobody@new.example"].map(async (email) => {
      const asked = await area.visit("/new-password");
      const { html, status } = await asked.submit("/new-password", { email });
      return [status, html.replaceAll(email, "").replace(/value="[^"]*"/g, "")];
    });
    const [known, unknown] = await Promise.all(pages);
    expect(known).toEqual(unknown);
  });

  test.each(["/sign-up", "/new-password"])("%s accepts only forms from its own page and session", async (path) => {
    const asked = await area.visit(path);
    const other = await area.visit(path);
    other.visitor.cookie = asked.visitor.cookie;
    const fields: [string, string][] = [
      ["step", "email"],
      ["email", "stolen@new.example"],
    ];
    const stopped = await asked.post(`${path}?to=%2Fclient-area%2Fcart&lang=en`, ...fields);
    expect([stopped.status, decode(stopped.link(/href="([^"]+)">Open the page again/))]).toEqual([
      403,
      `/client-area${path}?to=%2Fclient-area%2Fcart&lang=en`,
    ]);
    expect((await other.submit(path, { email: "stolen@new.example" })).status).toBe(403);
    expect(await area.value("SELECT count(*) FROM mailed_codes WHERE email = 'stolen@new.example'")).toBe(0);
  });

  test.each(["nina", "nina,roy@new.example"])(
    "the invalid address %s causes an error next to the e-mail field",
    async (email) => {
      const refused = await (await area.visit("/sign-up?lang=fr")).submit("/sign-up", { email });
      expect([refused.status, refused.words]).toEqual([
        422,
        expect.stringContaining("Entrez votre adresse de courriel."),
      ]);
    },
  );
}
