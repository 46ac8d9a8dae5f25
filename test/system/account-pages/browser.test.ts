import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useWorld } from "../../support/world.ts";
import { useBrowser } from "../pages/open-browser.ts";
import { testViews, type Visit } from "../pages/view-pages.ts";
import { ACCOUNT_PAGES, AUTHORIZE, made } from "./support/account-pages.ts";
import { PROVIDER_HOST } from "./support/scripted-provider.ts";

const world = useWorld(ACCOUNT_PAGES);
const browser = useBrowser();

function open(path: string, language: string, headers: Record<string, string> = {}): Promise<Page> {
  return browser.open(`${world.origin}${path}${path.includes("?") ? "&" : "?"}lang=${language}`, [], headers);
}

async function signIn(page: Page, login: string, password = `maple-${login}`): Promise<void> {
  await page.locator("#email").fill(`${login}@maple.example`);
  await page.locator("#password").fill(password);
  await page.locator("#password").press("Enter");
  await page.waitForLoadState();
}

async function signedIn(language: string, login: string, query = "client_id=atlas"): Promise<Page> {
  const page = await open(`${AUTHORIZE}?${query}`, language);
  await signIn(page, login);
  return page;
}

/** An application's own pages, for as long as they are used. */
async function withApplication(pages: RequestListener, use: (origin: string) => Promise<void>): Promise<void> {
  const application = createServer(pages);
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  await use(`http://127.0.0.1:${(application.address() as AddressInfo).port}`);
  application.closeAllConnections();
  await new Promise((resolve) => application.close(resolve));
}

/** The billing system's own sign-in page: a link back, with what {@link comesBackWith} has. */
const provider = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://localhost");
  const returned = new URLSearchParams({ state: searchParams.get("state") ?? "", ...comesBackWith });
  const link = `${searchParams.get("return_to")}?${returned}`.replaceAll("&", "&amp;");
  response.setHeader("Content-Type", "text/html").end(`<a href="${link}">Back</a>`);
});
let comesBackWith: Record<string, string> = {};
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void provider.close());

