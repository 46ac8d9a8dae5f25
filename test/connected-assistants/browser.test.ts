import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AssistantsScene } from "../../workers/account/pages/connected-assistants/assistants-scene.ts";
import { openBrowser } from "../pages/open-browser.ts";
import { type AssistantsDesk, signedInAs, startAssistants } from "./support/assistants-desk.ts";
import { sampleConnections } from "./support/samples.ts";
import { type ServedPage, servePage } from "./support/serve-page.ts";

const VIEWS = [
  { view: "desktop-light", width: 1000, height: 900, colorScheme: "light" },
  { view: "desktop-dark", width: 1280, height: 900, colorScheme: "dark" },
  { view: "phone-light", width: 390, height: 844, colorScheme: "light" },
  { view: "phone-dark", width: 390, height: 844, colorScheme: "dark" },
  { view: "zoomed", width: 640, height: 450, colorScheme: "light" },
  { view: "narrow", width: 320, height: 640, colorScheme: "dark" },
] as const;
const LIST = "/connected-assistants";

/** `PICTURES=1` also takes a picture of every state in every view, to be looked at. */
const PICTURES = process.env.PICTURES === "1";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let desk: AssistantsDesk;
let served: ServedPage;
let browser: Browser;
let scene: Partial<AssistantsScene> = {};

beforeAll(async () => {
  desk = await startAssistants();
  served = await servePage(desk, () => scene);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await served.close();
  await desk.close();
});
beforeEach(async () => {
  scene = {};
  await desk.clear();
});

async function open(address: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  await page.goto(served.origin + address);
  return page;
}

async function unfold(page: Page): Promise<void> {
  for (const details of await page.locator("details").all()) {
    await details.evaluate((element) => element.setAttribute("open", ""));
  }
}

/** What axe-core finds wrong with a page as it is shown now. */
async function faults(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate("axe.run()")) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Every state of the page, and what brings it about. */
const STATES: Record<string, (language: string) => Promise<Page>> = {
  empty: (language) => open(`${LIST}?lang=${language}`),
  list: async (language) => {
    const { atlas } = await sampleConnections(desk);
    scene = { demonstration: true };
    const page = await open(`${LIST}?lang=${language}`);
    await page.locator(`#connection-${atlas} details`).first().locator("summary").click();
    return page;
  },
  unfolded: async (language) => {
    await sampleConnections(desk);
    const page = await open(`${LIST}?lang=${language}`);
    await unfold(page);
    return page;
  },
  "token-form": async (language) => {
    scene = { signedIn: signedInAs("contact") };
    const page = await open(`${LIST}?lang=${language}&new-token`);
    await unfold(page);
    return page;
  },
  "token-refused": async (language) => {
    const page = await open(`${LIST}?lang=${language}&new-token&account=1001`);
    await page.locator("[name=scope]").first().check();
    await page.locator("[value=create_token]").click();
    await page.locator(".error-summary").waitFor();
    return page;
  },
  "token-made": async (language) => {
    const page = await open(`${LIST}?lang=${language}&new-token&account=1001`);
    await page.locator("#token-name").fill("Nightly report");
    await page.locator("[name=days][value='90']").check();
    await page.locator("[value=create_token]").click();
    await page.locator(".new-secret").waitFor();
    return page;
  },
};

describe.each(Object.entries(STATES))("%s", (name, bring) => {
  test.each(["en", "fr"])("%s: fits every view, in both schemes, without a fault", async (language) => {
    const page = await bring(language);
    expect(await page.getAttribute("html", "lang")).toBe(language);
    expect(await page.locator("script").count()).toBe(0);
    await page.evaluate(axe);
    for (const { view, width, height, colorScheme } of VIEWS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      if (PICTURES) await page.screenshot({ path: `test/pictures/${name}-${language}-${view}.png`, fullPage: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${view}: horizontal scroll`).toBe(width);
      expect(await faults(page), view).toEqual([]);
    }
    await page.close();
  });

  test("targets are 44 px high, and the keyboard reaches each of them visibly", async () => {
    const page = await bring("fr");
    await page.setViewportSize({ width: 390, height: 844 });
    const heights = await page
      .locator("header a, header button, footer a, main .button, label.tick, main select, summary, .links a")
      .evaluateAll((all) =>
        all
          .filter((target) => target.checkVisibility())
          .map((target) => [target.textContent, target.getBoundingClientRect().height]),
      );
    expect(heights.length).toBeGreaterThan(5);
    expect(heights.filter(([, height]) => Number(height) < 44)).toEqual([]);

    const usable = await page
      .locator("a[href], summary, button, input:not([type=hidden]), select")
      .evaluateAll((all) => {
        const groups = new Set<string>();
        return all.filter((element) => {
          if (!element.checkVisibility() || element.matches(":disabled")) return false;
          if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
          // Tab enters a group of radio buttons once.
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
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const { top, bottom, left } = element.getBoundingClientRect();
        const seen = outlineStyle === "solid" && outlineWidth === "3px" && bottom > 0 && top < innerHeight && left >= 0;
        return seen ? "seen" : `not seen: ${element.outerHTML}`;
      });
      if (focused === null) break;
      reached.push(focused);
    }
    expect(reached.filter((focused) => focused !== "seen")).toEqual([]);
    expect(reached).toHaveLength(usable);
    await page.close();
  });
});

test("a form that came back has the focus on why", async () => {
  const page = await STATES["token-refused"]?.("en");
  expect(await page?.evaluate(() => document.activeElement?.className)).toContain("error-summary");
  await page?.close();
});

test("Enter on a tick saves, and ends nothing", async () => {
  const { atlas } = await sampleConnections(desk);
  const page = await open(LIST);
  const card = page.locator(`#connection-${atlas}`);
  await card.locator("details").last().locator("summary").click();
  await card.locator("[name=scope]").uncheck();
  await card.locator("[name=scope]").press("Enter");
  await page.getByRole("status").waitFor();
  expect(desk.connections.held.get(atlas)).toMatchObject({ end: null, agreement: { scopes: ["account:read"] } });
  await page.close();
});

test("narrowing, then disconnecting, by the buttons of a card", async () => {
  const { atlas } = await sampleConnections(desk);
  const page = await open(LIST);
  const card = page.locator(`#connection-${atlas}`);
  await card.locator("details").last().locator("summary").click();
  await card.locator("[name=scope]").uncheck();
  await card.locator("[name=limit]").selectOption({ label: "studio-ana.ca" });
  await card.getByRole("button", { name: "Save" }).click();
  await page.getByRole("status").waitFor();
  expect(await card.locator(".chip").allTextContents()).toEqual(["Read", "Only studio-ana.ca"]);

  await card.getByRole("button", { name: "Disconnect Atlas Assistant" }).click();
  await card.waitFor({ state: "detached" });
  expect(await page.getByRole("status").textContent()).toContain("Atlas Assistant was disconnected");
  await page.close();
});
