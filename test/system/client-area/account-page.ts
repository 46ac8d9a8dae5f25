import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import type { Area } from "./support/area.ts";

/** Defines the tests of changes to the account and the login. */
export function accountPage(area: Area): void {
  const DETAILS_PATH = "/account/details";
  const CART = "/cart?domain=free-details.com";
  const NO_CARD = {
    ...{ "first-name": "No", "last-name": "Card", street: "1 Test Street", city: "Toronto", province: "ON" },
    ...{ "postal-code": "M5V 1A1", country: "CA", phone: "+1 416 555 0104" },
  };
  /** SQL: the contact details of the account Big Portfolio. */
  const CONTACT = "SELECT contact FROM accounts WHERE id = 1005";

  test("the cart shows the billing address, links to its form, and names the domain that the address does not fit", async () => {
    const cart = await area.as("owner", "/cart?domain=not-in-france.fr");
    expect(cart.words).toContain("200 Example Street Suite 4 Montréal QC H2Y 1A1 Canada Tax number 123456789RC0001");
    expect(cart.words).toContain("This address cannot be used for not-in-france.fr. The registrant must live");
    const change = cart.link(/<a href="([^"]*)">Change name, address or tax number/);
    expect(change).toBe(
      "/client-area/account/details?next=%2Fclient-area%2Fcart%3Fdomain%3Dnot-in-france.fr%26lang%3Den&lang=en",
    );
  });

  test("the details form reports errors, saves valid details and links back to the cart", async () => {
    const before = await area.value(CONTACT);
    await area.run("UPDATE accounts SET contact = NULL WHERE id = 1005");
    const cart = await area.as("big", CART);
    expect(cart.words).toContain("Add the name, the address and the telephone number of the registrant");
    expect(cart.html).not.toContain('name="terms"');
    const form = await cart.open(`${DETAILS_PATH}?next=${encodeURIComponent(`/client-area${CART}`)}`);
    const details = {
      ...{
        "first-name": "Big",
        "last-name": "Portfolio",
        street: "500 Sample Lane",
        city: "Burlington",
        province: "VT",
      },
      ...{ "postal-code": "05401", country: "US", phone: "555 0105", "tax-number": form.value("tax-number") },
    };
    const refused = await form.submit(DETAILS_PATH, details);
    expect(refused.status).toBe(422);
    expect(refused.words).toContain("Telephone must begin with + and the country code");
    expect(refused.html).toContain('value="500 Sample Lane"');
    const saved = await refused.submit(DETAILS_PATH, { ...details, phone: "+1 802 555 0105" });
    expect(saved.words).toContain("Saved.");
    expect(saved.html).toContain(encodeURI(CART));
    expect(await area.value(CONTACT)).toBe(before);
    expect((await saved.open(CART)).html).toContain('name="terms"');
  });

  test("the details form refuses a new tax number while an invoice is unpaid", async () => {
    const form = await area.as("nocard", DETAILS_PATH);
    expect(form.words).toContain("An invoice is unpaid");
    const refused = await form.submit(DETAILS_PATH, { ...NO_CARD, "tax-number": "123456789RT0001" });
    expect([refused.status, refused.words]).toEqual([422, expect.stringContaining("Pay the open invoices before")]);
  });

  test("a contact can choose the e-mail language on the account page", async () => {
    const saved = await (await area.as("contact", "/account")).submit("/account/language", { language: "fr" });
    expect(saved.words).toContain("The language of our e-mails was changed.");
    expect(saved.html).not.toContain("/account/details");
    expect(await area.value("SELECT language FROM logins WHERE email = 'contact@maple.example'")).toBe("fr");
  });

  test("a form from an earlier sign-in changes nothing and links to its page", async () => {
    const [form, later] = [await area.signIn("owner", DETAILS_PATH), await area.signIn("owner")];
    form.visitor.cookie = later.visitor.cookie;
    const stopped = await form.submit(DETAILS_PATH);
    expect([stopped.status, stopped.words]).toEqual([403, expect.stringContaining("You signed in again")]);
    const opened = await stopped.open(stopped.link(/<a href="([^"]+)">Open the page again/));
    expect([opened.status, opened.path]).toEqual([200, DETAILS_PATH]);
  });

  test.each([
    ["/profile?next=%2Fclient-area%2Fcart", "/account/details?next=%2Fclient-area%2Fcart&lang=en"],
    ["/payment-methods", "/account/payment-methods?lang=en"],
  ])("%s redirects to %s", async (from, to) => {
    expect((await area.as("owner", from)).address).toBe(`/client-area${to}`);
  });

  describe("the password", () => {
    const FORM = "/account/password";
    const change = (present: string, password: string) => ({ "present-password": present, password });

    test("can be changed, and the change ends other sessions and, if selected, disconnects assistants", async () => {
      const application = await ConnectingApplication.register(area.world.origin);
      const { access_token: token } = await application.tokens({ login: "nocard" });
      const read = async () =>
        (await fetch(`${area.world.origin}/api/v1/account`, { headers: { Authorization: `Bearer ${token}` } })).status;
      const [other, own] = [await area.signIn("nocard"), await area.signIn("nocard", FORM)];
      const wrong = await own.submit(FORM, change("maple-guess", "a long enough password"));
      expect([wrong.status, wrong.words]).toEqual([422, expect.stringContaining("This is not your current password.")]);
      const weak = await wrong.submit(FORM, change("maple-nocard", "short"));
      expect([weak.status, weak.words]).toEqual([422, expect.stringContaining("must have at least 12 characters")]);
      const before = own.visitor.cookie;
      const changed = await weak.submit(FORM, change("maple-nocard", "a long enough password"));
      expect(changed.words).toContain("Your password was changed.");
      expect(own.visitor.cookie).not.toBe(before);
      expect((await other.open("/account")).address).toMatch(/^\/sign-in\?/);
      expect(await read()).toBe(200);
      const form = await changed.open(FORM);
      await form.submit(FORM, { ...change("a long enough password", "maple-nocard-again"), disconnect: "yes" });
      expect(await read()).toBe(401);
    });

    test("changes only once if the form is sent twice, and the old session no longer works", async () => {
      const form = await area.signIn("big", FORM);
      const before = form.visitor.cookie;
      const send = (password: string) => form.submit(FORM, change("maple-big", password));
      const both = await Promise.all([send("a long enough password"), send("a long enough password")]);
      form.visitor.cookie = before;
      both.push(await send("a long enough password"));
      for (const { words } of both) expect(words).toContain("Your password was changed.");
      expect((await form.open("/account")).path).toBe("/account");
      form.visitor.cookie = before;
      expect((await send("a guess at the new one")).address).toMatch(/^\/sign-in\?/);
      const mails = await area.world.mailsTo("big@maple.example");
      expect(mails.filter(({ subject }) => subject === "Your password was changed")).toHaveLength(1);
    });
  });

  test("a code turns the second step on, and a recovery code turns it off", async () => {
    const FORM = "/account/second-step";
    const form = await area.as("contact", FORM);
    const secret = /name="secret" value="(\w+)"/.exec(form.html)?.[1] ?? "";
    expect(form.html).toMatch(
      new RegExp(`href="otpauth://totp/[^"]*contact%40maple.example\\?secret=${secret}&amp;issuer=`),
    );
    const code = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() });
    const turn = (to: string, code: string) => ({ code, "second-step": to, "present-password": "maple-contact" });
    const wrong = await form.submit(FORM, turn("on", "000000"));
    expect([wrong.status, wrong.words]).toEqual([422, expect.stringContaining("This code was not accepted.")]);
    expect(wrong.html).toContain(secret);
    const on = await wrong.submit(FORM, turn("on", code()));
    const codes = [...on.html.matchAll(/<code[^>]*>(\d{4} \d{4} \d{4})<\/code>/g)].map(([, one = ""]) => one);
    expect(codes).toHaveLength(10);
    const off = await (await on.open(FORM)).submit(FORM, turn("off", codes[0] ?? ""));
    expect(off.words).toContain("The second step is off.");
  });

  test("a code confirms a new e-mail address, and a link in the e-mail to the old address reverts it", async () => {
    const FORM = "/account/email";
    const OLD = "contact@maple.example";
    const NEW = "contact@new.example";
    const form = await area.as("contact", FORM);
    const other = await area.signIn("contact");
    const asked = { email: NEW, "present-password": "maple-contact" };
    const wrong = await form.submit(FORM, { ...asked, "present-password": "maple-guess" });
    expect([wrong.status, wrong.words]).toEqual([422, expect.stringContaining("This is not your current password.")]);
    const sent = await wrong.submit(FORM, asked);
    const [mail] = await area.world.mailsTo(NEW);
    const changed = await sent.submit(FORM, { code: /\b\d{8}\b/.exec(mail?.text ?? "")?.[0] ?? "" });
    expect(changed.words).toContain("Your e-mail address was changed.");
    for (const page of [changed, await other.open("/account/sessions")])
      expect(page.html).toContain(`<bdi translate="no">${NEW}</bdi>`);
    const told = (await area.world.mailsTo(OLD)).find(({ text }) => text.includes("/undo-email?"));
    const page = await area.visit(/\/client-area(\/undo-email\?change=[^&\s]+)/.exec(told?.text ?? "")?.[1] ?? "");
    expect([page.page.headers.get("Referrer-Policy"), (await changed.open("/account")).status]).toEqual([
      "no-referrer",
      200,
    ]);
    const undone = await page.submit("/undo-email");
    expect(undone.words).toContain(`You sign in with ${OLD} again`);
    expect((await changed.open("/account")).address).toMatch(/^\/sign-in\?/);
    const forged = await (await area.visit("/undo-email?change=x")).submit("/undo-email");
    expect([forged.status, forged.words]).toEqual([422, expect.stringContaining("no longer valid")]);
  });

  test("the sessions page lists the login's sessions and can end one of them or all others", async () => {
    const FORM = "/account/sessions";
    const open = async (browser: string) => {
      const agent = { "User-Agent": `Mozilla/5.0 (X11; Linux x86_64) ${browser}/145.0` };
      return (await area.visit("/account/sessions", agent)).signIn("owner");
    };
    const [own, other, third] = [await open("Firefox"), await open("Chrome"), await open("Safari")];
    const list = await own.open(FORM);
    expect(list.words).toMatch(/Safari, Linux .*Chrome, Linux .*Firefox, Linux .* This one/);
    const [, object = ""] = /name="session" value="(\w+)"/.exec(list.html) ?? [];
    const stranger = await area.as("contact", FORM);
    await stranger.post(FORM, stranger.token, ["session", object]);
    expect((await third.open("/account")).path).toBe("/account");
    expect((await list.submit(FORM, { session: object })).words).toContain("Ended.");
    expect((await third.open("/account")).address).toMatch(/^\/sign-in\?/);
    expect((await other.open("/account")).path).toBe("/account");
    await own.post(FORM, list.token);
    expect((await other.open("/account")).address).toMatch(/^\/sign-in\?/);
    expect((await own.open(FORM)).words).not.toContain("End all others");
  });
}
