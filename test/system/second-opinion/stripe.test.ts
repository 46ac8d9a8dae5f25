import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useWorld } from "../../support/world.ts";
import { useBrowser } from "../pages/open-browser.ts";
import type { EmulateShim } from "./emulate-shim.ts";

const WEBHOOK = "/client-area/payment-events/stripe";

// These tests run only with `npm run prove -- stripe`.
describe.runIf(process.env.SECOND_OPINION)(
  "payments with an independent Stripe emulator (emulate 0.12.2, with a shim)",
  async () => {
    const { EmulateShim, LACKING } = await import("./emulate-shim.ts");
    const shim: EmulateShim = await EmulateShim.start(() => world.origin + WEBHOOK);
    const world = useWorld({ vars: { billing: shim.settings } });
    const browser = useBrowser();
    let page: Page;
    beforeAll(async () => {
      page = await browser.open(`${world.origin}/client-area?lang=en`);
      await page.locator("#email").fill("owner@maple.example");
      await page.locator("#password").fill("maple-owner");
      await page.locator("#password").press("Enter");
      await page.waitForLoadState();
      await world.billing.prepare("UPDATE accounts SET credit = 0 WHERE id = 1001").run();
    });
    afterAll(() => shim.stop());

    /**
     * Orders a domain and opens the payment page.
     * @returns the invoice id and a function that reads the invoice status
     */
    async function toPay(name: string) {
      await page.goto(`${world.origin}/client-area/cart?domain=${name}&lang=en`);
      await page.locator("#terms").check();
      await page
        .locator("main form[method=post]", { has: page.locator("#terms") })
        .locator(".button")
        .click();
      await page.waitForURL(/\/client-area\/invoices\/\d+/);
      const id = Number(/\/invoices\/(\d+)/.exec(page.url())?.[1]);
      await page.locator("section[aria-labelledby=pay] button").click();
      await page.waitForURL(`${shim.url}/checkout/**`);
      const status = () =>
        world.billing.prepare("SELECT status FROM invoices WHERE id = ?").bind(id).first<string>("status");
      return { id, status };
    }
    const pay = () => page.locator(".checkout-pay-btn").click();

    test(`a domain is paid in the browser and registered (the shim adds ${LACKING.join("; ")})`, async () => {
      const { status } = await toPay("free-second-opinion.com");
      expect(await page.locator(".checkout-total").first().textContent()).toMatch(/\d\.\d\d/);
      await pay();
      await page.getByRole("status").waitFor();
      expect(await page.getByRole("status").textContent()).toContain("the invoice is paid");
      expect(await status()).toBe("paid");
      await expect
        .poll(() =>
          world.billing.prepare("SELECT status FROM domains WHERE name = 'free-second-opinion.com'").first("status"),
        )
        .toBe("active");
    });

    test("a signed event pays an invoice without the customer's return, and a changed event is refused", async () => {
      const { status } = await toPay("free-signed-elsewhere.com");
      shim.told.length = 0;
      shim.losesCustomers = true;
      await pay();
      await expect.poll(status).toBe("paid");
      shim.losesCustomers = false;
      await expect
        .poll(() => shim.told.filter(({ type }) => type === "checkout.session.completed"))
        .toEqual([{ type: "checkout.session.completed", status: 200, statusTampered: 400 }]);
    });

    test("the list of sessions reveals a payment without an event and without the customer's return", async () => {
      const { status } = await toPay("free-found-by-list.com");
      shim.losesCustomers = true;
      shim.isSilent = true;
      await pay();
      await expect.poll(() => shim.told).toContainEqual({ type: "checkout.session.completed" });
      shim.isSilent = false;
      shim.losesCustomers = false;
      expect(await status()).toBe("unpaid");
      await world.billing.batch([
        world.billing.prepare("DELETE FROM checkouts"),
        world.billing.prepare("UPDATE installation SET payments_listed_at = 0"),
      ]);
      await world.tick();
      expect(await status()).toBe("paid");
    });

    test("a session expires if its amount is no longer due", async () => {
      await toPay("free-another-amount.com");
      const first = page.url();
      await world.billing.prepare("UPDATE accounts SET credit = 500 WHERE id = 1001").run();
      await page.goBack();
      await page.locator("section[aria-labelledby=pay] button").click();
      await page.waitForURL(`${shim.url}/checkout/**`);
      expect(page.url()).not.toBe(first);
      expect(await (await fetch(first)).text()).toContain("Status: expired");
    });
  },
);
