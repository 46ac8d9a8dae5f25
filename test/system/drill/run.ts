import { defineCommand } from "../../../scripts/command-line.ts";
import { drillBilling } from "../whmcs/drill-billing.ts";
import { STORES } from "./drill-system.ts";
import { restoreDrill } from "./restore-drill.ts";
import { differences } from "./verdict.ts";

/** Runs the restore drill for each kind of store and compares the results with docs/operate/restoring.md. */
export const command = defineCommand({
  options: { whmcs: { type: "boolean", about: "With a simulated WHMCS, which stays as it is." } },
  words: { name: "store", max: STORES.length, known: STORES },
  isLong: true,
  hasStack: true,
  async run({ words, options }) {
    const chosen = STORES.filter((store) => words.length === 0 || words.includes(store));
    const seen = await restoreDrill(chosen, console.log, options.whmcs ? drillBilling : undefined);
    const different = seen.flatMap(differences);
    console.log(
      different.length === 0
        ? "Every restored store was on hold and resumed, as docs/operate/restoring.md states; nothing was ordered twice."
        : ["These differ from docs/operate/restoring.md:", ...different].join("\n"),
    );
    return different.length === 0 ? 0 : 1;
  },
});
