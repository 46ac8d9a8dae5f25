import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openBrowser } from "./open-browser.ts";
import {
  expectKeyboardToReachAll,
  expectOneWayForward,
  expectTargetsToBeHigh,
  expectToFitEveryView,
} from "./view-pages.ts";

const PAGES = {
  home: "/?currency=CAD",
  plan: "/plans/web-start?currency=CAD",
  developers: "/developers",
  check: "/?currency=CAD&domain=taken-example.ca",
  problems: "/problems",
  problem: "/problems/billing_unavailable",
  "not-found": "/no-such-page",
};

const origin = inject("origin");
/** An address of these tests' own: the domain checks of others do not count here. */
const extraHTTPHeaders = { "CF-Connecting-IP": "203.0.113.77" };
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

interface Opened {
  page: Page;
  /** What the console said, and every request that failed or left the site. */
  complaints: string[];
}

async function open(address: string): Promise<Opened> {
  const page = await browser.newPage({ extraHTTPHeaders });
  const complaints: string[] = [];
  page.on("console", (message) => {
    const isThePageItself = message.location().url.startsWith(origin + new URL(address, origin).pathname);
    if (!isThePageItself) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`elsewhere: ${request.url()}`);
  });
  await page.goto(origin + address);
  return { page, complaints };
}

const inLanguage = (path: string, language: string) => `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;

describe.each(Object.entries(PAGES))("%s", (name, path) => {
  test.each(["en", "fr"])("%s: fits every view, in both schemes, without a fault", async (language) => {
    const { page, complaints } = await open(inLanguage(path, language));
    await expectToFitEveryView(page, name, language);
    await expectOneWayForward(page);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("the keyboard reaches everything that can be used, and one sees where it is", async () => {
    const { page } = await open(inLanguage(path, "fr"));
    await expectKeyboardToReachAll(page);
    await page.close();
  });

  test("targets that stand alone are 44 px high", async () => {
    const { page } = await open(inLanguage(path, "fr"));
    await expectTargetsToBeHigh(
      page,
      "header a, footer a, main nav a, .button, input:not([type=hidden]), summary, .links a",
    );
    await page.close();
  });
});

test("everything works without JavaScript", async () => {
  const context = await browser.newContext({
    extraHTTPHeaders,
    javaScriptEnabled: false,
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  await page.goto(`${origin}/?lang=en`);
  expect(await page.locator("script").count()).toBe(0);

  const folded = page.getByRole("row", { name: ".xyz" });
  expect(await folded.isVisible()).toBe(false);
  await page.locator("summary").click();
  expect(await folded.isVisible()).toBe(true);

  await page.getByRole("link", { name: "EUR" }).click();
  expect(await page.locator("#web-start").textContent()).toContain("€");
  await page.getByRole("link", { name: "Français" }).click();
  expect(page.url()).toBe(`${origin}/?lang=fr&currency=EUR`);

  await page.getByLabel("Vérifier un nom de domaine").fill("free-élan.ca");
  await page.keyboard.press("Enter");
  await page.waitForURL(/domain=/);
  expect(new URL(page.url()).hash).toBe("#domains");
  expect([...new URL(page.url()).searchParams]).toEqual([
    ["lang", "fr"],
    ["currency", "EUR"],
    ["domain", "free-élan.ca"],
  ]);
  expect(await page.getByRole("heading", { name: "free-élan.ca peut être enregistré" }).isVisible()).toBe(true);
  expect(await page.getByLabel("Vérifier un nom de domaine").inputValue()).toBe("free-élan.ca");

  await page.getByRole("link", { name: "Développeurs" }).click();
  expect(page.url()).toBe(`${origin}/developers?lang=fr`);
  await context.close();
});

test("the page links of plans and product lines lead to them", async () => {
  const { plans } = (await (await fetch(`${origin}/api/v1/plans?lang=fr`)).json()) as {
    plans: { page_url: string; name: string }[];
  };
  const { product_lines: lines } = (await (await fetch(`${origin}/api/v1?lang=fr`)).json()) as {
    product_lines: { page_url: string; name: string }[];
  };
  const { page } = await open("/?lang=fr");
  for (const { page_url, name } of lines) {
    const target = new URL(page_url);
    expect(target.pathname).toBe("/");
    expect(target.searchParams.get("lang")).toBe("fr");
    expect(await page.locator(target.hash).textContent()).toContain(name);
  }
  await page.close();
  for (const { page_url, name } of plans) {
    const answer = await fetch(page_url);
    expect([answer.status, answer.headers.get("Content-Language")]).toEqual([200, "fr"]);
    expect(await answer.text()).toContain(`<h1>${name}</h1>`);
  }
});
