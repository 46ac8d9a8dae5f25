import { expect, test } from "vitest";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { ADDRESS, type Area, mailedCode, type Screen } from "./support/area.ts";

/** Defines the tests of closing an account. */
export function closing(area: Area): void {
  const FORM = "/account/close";
  const PASSWORD = "a long enough password";
  const given = { "present-password": PASSWORD };

  const signUp = async (email: string, password = PASSWORD, mails = 1): Promise<Screen> => {
    const sent = await (await area.visit("/sign-up")).submit("/sign-up", { email });
    const form = await sent.submit("/sign-up", { code: await mailedCode(area, email, mails) });
    return form.submit("/sign-up", { ...ADDRESS, password, currency: "CAD" });
  };
  const enter = async (email: string, password = PASSWORD) =>
    (await (await area.visit("")).enter({ email, password })).status;
  const accountIn = ({ html }: Screen) => /name="shown_account" value="(\d+)"/.exec(html)?.[1] ?? "";
  const closedCount = () => area.value("SELECT count(*) FROM accounts WHERE closed_at IS NOT NULL");

  test("a closed account has no sessions or connections, and its e-mail address can sign up again", async () => {
    const email = "leaving@new.example";
    const home = await signUp(email);
    const application = await ConnectingApplication.register(area.world.origin);
    const { access_token: token } = await application.tokens({}, home.visitor);
    const read = async () =>
      (await fetch(`${area.world.origin}/api/v1/account`, { headers: { Authorization: `Bearer ${token}` } })).status;
    expect(await read()).toBe(200);
    const other = await (await area.visit("")).enter({ email, password: PASSWORD });
    expect(other.path).toBe("");
    const form = await (await home.open("/account")).open(FORM);
    expect(form.words).toContain("You are closing the account Nina Roy");
    const wrong = await form.submit(FORM, { "present-password": "a guess at the password" });
    expect([wrong.status, wrong.words]).toEqual([422, expect.stringContaining("This is not your current password.")]);
    const closed = await wrong.submit(FORM, given);
    expect([closed.status, closed.words]).toEqual([200, expect.stringContaining("The account Nina Roy is closed.")]);
    expect(await read()).toBe(401);
    for (const screen of [closed, other]) expect((await screen.open("/account")).address).toMatch(/^\/sign-in\?/);
    const replayed = await form.submit(FORM, given);
    expect(replayed.address).toMatch(/^\/sign-in\?/);
    expect(await closedCount()).toBe(1);
    expect(await enter(email)).toBe(422);
    const mails = await area.world.mailsTo(email, 2);
    expect(mails.map(({ subject }) => subject)).toContain("Your account is closed");

    const again = await signUp(email, "another long password", 3);
    expect(again.html).toContain(email);
    expect((await again.open(FORM)).html).not.toContain(`value="${accountIn(form)}"`);
  });

  test("a form sent twice at the same time closes the account once", async () => {
    const before = await closedCount();
    const own = await (await signUp("staying@new.example")).open(FORM);
    expect((await own.submit(FORM, given, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect((await area.as("contact", FORM)).status).toBe(403);
    const [first, second] = await Promise.all([own.submit(FORM, given), own.submit(FORM, given)]);
    expect(first.words + second.words).toContain("The account Nina Roy is closed.");
    expect(await closedCount()).toBe(Number(before) + 1);
    expect(await area.world.mailsTo("staying@new.example", 2)).toHaveLength(2);
  });

  test("the page lists and links to everything that prevents closing, and an outdated form closes nothing", async () => {
    const listed = await area.as("owner", FORM);
    expect(listed.html).not.toContain("present-password");
    const words = listed.words;
    expect(words).toMatch(/Service .* · cancel it/);
    expect(listed.link(/<a href="([^"]*\/services\/2101\/cancel[^"]*)"/)).not.toBe("");
    expect(listed.link(/<a href="([^"]*\/domains\/studio-ana\.ca[^"]*)"/)).not.toBe("");
    const form = await (await signUp("ordering@new.example")).open(FORM);
    const invoice = await (await form.open("/cart?plan=web-start&cycle=monthly&currency=CAD")).order();
    const refused = await form.submit(FORM, given);
    expect([refused.status, refused.words]).toEqual([409, expect.stringContaining("pay it, or let it expire unpaid")]);
    expect(refused.html).toContain(`/client-area${invoice.path}`);
  });
}
