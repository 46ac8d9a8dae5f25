import { sumOf, type Usage } from "../../test/support/counting/counted-world.ts";

/** The date on which the prices were read in the repository of Cloudflare's documentation. */
export const PRICES_READ_ON = "2026-11-23";
/** The date from which the announced prices of logs in {@link PRICES} apply. */
export const LOGS_PRICED_FROM = "2026-12-01";

/** List prices in US dollars per million units, beyond the included amounts of the paid plan. */
const PRICES = {
  // https://developers.cloudflare.com/workers/platform/pricing/
  /** Requests from outside. Requests between Workers over service bindings are free. */
  requests: 0.3,
  cpuMs: 0.02,
  // https://developers.cloudflare.com/durable-objects/platform/pricing/
  /** Each RPC call and each alarm of a Durable Object. */
  objectCalls: 0.15,
  /** An object is billed for 128 MB while it is active or cannot hibernate. */
  objectGbSeconds: 12.5,
  objectRowsRead: 0.001,
  /** Rows include deletions, index entries and each alarm that is set. */
  objectRowsWritten: 1,
  // https://developers.cloudflare.com/d1/platform/pricing/
  d1RowsRead: 0.001,
  d1RowsWritten: 1,
  // https://developers.cloudflare.com/kv/platform/pricing/
  kvReads: 0.5,
  kvWrites: 5,
  /**
   * https://developers.cloudflare.com/observability/pricing/: the lines that Workers log and one event for each
   * invocation, at 1 KB each. A gigabyte costs $0.25 beyond the 50 included. A gigabyte stored for a month costs $0.10
   * beyond the 12 included, which is enough for 50 gigabytes stored for 7 days. The documentation's repository did
   * not contain the announcement.
   */
  logEvents: 0.25 + (0.1 * 7) / 30,
  /**
   * https://developers.cloudflare.com/analytics/analytics-engine/pricing/. This price is announced but not billed yet.
   */
  dataPoints: 0.25,
  // https://developers.cloudflare.com/email-service/platform/pricing/
  mails: 350,
};

/** The number of units used, by kind of unit. */
export type Bill = Record<keyof typeof PRICES, number>;

/**
 * Returns the price beyond the included amounts, in US dollars.
 * @param times how often the bill occurs
 */
export function priceOf(bill: Partial<Bill>, times: number): number {
  return Object.entries(PRICES).reduce(
    (sum, [unit, usd]) => sum + ((bill[unit as keyof Bill] ?? 0) * times * usd) / 1e6,
    0,
  );
}

/** An object's memory in gigabytes, which is billed while the object is active. */
const OBJECT_GB = 0.128;

/**
 * Values that are assumed, not counted: the processor time of all Workers together, and how long a call keeps an object
 * from hibernation. A connection's object writes its log with a timer, half a second after the first entry. An
 * account's object waits for the billing system.
 */
const ASSUMED = {
  cpuMs: 2,
  activeSeconds: { Connection: 0.55, Account: 0.3, other: 0.02 },
} as const;

/** Returns how much one operation uses of each billed unit. */
export function billOf(usage: Usage): Bill {
  const rows = (unit: string) => sumOf(usage, unit);
  const objectCalls = rows("object_calls") + rows("alarms_rung");
  const requests = sumOf(usage, "requests", "site");
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
    logEvents: rows("requests") + rows("service_calls") + objectCalls + rows("log_lines"),
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
