import { createHash } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import process from "node:process";
import { expect, test } from "vitest";
import { API_PATH } from "../../../shared/platform/addresses.ts";
import { returnedTo } from "../../support/connecting-application.ts";
import { GENERATIONS, KeptByHost, type OpenedClient } from "../../support/host-clients.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";
import { heroPage, type Shown } from "./hero.tsx";
import { openBrowser } from "./open-browser.ts";

const world = useWorld();
const PICTURES = new URL("../../../docs/pictures/", import.meta.url);
const HASH = new URL("hero.sha256", PICTURES);
const SCHEMES = ["light", "dark"] as const;
const pictureOf = (scheme: (typeof SCHEMES)[number]) => new URL(`hero.${scheme}.webp`, PICTURES);
const DOMAIN = "atelier-nord.ca";
/** The assistant's redirect URI. The test never opens it. */
const CALLBACK = "https://assistant.example/callback";
const MAX_BYTES = 200_000;
/** A font from a development dependency, so that the picture looks the same on every machine. */
const FONT = new URL("../../../node_modules/emulate/dist/fonts/geist-sans.woff2", import.meta.url);

/** Connects an assistant, quotes and orders a domain, and opens the invoice. Returns the pages and tool results. */
async function orderOnce(): Promise<Shown> {
  await world.billing.prepare("UPDATE accounts SET credit = 0").run();
  const [{ open, finish }] = GENERATIONS as [(typeof GENERATIONS)[number]];
  const address = new URL(`${API_PATH}/account/mcp`, world.origin);
  const host = new KeptByHost();
  host.redirectUrl = CALLBACK;
  host.clientMetadata = { ...host.clientMetadata, client_name: "Assistant", redirect_uris: [CALLBACK] };
  await expect(open(address, host)).rejects.toThrow();
  const visitor = new PageVisitor(world.origin);
  const signIn = await visitor.open(host.sentTo ?? expect.fail("the client asks for consent"));
  const accounts = await visitor.signIn(signIn, "owner");
  const consent = await visitor.submit(accounts, "account", { account: "1001" });
  const decision = { scope: ["billing:write"], limit: "all", decision: "allow" };
  await finish(address, host, await returnedTo(visitor.submit(consent, "decision", decision)));

  const catalogue = await open(new URL(`${API_PATH}/mcp`, world.origin), new KeptByHost());
  const check = await call<Shown["check"]>(catalogue, "check_domain", { currency: "CAD" });
  const account = await open(address, host);
  const quote = await call<Shown["quote"] & { terms: { version: string } }>(account, "quote_domain_order");
  const placed = await call<Shown["placed"]>(account, "order_domain", {
    accept_terms: quote.terms.version,
    expected_price: quote.price.amount,
    fields: { legal_type: "CCO" },
    idempotency_key: crypto.randomUUID(),
  });
  await Promise.all([catalogue.close(), account.close()]);
  const invoice = await visitor.open(placed.action_required.url);
  const overview = await visitor.open("/client-area");
  return { consent: consent.html, invoice: invoice.html, overview: overview.html, check, quote, placed };
}

/** Calls a tool with the domain and returns the result. */
async function call<Value>(client: OpenedClient, tool: string, input: object = {}): Promise<Value> {
  const { isError, content, structuredContent } = await client.callTool(tool, { domain: DOMAIN, ...input });
  if (isError) throw new Error(JSON.stringify(content));
  return structuredContent as Value;
}

/**
 * Removes the parts of a page that differ in each run: the origin, ids, tokens, dates, and the name of the style sheet.
 */
function constantPart(html: string): string {
  return html
    .replaceAll(world.origin, "")
    .replace(/[\w-]{43}|[0-9a-f]{8}-[0-9a-f-]{27}|styles-[0-9a-f]+/g, "…")
    .replace(/20\d\d-\d\d-\d\dT[\d:.]+Z|\d{1,2} \p{L}+ 20\d\d|\b20\d\d(?=-\d{4})/gu, "…");
}

async function takePictures(html: string): Promise<void> {
  const browser = await openBrowser();
  const letters = `@font-face { font-family: Picture; font-weight: 100 900; src: url(data:font/woff2;base64,${readFileSync(FONT, "base64")}) }`;
  for (const colorScheme of SCHEMES) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 784 }, deviceScaleFactor: 1.5 });
    const address = `${world.origin}/hero`;
    await page.route(address, (route) => route.fulfill({ contentType: "text/html", body: html }));
    await page.goto(address);
    for (const frame of page.frames()) {
      await frame.addStyleTag({ content: `${letters} :root { --sans: Picture; text-rendering: geometricPrecision }` });
      await frame.evaluate(() => document.fonts.load("1rem Picture"));
    }
    await page.frameLocator("[title=consent]").locator("#billing-write").check();
    const browserSession = await page.context().newCDPSession(page);
    const { data } = await browserSession.send("Page.captureScreenshot", { format: "webp", quality: 95 });
    writeFileSync(pictureOf(colorScheme), data, "base64");
  }
  await browser.close();
}

test("the picture in the README shows the current pages", async () => {
  const html = heroPage(await orderOnce());
  const hash = `${createHash("sha256").update(constantPart(html)).digest("hex")}\n`;
  const isTaken = readFileSync(HASH, "utf8") === hash;
  if (process.env.UPDATE_SURFACE === "1" && !isTaken) {
    await takePictures(html);
    writeFileSync(HASH, hash);
  } else expect(isTaken, "npm run update-surface takes the picture again").toBe(true);
  for (const scheme of SCHEMES) expect(statSync(pictureOf(scheme)).size).toBeLessThanOrEqual(MAX_BYTES);
});
