import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AppBridge } from "@modelcontextprotocol/ext-apps/app-bridge";
import type { Frame, Page } from "playwright-core";
import { PROJECT } from "../../../scripts/workers.ts";

const HOST = "https://host.example/";
const MODULES = `${HOST}modules/`;
const CARD = "https://card.example/";
/** The Content-Security-Policy with which hosts serve a card that declares no origins. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

/** The import map with which the browser finds the packages of the bridge. */
const IMPORTS = {
  "@modelcontextprotocol/ext-apps/app-bridge": `${MODULES}@modelcontextprotocol/ext-apps/dist/src/app-bridge.js`,
  "@modelcontextprotocol/client": `${MODULES}@modelcontextprotocol/client/dist/index.mjs`,
  "@modelcontextprotocol/client/_shims": `${MODULES}@modelcontextprotocol/client/dist/shimsBrowser.mjs`,
  "@modelcontextprotocol/core": `${MODULES}@modelcontextprotocol/core/dist/index.mjs`,
  "@modelcontextprotocol/core/internal": `${MODULES}@modelcontextprotocol/core/dist/internal.mjs`,
  eventsource: `${MODULES}eventsource/dist/index.js`,
  "eventsource-parser": `${MODULES}eventsource-parser/dist/index.js`,
  "eventsource-parser/stream": `${MODULES}eventsource-parser/dist/stream.js`,
  "pkce-challenge": `${MODULES}pkce-challenge/dist/index.browser.js`,
  "zod/v4": `${MODULES}zod/v4/index.js`,
};

/** The page of a host with the official bridge. It records the messages of the card. */
const PAGE = `<!doctype html><html lang="en"><title>Host</title>
<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
<iframe sandbox="allow-scripts" title="Card" style="width: 100%; border: 0"></iframe>
<script type="module">
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
const frame = document.querySelector("iframe");
const bridge = new AppBridge(null, { name: "tests", version: "1" }, { openLinks: {} }, { hostContext: {} });
const host = { bridge, said: [], opened: [], isReady: false, opensLinks: true };
globalThis.host = host;
addEventListener("message", ({ source, data }) => source === frame.contentWindow && data.method && host.said.push(data.method));
bridge.onopenlink = async ({ url }) => (host.opened.push(url), { isError: !host.opensLinks });
bridge.onsizechange = ({ height }) => { frame.style.height = height + "px"; };
bridge.oninitialized = () => { host.isReady = true; };
await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
frame.src = "${CARD}";
</script>`;

declare const host: {
  bridge: AppBridge;
  /** The methods of the messages that the card sent. */
  said: string[];
  opened: string[];
  isReady: boolean;
  opensLinks: boolean;
};

/** What a host gives its card: the result and arguments of the tool call, and the appearance of the host. */
interface Shown {
  result: Parameters<AppBridge["sendToolResult"]>[0];
  input: Record<string, unknown>;
  context: Parameters<AppBridge["setHostContext"]>[0];
}

/** A card in a browser, inside a host with the official bridge. */
export class CardHost {
  /** Errors in the browser, and unexpected requests. */
  readonly mistakes: string[] = [];
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, html: string): Promise<CardHost> {
    const shown = new CardHost(page);
    const { mistakes } = shown;
    page.on("pageerror", (error) => mistakes.push(String(error)));
    page.on("console", (message) => message.type() === "error" && mistakes.push(message.text()));
    await page.route("**/*", (route) => {
      const url = route.request().url();
      if (url === HOST) return route.fulfill({ contentType: "text/html", body: PAGE });
      if (url.startsWith(MODULES)) {
        const body = readFileSync(join(PROJECT, "node_modules", url.slice(MODULES.length)));
        return route.fulfill({ contentType: "text/javascript", body });
      }
      if (url === CARD) {
        const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY };
        return route.fulfill({ headers, body: html });
      }
      mistakes.push(url);
      return route.abort();
    });
    await page.goto(HOST);
    await page.waitForFunction(() => host.isReady);
    return shown;
  }

  /** The frame of the card's document. */
  get frame(): Frame {
    const frame = this.page.frames().find((one) => one.url() === CARD);
    if (!frame) throw new Error("the host shows no card");
    return frame;
  }

  /**
   * Shows a tool result, as a host does after a call, and waits until the card has rendered it. Returns the text of the
   * card.
   */
  async show(result: Shown["result"], input: Shown["input"] = {}, context: Shown["context"] = {}): Promise<string> {
    await this.page.evaluate(
      async (text) => {
        const sent: Shown = JSON.parse(text);
        host.bridge.setHostContext(sent.context);
        await host.bridge.sendToolInput({ arguments: sent.input });
        await host.bridge.sendToolResult(sent.result);
        await host.bridge.request({ method: "ping" });
      },
      JSON.stringify({ result, input, context } satisfies Shown),
    );
    return this.frame.locator("main").innerText();
  }

  /** Returns the unused space of the card's frame, in whole pixels. */
  room(): Promise<{ width: number; height: number }> {
    return this.frame.evaluate(() => {
      const { documentElement: root } = document;
      const needed = Math.ceil(root.getBoundingClientRect().height);
      return { width: innerWidth - root.scrollWidth, height: innerHeight - needed };
    });
  }

  /** Returns the messages that the host has received. */
  heard(): Promise<{ said: string[]; opened: string[] }> {
    return this.page.evaluate(() => ({ said: host.said, opened: host.opened }));
  }

  async refuseLinks(): Promise<void> {
    await this.page.evaluate(() => {
      host.opensLinks = false;
    });
  }
}
