import { mkdirSync, writeFileSync } from "node:fs";
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
    mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
    for (const { name, body } of samples)
      writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(body, null, 2)}\n`);
    const report = [`Captured ${new Date().toISOString().slice(0, 10)}.`, ...lines].join("\n");
    writeFileSync(join(FOLDER, "answers.txt"), `${report}\n`);
    console.log(
      `${report}\n\n${samples.length} samples and answers.txt are in ${FOLDER}. Read them before you pass them on.`,
    );
    if (!isAnswered) throw new Error("The addon answered nothing: npm run whmcs -- check says why.");
  },
});
