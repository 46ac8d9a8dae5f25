import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineCommand } from "../../scripts/command-line.ts";
import { countedWorld, sumOf, type Usage, usageOf } from "../../test/support/counting/counted-world.ts";
import { seedStores } from "../../test/support/seeded-stores.ts";
import type { World } from "../../test/support/world.ts";
import { DAILY_CRON } from "../../workers/account/scheduled-work.ts";
import { machine, markdownTable, writeBetweenMarks } from "../report.ts";
import { OPERATIONS } from "./operations.ts";
import { type Bill, billOf, LOGS_PRICED_FROM, PRICES_READ_ON, priceOf } from "./prices.ts";

/** The scheduled work, which runs without requests. */
const STANDING = [
  { name: "the account's instructions, every minute", worker: "frontdesk-account", cron: "* * * * *", perDay: 1_440 },
  { name: "the account's clearing, once a day", worker: "frontdesk-account", cron: DAILY_CRON, perDay: 1 },
  {
    name: "the billing engine's jobs, every five minutes",
    worker: "frontdesk-billing",
    cron: "*/5 * * * *",
    perDay: 288,
  },
];

const DAYS = 30;

export const command = defineCommand({
  options: {
    write: { type: "boolean", about: "Writes the tables into docs/evidence/scale.md instead of printing them." },
  },
  isLong: true,
  hasStack: true,
  async run({ options }) {
    const show = (name: string, text: string) => {
      if (options.write) writeBetweenMarks(name, text, "scale.md");
      else console.log(`\n${name}\n\n${text}`);
    };
    const stores = mkdtempSync(join(tmpdir(), "scale-"));
    await seedStores(stores);
    const world = await countedWorld({ hasServer: true }).start(stores);
    try {
      const read = `prices read on ${PRICES_READ_ON}, of logs those from ${LOGS_PRICED_FROM} on`;
      show("costs", `${await costTable(world)}\n\n${machine()}; ${read}`);
      show("standing costs", await standingTable(world));
    } finally {
      await world.close();
      rmSync(stores, { recursive: true });
    }
  },
});

/** Returns a table with the units that each operation uses, and the price of a million operations. */
async function costTable(world: World): Promise<string> {
  const columns = ["Operation", "object calls", "object rows read / written", "D1 calls", "D1 rows read / written"];
  const more = ["KV read / written, mails", "log events", `$ a million (logs: from ${LOGS_PRICED_FROM})`];
  const rows: string[][] = [];
  for (const { name, prepare } of OPERATIONS) rows.push(costRow(name, await usageOf(world, await prepare(world))));
  return markdownTable([...columns, ...more], rows);
}

function costRow(name: string, usage: Usage): string[] {
  const bill = billOf(usage);
  const kv = pair(bill.kvReads, bill.kvWrites);
  return [
    name,
    String(bill.objectCalls),
    pair(bill.objectRowsRead, bill.objectRowsWritten),
    String(sumOf(usage, "d1_calls")),
    pair(bill.d1RowsRead, bill.d1RowsWritten),
    [kv && `KV ${kv}`, bill.mails > 0 && `${bill.mails} mail`].filter(Boolean).join(", "),
    String(bill.logEvents),
    priceOf(bill, 1e6).toFixed(2),
  ];
}

/** Returns a table with the units that scheduled work uses, and its price in a month. */
async function standingTable(world: World): Promise<string> {
  const columns = ["Work", "a day", "object calls", "object rows written", "D1 calls", "D1 rows read / written"];
  const rows: string[][] = [];
  for (const { name, worker, cron, perDay } of STANDING) {
    const usage = await usageOf(world, () => world.system.getWorker(worker).scheduled(cron));
    // A run also writes the list of runs.
    const all = (unit: string) => sumOf(usage, unit) + (usage[`${unit} scheduled_runs`] ?? 0);
    const bill: Bill = { ...billOf(usage), d1RowsRead: all("d1_rows_read"), d1RowsWritten: all("d1_rows_written") };
    rows.push([
      name,
      String(perDay),
      String(bill.objectCalls),
      String(bill.objectRowsWritten),
      String(all("d1_calls")),
      pair(bill.d1RowsRead, bill.d1RowsWritten),
      priceOf(bill, perDay * DAYS).toFixed(2),
    ]);
  }
  return markdownTable([...columns, `$ a month (logs: from ${LOGS_PRICED_FROM})`], rows);
}

function pair(one: number, other: number): string {
  return one === 0 && other === 0 ? "" : `${one} / ${other}`;
}
