import { defineCommand } from "../../scripts/command-line.ts";
import { machine, writeBetweenMarks } from "../report.ts";
import { measureCosts } from "./measured-costs.ts";
import { LOGS_PRICED_FROM, PRICES_READ_ON } from "./prices.ts";
import { costTable, standingTable } from "./tables.ts";

export const command = defineCommand({
  options: { write: { type: "boolean", about: "Writes the tables into docs/scale.md instead of printing them." } },
  isLong: true,
  hasStack: true,
  async run({ options }) {
    const show = (name: string, text: string) => {
      if (options.write) writeBetweenMarks(name, text, "scale.md");
      else console.log(`\n${name}\n\n${text}`);
    };
    const costs = await measureCosts();
    show(
      "costs",
      `${costTable(costs)}\n\n${machine()}; prices read on ${PRICES_READ_ON}, of logs those from ${LOGS_PRICED_FROM} on`,
    );
    show("standing costs", standingTable(costs));
  },
});
