import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inject, test } from "vitest";
import { codeBlocks } from "./developers.ts";
import { useBrowser } from "./open-browser.ts";

const origin = inject("origin");
const browser = useBrowser();

test("the page from the first tutorial lists the plans and checks a domain when it is opened as a file", async () => {
  const tutorial = await (await fetch(`${origin}/developers/show-prices?lang=en`)).text();
  const [, page = ""] = codeBlocks(tutorial);
  const folder = mkdtempSync(join(tmpdir(), "tutorial-"));
  try {
    writeFileSync(join(folder, "prices.html"), page);
    // The visitor sends no extra headers, because the catalogue's CORS response does not allow them.
    const shown = await browser.newVisitor({ extraHTTPHeaders: {} });
    await shown.goto(pathToFileURL(join(folder, "prices.html")).href);
    await shown.getByText(/^Web Start: \D*\d+\.\d\d monthly$/).waitFor();
    await shown.getByRole("button", { name: "Check" }).click();
    await shown.getByText(/^free-garden\.ca · available · \D*\d+\.\d\d$/).waitFor();
    await shown.getByRole("textbox", { name: "Domain" }).fill("free-garden.zz");
    await shown.getByRole("button", { name: "Check" }).click();
    await shown.getByText(/^\.zz: not sold/).waitFor();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
