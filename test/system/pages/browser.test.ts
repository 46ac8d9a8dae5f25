import { afterEach, beforeAll, expect, inject, test } from "vitest";
import { useBrowser } from "./open-browser.ts";
import { HOST, running, site } from "./site.ts";
import { layoutShifts, testViews, type Visit } from "./view-pages.ts";

const PAGES = {
  home: "/?currency=CAD&",
  domains: "/domains?currency=CAD&",
  plans: "/plans?currency=CAD&line=vps&",
  compare: "/compare?currency=CAD&",
  plan: "/plans/web-start?currency=CAD&",
  developers: "/developers?",
  servers: "/developers/mcp?",
  protocol: "/developers/mcp-protocol?",
  errors: "/developers/errors?",
  sandbox: "/developers/sandbox?",
  search: "/developers/search?q=domain&",
  operation: "/developers/operations/orderDomain?",
  free: "/?currency=CAD&domain=free-example.ca&",
  taken: "/?currency=CAD&domain=taken-example.ca&",
  problems: "/problems?",
  status: "/status?",
  styleguide: "/styleguide?",
};

const origin = inject("origin");
const browser = useBrowser();
/**
 * Console messages (except about the status of the page itself), page errors, and requests that failed or left the
 * site.
 */
const complaints: string[] = [];
let visited = "";

beforeAll(async () => {
  const page = await browser.open("about:blank");
  page.on("console", (message) => {
    if (message.location().url !== visited) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`elsewhere: ${request.url()}`);
  });
});
afterEach(() => expect(complaints.splice(0)).toEqual([]));

const visits = Object.entries(PAGES).map(([name, path]): [string, Visit] => [
  name,
  (language) => {
    visited = `${origin}${path}lang=${language}`;
    return browser.open(visited);
  },
]);

testViews(Object.fromEntries(visits), {
  targets:
    "header a, footer a, main nav a, .button, input:not([type=hidden], [type=checkbox], [type=radio]), summary, .links a",
});

test("a logo that loads late does not shift the page on a phone", async () => {
  const logo = "https://cdn.example/logo.svg";
  const pages = site(running, { BRAND_NAME: "Maple Hosting", BRAND_LOGO_URL: logo });
  const page = await browser.newVisitor({ viewport: { width: 390, height: 844 } });
  await page.route(`${HOST}/**`, async (route) => {
    const answer = await pages(route.request().url());
    const headers = Object.fromEntries(answer.headers);
    await route.fulfill({ status: answer.status, headers, body: await answer.text() });
  });
  const { promise: painted, resolve: paint } = Promise.withResolvers<void>();
  await page.route(logo, async (route) => {
    await painted;
    const body =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><rect width="300" height="60"/></svg>';
    await route.fulfill({ contentType: "image/svg+xml", body });
  });
  await page.goto(`${HOST}/?lang=en`, { waitUntil: "domcontentloaded" });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  paint();
  await page.waitForFunction(() => (document.querySelector<HTMLImageElement>(".brand img")?.naturalWidth ?? 0) > 0);
  expect(await layoutShifts(page)).toEqual([]);
});

test("a button copies a URL and confirms it", async () => {
  const page = await browser.newVisitor({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${origin}/?lang=fr`);
  const address = page.locator(".copied").first();
  await address.getByRole("button", { name: "Copier" }).click();
  await address.getByRole("button", { name: "Copié" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await address.locator("code").textContent());
});

test("copy buttons do not cover their text on a phone", async () => {
  const page = await browser.newVisitor({ viewport: { width: 390, height: 844 } });
  for (const path of ["/", "/developers/mcp"]) {
    await page.goto(`${origin}${path}?lang=en`);
    const boxes = await page.locator(".copied:visible").evaluateAll((all) =>
      all.map((box) => {
        const button = box.querySelector(".copy")?.getBoundingClientRect().left ?? 0;
        return (box.firstElementChild?.getBoundingClientRect().right ?? button) - button;
      }),
    );
    expect(boxes.length, path).toBeGreaterThan(0);
    expect(Math.max(...boxes), path).toBeLessThanOrEqual(0);
  }
});

test("the page for choosing an MCP server is at most 4,000 pixels high on a phone", async () => {
  const page = await browser.newVisitor({ viewport: { width: 390, height: 844 } });
  for (const server of ["catalogue", "account", "account-reader"]) {
    await page.goto(`${origin}/developers/mcp?lang=fr&server=${server}`);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4_000);
  }
});

test.each(["operations/orderDomain", "operations/checkDomain", "errors", "mcp-protocol", "acting"])(
  "/developers/%s is at most 4,200 pixels high on a desktop",
  async (path) => {
    const page = await browser.newVisitor({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${origin}/developers/${path}?lang=en`);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4_200);
  },
);

test("the last chosen tab is open on the next page", async () => {
  const page = await browser.newVisitor();
  const open = page.locator(".tabs > details[open] > summary");
  await page.goto(`${origin}/developers/operations/listPlans?lang=en`);
  expect(await open.textContent()).toBe("curl");
  await page.locator(".tabs summary", { hasText: "Python" }).click();
  await page.waitForFunction(() => localStorage.tab === "Python");
  await page.goto(`${origin}/developers/operations/getPlan?lang=en`);
  expect(await open.textContent()).toBe("Python");
});

test("the home page works without JavaScript", async () => {
  const page = await browser.newVisitor({ javaScriptEnabled: false });
  await page.goto(`${origin}/?lang=en`);
  expect(await page.locator(".copy").first().isVisible()).toBe(false);
  expect(await page.locator(".copied > noscript span").first().isVisible()).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  const language = page.getByRole("link", { name: "Français" });
  expect(await language.isVisible()).toBe(false);
  await page.locator("summary").click();
  expect(await language.isVisible()).toBe(true);

  await page.getByRole("link", { name: "EUR" }).click();
  await page.locator("summary").click();
  await language.click();
  await expect.poll(() => page.url()).toBe(`${origin}/?lang=fr&currency=EUR`);

  await page.getByLabel("Nom de domaine").fill("free-élan.ca");
  await page.keyboard.press("Enter");
  await page.waitForURL(/domain=/);
  expect([...new URL(page.url()).searchParams]).toEqual([
    ["lang", "fr"],
    ["currency", "EUR"],
    ["domain", "free-élan.ca"],
  ]);
  expect(await page.getByRole("heading", { level: 1, name: "free-élan.ca" }).isVisible()).toBe(true);
});

test("the home page is at most 5,000 pixels high on a phone", async () => {
  visited = `${origin}/?currency=CAD&lang=fr`;
  const page = await browser.open(visited);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(5_000);
});

test.each(["en", "fr"])("the first screen on a phone shows the purpose of the page (%s)", async (language) => {
  for (const [path, selector] of [
    ["/", ".find button"],
    ["/", "#plans"],
    ["/plans/web-start", ".button.primary"],
  ] as const) {
    visited = `${origin}${path}?currency=CAD&lang=${language}`;
    const page = await browser.open(visited);
    await page.setViewportSize({ width: 390, height: 844 });
    const bottom = await page.locator(selector).evaluate((target) => target.getBoundingClientRect().bottom);
    expect(bottom, `${path} ${selector}`).toBeLessThan(844);
  }
});
