import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";

/**
 * The axe-core rules that a different colour scheme or width can break. All other rules have the same result in every
 * view.
 */
const RULES_OF_VIEWS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"];

/**
 * The views, with sizes in CSS pixels and the axe-core rules to check; `null` for all rules. A browser zoomed to 200%
 * has half the width. The rules run in both colour schemes, above and below the width at which the layout changes.
 */
const VIEWS = [
  { view: "desktop-light", width: 1280, height: 900, colorScheme: "light", rules: null },
  { view: "zoomed", width: 640, height: 450, colorScheme: "light", rules: [] },
  { view: "narrow", width: 320, height: 640, colorScheme: "dark", rules: RULES_OF_VIEWS },
  { view: "phone-dark", width: 390, height: 844, colorScheme: "dark", rules: [] },
] as const;

/** Whether to take a picture of every page in every view for visual checks, with `PICTURES=1`. */
const PICTURES = process.env.PICTURES === "1";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Opens a page in a language. */
export type Visit = (language: string) => Promise<Page>;

export interface ViewOptions {
  /** The selector of the elements that a user can press, without links inside text. */
  targets: string;
  /** The names of the pages for the keyboard test; all pages by default. */
  keyboard?: string[];
  /** The name of a page with more than one open form. */
  unfolded?: string;
}

/**
 * Defines the tests of each page in both languages. Each page must fit every view, must not move while it loads, and
 * must have one primary button. Elements to press must be high enough, and axe-core must find no faults.
 */
export function testViews(pages: Record<string, Visit>, { targets, keyboard, unfolded }: ViewOptions): void {
  describe.each(Object.entries(pages))("%s", (name, visit) => {
    test.each(["en", "fr"])(
      "the page fits every view, passes axe-core and works by touch and keyboard (%s)",
      async (language) => {
        const page = await visit(language);
        if (language === "en" && name !== unfolded) expect(await layoutShifts(page)).toEqual([]);
        await expectToFitEveryView(page, name, language);
        if (name !== unfolded) await expectOneWayForward(page);
        await expectTargetsToBeHigh(page, targets);
        if (language === "fr" && (keyboard ?? [name]).includes(name)) await expectKeyboardToReachAll(page);
      },
    );
  });
}

/**
 * Checks a page in every view. Nothing may scroll sideways, and axe-core must find no faults. The findings do not
 * depend on the language, so axe-core runs only in English. The page is in the phone view afterwards.
 */
