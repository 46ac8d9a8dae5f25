import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Secret, TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useWorld } from "../../support/world.ts";
import { openBrowser } from "../pages/open-browser.ts";
import {
  expectKeyboardToReachAll,
  expectOneWayForward,
  expectTargetsToBeHigh,
  expectToFitEveryView,
} from "../pages/view-pages.ts";
import { ACCOUNT_PAGES } from "./support/pages-worker.ts";

const ASKED = "scope=account:read%20domains:write";

const world = useWorld(ACCOUNT_PAGES);
let browser: Browser;
let networks = 0;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function open(path: string, language: string, extra: Record<string, string> = {}): Promise<Page> {
  const extraHTTPHeaders = { "CF-Connecting-IP": `198.51.100.${++networks}`, ...extra };
  const context = await browser.newContext({ extraHTTPHeaders, javaScriptEnabled: true });
  const page = await context.newPage();
  await page.goto(`${world.origin}${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
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
  lapsed: async (language) => {
    const page = await signedIn("/oauth/authorize?client_id=atlas", language, "nocard");
    const [session] = await page.context().cookies();
    await fetch(`${world.origin}/test/expire?id=${session?.value}`);
    await page.reload();
    return page;
  },
  "another-session": async (language) => {
    const page = await open("/sign-in", language);
    await page.locator("[name=token]").evaluate((field) => field.setAttribute("value", "of another session"));
    await signIn(page, "nocard");
    return page;
  },
  "no-decision": async (language) => {
    const page = await signedIn("/oauth/authorize?client_id=atlas", language, "nocard");
    await page.locator("button[value=allow]").evaluate((button) => button.setAttribute("value", "perhaps"));
    await page.locator("button[value=perhaps]").click();
    return page;
  },
  refused: (language) => open("/oauth/authorize?client_id=nobody", language),
  "no-accounts": async (language) => {
    const page = await open("/oauth/authorize?client_id=atlas", language, { "X-Test-Billing": "no-accounts" });
    await signIn(page, "owner");
    return page;
  },
};

describe.each(Object.entries(PAGES))("%s", (name, visit) => {
  test.each(["en", "fr"])("%s: fits every view, in both schemes, without a fault", async (language) => {
    const page = await visit(language);
    await expectToFitEveryView(page, name, language);
    await expectOneWayForward(page);
    await expectTargetsToBeHigh(
      page,
      "header a, footer a, .button, .quiet, .tick, .field input:not(.tick input), select, .links a",
    );
    await page.context().close();
  });
});

test.each(["consent", "account-choice", "sign-in", "second-step"])(
  "%s: the keyboard reaches everything that can be used, and one sees where it is",
  async (name) => {
    const page = await PAGES[name]?.("fr");
    if (!page) throw new Error(name);
    await expectKeyboardToReachAll(page);
    await page.context().close();
  },
);

describe("a double click, so many milliseconds apart", () => {
  /** Clicks a button twice, unless the page is gone by then. */
  const clickTwice = (page: Page, name: string, gap: number) =>
    page.getByRole("button", { name, exact: true }).evaluate((button: HTMLElement, apart) => {
      button.click();
      setTimeout(() => button.click(), apart);
    }, gap);

  test.each([0, 30, 100, 300])("%i: signs in, and allows once", async (gap) => {
    const application = createServer((_, response) => response.end("<title>back at the application</title>"));
    await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
    const back = `http://127.0.0.1:${(application.address() as AddressInfo).port}/back`;
    const page = await open(`/oauth/authorize?client_id=atlas&redirect_uri=${back}`, "en");
    await page.locator("#email").fill("nocard@maple.example");
    await page.locator("#password").fill("maple-nocard");
    await clickTwice(page, "Sign in", gap);
    await page.getByRole("button", { name: "Allow" }).waitFor();
    const made = async () => ((await (await fetch(`${world.origin}/test/made`)).json()) as object[]).length;
    const before = await made();
    await clickTwice(page, "Allow", gap);
    await expect.poll(() => page.title()).toBe("back at the application");
    await page.waitForLoadState("networkidle");
    expect(page.url()).toBe(`${back}?code=abc`);
    expect(await made()).toBe(before + 1);
    await page.context().close();
    await new Promise((resolve) => application.close(resolve));
  });

  test.each([0, 30, 100, 300])("%i: the code of the second step is accepted", async (gap) => {
    await world.billing.prepare("UPDATE logins SET totp_last_step = NULL").run();
    const page = await signedIn("/oauth/authorize?client_id=atlas", "en", "totp");
    await page.locator("#code").fill(TOTP.generate({ secret: Secret.fromBase32("JBSWY3DPEHPK3PXP") }));
    await clickTwice(page, "Continue", gap);
    await page.getByRole("button", { name: "Allow" }).waitFor();
    await page.context().close();
  });
});

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
  await page.goto(`${world.origin}/oauth/authorize?client_id=atlas&lang=en`);
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
  const made = (await (await fetch(`${world.origin}/test/made`)).json()) as object[];
  expect(made.at(-1)).toMatchObject({
    account: { id: 1001 },
    scopes: ["account:read", "domains:write"],
    limit: { kind: "domain", name: "studio-ana.ca" },
  });
  await context.close();
});

test("an application that opened the consent in a window of its own is told when it comes back", async () => {
  const application = createServer((request, response) => {
    const comesBack = request.url?.startsWith("/callback");
    const script = comesBack
      ? "opener.postMessage(location.search, '*')"
      : "addEventListener('message', ({ data }) => { document.title = data })";
    response.writeHead(200, { "Content-Type": "text/html" }).end(`<title>waiting</title><script>${script}</script>`);
  });
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  const home = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
  const extraHTTPHeaders = { "CF-Connecting-IP": `198.51.100.${++networks}` };
  const context = await browser.newContext({ extraHTTPHeaders });
  const page = await context.newPage();
  await page.goto(home);
  const question = `${world.origin}/oauth/authorize?client_id=atlas&lang=en&redirect_uri=${home}/callback`;
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate((address) => void window.open(address), question),
  ]);
  await signIn(popup, "nocard");
  await popup.getByRole("button", { name: "Allow" }).click();
  await expect.poll(() => page.title()).toBe("?code=abc");
  await context.close();
  await new Promise((resolve) => application.close(resolve));
});
