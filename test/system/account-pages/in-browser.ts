import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { World } from "../../support/world.ts";
import { useBrowser } from "../pages/open-browser.ts";
import { testViews, type Visit } from "../pages/view-pages.ts";
import { AUTHORIZE, made } from "./support/account-pages.ts";
import { PROVIDER_HOST } from "./support/scripted-provider.ts";

/** Defines the browser tests of the pages from the sign-in to the consent. */
export function inBrowser(world: World): void {
  const browser = useBrowser();

  function open(path: string, language: string, headers: Record<string, string> = {}): Promise<Page> {
    return browser.open(`${world.origin}${path}${path.includes("?") ? "&" : "?"}lang=${language}`, [], headers);
  }

  async function enter(page: Page, login: string, password = `maple-${login}`): Promise<void> {
    await page.locator("#email").fill(`${login}@maple.example`);
    await page.locator("#password").fill(password);
    await page.locator("#password").press("Enter");
    await page.waitForLoadState();
  }

  async function signedIn(language: string, login: string, query = "client_id=atlas"): Promise<Page> {
    const page = await open(`${AUTHORIZE}?${query}`, language);
    await enter(page, login);
    return page;
  }

  /** Serves the pages of an application while a test uses them. */
  async function withApplication(pages: RequestListener, use: (origin: string) => Promise<void>): Promise<void> {
    const application = createServer(pages);
    await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
    await use(`http://127.0.0.1:${(application.address() as AddressInfo).port}`);
    application.closeAllConnections();
    await new Promise((resolve) => application.close(resolve));
  }

  /** The pages with different layouts, in the order in which a customer sees them. */
  const PAGES: Record<string, Visit> = {
    "sign-in": (language) =>
      open(`${AUTHORIZE}?client_id=loopback`, language, { "X-Test-Description": '{"demonstration":true}' }),
    "sign-in-empty": async (language) => {
      const page = await open("/sign-in", language);
      await page.locator("#password").press("Enter");
      await page.waitForLoadState();
      return page;
    },
    "sign-in-provider": (language) => {
      const description = { signIn: { kind: "redirect", host: PROVIDER_HOST } };
      return open(`${AUTHORIZE}?client_id=atlas`, language, { "X-Test-Description": JSON.stringify(description) });
    },
    "second-step": (language) => signedIn(language, "totp"),
    "account-choice": (language) => signedIn(language, "owner"),
    consent: async (language) => {
      const page = await signedIn(language, "owner");
      await page.getByLabel("Studio Ana Inc.").check();
      await page.getByLabel("Studio Ana Inc.").press("Enter");
      await page.waitForLoadState();
      return page;
    },
    "consent-unverified": async (language) => {
      const page = await signedIn(language, "nocard", "client_id=self&scope=account:read%20domains:write");
      expect(await page.locator("main .primary").count(), "both buttons weigh the same").toBe(0);
      const words = async () => [
        await page.locator(".none-ticked").isVisible(),
        await page.locator(".some-ticked").isVisible(),
      ];
      expect(await words(), "reading only").toEqual([true, false]);
      await page.locator("#billing-write").check();
      expect(await words(), "reading, and more").toEqual([false, true]);
      return page;
    },
    "consent-wrong": async (language) => {
      const page = await signedIn(language, "big");
      const option = page.locator("#limit option").last();
      await option.evaluate((element) => element.setAttribute("value", "domain:x.example"));
      await page.locator(".fold > summary").click();
      await page.locator("#limit").selectOption("domain:x.example");
      await page.locator("button[value=allow]").click();
      return page;
    },
    closed: (language) => open(`${AUTHORIZE}?pending=none`, language),
  };

  testViews(PAGES, {
    targets: "header a, footer a, .button, .quiet, .tick, .field input:not(.tick input), select, .links a",
    keyboard: ["consent", "account-choice", "sign-in", "second-step"],
  });

  test.each(["en", "fr"])(
    "the consent page shows what the application reads and one permission without scrolling (%s)",
    async (language) => {
      const page = await signedIn(language, "nocard", "client_id=self&scope=account:read%20domains:write");
      const bottomOf = (part: string) => page.locator(part).evaluate((seen) => seen.getBoundingClientRect().bottom);
      for (const [width, height, seen] of [
        [390, 844, "#billing-write-label"],
        [1280, 900, ".sides .fold > summary"],
      ] as const) {
        await page.setViewportSize({ width, height });
        const bar = await page.locator(".decision").evaluate((decision) => decision.getBoundingClientRect().top);
        expect(await bottomOf(".sides .marks"), `${width}`).toBeLessThanOrEqual(bar);
        expect(await bottomOf(seen), `${width}`).toBeLessThanOrEqual(bar);
      }
    },
  );

  test("a double click on a button signs in once and allows once", async () => {
    /** Clicks a button twice without a pause. */
    const clickTwice = (page: Page, name: string) =>
      page.getByRole("button", { name, exact: true }).evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
    const home = "<title>back at the application</title>";
    await withApplication(
      (_, response) => response.end(home),
      async (origin) => {
        const page = await open(`${AUTHORIZE}?client_id=atlas&redirect_uri=${origin}/back`, "en");
        await page.locator("#email").fill("nocard@maple.example");
        await page.locator("#password").fill("maple-nocard");
        await clickTwice(page, "Sign in");
        await page.getByRole("button", { name: "Allow" }).waitFor();
        const before = (await made(world.origin)).length;
        await clickTwice(page, "Allow");
        await expect.poll(() => page.title()).toBe("back at the application");
        await page.waitForLoadState("networkidle");
        expect(page.url()).toBe(`${origin}/back?code=abc`);
        expect(await made(world.origin)).toHaveLength(before + 1);
      },
    );
  });

  test("an error message gets the focus and links to its field", async () => {
    const page = (await PAGES["sign-in-empty"]?.("en")) as Page;
    await page.getByRole("alert").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("alert");
    await page.locator(".error-summary a[href='#password']").click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("password");
  });

  test("an application can open the consent in a second window and get a message from its callback", async () => {
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
      await enter(popup, "nocard");
      await popup.getByRole("button", { name: "Allow" }).click();
      await expect.poll(() => page.title()).toBe("?code=abc");
    });
  });
}
