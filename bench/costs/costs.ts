import { sumOf, type Usage } from "../../test/support/counting/counted-world.ts";
import { type Bill, NOTHING, priceOf } from "./prices.ts";

/** An object's memory, billed while the object is active. */
const OBJECT_GB = 0.128;

/**
 * What is not counted but assumed: processor time of all Workers together, and how long an object cannot hibernate because of a
 * call. A connection writes its log half a second after the first entry, with a timer; an account waits for the billing system.
 */
const ASSUMED = {
  cpuMs: 2,
  activeSeconds: { Connection: 0.55, Account: 0.3, other: 0.02 },
} as const;

/** What one operation uses, in the units that are billed. */
export function billOf(usage: Usage): Bill {
  const objectCalls = sumOf(usage, "object_calls") + sumOf(usage, "alarms_rung");
  const requests = sumOf(usage, "requests", "site");
  const invocations = sumOf(usage, "requests") + sumOf(usage, "service_calls") + objectCalls;
  const rows = (unit: string) => sumOf(usage, unit);
  return {
    requests,
    cpuMs: requests * ASSUMED.cpuMs,
    objectCalls,
    objectGbSeconds: activeSeconds(usage) * OBJECT_GB,
    objectRowsRead: rows("object_rows_read"),
    objectRowsWritten: rows("object_rows_written"),
    d1RowsRead: rows("d1_rows_read"),
    d1RowsWritten: rows("d1_rows_written"),
    kvReads: rows("kv_reads"),
    kvWrites: rows("kv_writes"),
    logEvents: invocations + rows("log_lines"),
    dataPoints: rows("data_points"),
    mails: rows("mails"),
  };
}

function activeSeconds(usage: Usage): number {
  const { Connection, Account, other } = ASSUMED.activeSeconds;
  const connection = sumOf(usage, "object_calls", "Connection.");
  const account = sumOf(usage, "object_calls", "Account.");
  const all = sumOf(usage, "object_calls");
  return connection * Connection + account * Account + (all - connection - account) * other;
}

/** What requests of an operation cost from one million on, in US dollars. */
export interface OperationCost {
  name: string;
  bill: Bill;
  d1Calls: number;
  serviceCalls: number;
  /** What a million of them cost beyond the included amounts. */
  usdPerMillion: number;
  /** The same, without what is logged. */
  usdWithoutLogs: number;
}

/** An operation's cost. */
export function costOf(name: string, usage: Usage): OperationCost {
  const bill = billOf(usage);
  const usdPerMillion = priceOf(bill, 1e6);
  return {
    name,
    bill,
    d1Calls: sumOf(usage, "d1_calls"),
    serviceCalls: sumOf(usage, "service_calls"),
    usdPerMillion,
    usdWithoutLogs: usdPerMillion - priceOf({ ...NOTHING, logEvents: bill.logEvents }, 1e6),
  };
}
