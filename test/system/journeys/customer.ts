import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { signInTexts } from "../../../shared/pages/sign-in/sign-in-forms.tsx";
import { ACCOUNT_MCP_PATH } from "../../../shared/platform/addresses.ts";
import { LANGUAGES, type Language } from "../../../shared/platform/language.ts";
import { invoiceTexts } from "../../../workers/billing/client-area/pages/invoices/invoice-texts.ts";
import { GENERATIONS, KeptByHost } from "../../support/host-clients.ts";
import type { World } from "../../support/world.ts";
import type { TestBrowser } from "../pages/open-browser.ts";
import { focusOf } from "../pages/view-pages.ts";

/** The timeout of one step on a page, in milliseconds. */
const STEP_MS = 10_000;
/** The pages that have a script for the Copy button. */
const WITH_SCRIPT = ["/", "/connected-assistants"];

/**
 * A customer with a browser that runs no scripts. The browser prefers the other language, so only the `lang` parameter
 * in the URLs selects the customer's language.
 */
export class Customer {
  readonly page: Page;
  readonly language: Language;
  readonly email: string;
  password = "a long enough password";
  readonly domain: string;
  readonly host = new KeptByHost();
  readonly #world: World;
  readonly #byKeyboard: boolean;
  readonly #read = new Set<string>();
  /** The position of the last focus on the page. */
  #lastFocus = { right: 0, top: 0 };
  /** The number of clicks and filled fields since the last opened page. */
  counted = { clicks: 0, fields: 0 };

  private constructor(world: World, page: Page, language: Language, byKeyboard: boolean) {
    this.page = page;
    this.language = language;
    this.email = `walker-${language}@new.example`;
    this.domain = `free-walk-${language}.com`;
    this.#world = world;
    this.#byKeyboard = byKeyboard;
  }

  /** @param byKeyboard whether the customer uses only the keyboard; each element must then show its focus */
  static async start(world: World, browser: TestBrowser, language: Language, byKeyboard: boolean): Promise<Customer> {
    const locale = `${LANGUAGES.find((other) => other !== language)}-CA`;
    const page = await browser.newVisitor({ javaScriptEnabled: false, locale });
    page.setDefaultTimeout(STEP_MS);
    return new Customer(world, page, language, byKeyboard);
  }

  get main(): Locator {
    return this.page.locator("main");
  }

