import { defineCommand } from "../../../scripts/command-line.ts";
import { drillBilling } from "../whmcs/drill-billing.ts";
import { STORES } from "./drill-system.ts";
import { restoreDrill } from "./restore-drill.ts";
import { differences } from "./verdict.ts";

/** Restores each store of a system by itself under traffic, shows what is refused and kept, resumes it and goes on. */
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
        ? "Every restored store was on hold and goes on, as docs/operate/restoring.md has it; nothing was ordered twice."
        : ["It is not as docs/operate/restoring.md has it:", ...different].join("\n"),
    );
    return different.length === 0 ? 0 : 1;
  },
});
