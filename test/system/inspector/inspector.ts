import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import type { Frame, Page } from "playwright-core";
import { freePort } from "../../support/free-port.ts";

const PACKAGE = "@modelcontextprotocol/inspector@2.12.0";

/** The MCP revision that the Inspector negotiates in each protocol era. The `legacy` era starts with `initialize`. */
const REVISIONS = { legacy: "2025-11-25", modern: "2026-07-28" };
type ProtocolEra = keyof typeof REVISIONS;
export const PROTOCOL_ERAS = Object.keys(REVISIONS) as ProtocolEra[];

/** Installs the official MCP Inspector in a temporary folder. @returns the path of the folder */
export async function installInspector(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "inspector-"));
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const words = ["install", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts", PACKAGE];
  await promisify(execFile)("npm", words, { cwd: folder });
  return folder;
}

/** The web page of the Inspector for one MCP server. */
export class Inspector {
  readonly era: ProtocolEra;
  readonly #program: ChildProcess;
  /** The URL of the page, including the token that it requires. */
  readonly #address: string;

  private constructor(era: ProtocolEra, program: ChildProcess, address: string) {
    this.era = era;
    this.#program = program;
    this.#address = address;
  }

  static async start(folder: string, server: string, era: ProtocolEra): Promise<Inspector> {
    const launcher = join(folder, "node_modules/.bin/mcp-inspector");
    const ports = { CLIENT_PORT: await freePort(), MCP_SANDBOX_PORT: await freePort() };
    const program = spawn(
      process.execPath,
      [launcher, "--web", "--server-url", server, "--transport", "http", "--protocol-era", era],
      {
        cwd: folder,
        env: {
          ...process.env,
          ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
          ...{ HOME: folder, MCP_AUTO_OPEN_ENABLED: "false", MCP_INSPECTOR_SECRET_STORE: "memory" },
        },
      },
    );
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    let said = "";
    for (const stream of [program.stdout, program.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        const address = /^\s*(http:\S+\?MCP_INSPECTOR_API_TOKEN=\w+)$/m.exec(said)?.[1];
        if (address) resolve(address);
      });
    }
    program.on("error", reject).on("close", () => reject(new Error(`the Inspector ended: ${said}`)));
    return new Inspector(era, program, await promise);
  }

  /** Opens a tool in the list of apps and calls it. @returns the frame of the card */
  async openApp(page: Page, title: string, input: object): Promise<Frame> {
    await page.goto(this.#address);
    await page.getByRole("switch").press("Space");
    await page.getByText(`MCP ${REVISIONS[this.era]}`).waitFor();
    await page.getByText("Apps", { exact: true }).click();
    await page.getByText(title).click();
    await page.getByLabel("Edit as JSON").check();
    await page.getByLabel(/^Arguments JSON/).focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.insertText(JSON.stringify(input));
    await page.getByRole("button", { name: "Open App" }).click();
    const card = page.frameLocator("iframe").frameLocator("iframe").locator("h1");
    await card.waitFor();
    const frame = await (await card.elementHandle())?.ownerFrame();
    if (!frame) throw new Error("the Inspector shows no card");
    return frame;
  }

  stop(): void {
    this.#program.kill();
  }
}
