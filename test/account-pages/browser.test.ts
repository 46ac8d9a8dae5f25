import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../pages/open-browser.ts";
import { type PagesWorker, startPages } from "./support/pages-worker.ts";

/** Sizes in CSS pixels: a browser zoomed to 200 % lays out half its width. */
const VIEWS = [
  { view: "desktop-light", width: 1000, height: 900, colorScheme: "light" },
  { view: "desktop-dark", width: 1000, height: 900, colorScheme: "dark" },
  { view: "phone-light", width: 390, height: 844, colorScheme: "light" },
  { view: "phone-dark", width: 390, height: 844, colorScheme: "dark" },
  { view: "zoomed", width: 640, height: 450, colorScheme: "light" },
  { view: "narrow", width: 320, height: 640, colorScheme: "dark" },
] as const;

/** `PICTURES=1` also takes a picture of every page in every view, to be looked at. */
const PICTURES = process.env.PICTURES === "1";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ASKED = "scope=account:read%20domains:write";

let worker: PagesWorker;
let browser: Browser;
let networks = 0;
beforeAll(async () => {
  [worker, browser] = await Promise.all([startPages(), openBrowser()]);
});
afterAll(() => Promise.all([worker.close(), browser.close()]));

async function open(path: string, language: string, extra: Record<string, string> = {}): Promise<Page> {
  const extraHTTPHeaders = { "CF-Connecting-IP": `198.51.100.${++networks}`, ...extra };
  const context = await browser.newContext({ extraHTTPHeaders, javaScriptEnabled: true });
  const page = await context.newPage();
  await page.goto(`${worker.origin}${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
  return page;
}

async function signIn(page: Page, login: string, password = `maple-${login}`): Promise<void> {
  await page.locator("#email").fill(`${login}@maple.example`);
  await page.locator("#password").fill(password);
  await page.locator("#password").press("Enter");
  await page.waitForLoadState();
}

async function signedIn(path: string, language: string, login: string): Promise<Page> {
  const page = await open(path, language);
  await signIn(page, login);
  return page;
}

/** Every page of the journey, as a customer comes to it. */
const PAGES: Record<string, (language: string) => Promise<Page>> = {
  "sign-in": (language) => open("/oauth/authorize?client_id=atlas", language),
  "sign-in-unverified": (language) =>
    open("/oauth/authorize?client_id=loopback", language, { "X-Test-Demonstration": "1" }),
  "sign-in-alone": (language) => open("/sign-in", language),
  "sign-in-wrong": async (language) => {
    const page = await open("/oauth/authorize?client_id=atlas", language);
    await signIn(page, "owner", "wrong");
    return page;
  },
  "sign-in-empty": async (language) => {
    const page = await open("/sign-in", language);
    await page.locator("#password").press("Enter");
    await page.waitForLoadState();
    return page;
  },
  "second-step": (language) => signedIn("/oauth/authorize?client_id=atlas", language, "totp"),
  "account-choice": (language) => signedIn("/oauth/authorize?client_id=atlas", language, "owner"),
  "account-choice-missing": async (language) => {
    const page = await signedIn("/oauth/authorize?client_id=atlas", language, "owner");
    await page.locator("main form button:not([name])").last().click();
    return page;
  },
  consent: async (language) => {
    const page = await signedIn("/oauth/authorize?client_id=atlas", language, "owner");
    await page.getByLabel("Studio Ana Inc.").check();
    await page.getByLabel("Studio Ana Inc.").press("Enter");
    await page.waitForLoadState();
    return page;
  },
  "consent-unverified": (language) => signedIn(`/oauth/authorize?client_id=self&${ASKED}`, language, "nocard"),
  "consent-narrowed": (language) => signedIn(`/oauth/authorize?client_id=scheme&${ASKED}`, language, "contact"),
  "consent-wrong": async (language) => {
    const page = await signedIn("/oauth/authorize?client_id=atlas", language, "big");
    await page
      .locator("#limit option")
      .last()
      .evaluate((option) => option.setAttribute("value", "domain:x.example"));
    await page.locator("#limit").selectOption("domain:x.example");
    await page.locator("button[value=allow]").click();
    return page;
  },
  closed: (language) => open("/oauth/authorize?pending=none", language),
  refused: (language) => open("/oauth/authorize?client_id=nobody", language),
  "no-accounts": async (language) => {
    const page = await open("/oauth/authorize?client_id=atlas", language, { "X-Test-Billing": "no-accounts" });
    await signIn(page, "owner");
    return page;
  },
};

/** What axe-core finds wrong with a page as it is shown now. */
async function faults(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate("axe.run()")) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

describe.each(Object.entries(PAGES))("%s", (name, visit) => {
  test.each(["en", "fr"])("%s: fits every view, in both schemes, without a fault", async (language) => {
    const page = await visit(language);
    expect(await page.getAttribute("html", "lang")).toBe(language);
    await page.evaluate(axe);
    for (const { view, width, height, colorScheme } of VIEWS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      if (PICTURES) await page.screenshot({ path: `test/pictures/${name}-${language}-${view}.png`, fullPage: true });
      const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(contentWidth, `${view}: horizontal scroll`).toBe(width);
      expect(await faults(page), view).toEqual([]);
    }

    await page.setViewportSize({ width: 390, height: 844 });
    const heights = await page
      .locator("header a, footer a, .button, .quiet, .tick, .field input, select, .links a")
      .evaluateAll((targets) => targets.map((target) => [target.outerHTML, target.getBoundingClientRect().height]));
    expect(heights.filter(([, height]) => Number(height) < 44)).toEqual([]);
    await page.context().close();
  });
});

test.each(["consent", "account-choice", "sign-in", "second-step"])(
  "%s: the keyboard reaches everything that can be used, and one sees where it is",
  async (name) => {
    const page = await PAGES[name]?.("fr");
    if (!page) throw new Error(name);
    const usable = await page.locator("a[href], button, input:not([type=hidden]):not([type=radio]), select").count();
    const groups = name === "account-choice" ? 1 : 0;
    await page.evaluate(() => window.scrollTo(0, 0));
    const reached: string[] = [];
    for (let presses = 0; presses < usable + 5; presses++) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const { top, bottom } = element.getBoundingClientRect();
        const seen = outlineStyle === "solid" && outlineWidth === "3px" && bottom > 0 && top < innerHeight;
        return seen ? "seen" : `not seen: ${element.outerHTML}`;
      });
      if (focused === null) break;
      reached.push(focused);
    }
    expect(reached.filter((focused) => focused !== "seen")).toEqual([]);
    expect(reached).toHaveLength(usable + groups);
    await page.context().close();
  },
);

test("an error has the focus and leads to its field", async () => {
  const page = await PAGES["sign-in-empty"]?.("en");
  if (!page) throw new Error("no page");
  await page.getByRole("alert").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("alert");
  await page.getByRole("link", { name: "Enter your password." }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("password");
  await page.context().close();
});

test("a name that would turn the line around stays in its place", async () => {
  const page = await PAGES["consent-unverified"]?.("en");
  expect(await page?.locator("h1 bdi").textContent()).toBe("Claude <b>Pro</b>");
  await page?.context().close();
});

test("without script and with the keyboard alone: in, chosen, ticked, allowed", async () => {
  const extraHTTPHeaders = { "CF-Connecting-IP": `198.51.100.${++networks}` };
  const context = await browser.newContext({ javaScriptEnabled: false, extraHTTPHeaders });
  const page = await context.newPage();
  await page.goto(`${worker.origin}/oauth/authorize?client_id=atlas&lang=en`);
  await page.locator("#email").focus();
  await page.keyboard.type("owner@maple.example");
  await page.keyboard.press("Tab");
  await page.keyboard.type("maple-owner");
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "Studio Ana Inc." }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Manage domains at the registrar" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Only one");
  await page.locator("#limit").selectOption({ label: "studio-ana.ca" });
  await page.getByRole("button", { name: "Allow" }).focus();
  const [returned] = await Promise.all([
    page.waitForRequest((request) => new URL(request.url()).hostname === "atlas.example"),
    page.keyboard.press("Enter"),
  ]);
  expect(returned.url()).toBe("https://atlas.example/back?kept=1&code=abc");
  const made = (await (await fetch(`${worker.origin}/test/made`)).json()) as object[];
  expect(made.at(-1)).toMatchObject({
    account: { id: 1001 },
    scopes: ["account:read", "domains:write"],
    limit: { kind: "domain", name: "studio-ana.ca" },
  });
  await context.close();
});
