import { expect, test } from "vitest";
import { useWorld } from "../../support/world.ts";
import { clientArea, fieldValue, signedIn, wordsOf } from "./support/area-worker.ts";

const INVOICES = "/client-area/invoices";
const METHODS = "/client-area/payment-methods";

const world = useWorld(
  clientArea("with registrar", {
    DEMONSTRATION: "",
    PAYMENT_URL: "https://pay.provider.example/?invoice={invoice}&from=desk",
  }),
);

const unpaid = () =>
  world.billing
    .prepare("SELECT id, number FROM invoices WHERE account_id = 1001 AND status = 'unpaid' ORDER BY id LIMIT 1")
    .first<{ id: number; number: string }>();

test.each([
  ["en", "Give the invoice number", "Pay CA$"],
  ["fr", "Indiquez le numéro de facture", "Payer"],
])("the invoice says in %s how it is paid, and has no form that pays", async (lang, how, pay) => {
  const invoice = await unpaid();
  const { page } = await signedIn(world, "owner", `${INVOICES}/${invoice?.id}?lang=${lang}`);
  expect(page.status).toBe(200);
  expect(wordsOf(page)).toContain(how);
  const link = new RegExp(
    `<a class="button primary" href="https://pay.provider.example/\\?invoice=${invoice?.number}&amp;from=desk"[^>]*>([^<]*)`,
  ).exec(page.html);
  expect(link?.[1]).toContain(pay);
  expect(page.html).not.toContain(`action="${INVOICES}/`);
});

test("a form that is sent all the same pays nothing: 403, and the page leads to how one pays", async () => {
  const invoice = await unpaid();
  const { visitor, page } = await signedIn(world, "owner", `${INVOICES}/${invoice?.id}?lang=en`);
  const token = /name="token" value="([^"]+)"/.exec(page.html)?.[1] ?? "";
  const refused = await visitor.post(`${INVOICES}/${invoice?.id}?lang=en`, [["token", token]]);
  expect(refused.status).toBe(403);
  expect(refused.html).toContain("Nothing was paid or changed");
  expect(refused.html).toContain(`href="${INVOICES}/${invoice?.id}?lang=en"`);
  const { status } = (await world.billing
    .prepare("SELECT status FROM invoices WHERE id = ?")
    .bind(invoice?.id)
    .first<{ status: string }>()) ?? { status: "" };
  expect(status).toBe("unpaid");
});

test.each(["add", "remove"])("a payment method cannot be changed by a form: %s", async (card) => {
  const { visitor, page } = await signedIn(world, card === "add" ? "nocard" : "owner", `${METHODS}?lang=en`);
  expect(wordsOf(page)).toContain("Payment methods are neither added nor removed on this page.");
  expect(page.html).not.toContain('name="card"');
  const token = /name="token" value="([^"]+)"/.exec(page.html)?.[1] ?? "";
  const refused = await visitor.post(`${METHODS}?lang=en`, [
    ["token", token],
    ["card", card],
  ]);
  expect(refused.status).toBe(403);
  const onFile = "SELECT id, payment_method_on_file AS card FROM accounts WHERE id IN (1001, 1004) ORDER BY id";
  expect((await world.billing.prepare(onFile).all()).results).toEqual([
    { id: 1001, card: 1 },
    { id: 1004, card: 0 },
  ]);
});

test("an order leads to its invoice, which says how to pay; nothing is registered", async () => {
  const cart = "/client-area/cart";
  const { visitor, page } = await signedIn(world, "owner", `${cart}?domain=paid-elsewhere.com&lang=en`);
  const invoice = await visitor.submit(page, cart, { terms: fieldValue(page, "terms") });
  expect(invoice.address).toMatch(/^\/client-area\/invoices\/\d+/);
  expect(wordsOf(invoice)).toContain("Give the invoice number");
  const registered = await fetch(`${world.origin}/test/registered`);
  expect(await registered.json()).toEqual([]);
});

test("no page says that this is a demonstration", async () => {
  const { visitor, page } = await signedIn(world, "owner");
  const pages = [
    page,
    ...(await Promise.all(
      ["/sign-in", "/invoices", "/profile", "/tickets"].map((path) => visitor.open(`/client-area${path}?lang=en`)),
    )),
  ];
  for (const { html } of pages) expect(html).not.toMatch(/demonstration|README|sandbox/i);
});
