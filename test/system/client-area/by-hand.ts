import { describe, expect, test } from "vitest";
import type { Area } from "./support/area.ts";

/** Defines the tests of manual renewals, transfers away and the history. */
export function byHand(area: Area): void {
  const NAME = "studio-ana.ca";
  const PAGE = `/domains/${NAME}`;

  const renewalsOf = async (name: string) =>
    Number(
      await area.value(
        "SELECT count(*) FROM orders o JOIN domains d ON d.id = o.domain_id WHERE d.name = ? AND o.kind = 'renew_domain'",
        name,
      ),
    );
  describe("a renewal", () => {
    test("shows the years, price and new expiry date, and creates one invoice for repeated forms", async () => {
      const before = await renewalsOf("ana.dev");
      const asked = await area.as("owner", "/domains/ana.dev/renew?years=2");
      expect(asked.words).toContain("Renew ana.dev for 2 years?");
      expect(asked.words).toMatch(/Price before taxes CA\$\d+\.\d\d/);
      const [, end] = asked.words.match(/Term Until .* now, until (.*) once it is renewed\./) ?? [];
      expect(asked.words).toMatch(new RegExp(`2 years CA\\$\\d+\\.\\d\\d until ${end} 3 years`));
      // The registry does not allow a renewal for 10 years.
      expect(asked.words).not.toContain("10 years");
      const [invoice, again] = await Promise.all([
        asked.submit("/domains/ana.dev/renew"),
        asked.submit("/domains/ana.dev/renew"),
      ]);
      expect(invoice.path).toMatch(/^\/invoices\/\d+$/);
      expect(again.path).toBe(invoice.path);
      expect((await asked.submit("/domains/ana.dev/renew")).path).toBe(invoice.path);
      expect(await renewalsOf("ana.dev")).toBe(before + 1);
      for (const page of ["/domains/ana.dev/renew", "/domains/ana.dev", "/domains?q=ana.dev"]) {
        const another = await asked.open(page);
        expect(another.link(/<a [^>]*href="([^"]*)"[^>]*>\s*Pay the invoice/)).toContain(
          `/client-area${invoice.path}?`,
        );
        expect(another.words).not.toMatch(/Renew…|Order the renewal/);
      }
    });

    test("needs no saved card, because the next page takes the payment", async () => {
      await area.run(
        "UPDATE domains SET account_id = 1004 WHERE name = (SELECT name FROM domains WHERE account_id = 1005 AND status = 'active' LIMIT 1)",
      );
      const name = String(await area.value("SELECT name FROM domains WHERE account_id = 1004 AND status = 'active'"));
      const invoice = await (await area.as("nocard", `/domains/${name}/renew`)).submit(`/domains/${name}/renew`);
      expect(invoice.path).toMatch(/^\/invoices\/\d+$/);
    });

    test("is refused if the price has changed", async () => {
      const before = await renewalsOf(NAME);
      const asked = await area.as("owner", `${PAGE}/renew`);
      const refused = await asked.submit(`${PAGE}/renew`, { expected: "1" });
      expect([refused.status, refused.words]).toEqual([422, expect.stringContaining("The price has changed.")]);
      expect(await renewalsOf(NAME)).toBe(before);
    });
  });

  test("a transfer away sends its auth code by e-mail and shows only the masked address", async () => {
    await area.registrar("hold", { name: NAME });
    const asked = await area.as("owner", `${PAGE}/transfer`);
    expect(asked.words).toContain(`Prepare the transfer of ${NAME} to another registrar?`);
    const done = await asked.submit(`${PAGE}/transfer`);
    expect(done.words).toContain("The code was mailed to o•••@maple.example.");
    expect(await area.registrar("locked", { name: NAME })).toBe(false);
    const repeated = await asked.submit(`${PAGE}/transfer`);
    expect(repeated.words).toBe(done.words);
    await area.mail("owner", `Transfer code of ${NAME}`);
  });

  test("the history page lists changes in the client area, and the application's log does not", async () => {
    await (await area.as("owner", PAGE)).post(`${PAGE}/auto-renew`, (await area.as("owner")).token, [
      "auto-renew",
      "on",
    ]);
    const locked = await area.world.api.request(
      `/account/domains/${NAME}/lock`,
      {},
      {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ locked: true }),
      },
    );
    expect(locked.status).toBe(200);
    const { words } = await area.as("owner", "/account/history");
    expect(words).toMatch(/You Turn automatic renewal on or off · studio-ana\.ca Done/);
    expect(words).toMatch(/UTC (?!You)\S.* Lock and unlock domain names · studio-ana\.ca Done/);
    const { entries } = await area.world.api.read<{ entries: { operation: string }[] }>("/account/audit");
    expect(entries.map(({ operation }) => operation)).not.toContain("setDomainAutoRenew");
  });

  test("the history shows an owner who made each change, and it shows contacts only their own changes", async () => {
    await area.run(
      "INSERT OR IGNORE INTO account_login_permissions VALUES (12, 1001, 'domains'), (12, 1001, 'managedomains')",
    );
    const contact = await area.as("contact", PAGE);
    await contact.post(`${PAGE}/auto-renew`, contact.token, ["auto-renew", "off"]);
    await (await area.as("owner", PAGE)).post(`${PAGE}/auto-renew`, (await area.as("owner")).token, [
      "auto-renew",
      "on",
    ]);
    const done = (who: string) => `${who} Turn automatic renewal on or off · studio-ana.ca Done`;
    const read = async (login: "owner" | "contact") => (await area.as(login, "/account/history")).words;
    expect((await read("contact")).split(done("You"))).toHaveLength(2);
    expect(await read("owner")).toContain(done("contact@maple.example"));
    await area.run("DELETE FROM account_logins WHERE login_id = 12");
    expect(await read("owner")).toContain(done("A login that no longer has access"));
  });
}