export async function expectToFitEveryView(page: Page, name: string, language: string): Promise<void> {
  expect(await page.getAttribute("html", "lang")).toBe(language);
  for (const { view, width, height, colorScheme, rules } of VIEWS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    if (PICTURES) await page.screenshot({ path: `test/pictures/${name}-${language}-${view}.png`, fullPage: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${view}: horizontal scroll`).toBe(width);
    if (language === "en" && rules?.length !== 0) expect(await faults(page, rules), view).toEqual([]);
  }
}

/** A `layout-shift` entry of the Layout Instability API. TypeScript has no type for it. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Element }[];
}

/** Returns the elements that moved without a user action, with their scores. */
export function layoutShifts(page: Page): Promise<[moved: string, score: number][]> {
  return page.evaluate(async () => {
    const shifts: [string, number][] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join();
        if (!hadRecentInput) shifts.push([moved, value]);
      }
    });
    observer.observe({ type: "layout-shift", buffered: true });
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    observer.disconnect();
    return shifts;
  });
}

/** The selector of lists in which each item has a button. These buttons are not the primary button of the page. */
const EQUALS = ".plans, .comparison, table, .rows, .list-tools";

/**
 * Checks the buttons of a page. Exactly one button is filled, and it is the last in its row, unless the page only
 * removes something. A decision has two buttons of equal size. The first one leads back, and only the second one may be
 * filled. On a phone, a `.decision` bar is always visible, and all other buttons scroll with the content.
 */
async function expectOneWayForward(page: Page): Promise<void> {
  const buttons = await page.locator("main .button").evaluateAll(
    (all, equals) =>
      all
        .filter((button) => button.checkVisibility() && !button.closest(equals))
        .map((button) => {
          const { backgroundColor, borderTopColor } = getComputedStyle(button);
          const { top, bottom, width } = button.getBoundingClientRect();
          const row = [...(button.closest(".buttons")?.querySelectorAll("a, button") ?? [button])];
          return {
            text: button.textContent,
            filled: backgroundColor === borderTopColor,
            removes: button.classList.contains("danger"),
            decides: button.closest(".equal") !== null,
            isAlwaysSeen: button.closest(".decision") !== null,
            position: getComputedStyle(button.closest(".buttons") ?? button).position,
            isLast: row.at(-1) === button,
            isSeen: top >= 0 && bottom <= innerHeight,
            width,
          };
        }),
    EQUALS,
  );
  const filled = buttons.filter((button) => button.filled);
  const [back, forward, ...more] = buttons.filter(({ decides }) => decides);
  if (!back) {
    const acts = buttons.filter(({ isLast }) => isLast);
    expect(filled.map(({ isLast }) => isLast)).toEqual(acts.every(({ removes }) => removes) ? [] : [true]);
    return;
  }
  expect(filled.filter((button) => button !== forward)).toEqual([]);
  expect(more).toEqual([]);
  if (back.isAlwaysSeen) expect([back.isSeen, forward?.isSeen]).toEqual([true, true]);
  else expect(back.position).toBe("static");
  expect([back.width, back.isLast, forward?.isLast]).toEqual([forward?.width, false, true]);
}

/** Checks that the elements to press are at least 44 pixels high on a phone. */
async function expectTargetsToBeHigh(page: Page, targets: string): Promise<void> {
  const heights = await page
    .locator(targets)
    .evaluateAll((all) =>
      all
        .filter((target) => target.checkVisibility())
        .map((target) => [target.outerHTML, target.getBoundingClientRect().height]),
    );
  expect(heights.length).toBeGreaterThan(0);
  expect(heights.filter(([, height]) => Number(height) < 44)).toEqual([]);
}

/** Checks that the Tab key reaches every control with a visible focus. */
async function expectKeyboardToReachAll(page: Page): Promise<void> {
  const usable = await page
    .locator("a[href], summary, button, input:not([type=hidden]), select, [tabindex='0']")
    .evaluateAll((all) => {
      const groups = new Set<string>();
      return all.filter((element) => {
        if (!element.checkVisibility() || element.matches(":disabled")) return false;
        if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
        // The Tab key enters a group of radio buttons only once.
        const isFirst = !groups.has(element.name);
        groups.add(element.name);
        return isFirst;
      }).length;
    });
  await page.locator("body").evaluate((body) => {
    body.tabIndex = -1;
    body.focus();
  });
  const reached: string[] = [];
  for (let presses = 0; presses < usable + 5; presses++) {
    await page.keyboard.press("Tab");
    const focused = await focusOf(page);
    if (focused === null) break;
    reached.push(focused);
  }
  expect(reached.filter((focused) => focused !== "seen")).toEqual([]);
  expect(reached).toHaveLength(usable);
}

/** Returns `seen` if the focused element shows its focus, otherwise its HTML; `null` if no element has the focus. */
export function focusOf(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { top, bottom, left } = element.getBoundingClientRect();
    const seen = outlineStyle === "solid" && outlineWidth === "3px" && bottom > 0 && top < innerHeight && left >= 0;
    return seen ? "seen" : `not seen: ${element.outerHTML}`;
  });
}

/**
 * Returns the faults that axe-core finds in a page.
 * @param rules the rules to check; `null` for all rules, which must come first because it loads axe-core
 */
export async function faults(page: Page | Frame, rules: readonly string[] | null = null): Promise<string[]> {
  if (rules === null) await page.evaluate(axe);
  const options = rules ? { runOnly: rules } : {};
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
