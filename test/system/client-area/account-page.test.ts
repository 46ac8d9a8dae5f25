import { expect, test } from "vitest";
import { useArea } from "./support/area.ts";

const area = useArea("with registrar");
const DETAILS_PATH = "/account/details";
const CART = "/cart?domain=free-details.com";
const NO_CARD = {
  ...{ "first-name": "No", "last-name": "Card", street: "1 Test Street", city: "Toronto", province: "ON" },
  ...{ "postal-code": "M5V 1A1", country: "CA", phone: "+1 416 555 0104" },
};
/** Big Portfolio's. */
const CONTACT = "SELECT contact FROM accounts WHERE id = 1005";

test("a cart leads to the details, which say what is wrong in them, are saved, and lead back", async () => {
  const before = await area.value(CONTACT);
  await area.run("UPDATE accounts SET contact = NULL WHERE id = 1005");
  const cart = await area.as("big", CART);
  expect(cart.words).toContain("Add the name, the address and the telephone number of the registrant");
  expect(cart.html).not.toContain('name="terms"');
  const form = await cart.open(`${DETAILS_PATH}?next=${encodeURIComponent(`/client-area${CART}`)}`);
  const details = {
    ...{ "first-name": "Big", "last-name": "Portfolio", street: "500 Sample Lane", city: "Burlington", province: "VT" },
    ...{ "postal-code": "05401", country: "US", phone: "802 555 0105", "tax-number": form.value("tax-number") },
  };
  const refused = await form.submit(DETAILS_PATH, details);
  expect(refused.status).toBe(422);
  expect(refused.words).toContain("Telephone: must begin with + and the country code");
  expect(refused.html).toContain('value="500 Sample Lane"');
  const saved = await refused.submit(DETAILS_PATH, { ...details, phone: "+1 802 555 0105" });
  expect(saved.words).toContain("Saved.");
  expect(saved.html).toContain(encodeURI(CART));
  expect(await area.value(CONTACT)).toBe(before);
  expect((await saved.open(CART)).html).toContain('name="terms"');
});

test("while an invoice is unpaid the details say that country, province and tax number stay, and why", async () => {
  const form = await area.as("nocard", DETAILS_PATH);
  expect(form.words).toContain("An invoice is unpaid");
  const refused = await form.submit(DETAILS_PATH, { ...NO_CARD, "tax-number": "123456789RT0001" });
  expect([refused.status, refused.words]).toEqual([422, expect.stringContaining("pay the open invoices first")]);
});

test("the language of mails is chosen on the account's page, by a contact, too", async () => {
  const saved = await (await area.as("contact", "/account")).submit("/account/language", { language: "fr" });
  expect(saved.words).toContain("The language of our e-mails was changed.");
  expect(saved.html).not.toContain("/account/details");
  expect(await area.value("SELECT language FROM logins WHERE email = 'contact@maple.example'")).toBe("fr");
});

test.each([
  ["/profile?next=%2Fclient-area%2Fcart", "/account/details?next=%2Fclient-area%2Fcart&lang=en"],
  ["/payment-methods", "/account/payment-methods?lang=en"],
])("%s has moved to %s", async (from, to) => {
  expect((await area.as("owner", from)).address).toBe(`/client-area${to}`);
});
