import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

const ARGUMENTS = [
  "--no-sandbox",
  "--no-zygote",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--no-first-run",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * A browser for tests: the one of `CHROMIUM_PATH`, else the packaged one where it runs (Linux on x64), else an installed
 * Chrome.
 */
export async function openBrowser(): Promise<Browser> {
  const packaged = process.platform === "linux" && process.arch === "x64";
  const executablePath = process.env.CHROMIUM_PATH ?? (packaged ? await chromium.executablePath() : undefined);
  try {
    return await playwright.launch({
      args: ARGUMENTS,
      ...(executablePath ? { executablePath } : { channel: "chrome" }),
    });
  } catch (cause) {
    throw new Error("No browser to test with: install Chrome or name a Chromium with CHROMIUM_PATH.", { cause });
  }
}
