import { sumOf } from "../../test/support/counting/counted-world.ts";
import { markdownTable } from "../report.ts";
import { billOf, type OperationCost } from "./costs.ts";
import type { MeasuredCosts } from "./measured-costs.ts";
import { type Bill, LOGS_PRICED_FROM, priceOf } from "./prices.ts";

const DAYS = 30;
const COLUMNS = ["Operation", "object calls", "object rows read / written", "D1 calls", "D1 rows read / written"];
const MORE = [
  "KV read / written",
  "log events",
  "mails",
  `$ a million (logs: from ${LOGS_PRICED_FROM})`,
  "without logs",
];

/** What each operation uses, and what a million of it costs. */
export function costTable({ catalogue, account, connection }: MeasuredCosts): string {
  const rows = [...catalogue, ...account, ...connection].map(costRow);
  return markdownTable([...COLUMNS, ...MORE], rows);
}

function costRow({ name, bill, d1Calls, usdPerMillion, usdWithoutLogs }: OperationCost): string[] {
  return [
    name,
    String(bill.objectCalls),
    pair(bill.objectRowsRead, bill.objectRowsWritten),
    String(d1Calls),
    pair(bill.d1RowsRead, bill.d1RowsWritten),
    pair(bill.kvReads, bill.kvWrites),
    String(bill.logEvents),
    String(bill.mails),
    usdPerMillion.toFixed(2),
    usdWithoutLogs.toFixed(2),
  ];
}

/** What goes on without requests. */
export function standingTable({ standing }: MeasuredCosts): string {
  const rows = standing.map(({ name, usage, perDay }) => {
    const bill = billOf(usage);
    // The list of runs is part of a run.
    const all = (unit: string) => sumOf(usage, unit) + (usage[`${unit} scheduled_runs`] ?? 0);
    const whole: Bill = { ...bill, d1RowsRead: all("d1_rows_read"), d1RowsWritten: all("d1_rows_written") };
    return [
      name,
      String(perDay),
      String(bill.objectCalls),
      String(bill.objectRowsWritten),
      String(all("d1_calls")),
      pair(whole.d1RowsRead, whole.d1RowsWritten),
      priceOf(whole, perDay * DAYS).toFixed(2),
    ];
  });
  const columns = [
    "Work",
    "a day",
    "object calls",
    "object rows written",
    "D1 calls",
    "D1 rows read / written",
    `$ a month (logs: from ${LOGS_PRICED_FROM})`,
  ];
  return markdownTable(columns, rows);
}

function pair(one: number, other: number): string {
  return one === 0 && other === 0 ? "" : `${one} / ${other}`;
}
