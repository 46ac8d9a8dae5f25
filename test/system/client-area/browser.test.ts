import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { useWorld } from "../../support/world.ts";
import { openBrowser } from "../pages/open-browser.ts";
import { expectOneWayForward, expectTargetsToBeHigh, expectToFitEveryView } from "../pages/view-pages.ts";
import { clientArea, tellRegistrar } from "./support/area-worker.ts";

const world = useWorld(clientArea("with registrar"));
let browser: Browser;
let networks = 0;
beforeAll(async () => {
  browser = await openBrowser();
  await tellRegistrar(world, "elsewhere", { name: "a-taken-name.com" });
});
afterAll(() => browser.close());

type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

async function open(path: string, language: string, session?: Session): Promise<Page> {
  const context = await browser.newContext({
    extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${++networks}` },
    ...(session && { storageState: session }),
  });
  const page = await context.newPage();
  await page.goto(`${world.origin}${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
  return page;
}

const sessions = new Map<string, Promise<Session>>();

/** A page as somebody sees it who has signed in before. */
async function signedIn(path: string, language: string, login: string): Promise<Page> {
  const session =
    sessions.get(login) ?? signIn("/client-area", "en", login).then((page) => page.context().storageState());
  sessions.set(login, session);
  return open(path, language, await session);
}

async function signIn(path: string, language: string, login: string, password = `maple-${login}`): Promise<Page> {
  const page = await open(path, language);
  await page.locator("#email").fill(`${login}@maple.example`);
  await page.locator("#password").fill(password);
  await page.locator("#password").press("Enter");
  await page.waitForLoadState();
  return page;
}

const own = (path: string, login: string) => (language: string) => signedIn(`/client-area${path}`, language, login);

const PAGES: Record<string, (language: string) => Promise<Page>> = {
  "sign-in": (language) => open("/client-area", language),
  "sign-in-wrong": (language) => signIn("/client-area", language, "owner", "wrong"),
  "second-step": (language) => signIn("/client-area", language, "totp"),
  overview: own("", "owner"),
  services: own("/services", "owner"),
  "service-to-pay": own("/services/2103", "owner"),
  "service-ending": own("/services/2105", "owner"),
  "domain-left": own("/domains/studio-ana.net", "owner"),
  "invoices-to-pay": own("/invoices?status=unpaid", "owner"),
  service: own("/services/2401", "nocard"),
  domains: own("/domains", "big"),
  domain: own("/domains/studio-ana.ca", "contact"),
  invoices: own("/invoices", "owner"),
  invoice: own("/invoices/6401", "nocard"),
  tickets: own("/tickets", "owner"),
  "payment-methods": own("/payment-methods", "owner"),
  "payment-method-added": own("/payment-methods?next=/client-area/cart&done=added", "owner"),
  "no-payment-method": own("/payment-methods?next=/client-area/cart", "nocard"),
  profile: own("/profile", "owner"),
  "not-found": own("/invoices/6401", "owner"),
  "not-permitted": own("/invoices", "contact"),
  "order-link-plan": (language) => open("/client-area/cart?plan=web-start&currency=USD", language),
  "order-link-domain": (language) => open("/client-area/cart?domain=a-new-name.ca&years=3&currency=CAD", language),
  "order-link-taken": (language) => open("/client-area/cart?domain=a-taken-name.com", language),
  "sign-in-to-order": (language) => open("/client-area/sign-in?next=/client-area/cart?plan=web-start", language),
  "cart-empty": own("/cart", "owner"),
  "cart-taken": own("/cart?domain=studio-ana.ca", "owner"),
  "cart-domain": own("/cart?domain=a-new-name.ca&currency=EUR", "owner"),
  "cart-transfer": own("/cart?domain=a-taken-name.com&type=transfer", "owner"),
  "cart-not-free": own("/cart?domain=a-taken-name.com", "owner"),
  "cart-nothing-to-transfer": own("/cart?domain=a-new-name.com&type=transfer", "owner"),
  "cart-without-card": own("/cart?domain=a-new-name.ca", "nocard"),
  "cart-plan": own("/cart?plan=web-start", "owner"),
  "cart-errors": async (language) => {
    const page = await signedIn("/client-area/cart?domain=a-new-name.com.au", language, "owner");
    const order = page.locator("form[method=post] .button").last();
    if ((await page.locator("#terms").count()) > 0) await order.click();
    return page;
  },
  "cart-unaccepted": async (language) => {
    const page = await signedIn("/client-area/cart?domain=a-new-name.ca", language, "owner");
    await page
      .locator("main form[method=post]", { has: page.locator("#terms") })
      .locator(".button")
      .click();
    return page;
  },
  paid: async (language) => {
    const page = await paid(`paid-now-${language}.com`, language);
    await page.getByRole("status").waitFor();
    return page;
  },
  refused: async (language) => {
    await tellRegistrar(world, "refusal", { reason: "The name is registered." });
    const page = await paid(`refused-${language}.com`, language);
    await tellRegistrar(world, "refusal");
    return page;
  },
  "domain-refused": (language) => signedIn(`/client-area/domains/refused-${language}.com`, language, "owner"),
};

/** The invoice of a name that was ordered and paid. */
async function paid(name: string, language: string): Promise<Page> {
  const page = await signedIn(`/client-area/cart?domain=${name}`, language, "owner");
  await page.locator("#terms").check();
  await page
    .locator("main form[method=post]", { has: page.locator("#terms") })
    .locator(".button")
    .click();
  await page.locator("section[aria-labelledby=pay] button").click();
  await page.waitForLoadState();
  return page;
}

describe.each(Object.entries(PAGES))("%s", (name, visit) => {
  test.each(["en", "fr"])("%s: fits every view, in both schemes, without a fault", async (language) => {
    const page = await visit(language);
    await expectToFitEveryView(page, `area-${name}`, language);
    await expectOneWayForward(page);
    await expectTargetsToBeHigh(
      page,
      "header a, footer a, .button, .quiet, .tick, .chip, .field input:not([type=hidden]), select, .links a",
    );
    await page.context().close();
  });
});

test("without script and with the keyboard alone: in, ordered, paid", async () => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${++networks}` },
  });
  const page = await context.newPage();
  await page.goto(`${world.origin}/client-area/cart?domain=by-keyboard.com&lang=en`);
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
  await context.close();
});
