import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { getToolUiResourceUri } from "@modelcontextprotocol/ext-apps/app-bridge";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { useWorld } from "../../support/world.ts";
import { CardHost } from "./card-host.ts";
import { useBrowser } from "./open-browser.ts";
import { faults } from "./view-pages.ts";

const world = useWorld({ workers: ["catalogue", "billing"], vars: { catalogue: { EXTRA_TOOLS: "true" } } });
const browser = useBrowser();
const client = new Client({ name: "tests", version: "1" });
/** Whether to take a picture of every card for visual checks, with `PICTURES=1`. */
const PICTURES = process.env.PICTURES === "1";

/** The inputs for each tool that has a card. */
const ASKED: Record<string, Record<string, unknown>[]> = {
  compare_plans: [{ plans: ["web-start", "web-plus", "web-pro"] }, { plans: ["web-plus", "no-such-plan"] }],
  check_domain: [
    "free-example.ca",
    "free-example.ai",
    "free-été.ca",
    "taken-example.ca",
    "reserved-example.ca",
    "garbage-example.ca",
  ].map((domain) => ({ domain })),
  search_domains: [
    {
      domains: ["free-example.ca", "free-example.ai", "taken-example.com", "reserved-example.ca", "garbage-example.ca"],
    },
    { domains: ["taken-example.com"], alternatives: true },
    { domains: ["free-été.ca", "аррӏе.com"] },
  ],
};
const WIDTH = 320;
/**
 * The themes, each with the axe-core rules to check; `null` for all rules. The dark theme can break only the contrast.
 */
const THEMES = [
  ["light", null],
  ["dark", ["color-contrast"]],
] as const;

beforeAll(() => client.connect(new StreamableHTTPClientTransport(new URL(`${world.origin}/api/v1/mcp`))));
afterAll(() => client.close());

/** Finds and opens the card of a tool, as a host does. */
async function open(tool: string): Promise<CardHost> {
  const { tools } = await client.listTools();
  const uri = getToolUiResourceUri(tools.find(({ name }) => name === tool) ?? {}) ?? expect.fail("no card");
  const [content] = (await client.readResource({ uri })).contents;
  if (!content || !("text" in content)) return expect.fail("no text");
  return CardHost.open(await browser.newVisitor({ viewport: { width: WIDTH, height: 900 } }), content.text);
}

const ask = (tool: string, input: Record<string, unknown>) => client.callTool({ name: tool, arguments: input });

test.each(LANGUAGES)(
  "every card in %s has its committed text and fits a phone, and the English cards pass axe-core in both themes",
  async (lang) => {
    const texts: string[] = [];
    for (const [tool, inputs] of Object.entries(ASKED)) {
      const card = await open(tool);
      for (const asked of inputs) {
        const input = { ...asked, currency: "CAD", lang };
        const result = await ask(tool, input);
        for (const [theme, rules] of THEMES) {
          await card.show(result, input, { theme });
          const unfold = card.frame.locator("details:not([open]) summary");
          if (await unfold.count()) await unfold.click();
          // The findings of axe-core do not depend on the language.
          if (lang === "en") expect(await faults(card.frame, rules)).toEqual([]);
          expect(await card.frame.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe(theme);
          const name = [tool, ...Object.values(asked), lang, theme].join("-");
          if (PICTURES) await card.page.screenshot({ path: `test/pictures/${name}.png`, fullPage: true });
        }
        texts.push(`## ${tool} ${JSON.stringify(asked)}\n\n${await card.frame.locator("main").innerText()}`);
        expect(await card.frame.getAttribute("html", "lang")).toBe(lang);
        await expect.poll(() => card.room()).toEqual({ width: 0, height: 0 });
      }
      expect(card.mistakes).toEqual([]);
    }
    const plain = texts
      .join("\n\n")
      .replaceAll(/[\u00a0\u202f]/g, " ")
      .replaceAll(/\d+ second/g, "… second");
    await expect(plain).toMatchFileSnapshot(`texts/cards.${lang}.txt`);
  },
);

test("a card opens the cart through its host and sends no other messages", async () => {
  const card = await open("check_domain");
  const result = await ask("check_domain", { domain: "free-example.ca" });
  await card.show(result);
  const { order_url } = result.structuredContent as { order_url: string };
  await card.frame.click("text=Open the cart");
  await expect.poll(async () => (await card.heard()).opened).toEqual([order_url]);
  const said = new Set((await card.heard()).said);
  expect([...said].toSorted()).toEqual([
    "ui/initialize",
    "ui/notifications/initialized",
    "ui/notifications/size-changed",
    "ui/open-link",
  ]);
});

test("a card shows the URL if the host does not open it", async () => {
  const card = await open("check_domain");
  await card.show(await ask("check_domain", { domain: "free-example.ca" }));
  await card.refuseLinks();
  for (const _ of ["once", "again"]) await card.frame.click("text=Open the cart");
  const address = card.frame.locator("a + small");
  await expect.poll(() => address.allInnerTexts()).toEqual([await card.frame.getAttribute("a", "href")]);
});

test("a card links only to https URLs and to the demonstration", async () => {
  const card = await open("check_domain");
  const { structuredContent, ...result } = await ask("check_domain", { domain: "free-example.ca" });
  const addresses = [
    "https://shop.example/cart",
    "http://localhost:8787/cart",
    "http://shop.example/cart",
    "http://localhost:8787@shop.example/cart",
    "javascript:alert(1)",
    "cart",
  ];
  const linked: string[] = [];
  for (const order_url of addresses) {
    await card.show({ ...result, structuredContent: { ...(structuredContent as object), order_url } });
    if (await card.frame.locator("a").count()) linked.push(order_url);
  }
  expect(linked).toEqual(addresses.slice(0, 2));
});

test("a card shows markup in a result as text", async () => {
  const card = await open("compare_plans");
  const { structuredContent, ...result } = await ask("compare_plans", { plans: ["web-start", "web-plus"] });
  const markup = '<img src="https://elsewhere.example/x" onerror="parent.postMessage(1)">';
  const altered = JSON.parse(
    JSON.stringify(structuredContent).replaceAll("Web Start", JSON.stringify(markup).slice(1, -1)),
  );
  expect(await card.show({ ...result, structuredContent: altered })).toContain(markup);
  expect(card.mistakes).toEqual([]);
});

test("a card also works in a host that passes only the text of a result", async () => {
  const card = await open("check_domain");
  const { structuredContent: _, ...result } = await ask("check_domain", { domain: "free-example.ca", lang: "fr" });
  expect(await card.show(result)).toContain("free-example.ca est libre");
  for (const text of ["The host lost the answer.", "null", "[]"]) {
    expect(await card.show({ content: [{ type: "text", text }], isError: true })).toContain(text);
  }
});

test("a card uses the colours of its host and follows changes", async () => {
  const card = await open("check_domain");
  const result = await ask("check_domain", { domain: "free-example.ca" });
  for (const ground of ["rgb(1, 2, 3)", "rgb(4, 5, 6)"]) {
    await card.show(result, {}, { styles: { variables: { "--color-background-primary": ground } as never } });
    expect(await card.frame.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(ground);
  }
});
