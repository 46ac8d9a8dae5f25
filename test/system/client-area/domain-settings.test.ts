import { beforeEach, describe, expect, test } from "vitest";
import type { VisitedPage } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";
import { clientArea, signedIn, tellRegistrar, wordsOf } from "./support/area-worker.ts";

const world = useWorld(clientArea("with registrar"));

describe("the nameservers of a name", () => {
  const PAGE = "/client-area/domains/studio-ana.ca";
  const setAt = async () => (await fetch(`${world.origin}/test/nameservers?name=studio-ana.ca`)).json();
  const BEFORE = "ns1.maple.example\r\nns2.maple.example";

  test("are set on its page, told to the owner with those of before, and set back from there", async () => {
    await tellRegistrar(world, "hold", { name: "studio-ana.ca" });
    const { visitor, page } = await signedIn(world, "owner", `${PAGE}?lang=en`);
    expect(page.html).toMatch(/<textarea[^>]*>ns1\.maple\.example\nns2\.maple\.example<\/textarea>/);
    const saved = await visitor.submit(page, PAGE, { nameservers: "NS1.other.example.\r\n\r\n ns2.other.example" });
    expect(saved.status).toBe(200);
    expect(wordsOf(saved)).toContain("The nameservers were set.");
    expect(await setAt()).toEqual(["ns1.other.example", "ns2.other.example"]);
    const [mail] = (await world.mailsTo("owner@maple.example")).filter(({ subject }) =>
      subject.includes("nameservers"),
    );
    expect(mail?.text).toMatch(/Before:\s+- ns1\.maple\.example\s+- ns2\.maple\.example/);
    const link = /https?:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
    const back = await visitor.open(new URL(link).pathname);
    expect((await visitor.submit(back, PAGE, { nameservers: BEFORE })).status).toBe(200);
    expect(await setAt()).toEqual(["ns1.maple.example", "ns2.maple.example"]);
  });

  test.each([
    ["one alone", "ns1.other.example", "The list must be from 2 to 13 host names."],
    ["an address", "ns1.other.example\n192.0.2.1", "Line 2 (192.0.2.1) must be a host name."],
    ["markup", "ns1.other.example\n<b>x</b>", "must be a host name."],
    ["nothing", "", "The list must be from 2 to 13 host names."],
  ])("%s is refused beside the field, and what was typed stays", async (_, nameservers, error) => {
    await tellRegistrar(world, "hold", { name: "studio-ana.ca" });
    const { visitor, page } = await signedIn(world, "owner", `${PAGE}?lang=en`);
    const refused = await visitor.submit(page, PAGE, { nameservers });
    expect(refused.status).toBe(422);
    expect(wordsOf(refused)).toContain(error);
    expect(refused.html).toContain('aria-invalid="true"');
    expect(refused.html).not.toContain("<b>x</b>");
    expect(await setAt()).toEqual(["ns1.maple.example", "ns2.maple.example"]);
  });

  test("are set by no other site's form, nor without the form's token, nor by who may not", async () => {
    await tellRegistrar(world, "hold", { name: "studio-ana.ca" });
    const { visitor, page } = await signedIn(world, "owner", `${PAGE}?lang=en`);
    const elsewhere = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    const typed = { nameservers: "ns1.evil.example\nns2.evil.example" };
    expect((await visitor.submit(page, PAGE, typed, elsewhere)).status).toBe(403);
    expect((await visitor.post(PAGE, Object.entries(typed))).status).toBe(403);
    await world.billing
      .prepare("DELETE FROM account_login_permissions WHERE login_id = 12 AND permission = 'managedomains'")
      .run();
    const contact = await signedIn(world, "contact", `${PAGE}?lang=en`);
    expect(contact.page.status).toBe(200);
    expect(contact.page.html).not.toContain("<textarea");
    const overview = await contact.visitor.open("/client-area?lang=en");
    const token = /name="(\w+)" value="([^"]+)"/.exec(overview.html) ?? [];
    const forced = await contact.visitor.post(PAGE, [[token[1] ?? "", token[2] ?? ""], ...Object.entries(typed)]);
    expect(forced.status).toBe(403);
    expect(await setAt()).toEqual(["ns1.maple.example", "ns2.maple.example"]);
  });

  test("of another account's name are not there", async () => {
    const { visitor, page } = await signedIn(world, "owner", "/client-area/domains/second-step.com?lang=en");
    expect(page.status).toBe(404);
    const own = await visitor.open(`${PAGE}?lang=en`);
    const token = /name="(\w+)" value="([^"]+)"/.exec(own.html) ?? [];
    const fields: [string, string][] = [
      [token[1] ?? "", token[2] ?? ""],
      ["nameservers", "ns1.a.example\nns2.a.example"],
    ];
    expect((await visitor.post("/client-area/domains/second-step.com", fields)).status).toBe(404);
  });
});

