import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { defineCommand } from "../../../scripts/command-line.ts";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { seedStores } from "../../support/seeded-stores.ts";
import { World } from "../../support/world.ts";
import { openBrowser } from "../pages/open-browser.ts";
import { Inspector, installInspector, PROTOCOL_ERAS } from "./inspector.ts";

/** The input for each tool with a card, and the expected heading of the card, by the title of the tool. */
const ASKED = {
  "Compare plans": {
    input: { plans: ["web-start", "web-plus", "web-pro"] },
    heading: { en: "Plans compared", fr: "Comparaison des forfaits" },
  },
  "Check a domain name": {
    input: { domain: "free-example.ai" },
    heading: { en: "free-example.ai is available", fr: "free-example.ai est libre" },
  },
  "Search domains": {
    input: { domains: ["free-example.ca", "taken-example.com"], alternatives: true },
    heading: { en: "Domain names", fr: "Noms de domaine" },
  },
};
const PICTURES = "test/pictures";

/** Shows each card in the official MCP Inspector in both languages, colour schemes and protocol eras. */
export const command = defineCommand({
  options: {},
  isLong: true,
  hasStack: true,
  async run() {
    const folder = await installInspector();
    const stores = join(folder, "stores");
    mkdirSync(stores);
    await seedStores(stores);
    const world = new World({ workers: ["catalogue", "billing"], vars: { catalogue: { EXTRA_TOOLS: "true" } } });
    const browser = await openBrowser();
    try {
      await world.start(stores);
      for (const era of PROTOCOL_ERAS) {
        const inspector = await Inspector.start(folder, `${world.origin}/api/v1/mcp`, era);
        try {
          await showCards(browser, inspector);
        } finally {
          inspector.stop();
        }
      }
      console.log(`Every card was shown. Their pictures are in ${PICTURES}.`);
      return 0;
    } finally {
      await browser.close();
      await world.close();
      rmSync(folder, { recursive: true });
    }
  },
});

/**
 * Shows each card and takes a picture of it.
 * @throws {Error} if a card does not show the expected heading and colours
 */
async function showCards(browser: Browser, inspector: Inspector): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const lang of LANGUAGES) {
      for (const [title, { input, heading }] of Object.entries(ASKED)) {
        const page = await browser.newPage({ colorScheme, viewport: { width: 1600, height: 1000 } });
        const card = await inspector.openApp(page, title, { ...input, lang, currency: "CAD" });
        const name = [title.toLowerCase().replaceAll(" ", "-"), lang, colorScheme, inspector.era].join("-");
        const shown = {
          heading: await card.locator("h1").innerText(),
          style: await card.getAttribute("html", "style"),
        };
        if (shown.heading !== heading[lang] || !shown.style?.includes(`color-scheme: ${colorScheme}`)) {
          throw new Error(`${name}: ${JSON.stringify(shown)}`);
        }
        await page.screenshot({ path: `${PICTURES}/${name}.png` });
        console.log(`${name}: ${shown.heading}`);
        await page.close();
      }
    }
  }
}
