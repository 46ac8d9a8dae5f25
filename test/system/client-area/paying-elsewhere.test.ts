import { expect, test } from "vitest";
import { useArea } from "./support/area.ts";

const METHODS = "/payment-methods";

const area = useArea("with registrar", {
  DEMONSTRATION: "",
  PAYMENT_URL: "https://pay.provider.example/?invoice={invoice}&from=desk",
});

async function unpaid(): Promise<{ id: number; number: string }> {
  const sql = "SELECT id, number FROM invoices WHERE account_id = 1001 AND status = 'unpaid' ORDER BY id LIMIT 1";
  const found = await area.world.billing.prepare(sql).first<{ id: number; number: string }>();
  if (!found) throw new Error("nothing is unpaid");
  return found;
}

test.each([
  ["en", "Give the invoice number", "Pay CA$"],
  ["fr", "Indiquez le numéro de facture", "Payer"],
])("the invoice says in %s how it is paid, and has no form that pays", async (lang, how, pay) => {
  const { id, number } = await unpaid();
  const { status, words, html } = await area.as("owner", `/invoices/${id}?lang=${lang}`);
  expect(status).toBe(200);
  expect(words).toContain(how);
  const address = `https://pay.provider.example/?invoice=${number}&amp;from=desk`;
  const [, link = ""] = html.split(`<a class="button primary" href="${address}"`);
  expect(/^[^>]*>([^<]*)/.exec(link)?.[1]).toContain(pay);
  expect(html).not.toContain('action="/client-area/invoices/');
});

test("a form that is sent all the same pays nothing: 403, and the page leads to how one pays", async () => {
  const { id } = await unpaid();
  const invoice = await area.as("owner", `/invoices/${id}`);
  const refused = await invoice.post(invoice.path, invoice.token);
  expect(refused.status).toBe(403);
  expect(refused.html).toContain("Nothing was paid or changed");
  expect(refused.html).toContain(`href="/client-area/invoices/${id}?lang=en"`);
  expect(await area.value("SELECT status FROM invoices WHERE id = ?", id)).toBe("unpaid");
});

test.each([
  ["nocard", "add"],
  ["owner", "remove"],
])("a payment method cannot be changed by a form: %s, %s", async (login, card) => {
  const methods = await area.as(login, METHODS);
  expect(methods.words).toContain("Payment methods are neither added nor removed on this page.");
  expect(methods.html).not.toContain('name="card"');
  expect((await methods.post(METHODS, methods.token, ["card", card])).status).toBe(403);
  const onFile = (account: number) => area.value("SELECT payment_method_on_file FROM accounts WHERE id = ?", account);
  expect([await onFile(1001), await onFile(1004)]).toEqual([1, 0]);
});

test("an order leads to its invoice, which says how to pay; nothing is registered", async () => {
  const invoice = await (await area.as("owner", "/cart?domain=paid-elsewhere.com")).order();
  expect(invoice.address).toMatch(/^\/client-area\/invoices\/\d+/);
  expect(invoice.words).toContain("Give the invoice number");
  expect(await area.registrar("registered")).toEqual([]);
});

test.each(["", "/sign-in", "/invoices", "/profile", "/tickets"])(
  "%s does not say that this is a demonstration",
  async (path) => {
    expect((await area.as("owner", path)).html).not.toMatch(/demonstration|README|sandbox/i);
  },
);
