import { afterAll, describe, expect, test } from "vitest";
import type { Area, Screen } from "./support/area.ts";

/** Defines the tests of unpaid invoices and the status of orders. */
export function orders(area: Area): void {
  /** Returns the ids of the invoices that a page links to, in the order of the page. */
  function invoicesIn({ html }: Screen): number[] {
    return [...html.matchAll(/href="\/client-area\/invoices\/(\d+)/g)].map(([, id]) => Number(id));
  }

  /** Orders a domain in the cart. @returns the invoice page */
  async function ordered(name: string, login = "owner"): Promise<Screen> {
    return (await area.as(login, `/cart?domain=${name}`)).order();
  }

  const credit = async () => Number(await area.value("SELECT credit FROM accounts WHERE id = 1001"));
  const INSERT_INVOICE = `INSERT INTO invoices (id, account_id, number, status, issued_on, due_on, subtotal)
  VALUES (?1, ?2, 'Y-' || ?1, ?3, '2020-01-01', ?4, 1499)`;

  describe("the overview", () => {
    test("lists unpaid invoices by due date with their total, except those with a payment in progress", async () => {
      const overview = await area.as("owner");
      expect(invoicesIn(overview)).toEqual([6102, 6107, 6110]);
      expect(overview.words).toContain("To pay CA$112.96");
    });

    test("links to the list of all unpaid invoices if it does not show them all", async () => {
      const insert = area.world.billing.prepare(INSERT_INVOICE);
      const ids = Array.from({ length: 60 }, (_, at) => 990_100 + at);
      // Many invoices with higher ids are due earlier, so an order by id would differ.
      const dueOn = (at: number) => `2020-02-${String(29 - (at % 29)).padStart(2, "0")}`;
      await area.world.billing.batch([
        ...ids.map((id, at) => insert.bind(id, 1004, "unpaid", dueOn(at))),
        insert.bind(990_200, 1004, "paid", "2020-01-01"),
      ]);
      const overview = await area.as("nocard");
      const { results } = await area.world.billing
        .prepare(
          `SELECT id FROM invoices WHERE account_id = 1004 AND status IN ('unpaid', 'collections') ORDER BY due_on, id LIMIT 10`,
        )
        .all<{ id: number }>();
      expect(invoicesIn(overview)).toEqual(results.map(({ id }) => id));

      const seen: number[] = [];
      let address = overview.link(/href="([^"]*)">\s*See them/);
      expect(address).not.toBe("");
      while (address) {
        const list = await overview.open(address);
        seen.push(...new Set(invoicesIn(list)));
        address = list.link(/href="([^"]*)">Next page/);
      }
      expect(seen).toEqual(expect.arrayContaining(ids));
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).not.toContain(990_200);
    });
  });

  describe("pages of unpaid items", () => {
    test.each([
      ["/services/2107", 6110],
      ["/services/2103", 6107],
    ])("%s links to the unpaid invoice", async (path, invoice) => {
      expect(new Set(invoicesIn(await area.as("owner", path)))).toEqual(new Set([invoice]));
    });

    test("a domain page shows the amount and links to the invoice only for a login that may see invoices", async () => {
      const invoice = await ordered("waits-here.com");
      const domain = await invoice.open("/domains/waits-here.com");
      expect(domain.html).toContain(`href="/client-area${invoice.path}`);
      expect(domain.words).toContain("CA$20.68");
      const seen = await area.as("contact", "/domains/waits-here.com");
      expect(seen.status).toBe(200);
      expect(seen.html).not.toMatch(/20\.68|\/invoices/);

      await invoice.pay();
      expect(invoicesIn(await domain.open("/domains/waits-here.com"))).toEqual([]);
    });
  });

  describe("a paid order that the registrar refuses", () => {
    afterAll(() => area.registrar("refusal"));

    test("states the reason and the returned amount on the pages and in an e-mail", async () => {
      const invoice = await ordered("not-to-be.com");
      const before = await credit();
      await area.registrar("refusal", { reason: "The name is registered." });
      const paid = await invoice.pay();
      expect(await credit()).toBe(Math.max(0, before - 2068) + 2068);

      const domain = await paid.open("/domains/not-to-be.com");
      for (const { words } of [paid, domain]) {
        expect(words).toMatch("This name could not be registered. Reason: The name is registered.");
        expect(words).toMatch(/Your payment of CA\$20\.68 was returned on .* as account credit/);
      }
      expect(paid.words).not.toContain("Thank you");
      expect(domain.html).toContain(`href="/client-area${invoice.path}`);
      const seen = await area.as("contact", "/domains/not-to-be.com");
      expect(seen.html).not.toMatch(/20\.68|\/invoices/);

      const mail = await area.mail("owner", "not-to-be.com could not be registered");
      expect(mail.text.replace(/\s+/g, " ")).toContain("We credited CA$20.68 to your account.");
      expect(mail.text.split("\n")).toContain(`http://localhost:8787/client-area${invoice.path}?lang=en`);
    });

    test("shows the registrar's own words if there is no other reason", async () => {
      await area.registrar("elsewhere", { name: "stays-there.com" });
      const cart = await area.as("owner", "/cart?domain=stays-there.com&type=transfer");
      const invoice = await cart.order({ auth_code: "right-code" });
      await area.registrar("refusal", { reason: "Object status <b>prohibits</b> operation" });
      await invoice.pay();
      const domain = await area.as("owner", "/domains/stays-there.com");
      expect(domain.words).toContain("This name could not be transferred to us; it stays where it is.");
      expect(domain.html).toContain("Object status &lt;b&gt;prohibits&lt;/b&gt; operation");
    });
  });

  test("the unpaid invoice and the domain page state that another customer paid for the domain first", async () => {
    const invoice = await ordered("wanted-twice.com");
    await (await ordered("wanted-twice.com", "big")).pay();
    const late = await invoice.open(invoice.path);
    const domain = await invoice.open("/domains/wanted-twice.com");
    for (const { words } of [late, domain]) expect(words).toContain("Another customer paid for this name first");
    expect(late.html).not.toContain("button primary");
    expect((await late.pay()).status).toBe(200);
  });

  test("a service that has ended shows no next due date, even if one is stored", async () => {
    await area.run("UPDATE services SET next_due_on = '2031-07-08' WHERE id IN (2104, 2105, 2108)");
    for (const [id, state] of [
      [2104, "Terminated"],
      [2108, "Cancelled"],
      [2105, "Ends on"],
    ]) {
      const { words } = await area.as("owner", `/services/${id}`);
      expect(words).toContain(state);
      expect(words).not.toMatch(/Next due|2031/);
    }
    expect((await area.as("owner", "/services")).words).not.toContain("2031");
    expect((await area.as("owner", "/services/2101")).words).toContain("Next due");
  });

  test("one button uses the account credit and pays the rest of several invoices", async () => {
    const unpaid = "FROM invoices WHERE account_id = 1001 AND status IN ('unpaid', 'collections')";
    expect(Number(await area.value(`SELECT count(*) ${unpaid}`))).toBeGreaterThan(1);
    await area.run("UPDATE accounts SET credit = 1000 WHERE id = 1001");
    const overview = await area.as("owner");
    const [, toPay, button] = /To pay CA\$([\d.]+) .*? Pay CA\$([\d.]+)/.exec(overview.words) ?? [];
    expect(Number(toPay) - Number(button)).toBeCloseTo(10);
    const paid = await overview.submit("/invoices");
    expect(paid.words).toContain("Thank you");
    expect([await area.value(`SELECT count(*) ${unpaid}`), await credit()]).toEqual([0, 0]);
  });
}
