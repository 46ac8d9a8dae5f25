import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AssistantsPageContext } from "../../../workers/account/pages/page-request.ts";
import { openBrowser } from "../pages/open-browser.ts";
import {
  expectKeyboardToReachAll,
  expectOneWayForward,
  expectTargetsToBeHigh,
  expectToFitEveryView,
} from "../pages/view-pages.ts";
import { type AssistantsPages, agreement, signedInAs, startAssistants } from "./support/assistants-pages.ts";
import { sampleConnections } from "./support/samples.ts";
import { type ServedPage, servePage } from "./support/serve-page.ts";

const LIST = "/connected-assistants";

let api: AssistantsPages;
let served: ServedPage;
let browser: Browser;
let context: Partial<AssistantsPageContext> = {};

beforeAll(async () => {
  api = await startAssistants();
  served = await servePage(api, () => context);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await served.close();
  await api.close();
});
beforeEach(async () => {
  context = {};
  await api.clear();
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

/** Every state of the page, and what brings it about. */
const STATES: Record<string, (language: string) => Promise<Page>> = {
  empty: (language) => open(`${LIST}?lang=${language}`),
  list: async (language) => {
    const { atlas } = await sampleConnections(api);
    context = { demonstration: true };
    const page = await open(`${LIST}?lang=${language}`);
    await page.locator(`#connection-${atlas} details`).first().locator("summary").click();
    return page;
  },
  searched: async (language) => {
    await sampleConnections(api);
    for (const name of ["Nightly backup", "Another report"]) {
      await api.connections.make(await agreement({ name, application: name }));
    }
    const page = await open(`${LIST}?lang=${language}&q=report`);
    // The language stands beside the person, not under it.
    await page.setViewportSize({ width: 390, height: 844 });
    const middles = await page.locator(".page-header nav > *").evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect())
        .map(({ top, height }) => Math.round(top + height / 2)),
    );
    expect(middles).toHaveLength(3);
    expect(new Set(middles).size).toBe(1);
    return page;
  },
  unfolded: async (language) => {
    await sampleConnections(api);
    const page = await open(`${LIST}?lang=${language}`);
    await unfold(page);
    return page;
  },
  "token-form": async (language) => {
    context = { signedIn: signedInAs("contact") };
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
    expect(await page.locator("script").count()).toBe(0);
    await expectToFitEveryView(page, name, language);
    if (name !== "unfolded") await expectOneWayForward(page);
    await page.close();
  });

  test("targets are 44 px high, and the keyboard reaches each of them visibly", async () => {
    const page = await bring("fr");
    await expectTargetsToBeHigh(
      page,
      "header a, header button, footer a, main .button, label.tick, main select, summary, .links a",
    );
    await expectKeyboardToReachAll(page);
    await page.close();
  });
});

test("a form that came back has the focus on why", async () => {
  const page = await STATES["token-refused"]?.("en");
  expect(await page?.evaluate(() => document.activeElement?.className)).toContain("error-summary");
  await page?.close();
});

test("Enter on a tick saves, and ends nothing", async () => {
  const { atlas } = await sampleConnections(api);
  const page = await open(LIST);
  const card = page.locator(`#connection-${atlas}`);
  await card.locator("details").last().locator("summary").click();
  await card.locator("[name=scope]").uncheck();
  await card.locator("[name=scope]").press("Enter");
  await page.getByRole("status").waitFor();
  expect(api.connections.held.get(atlas)).toMatchObject({ end: null, agreement: { scopes: ["account:read"] } });
  await page.close();
});

test("narrowing, then disconnecting, by the buttons of a card", async () => {
  const { atlas } = await sampleConnections(api);
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
