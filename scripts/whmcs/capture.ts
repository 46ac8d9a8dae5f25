import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { PROJECT } from "../workers.ts";
import { captureInstallation } from "./capture-installation.ts";
import { Installation } from "./installation.ts";
import { whmcsAccess } from "./settings.ts";

/**
 * `npm run whmcs:capture` asks an installation every read, and writes what it answers into `whmcs-capture/`, with every value of
 * anybody replaced: read the files before they leave your hands. It changes nothing in WHMCS.
 */
const FOLDER = join(PROJECT, "whmcs-capture");
const { texts, secrets, reachedAt } = whmcsAccess();
const { samples, lines, isAnswered } = await captureInstallation(new Installation(texts, secrets, reachedAt));
mkdirSync(FOLDER, { recursive: true });
for (const { name, body } of samples) writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(body, null, 2)}\n`);
const report = [`Captured ${new Date().toISOString().slice(0, 10)}.`, ...lines].join("\n");
writeFileSync(join(FOLDER, "answers.txt"), `${report}\n`);
console.log(
  `${report}\n\n${samples.length} samples and answers.txt are in ${FOLDER}. Read them before you pass them on.`,
);
if (isAnswered) process.exit(0);
console.error("The API answered nothing: npm run whmcs:check says why.");
process.exit(1);
