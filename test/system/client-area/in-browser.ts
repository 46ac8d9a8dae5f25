import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type Cookies, useBrowser } from "../pages/open-browser.ts";
import { testViews, type Visit } from "../pages/view-pages.ts";
import { type Area, mailedCode, withSettings } from "./support/area.ts";

/** Defines the browser tests of each kind of page. */
export function inBrowser(area: Area): void {
  const SUPPORTED = withSettings({ SUPPORT_URL: "https://maple.example/help" });
  const browser = useBrowser();
  beforeAll(async () => {
    await area.registrar("elsewhere", { name: "a-taken-name.com" });
    await area.registrar("hold", { name: "studio-ana.ca" });
  });

  function open(path: string, language: string, cookies?: Cookies): Promise<Page> {
    return browser.open(
      `${area.world.origin}/client-area${path}${path.includes("?") ? "&" : "?"}lang=${language}`,
      cookies,
      SUPPORTED,
    );
  }

  /** Fills in fields and sends their form. */
  async function send(page: Page, fields: Record<string, string>): Promise<Page> {
    for (const [id, text] of Object.entries(fields)) await page.locator(`#${id}`).fill(text);
    await page.locator(`#${Object.keys(fields).at(-1)}`).press("Enter");
    await page.waitForLoadState();
    return page;
  }

  async function signIn(login: string): Promise<Page> {
    return send(await open("", "en"), { email: `${login}@maple.example`, password: `maple-${login}` });
  }

  const sessions = new Map<string, Cookies>();

  /** Opens a page in the login's session, which the tests share. */
  async function signedIn(path: string, language: string, login = "owner"): Promise<Page> {
    const session = sessions.get(login) ?? (await (await signIn(login)).context().cookies());
    sessions.set(login, session);
    return open(path, language, session);
  }

  /** Returns the button of the order form on a page. */
  const orderButton = (page: Page) =>
    page.locator("main form[method=post]", { has: page.locator("#terms") }).locator(".button");

  /** Orders and pays a domain. Returns the invoice page. */
  async function paid(name: string, language: string): Promise<Page> {
    const page = await signedIn(`/cart?domain=${name}`, language);
    await page.locator("#terms").check();
    await orderButton(page).click();
    await page.waitForLoadState();
    return page;
  }

  /** The pages that open by their path, each with the login that opens it; `null` for a visitor. */
  const ADDRESSES: Record<string, [path: string, login: string | null]> = {
    "sign-in-to-order": ["/sign-in?next=/client-area/cart?plan=web-start", null],
    "order-link-plan": ["/cart?plan=web-start&currency=USD&site=a-site.example", null],
    "order-link-domain": ["/cart?domain=for-visitors.com&currency=CAD", null],
    "sign-up": ["/sign-up", null],
    "new-password": ["/new-password", null],
    overview: ["", "owner"],
    services: ["/services", "owner"],
    "service-to-pay": ["/services/2103", "owner"],
    "change-plan": ["/services/2101/plan?plan=web-pro", "owner"],
    "cancel-service": ["/services/2101/cancel?when=immediately", "owner"],
    "dns-records": ["/services/2101/dns", "owner"],
    domains: ["/domains", "big"],
    domain: ["/domains/studio-ana.ca", "owner"],
    "renew-domain": ["/domains/ana.dev/renew", "owner"],
    invoices: ["/invoices", "owner"],
    invoice: ["/invoices/6401", "nocard"],
    tickets: ["/tickets", "owner"],
    ticket: ["/tickets/8101", "owner"],
    "not-there": ["/no-such-page", "owner"],
    "payment-methods": ["/account/payment-methods", "owner"],
    account: ["/account", "owner"],
    "account-details": ["/account/details", "owner"],
    "account-second-step": ["/account/second-step", "owner"],
    "account-second-step-on": ["/account/second-step", "totp"],
    "account-email": ["/account/email", "owner"],
    "undo-email": ["/undo-email?change=x", null],
    "account-sessions": ["/account/sessions", "owner"],
    "account-password": ["/account/password", "owner"],
    "account-history": ["/account/history", "owner"],
    "account-close": ["/account/close", "owner"],
    "cart-taken": ["/cart?domain=a-taken-name.com", "owner"],
    "cart-domain": ["/cart?domain=a-new-name.ca&currency=EUR", "owner"],
    "cart-plan": ["/cart?plan=web-start", "owner"],
    "cart-both": ["/cart?domain=a-new-name.ca&plan=web-start", null],
  };

  /** The pages that appear after a form is sent. */
  const STEPS: Record<string, Visit> = {
    "cart-unaccepted": async (language) => {
      const page = await signedIn("/cart?domain=a-new-name.ca", language);
      await orderButton(page).click();
      return page;
    },
    paid: async (language) => {
      const page = await paid(`paid-now-${language}.com`, language);
      await page.getByRole("status").waitFor();
      return page;
    },
    "sign-up-code": async (language) =>
      send(await open("/sign-up", language), { email: `code-${language}@new.example` }),
    "sign-up-details": async (language) => {
      const email = `details-${language}@new.example`;
      const page = await send(await open("/sign-up", language), { email });
      return send(page, { code: await mailedCode(area, email) });
    },
    "transfer-prepared": async (language) => {
      const page = await signedIn("/domains/studio-ana.ca/transfer", language);
      await page.locator("main form .danger").click();
      await page.getByRole("status").waitFor();
      return page;
    },
    "recovery-codes": async (language) => {
      const login = language === "en" ? "contact" : "big";
      const page = await signedIn("/account/second-step", language, login);
      const secret = Secret.fromBase32(await page.locator("[name=secret]").inputValue());
      return send(page, { code: TOTP.generate({ secret }), "present-password": `maple-${login}` });
    },
  };

  const ADDRESSED = Object.entries(ADDRESSES).map(([name, [path, login]]): [string, Visit] => [
    name,
    (language) => (login === null ? open(path, language) : signedIn(path, language, login)),
  ]);

  testViews(
    { ...Object.fromEntries(ADDRESSED), ...STEPS },
    {
      targets: "header a, footer a, .button, .quiet, .tick, a.chip, .field input:not([type=hidden]), select, .links a",
      keyboard: [],
    },
  );

  test("a screen that is 320 pixels wide shows the current tab", async () => {
    const page = await signedIn("/account", "fr");
    await page.setViewportSize({ width: 320, height: 640 });
    const box = await page.locator(".tab-links [aria-current]").boundingBox();
    expect(box && box.x + box.width).toBeLessThanOrEqual(320);
  });
}