  /** The official client that the customer's assistant uses. */
  get assistant() {
    const [{ open, finish }] = GENERATIONS as [(typeof GENERATIONS)[number]];
    const address = new URL(ACCOUNT_MCP_PATH, this.#world.origin);
    return { open: () => open(address, this.host), finish: (back: URL) => finish(address, this.host, back) };
  }

  /** Opens a page of the product in the customer's language. */
  open(path: string): Promise<void> {
    return this.openAddress(`${this.#world.origin}${path}${path.includes("?") ? "&" : "?"}lang=${this.language}`);
  }

  async openAddress(address: string): Promise<void> {
    this.counted = { clicks: 0, fields: 0 };
    await this.page.goto(address);
    this.#lastFocus = { right: 0, top: 0 };
    await this.#expectLanguage();
  }

  /** Deletes the cookies, which ends the session. */
  leave(): Promise<void> {
    return this.page.context().clearCookies();
  }

  async signIn({ email, password } = { email: this.email, password: this.password }): Promise<void> {
    await this.fill({ email, password });
    await this.go("button", signInTexts[this.language].send, this.main);
  }

  /** Opens a tab of the client area. */
  tab(name: string): Promise<void> {
    return this.go("link", name, this.page.locator(".tab-links"));
  }

  /** Pays the invoice on the current page. */
  async pay(): Promise<void> {
    const { payTitle, paidNow } = invoiceTexts[this.language];
    await this.go("button", "", this.page.getByRole("region", { name: payTitle }));
    await this.expectNotice(paidNow);
  }

  /** Waits for an e-mail to the customer that contains a new match. Returns the match. */
  async mailed(pattern: RegExp): Promise<string> {
    const find = async () => {
      const mails = await this.#world.mailsTo(this.email);
      return mails.flatMap(({ text }) => pattern.exec(text)?.[0] ?? []).find((found) => !this.#read.has(found));
    };
    await expect.poll(find).toBeDefined();
    const found = (await find()) ?? "";
    this.#read.add(found);
    return found;
  }

  /** Follows a link or sends a form. @param name the full or partial name of the link or button */
  async go(role: "button" | "link", name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    const hasScript = WITH_SCRIPT.includes(new URL(this.page.url()).pathname);
    if (!hasScript) expect(await this.page.locator("script").count()).toBe(0);
    await Promise.all([this.page.waitForEvent("load"), this.#press(within.getByRole(role, { name }), "Enter")]);
    this.#lastFocus = { right: 0, top: 0 };
    await this.#expectLanguage();
  }

  /** Toggles a checkbox or selects a radio button. */
  tick(name: string, within: Page | Locator = this.page): Promise<void> {
    return this.#press(within.getByRole("radio", { name }).or(within.getByRole("checkbox", { name })), "Space");
  }

  /** Opens a collapsed section. */
  unfold(summary: string, within: Page | Locator = this.page): Promise<void> {
    return this.#press(within.locator("summary", { hasText: summary }), "Enter");
  }

  /** Fills in fields by id. Selects options by their text. */
  async fill(fields: Record<string, string>): Promise<void> {
    for (const [id, text] of Object.entries(fields)) {
      const target = this.page.locator(`#${id}`);
      this.counted.fields++;
      if (this.#byKeyboard) {
        await this.#reach(target);
        await this.page.keyboard.type(text);
      } else if (await target.evaluate((field) => field.matches("select"))) await target.selectOption({ label: text });
      else await target.fill(text);
    }
  }

  /** Expects the page to confirm an action with these words. */
  expectNotice(words: string): Promise<void> {
    return this.page.getByRole("status").filter({ hasText: words }).waitFor();
  }

  expectHeading(words: string): Promise<void> {
    return this.page.getByRole("heading", { name: words }).waitFor();
  }

  /** Checks the language of the current page. The application's own page states no language. */
  async #expectLanguage(): Promise<void> {
    const language = await this.page.getAttribute("html", "lang");
    if (language !== null) expect(language, this.page.url()).toBe(this.language);
  }

  async #press(target: Locator, key: "Enter" | "Space"): Promise<void> {
    this.counted.clicks++;
    if (!this.#byKeyboard) return target.click();
    await this.#reach(target);
    await this.page.keyboard.press(key);
  }

  /**
   * Presses Tab until an element has the focus. In a group of radio buttons, the arrow keys move the focus instead.
   * Each focused element must be below the previous one or to its right.
   */
  async #reach(target: Locator): Promise<void> {
    let key = "Tab";
    for (let presses = 0; presses < 150; presses++) {
      await this.page.keyboard.press(key);
      const { isThere, isInGroup, ...box } = await target.evaluate((element) => {
        const { activeElement: active } = document;
        const group = (one: Element | null) => (one?.matches("[type=radio]") ? one.getAttribute("name") : null);
        const { left, right, top, bottom } = (active ?? element).getBoundingClientRect();
        return {
          ...{ isThere: active === element, isInGroup: group(active) !== null && group(active) === group(element) },
          ...{ left, right, top: top + scrollY, bottom: bottom + scrollY },
        };
      });
      const { right, top } = this.#lastFocus;
      expect(box.bottom > top || box.left >= right, `${this.page.url()}: the focus goes back up`).toBe(true);
      this.#lastFocus = box;
      if (isThere) return expect(await focusOf(this.page)).toBe("seen");
      key = isInGroup ? "ArrowDown" : "Tab";
    }
    expect.fail(`Tab does not reach ${target}`);
  }
}
