import { beforeEach, describe, expect, test } from "vitest";
import type { Area, Screen } from "./support/area.ts";

/** Defines the tests of the nameservers, lock and automatic renewal of a domain. */
export function domainSettings(area: Area): void {
  const NAME = "studio-ana.ca";
  const PAGE = `/domains/${NAME}`;

  const nameservers = () => area.registrar("nameservers", { name: NAME });
  const isLocked = () => area.registrar("locked", { name: NAME });
  const renews = () => area.value("SELECT auto_renew FROM domains WHERE name = ?", NAME);
  const atRegistrar = async () => ({
    nameservers: await nameservers(),
    locked: await isLocked(),
    renews: await renews(),
  });
  const BEFORE = { nameservers: ["ns1.maple.example", "ns2.maple.example"], locked: true, renews: 1 };

  beforeEach(async () => {
    await area.registrar("hold", { name: NAME });
    await area.run("UPDATE domains SET auto_renew = 1 WHERE name = ?", NAME);
  });

  /**
   * Returns the latest e-mail to the owner with these words in the subject, and the client-area page that it links to.
   */
  async function lastMail(words: string) {
    const { text } = await area.mail("owner", words);
    return { text, page: new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "").pathname };
  }

  describe("the nameservers of a domain", () => {
    test("can be set on its page, and an e-mail lists the previous ones and links to the form", async () => {
      const domain = await area.as("owner", PAGE);
      expect(domain.html).toMatch(/<textarea[^>]*>ns1\.maple\.example\nns2\.maple\.example<\/textarea>/);
      const asked = await domain.submit(PAGE, { nameservers: "NS1.other.example.\r\n\r\n ns2.other.example" });
      expect(asked.words).toMatch(
        /Now ns1\.maple\.example ns2\.maple\.example Afterwards ns1\.other\.example ns2\.other\.example/,
      );
      expect(await nameservers()).toEqual(BEFORE.nameservers);
      const saved = await asked.submit(PAGE, { confirmed: "1" });
      expect(saved.status).toBe(200);
      expect(saved.words).toContain("The nameservers were changed.");
      expect(await nameservers()).toEqual(["ns1.other.example", "ns2.other.example"]);
      const { text, page } = await lastMail("nameservers");
      expect(text).toMatch(/Before:\s+- ns1\.maple\.example\s+- ns2\.maple\.example/);
      const back = await saved.open(page);
      const again = await back.submit(PAGE, { nameservers: BEFORE.nameservers.join("\r\n") });
      expect((await again.submit(PAGE, { confirmed: "1" })).status).toBe(200);
      expect(await atRegistrar()).toEqual(BEFORE);
    });

    test.each([
      ["a single nameserver", "ns1.other.example"],
      ["an IP address", "ns1.other.example\n192.0.2.1"],
      ["markup", "ns1.other.example\n<b>x</b>"],
      ["nothing", ""],
    ])("show an error next to the field for %s and do not change", async (_, typed) => {
      const refused = await (await area.as("owner", PAGE)).submit(PAGE, { nameservers: typed });
      expect(refused.status).toBe(422);
      expect(refused.html).toContain('aria-invalid="true"');
      expect(refused.words).not.toMatch(/The list must|\bis required/);
      expect(refused.html).not.toContain("<b>x</b>");
      expect(await atRegistrar()).toEqual(BEFORE);
    });
  });

  describe("the lock and the auto-renewal of a domain", () => {
    test("can be set on its page, and an e-mail informs the owner and links to the form", async () => {
      const asked = await area.as("owner", `${PAGE}/lock`);
      expect(asked.words).toContain("An unlocked name can be transferred away.");
      const unlocked = await asked.submit(`${PAGE}/lock`, { lock: "off" });
      expect(unlocked.status).toBe(200);
      expect(unlocked.words).toContain("The name is unlocked now.");
      expect(await isLocked()).toBe(false);
      const toSwitchOff = await unlocked.open(`${PAGE}/auto-renew`);
      expect(toSwitchOff.words).toContain("Unless you renew it yourself, the name expires");
      const off = await toSwitchOff.submit(`${PAGE}/auto-renew`, { "auto-renew": "off" });
      expect(off.words).toContain("Automatic renewal is off now.");
      expect(off.words).not.toContain("The name is unlocked now.");
      expect(await renews()).toBe(0);
      expect(off.html.match(/class="button primary"/g)).toHaveLength(1);

      for (const [subject, field, said] of [
        ["unlocked", "lock", "The name is locked now."],
        ["no longer renews", "auto-renew", "Automatic renewal is on now."],
      ] as const) {
        const back = await off.open((await lastMail(subject)).page);
        expect((await back.submit(`${PAGE}/${field}`, { [field]: "on" })).words).toContain(said);
      }
      expect(await atRegistrar()).toEqual(BEFORE);
    });

    test("do not change if the registry or registrar refuses, and the page states why", async () => {
      await area.registrar("hold", { name: NAME, kept: "1" });
      const domain = await area.as("owner", PAGE);
      const unlock = (screen: Screen) => screen.post(`${PAGE}/lock`, domain.token, ["lock", "off"]);
      const refused = await unlock(domain);
      expect(refused.status).toBe(422);
      expect(refused.html).toMatch(/role="alert"[^>]*><p>[^<]*unlock/);
      await area.registrar("silent");
      try {
        const silent = await unlock(domain);
        expect(silent.status).toBe(503);
        expect(silent.words).toContain("nothing was done");
      } finally {
        await area.registrar("silent", { over: "1" });
      }
      expect((await domain.post(`${PAGE}/lock`, domain.token, ["lock", "maybe"])).status).toBe(400);
      expect(await isLocked()).toBe(true);
      const left = await domain.open("/domains/studio-ana.net");
      expect(left.html).not.toContain("/auto-renew");
      const forced = await left.post("/domains/studio-ana.net/auto-renew", left.token, ["auto-renew", "on"]);
      expect(forced.status).toBe(422);
      expect(forced.words).toContain("This name is no longer held here.");
    });
  });
}
