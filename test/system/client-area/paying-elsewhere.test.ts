import { expect, test } from "vitest";
import { useArea } from "./support/area.ts";

const area = useArea("with registrar", {
  DEMONSTRATION: "",
  PAYMENTS: "manual",
  PAYMENT_URL: "https://pay.provider.example/?invoice={invoice}&from=desk",
});

async function unpaid(): Promise<{ id: number; number: string }> {
  const sql = "SELECT id, number FROM invoices WHERE account_id = 1001 AND status = 'unpaid' ORDER BY id LIMIT 1";
  const found = await area.world.billing.prepare(sql).first<{ id: number; number: string }>();
  if (!found) throw new Error("nothing is unpaid");
  return found;
}

test("the invoice leads to where it is paid, and has no form that pays", async () => {
  const { id, number } = await unpaid();
  const { status, html } = await area.as("owner", `/invoices/${id}`);
  expect(status).toBe(200);
  const address = `https://pay.provider.example/?invoice=${number}&amp;from=desk`;
  expect(html).toContain(`<a class="button primary" href="${address}"`);
  expect(html).not.toContain('action="/client-area/invoices/');
});

test("the cart of a visitor is no demonstration", async () => {
  const { status, words } = await area.visit("/cart?plan=web-start");
  expect([status, words.includes("demonstration")]).toEqual([200, false]);
});

test("an order leads to its invoice; nothing is registered", async () => {
  const invoice = await (await area.as("owner", "/cart?domain=paid-elsewhere.com")).order();
  expect(invoice.address).toMatch(/^\/client-area\/invoices\/\d+/);
  expect(await area.registrar("registered")).toEqual([]);
});

test("a card that was saved before is removed, and none is added", async () => {
  const saved = () => area.value("SELECT count(*) FROM saved_cards WHERE account_id = 1001");
  const methods = await area.as("owner", "/account/payment-methods");
  expect(await saved()).toBe(1);
  const removed = await methods.post("/account/payment-methods", methods.token, ["card", "remove"]);
  expect(removed.words).toContain("The card was removed.");
  expect(await saved()).toBe(0);
  expect((await methods.post("/account/payment-methods", methods.token, ["card", "add"])).status).toBe(403);
});