describe("the lock and the auto-renewal of a name", () => {
  const NAME = "studio-ana.ca";
  const PAGE = `/client-area/domains/${NAME}`;
  const isLocked = async () => (await fetch(`${world.origin}/test/locked?name=${NAME}`)).json();
  const renews = () =>
    world.billing.prepare("SELECT auto_renew FROM domains WHERE name = ?").bind(NAME).first("auto_renew");
  const lastMail = async (words: string) =>
    (await world.mailsTo("owner@maple.example")).filter(({ subject }) => subject.includes(words)).at(-1);
  const tokenOf = ({ html }: VisitedPage): [string, string] => {
    const [, name = "", value = ""] = /name="(\w+)" value="([^"]+)"/.exec(html) ?? [];
    return [name, value];
  };

  beforeEach(async () => {
    await tellRegistrar(world, "hold", { name: NAME });
    await world.billing.prepare("UPDATE domains SET auto_renew = 1 WHERE name = ?").bind(NAME).run();
  });

  test("are set on its page, told to the owner, and set back from the mail's link", async () => {
    const { visitor, page } = await signedIn(world, "owner", `${PAGE}?lang=en`);
    const unlocked = await visitor.submit(page, `${PAGE}/lock`, { lock: "off" });
    expect(unlocked.status).toBe(200);
    expect(wordsOf(unlocked)).toContain("The name is unlocked now.");
    expect(await isLocked()).toBe(false);
    const off = await visitor.submit(unlocked, `${PAGE}/auto-renew`, { "auto-renew": "off" });
    expect(wordsOf(off)).toContain("Automatic renewal is off now.");
    expect(wordsOf(off)).not.toContain("The name is unlocked now.");
    expect(await renews()).toBe(0);
    expect(off.html.match(/class="button primary"/g)).toHaveLength(1);

    for (const [subject, path, field, said] of [
      ["unlocked", "lock", "lock", "The name is locked now."],
      ["no longer renews", "auto-renew", "auto-renew", "Automatic renewal is on now."],
    ] as const) {
      await expect.poll(() => lastMail(subject), { timeout: 5_000 }).toBeDefined();
      const link = /https?:\/\/\S+/.exec((await lastMail(subject))?.text ?? "")?.[0] ?? "";
      const back = await visitor.open(`${new URL(link).pathname}?lang=en`);
      expect(wordsOf(await visitor.submit(back, `${PAGE}/${path}`, { [field]: "on" }))).toContain(said);
    }
    expect(await isLocked()).toBe(true);
    expect(await renews()).toBe(1);
  });

  test("say in French what they do", async () => {
    const { page } = await signedIn(world, "owner", `${PAGE}?lang=fr`);
    for (const words of ["Verrou de transfert", "Déverrouiller le nom", "Désactiver le renouvellement automatique"])
      expect(wordsOf(page)).toContain(words);
  });

  test("what the registry or the registrar does not do is said, and changes nothing", async () => {
    await tellRegistrar(world, "hold", { name: NAME, kept: "1" });
    const { visitor, page } = await signedIn(world, "owner", `${PAGE}?lang=en`);
    const refused = await visitor.submit(page, `${PAGE}/lock`, { lock: "off" });
    expect(refused.status).toBe(422);
    expect(refused.html).toMatch(/role="alert"[^>]*><p>[^<]*unlock/);
    await tellRegistrar(world, "silent");
    try {
      const silent = await visitor.submit(page, `${PAGE}/lock`, { lock: "off" });
      expect(silent.status).toBe(503);
      expect(wordsOf(silent)).toContain("nothing was changed");
    } finally {
      await tellRegistrar(world, "silent", { over: "1" });
    }
    expect((await visitor.submit(page, `${PAGE}/lock`, { lock: "maybe" })).status).toBe(400);
    expect(await isLocked()).toBe(true);
    const over = "/client-area/domains/studio-ana.net";
    const left = await visitor.open(`${over}?lang=en`);
    expect(left.html).not.toContain("/auto-renew");
    const forced = await visitor.post(`${over}/auto-renew?lang=en`, [tokenOf(left), ["auto-renew", "on"]]);
    expect(forced.status).toBe(422);
    expect(wordsOf(forced)).toContain("This name is no longer held here.");
  });

  test.each([
    ["lock", "lock"],
    ["auto-renew", "auto-renew"],
  ])(
    "%s is set by no other site's form, nor without the form's token, nor by who may not, nor for another account",
    async (path, field) => {
      const { visitor, page } = await signedIn(world, "owner", `${PAGE}?lang=en`);
      const elsewhere = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
      expect((await visitor.submit(page, `${PAGE}/${path}`, { [field]: "off" }, elsewhere)).status).toBe(403);
      expect((await visitor.post(`${PAGE}/${path}`, [[field, "off"]])).status).toBe(403);
      const strange = `/client-area/domains/second-step.com/${path}`;
      expect((await visitor.post(strange, [tokenOf(page), [field, "off"]])).status).toBe(404);
      await world.billing
        .prepare("DELETE FROM account_login_permissions WHERE login_id = 12 AND permission = 'managedomains'")
        .run();
      const contact = await signedIn(world, "contact", `${PAGE}?lang=en`);
      expect(contact.page.html).not.toContain(`${PAGE}/${path}`);
      const overview = await contact.visitor.open("/client-area?lang=en");
      expect((await contact.visitor.post(`${PAGE}/${path}`, [tokenOf(overview), [field, "off"]])).status).toBe(403);
      expect(await isLocked()).toBe(true);
      expect(await renews()).toBe(1);
    },
  );
});
