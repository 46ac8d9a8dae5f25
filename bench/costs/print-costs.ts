import { argv } from "node:process";
import { machine, writeBetweenMarks } from "../report.ts";
import { measureCosts } from "./measured-costs.ts";
import { LOGS_PRICED_FROM, PRICES_READ_ON } from "./prices.ts";
import { costTable, standingTable } from "./tables.ts";

/** `npm run bench -- costs`: what each operation uses of the platform and costs; `--write` puts the tables into docs/scale.md. */
const isWriting = argv.includes("--write");
const show = (name: string, text: string) => {
  if (isWriting) writeBetweenMarks(name, text, "scale.md");
  else console.log(`\n${name}\n\n${text}`);
};
const costs = await measureCosts();
show(
  "costs",
  `${costTable(costs)}\n\n${machine()}; prices read on ${PRICES_READ_ON}, of logs those from ${LOGS_PRICED_FROM} on`,
);
show("standing costs", standingTable(costs));
