import { argv } from "node:process";
import { machine, writeBetweenMarks } from "../report.ts";
import { billingSizeTable } from "./billing-size.ts";
import { measureCosts } from "./measured-costs.ts";
import { inUseTable, millionTable } from "./million.ts";
import { LOGS_PRICED_FROM, PRICES_READ_ON } from "./prices.ts";
import { simulationTable } from "./scenarios.ts";
import { costTable, standingTable } from "./tables.ts";

/**
 * `npm run scale`: measures what each operation uses, runs the scenarios, and prints the tables of docs/scale.md; `-- costs`,
 * `-- size` or `-- simulation` only those; `-- --write` puts them into the page.
 */
const words = argv.slice(2);
const isWriting = words.includes("--write");
const [part] = words.filter((word) => word !== "--write");
if (part !== undefined && part !== "costs" && part !== "size" && part !== "simulation") {
  console.error("npm run scale -- [costs | size | simulation] [--write]");
  process.exit(1);
}
const show = (name: string, text: string) => {
  if (isWriting) writeBetweenMarks(name, text, "scale.md");
  else console.log(`\n${name}\n\n${text}`);
};
if (part === undefined || part === "costs") {
  const costs = await measureCosts();
  show(
    "costs",
    `${costTable(costs)}\n\n${machine()}; prices read on ${PRICES_READ_ON}, of logs those from ${LOGS_PRICED_FROM} on`,
  );
  show("standing costs", standingTable(costs));
  show("a million connections", millionTable(costs));
  show("in use", inUseTable(costs));
}
if (part === undefined || part === "size") show("billing database", await billingSizeTable());
if (part === undefined || part === "simulation") show("simulation", `${await simulationTable()}\n\n${machine()}`);
