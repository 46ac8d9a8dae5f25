import { expect, test } from "vitest";
import { useArea } from "./support/area.ts";

const area = useArea("with registrar");
const PROFILE = "/profile";
const CART = "/cart?domain=free-details.com";
/** Big Portfolio's. */
const CONTACT = "SELECT contact FROM accounts WHERE id = 1005";

test("a cart leads to the details, which say what is wrong in them, are saved, and lead back", async () => {
  const before = await area.value(CONTACT);
  await area.run("UPDATE accounts SET contact = NULL WHERE id = 1005");
  const cart = await area.as("big", CART);
  expect(cart.words).toContain("Add the name, the address and the telephone number of the registrant");
  expect(cart.html).not.toContain('name="terms"');
  const form = await cart.open(`${PROFILE}?next=${encodeURIComponent(`/client-area${CART}`)}`);
  const details = {
    ...{ "first-name": "Big", "last-name": "Portfolio", street: "500 Sample Lane", city: "Burlington", province: "VT" },
    ...{ "postal-code": "05401", country: "US", phone: "802 555 0105" },
  };
  const refused = await form.submit(PROFILE, details);
  expect(refused.status).toBe(422);
  expect(refused.words).toContain("Telephone: must begin with + and the country code");
  expect(refused.html).toContain('value="500 Sample Lane"');
  const saved = await refused.submit(PROFILE, { ...details, phone: "+1 802 555 0105" });
  expect(saved.words).toContain("Saved.");
  expect(saved.html).toContain(encodeURI(CART));
  expect(await area.value(CONTACT)).toBe(before);
  expect((await saved.open(CART)).html).toContain('name="terms"');
});