/** Where the billing system has a sign-in page of its own. @param back what the browser comes back with from there */
async function atProvider(path: string, language: string, back?: Record<string, string>): Promise<Page> {
  const description = { signIn: { kind: "redirect", host: PROVIDER_HOST }, acts: false };
  const page = await open(path, language, {
    "X-Test-Description": JSON.stringify(description),
    "X-Test-Provider": `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  });
  if (!back) return page;
  comesBackWith = back;
  await page.locator("a.button.primary").click();
  await page.getByText("Back").click();
  await page.waitForLoadState();
  return page;
}

/** Every page of the journey, as a customer comes to it. */
const PAGES: Record<string, Visit> = {
  "sign-in": (language) => open(`${AUTHORIZE}?client_id=atlas`, language),
  "sign-in-unverified": (language) =>
    open(`${AUTHORIZE}?client_id=loopback`, language, { "X-Test-Description": '{"demonstration":true}' }),
  "sign-in-alone": (language) => open("/sign-in", language),
  "sign-in-wrong": async (language) => {
    const page = await open(`${AUTHORIZE}?client_id=atlas`, language);
    await signIn(page, "owner", "wrong");
    return page;
  },
  "sign-in-empty": async (language) => {
    const page = await open("/sign-in", language);
    await page.locator("#password").press("Enter");
    await page.waitForLoadState();
    return page;
  },
  "second-step": (language) => signedIn(language, "totp"),
  "account-choice": (language) => signedIn(language, "owner"),
  "account-choice-missing": async (language) => {
    const page = await signedIn(language, "owner");
    await page.locator("main form button:not([name])").last().click();
    return page;
  },
  consent: async (language) => {
    const page = await signedIn(language, "owner");
    await page.getByLabel("Studio Ana Inc.").check();
    await page.getByLabel("Studio Ana Inc.").press("Enter");
    await page.waitForLoadState();
    return page;
  },
  "consent-unverified": (language) => signedIn(language, "nocard", "client_id=self&scope=account:read%20domains:write"),
  "consent-narrowed": (language) =>
    signedIn(language, "contact", "client_id=scheme&scope=account:read%20domains:write"),
  "consent-wrong": async (language) => {
    const page = await signedIn(language, "big");
    await page
      .locator("#limit option")
      .last()
      .evaluate((option) => option.setAttribute("value", "domain:x.example"));
    await page.locator("#limit").selectOption("domain:x.example");
    await page.locator("button[value=allow]").click();
    return page;
  },
  "sign-in-provider": (language) => atProvider(`${AUTHORIZE}?client_id=atlas`, language),
  "sign-in-provider-alone": (language) => atProvider("/sign-in?signed_out=1", language),
  "sign-in-provider-declined": (language) =>
    atProvider(`${AUTHORIZE}?client_id=atlas`, language, { error: "access_denied" }),
  "sign-in-provider-unsure": (language) => atProvider("/sign-in", language, { error: "unsure" }),
  "sign-in-elsewhere": (language) => open("/sign-in/returned?code=1", language),
  "sign-in-unavailable": (language) => open("/sign-in", language, { "X-Test-Description": "unread" }),
  "consent-only-reads": (language) =>
    atProvider(`${AUTHORIZE}?client_id=atlas`, language, { code: `nocard.${crypto.randomUUID()}` }),
  closed: (language) => open(`${AUTHORIZE}?pending=none`, language),
  lapsed: async (language) => {
    const page = await signedIn(language, "nocard");
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
    const page = await signedIn(language, "nocard");
    await page.locator("button[value=allow]").evaluate((button) => button.setAttribute("value", "perhaps"));
    await page.locator("button[value=perhaps]").click();
    return page;
  },
  refused: (language) => open(`${AUTHORIZE}?client_id=nobody`, language),
  "no-accounts": async (language) => {
    const page = await open(`${AUTHORIZE}?client_id=atlas`, language, { "X-Test-Billing": "no-accounts" });
    await signIn(page, "owner");
    return page;
  },
};

testViews(PAGES, {
  targets: "header a, footer a, .button, .quiet, .tick, .field input:not(.tick input), select, .links a",
  keyboard: ["consent", "account-choice", "sign-in", "second-step"],
});

describe("a double click, so many milliseconds apart", () => {
  /** Clicks a button twice, unless the page is gone by then. */
  const clickTwice = (page: Page, name: string, gap: number) =>
    page.getByRole("button", { name, exact: true }).evaluate((button: HTMLElement, apart) => {
      button.click();
      setTimeout(() => button.click(), apart);
    }, gap);

  test.each([0, 100])("%i: signs in, and allows once", async (gap) => {
    const home = "<title>back at the application</title>";
    await withApplication(
      (_, response) => response.end(home),
      async (origin) => {
        const page = await open(`${AUTHORIZE}?client_id=atlas&redirect_uri=${origin}/back`, "en");
        await page.locator("#email").fill("nocard@maple.example");
        await page.locator("#password").fill("maple-nocard");
        await clickTwice(page, "Sign in", gap);
        await page.getByRole("button", { name: "Allow" }).waitFor();
        const before = (await made(world.origin)).length;
        await clickTwice(page, "Allow", gap);
        await expect.poll(() => page.title()).toBe("back at the application");
        await page.waitForLoadState("networkidle");
        expect(page.url()).toBe(`${origin}/back?code=abc`);
        expect(await made(world.origin)).toHaveLength(before + 1);
      },
    );
  });
});

test("an error has the focus and leads to its field", async () => {
  const page = (await PAGES["sign-in-empty"]?.("en")) as Page;
  await page.getByRole("alert").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("alert");
  await page.getByRole("link", { name: "Enter your password." }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("password");
});

test("without script and with the keyboard alone: in, chosen, ticked, allowed", async () => {
  const page = await browser.newVisitor({ javaScriptEnabled: false });
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
  expect((await made(world.origin)).at(-1)).toMatchObject({
    account: { id: 1001 },
    scopes: ["account:read", "domains:write"],
    limit: { kind: "domain", name: "studio-ana.ca" },
  });
});

test("an application that opened the consent in a window of its own is told when it comes back", async () => {
  const pages: RequestListener = ({ url }, response) => {
    const script = url?.startsWith("/callback")
      ? "opener.postMessage(location.search, '*')"
      : "addEventListener('message', ({ data }) => { document.title = data })";
    response.writeHead(200, { "Content-Type": "text/html" }).end(`<title>waiting</title><script>${script}</script>`);
  };
  await withApplication(pages, async (home) => {
    const page = await browser.newVisitor();
    await page.goto(home);
    const question = `${world.origin}${AUTHORIZE}?client_id=atlas&lang=en&redirect_uri=${home}/callback`;
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.evaluate((address) => void window.open(address), question),
    ]);
    await signIn(popup, "nocard");
    await popup.getByRole("button", { name: "Allow" }).click();
    await expect.poll(() => page.title()).toBe("?code=abc");
  });
});
