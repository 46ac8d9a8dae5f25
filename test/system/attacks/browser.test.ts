import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { openBrowser } from "../pages/open-browser.ts";

const origin = inject("origin");
let browser: Browser;
let attacker: Server;
/**
 * Two origins of the attacker. The second one is another port of our host, so it is the same site and gets the cookies.
 */
let sites: [otherSite: string, sameSite: string];
/** The HTML of the attacker's page. */
let bait = "";
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  attacker = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(bait));
  await new Promise<void>((resolve) => attacker.listen(0, resolve));
  const { port } = attacker.address() as AddressInfo;
  sites = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  attacker.closeAllConnections();
  await new Promise((resolve) => attacker.close(resolve));
});
beforeEach(async () => {
  context = await browser.newContext({ extraHTTPHeaders: { "CF-Connecting-IP": "203.0.113.99" } });
  page = await context.newPage();
  return () => context.close();
});

async function signIn(): Promise<void> {
  await page.goto(`${origin}/connected-assistants?lang=en`);
  await page.locator("[name=email]").fill("nocard@maple.example");
  await page.locator("[name=password]").fill("maple-nocard");
  await page.locator("[name=password]").press("Enter");
  await page.waitForURL("**/connected-assistants*");
}

test("the consent, sign-in and connected-assistants pages do not open in a frame", async () => {
  const application = await ConnectingApplication.register(origin);
  await signIn();
  await page.goto(application.authorizationUrl().href);
  const consent = page.url();
  expect(await page.locator("[name=decision]").count()).toBe(2);
  for (const address of [consent, `${origin}/connected-assistants`, `${origin}/sign-in?again=1`]) {
    bait = `<h1>Win a prize</h1><iframe src="${address.replaceAll("&", "&amp;")}"></iframe>`;
    for (const site of sites) {
      await page.goto(site, { waitUntil: "load" });
      const framed = page.frames().find((frame) => frame.parentFrame() !== null);
      expect(framed, "there is a frame").toBeDefined();
      expect(framed?.url()).not.toContain(origin);
      expect(await framed?.locator("form, button, input").count()).toBe(0);
    }
  }
});

/** Returns the HTML of a page that posts a form automatically. */
const posting = (action: string, fields: Record<string, string>) =>
  `<form method="post" action="${action}">${Object.entries(fields)
    .map(([name, value]) => `<input name="${name}" value="${value}">`)
    .join("")}</form><script>document.forms[0].submit()</script>`;

test("a form on another origin neither signs in nor disconnects", async () => {
  const statusOfPost = async (site: string) => {
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.goto(site);
    return (await answered).status();
  };
  for (const site of sites) {
    bait = posting(`${origin}/sign-in`, { email: "owner@maple.example", password: "maple-owner", token: "x" });
    expect(await statusOfPost(site)).toBe(403);
    await page.goto(`${origin}/connected-assistants`);
    expect(await page.locator("[name=password]").count(), "must still sign in").toBe(1);
  }
  await signIn();
  const token = (await page.locator("[name=token]").first().getAttribute("value")) ?? "";
  expect(token).not.toBe("");
  bait = posting(`${origin}/connected-assistants`, { token, action: "disconnect_all" });
  for (const site of sites) expect(await statusOfPost(site)).toBe(403);
});
