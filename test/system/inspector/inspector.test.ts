import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { useBrowser } from "../pages/open-browser.ts";
import { Inspector, installInspector, PROTOCOL_ERAS } from "./inspector.ts";

/** What is asked of each tool that has a card, and the heading of the card. */
const ASKED = [
  {
    title: "Compare plans",
    input: { plans: ["web-start", "web-plus", "web-pro"] },
    heading: { en: "Plans compared", fr: "Comparaison des forfaits" },
  },
  {
    title: "Check a domain name",
    input: { domain: "free-example.ai" },
    heading: { en: "free-example.ai is available", fr: "free-example.ai est libre" },
  },
];

/** Run by `npm run prove -- cards`, which leaves its pictures in `test/pictures`. */
describe.runIf(process.env.INSPECTOR)("in the official MCP Inspector", () => {
  const browser = useBrowser();
  let folder = "";
  beforeAll(async () => {
    folder = await installInspector();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(PROTOCOL_ERAS)("each card is drawn in each language and colour scheme, in the %s era", async (era) => {
    const inspector = await Inspector.start(folder, `${inject("origin")}/api/v1/mcp`, era);
    try {
      for (const colorScheme of ["light", "dark"] as const) {
        const page = await browser.newVisitor({ colorScheme, viewport: { width: 1600, height: 1000 } });
        for (const lang of LANGUAGES) {
          for (const { title, input, heading } of ASKED) {
            const card = await inspector.openApp(page, title, { ...input, lang, currency: "CAD" });
            expect(await card.locator("h1").innerText()).toBe(heading[lang]);
            expect(await card.getAttribute("html", "style")).toContain(`color-scheme: ${colorScheme}`);
            await page.getByText(era.toUpperCase(), { exact: true }).waitFor();
            const name = [title.replaceAll(" ", "-"), lang, colorScheme, era].join("-");
            await page.screenshot({ path: `test/pictures/inspector-${name}.png` });
          }
        }
        await page.context().close();
      }
    } finally {
      inspector.stop();
    }
  });
});
