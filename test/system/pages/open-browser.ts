import chromium from "@sparticuz/chromium";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
} from "playwright-core";
import { afterAll, beforeAll } from "vitest";

const ARGUMENTS = [
  "--no-sandbox",
  "--no-zygote",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--no-first-run",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Opens a browser for tests. Uses the browser at `CHROMIUM_PATH` if it is set. Otherwise uses the packaged browser on
 * Linux on x64, and an installed Chrome elsewhere.
 */
export async function openBrowser(): Promise<Browser> {
  const packaged = process.platform === "linux" && process.arch === "x64";
  const executablePath = process.env.CHROMIUM_PATH ?? (packaged ? await chromium.executablePath() : undefined);
  try {
    return await playwright.launch({
      args: ARGUMENTS,
      ...(executablePath ? { executablePath } : { channel: "chrome" }),
    });
  } catch (cause) {
    throw new Error("No browser to test with: install Chrome or name a Chromium with CHROMIUM_PATH.", { cause });
  }
}

export type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** A browser for the tests of a file. Each visitor gets the next of 256 IP addresses. */
export class TestBrowser {
  #browser: Browser | undefined;
  #page: Page | undefined;
  #visitors = 0;

  async start(): Promise<void> {
    this.#browser = await openBrowser();
  }

  async close(): Promise<void> {
    await this.#browser?.close();
  }

  /** Opens a URL in the page that the tests of the file share, with only these cookies. */
  async open(address: string, cookies: Cookies = [], headers: Record<string, string> = {}): Promise<Page> {
    this.#page ??= await this.newVisitor();
    await this.#page.context().clearCookies();
    await this.#page.context().addCookies(cookies);
    await this.#page.setExtraHTTPHeaders({ ...this.#ownAddress(), ...headers });
    await this.#page.goto(address);
    return this.#page;
  }

  /** Returns a new page in its own browser context. */
  async newVisitor(options: BrowserContextOptions = {}): Promise<Page> {
    if (!this.#browser) throw new Error("the browser has not started");
    const context = await this.#browser.newContext({ extraHTTPHeaders: this.#ownAddress(), ...options });
    return context.newPage();
  }

  #ownAddress() {
    return { "CF-Connecting-IP": `198.51.100.${++this.#visitors % 256}` };
  }
}

/** Returns a browser that is open during the tests of the file. */
export function useBrowser(): TestBrowser {
  const browser = new TestBrowser();
  beforeAll(() => browser.start());
  afterAll(() => browser.close());
  return browser;
}
