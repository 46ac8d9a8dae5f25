import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { useWorld } from "../../support/world.ts";
import { type Cookies, useBrowser } from "../pages/open-browser.ts";
import { testViews, type Visit } from "../pages/view-pages.ts";
import { ADDRESS, Area, clientArea, mailedCode } from "./support/area.ts";

const settings = { SUPPORT_URL: "https://maple.example/help" };
const area = new Area(useWorld({ ...clientArea("with registrar", settings), hasServer: true }));
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
  await page.waitForLoadState();
  return page;
}

/** Pages that an address leads to: for a visitor, or for who has signed in. */
const ADDRESSES: Record<string, [path: string, login: string | null]> = {
  "sign-in-to-order": ["/sign-in?next=/client-area/cart?plan=web-start", null],
  "order-link-plan": ["/cart?plan=web-start&currency=USD&site=a-site.example", null],
  "order-link-domain": ["/cart?domain=for-visitors.com&currency=CAD", null],
  "sign-up": ["/sign-up", null],
  "new-password": ["/new-password", null],
  overview: ["", "owner"],
  services: ["/services", "owner"],
  "service-to-pay": ["/services/2103", "owner"],
  "cancel-service": ["/services/2101/cancel?when=immediately", "owner"],
  "dns-records": ["/services/2101/dns", "owner"],
  domains: ["/domains", "big"],
  domain: ["/domains/studio-ana.ca", "owner"],
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
  "account-close": ["/account/close", "owner"],
  "cart-taken": ["/cart?domain=a-taken-name.com", "owner"],
  "cart-domain": ["/cart?domain=a-new-name.ca&currency=EUR", "owner"],
  "cart-plan": ["/cart?plan=web-start", "owner"],
  "cart-both": ["/cart?domain=a-new-name.ca&plan=web-start", null],
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

test("the smallest phone shows which tab a page belongs to", async () => {
  const page = await signedIn("/account", "fr");
  await page.setViewportSize({ width: 320, height: 640 });
  const box = await page.locator(".tab-links [aria-current]").boundingBox();
  expect(box && box.x + box.width).toBeLessThanOrEqual(320);
});

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
  await page.getByText("the invoice is paid").waitFor();
});

/** Clicks a button or link of the page's content, and counts it. */
function clicksOn(page: Page) {
  const clicks: string[] = [];
  const click = async (name: string | RegExp, role: "button" | "link" | "radio" | "checkbox" = "button") => {
    clicks.push(String(name));
    if (new URL(page.url()).pathname !== "/") expect(await page.locator("script").count()).toBe(0);
    await page.locator("main").getByRole(role, { name }).click();
  };
  return { clicks, click };
}

const WORDS = {
  en: {
    ...{ search: "Search", web: /^Web Start/, goOn: "Continue", send: "Send me a code" },
    ...{ open: "Open the account", accept: "I accept these terms", pay: /^Pay /, active: "Active" },
    ...{ signIn: "Sign in", signInToOrder: "Sign in to order" },
  },
  fr: {
    ...{
      search: "Chercher",
      web: /^Web Start/,
      goOn: "Continuer",
      send: "M’envoyer un code",
    },
    ...{ open: "Ouvrir le compte", accept: "J’accepte ces conditions", pay: /^Payer /, active: "Actif" },
    ...{ signIn: "Ouvrir une session", signInToOrder: "Ouvrir une session pour commander" },
  },
} as const;

describe.each(["en", "fr"] as const)("without script, in %s", (language) => {
  const words = WORDS[language];
  const search = async (name: string) => {
    const page = await browser.newVisitor({ javaScriptEnabled: false });
    const { clicks, click } = clicksOn(page);
    await page.goto(`${area.world.origin}/?currency=CAD&lang=${language}`);
    await page.locator("#asked-name").fill(name);
    await click(words.search);
    return { page, clicks, click };
  };

  test("a stranger finds a domain, opens an account, and pays for the domain and a plan", async () => {
    const name = `free-stranger-${language}.com`;
    const email = `stranger-${language}@new.example`;
    const { page, clicks, click } = await search(name);
    await click(words.web, "radio");
    await click(words.goOn);
    await page.locator("#email").fill(email);
    await click(words.send);
    await page.locator("#code").fill(await mailedCode(area, email));
    await click(words.goOn);
    const { province, country, ...typed } = ADDRESS;
    for (const [id, text] of Object.entries(typed)) await page.locator(`#${id}`).fill(text);
    await page.locator("#province").selectOption(province);
    await page.locator("#country").selectOption(country);
    await page.locator("#password").fill("a long enough password");
    await click(words.open);
    await click(words.accept, "checkbox");
    await click(words.pay);
    await page.getByRole("status").waitFor();
    // One of them chose the plan.
    expect(clicks).toHaveLength(7 + 1);
    await page.goto(`${area.world.origin}/client-area/domains/${name}?lang=${language}`);
    await page.locator("main").getByText(words.active, { exact: true }).first().waitFor();
    const service = "SELECT status FROM services WHERE domain = ?";
    expect(await area.value(service, name)).toBe("active");
  });

  test("a customer orders a domain and pays for it with six clicks", async () => {
    const { page, clicks, click } = await search(`free-six-${language}.com`);
    await click(words.goOn);
    await click(words.signInToOrder, "link");
    await page.locator("#email").fill("owner@maple.example");
    await page.locator("#password").fill("maple-owner");
    await click(words.signIn);
    await click(words.accept, "checkbox");
    await click(words.pay);
    await page.getByRole("status").waitFor();
    expect(clicks).toHaveLength(6);
  });
});
