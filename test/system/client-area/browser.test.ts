import type { Page } from "playwright-core";
import { beforeAll, test } from "vitest";
import { type Cookies, useBrowser } from "../pages/open-browser.ts";
import { testViews, type Visit } from "../pages/view-pages.ts";
import { useArea } from "./support/area.ts";

const area = useArea("with registrar");
const browser = useBrowser();
beforeAll(() => area.registrar("elsewhere", { name: "a-taken-name.com" }));

function open(path: string, language: string, cookies?: Cookies): Promise<Page> {
  return browser.open(
    `${area.world.origin}/client-area${path}${path.includes("?") ? "&" : "?"}lang=${language}`,
    cookies,
  );
}

async function signIn(login: string): Promise<Page> {
  const page = await open("", "en");
  await page.locator("#email").fill(`${login}@maple.example`);
  await page.locator("#password").fill(`maple-${login}`);
  await page.locator("#password").press("Enter");
  await page.waitForLoadState();
  return page;
}

const sessions = new Map<string, Cookies>();

/** A page as somebody sees it who has signed in before. */
async function signedIn(path: string, language: string, login = "owner"): Promise<Page> {
  const session = sessions.get(login) ?? (await (await signIn(login)).context().cookies());
  sessions.set(login, session);
  return open(path, language, session);
}

/** What an order's form is sent with. */
const orderButton = (page: Page) =>
  page.locator("main form[method=post]", { has: page.locator("#terms") }).locator(".button");

/** The invoice of a name that was ordered and paid. */
async function paid(name: string, language: string): Promise<Page> {
  const page = await signedIn(`/cart?domain=${name}`, language);
  await page.locator("#terms").check();
  await orderButton(page).click();
  await page.locator("section[aria-labelledby=pay] button").click();
  await page.waitForLoadState();
  return page;
}

/** Pages that an address leads to: for a visitor, or for who has signed in. */
const ADDRESSES: Record<string, [path: string, login: string | null]> = {
  "sign-in-to-order": ["/sign-in?next=/client-area/cart?plan=web-start", null],
  "order-link-plan": ["/cart?plan=web-start&currency=USD", null],
  overview: ["", "owner"],
  services: ["/services", "owner"],
  "service-to-pay": ["/services/2103", "owner"],
  domains: ["/domains", "big"],
  domain: ["/domains/studio-ana.ca", "owner"],
  invoices: ["/invoices", "owner"],
  invoice: ["/invoices/6401", "nocard"],
  tickets: ["/tickets", "owner"],
  "payment-methods": ["/account/payment-methods", "owner"],
  account: ["/account", "owner"],
  "account-details": ["/account/details", "owner"],
  "cart-taken": ["/cart?domain=a-taken-name.com", "owner"],
  "cart-domain": ["/cart?domain=a-new-name.ca&currency=EUR", "owner"],
  "cart-plan": ["/cart?plan=web-start", "owner"],
};

/** Pages that something is done on. */
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

test("without script and with the keyboard alone: in, ordered, paid", async () => {
  const page = await browser.newVisitor({ javaScriptEnabled: false });
  await page.goto(`${area.world.origin}/client-area/cart?domain=by-keyboard.com&lang=en`);
  await page.getByRole("link", { name: "Sign in to order" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#email").focus();
  await page.keyboard.type("owner@maple.example");
  await page.keyboard.press("Tab");
  await page.keyboard.type("maple-owner");
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "I accept these terms" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Pay / }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("the invoice is paid").waitFor();
});
