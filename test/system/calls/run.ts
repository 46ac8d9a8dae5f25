import { defineCommand, wholeNumber } from "../../../scripts/command-line.ts";
import { PARTED_OPTIONS, runParts } from "../proofs/parted-campaign.ts";
import { type FuzzReport, runCampaign } from "./campaign.ts";
import { fuzzTables } from "./fuzz-tables.ts";
import { LONG_FORM } from "./long-form.ts";
import { CallSystem } from "./system.ts";

/** The time in milliseconds after which a response is a fault. */
const SLOW_MS = 10_000;
const PAGE = new URL("../../../docs/evidence/fuzz.md", import.meta.url);
const progress = (line: string) => console.error(line);

export const command = defineCommand({
  options: {
    seed: { type: "string", value: "n", about: "Decides what is generated.", default: "1" },
    requests: {
      ...{ type: "string", value: "n", about: "How many." },
      default: String(LONG_FORM.parts * LONG_FORM.requestsOfPart),
    },
    ...PARTED_OPTIONS,
  },
  isLong: true,
  hasStack: true,
  async run({ options: given }) {
    const seed = wholeNumber(given.seed);
    const requests = wholeNumber(given.requests);
    const parts = Math.max(1, Math.ceil(requests / LONG_FORM.requestsOfPart));
    const options = {
      requests: Math.min(requests, LONG_FORM.requestsOfPart),
      ...{ accounts: 60, connections: 2, memorySamples: 6 },
    };
    const tables = fuzzTables(`npm run prove -- fuzz --seed ${seed}`);
    const print = (result: FuzzReport) => {
      const wrong = tables.wrongIn(result);
      // The campaign has already printed its own faults.
      for (const line of wrong.slice(result.faults.length)) console.error(`FAULT ${line}`);
      console.error(`${result.requests} requests, ${wrong.length} found wrong, in ${result.seconds.toFixed(0)} s`);
    };
    const run = async (own: number) => {
      const { accounts } = options;
      await using system = await CallSystem.start({ accounts, isMeasured: true, seed: own, slowMs: SLOW_MS, progress });
      // The `await` is needed because the system stops at the end of this block.
      return await runCampaign(system, { ...options, seed: own, progress });
    };
    const about = { name: "fuzz", seed, parts, options, page: PAGE, mark: "long form" };
    return (await runParts({ ...about, run, print, ...tables }, given)) ? 0 : 1;
  },
});
