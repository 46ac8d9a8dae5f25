import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineCommand } from "../command-line.ts";
import { PROJECT } from "../workers.ts";
import { captureInstallation } from "./capture-installation.ts";
import { Installation } from "./installation.ts";
import { SETTINGS_FILE, whmcsAccess } from "./settings.ts";

const FOLDER = join(PROJECT, "whmcs-capture");

export const command = defineCommand({
  options: SETTINGS_FILE,
  hasSettings: true,
  isLong: true,
  notes: "Read the files before they leave your hands. It changes nothing in WHMCS.",
  async run({ settings: given, options: { settings: file } }) {
    const { texts, secrets } = whmcsAccess({ settings: given, file });
    const { samples, lines, isAnswered } = await captureInstallation(new Installation(texts, secrets));
    const report = [`Captured ${new Date().toISOString().slice(0, 10)}.`, ...lines].join("\n");
    writeFiles(FOLDER, [
      ...samples.map(({ name, body }) => ({ name: `${name}.json`, text: `${JSON.stringify(body, null, 2)}\n` })),
      { name: "answers.txt", text: `${report}\n` },
    ]);
    console.log(
      `${report}\n\n${samples.length} samples and answers.txt are in ${FOLDER}. Read them before you pass them on.`,
    );
    if (!isAnswered) throw new Error("The addon did not answer: npm run whmcs -- check says why.");
  },
});

/** Writes files that only their owner can read, even if the files already existed. */
export function writeFiles(folder: string, files: { name: string; text: string }[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { name, text } of files) {
    const file = join(folder, name);
    writeFileSync(file, "");
    chmodSync(file, 0o600);
    writeFileSync(file, text);
  }
}
