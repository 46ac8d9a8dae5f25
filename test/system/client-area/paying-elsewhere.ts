import { expect, test } from "vitest";
import { type Area, withSettings } from "./support/area.ts";

/** Defines the tests with a provider that takes payments on another site. */
export function payingElsewhere(area: Area): void {
  const ELSEWHERE = withSettings({
    DEMONSTRATION: "",
    PAYMENTS: "manual",
    PAYMENT_URL: "https://pay.provider.example/?invoice={invoice}&from=desk",
  });

  const owner = async (path: string) => (await (await area.visit("", ELSEWHERE)).signIn("owner")).open(path);

  async function unpaid(): Promise<{ id: number; number: string }> {
    const sql = "SELECT id, number FROM invoices WHERE account_id = 1001 AND status = 'unpaid' ORDER BY id LIMIT 1";
    const found = await area.world.billing.prepare(sql).first<{ id: number; number: string }>();
    if (!found) throw new Error("nothing is unpaid");
    return found;
  }

  test("the invoice links to the payment page and has no payment form", async () => {
    const { id, number } = await unpaid();
    const invoice = await owner(`/invoices/${id}`);
    const { status, html } = invoice;
    expect(status).toBe(200);
    const address = `https://pay.provider.example/?invoice=${number}&amp;from=desk`;
    expect(html).toContain(`<a class="button primary" href="${address}"`);
    expect(html).not.toContain('action="/client-area/invoices/');
    for (const more of [[], [["paid", "1"]]] as [string, string][][])
      expect((await invoice.post(invoice.path, invoice.token, ...more)).status).toBe(403);
    expect(await area.value("SELECT status FROM invoices WHERE id = ?", id)).toBe("unpaid");
  });

  test("the pages for visitors do not mention a demonstration", async () => {
    for (const path of ["/cart?plan=web-start", "/sign-up"]) {
      const { status, words } = await area.visit(path, ELSEWHERE);
      expect([status, words.includes("demonstration")], path).toEqual([200, false]);
    }
  });

  test("an order leads to its invoice and registers nothing yet", async () => {
    const invoice = await (await owner("/cart?domain=paid-elsewhere.com")).order();
    expect(invoice.address).toMatch(/^\/client-area\/invoices\/\d+/);
    expect(await area.registrar("registered")).not.toContain("paid-elsewhere.com");
  });

  test("a saved card can be removed, but no card can be added", async () => {
    const saved = () => area.value("SELECT count(*) FROM saved_cards WHERE account_id = 1001");
    const methods = await owner("/account/payment-methods");
    expect(await saved()).toBe(1);
    const removed = await methods.post("/account/payment-methods", methods.token, ["card", "remove"]);
    expect(removed.words).toContain("The card was removed.");
    expect(await saved()).toBe(0);
    expect((await methods.post("/account/payment-methods", methods.token, ["card", "add"])).status).toBe(403);
  });
}
