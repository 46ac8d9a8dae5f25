/** A list price of the platform, beyond what the paid plan includes. */
interface Price {
  /** US dollars for a million of the unit. */
  usd: number;
  /** The page of Cloudflare's documentation that says so, as it was read on {@link PRICES_READ_ON}. */
  page: string;
}

/** When the pages were read, in the newest stored copy of the documentation's repository. */
export const PRICES_READ_ON = "2026-11-23";
/** From when on the prices of logs among {@link PRICES} are announced. */
export const LOGS_PRICED_FROM = "2026-12-01";

const DOCS = "https://developers.cloudflare.com";

/** What is billed by the use of it. */
const PRICES = {
  /** Requests from outside; those between Workers over service bindings are free. */
  requests: { usd: 0.3, page: `${DOCS}/workers/platform/pricing/` },
  cpuMs: { usd: 0.02, page: `${DOCS}/workers/platform/pricing/` },
  /** Each RPC call and each alarm of a Durable Object. */
  objectCalls: { usd: 0.15, page: `${DOCS}/durable-objects/platform/pricing/` },
  /** 128 MB for as long as an object is active or cannot hibernate. */
  objectGbSeconds: { usd: 12.5, page: `${DOCS}/durable-objects/platform/pricing/` },
  objectRowsRead: { usd: 0.001, page: `${DOCS}/durable-objects/platform/pricing/` },
  /** Deletions, index entries and each setting of an alarm included. */
  objectRowsWritten: { usd: 1, page: `${DOCS}/durable-objects/platform/pricing/` },
  d1RowsRead: { usd: 0.001, page: `${DOCS}/d1/platform/pricing/` },
  d1RowsWritten: { usd: 1, page: `${DOCS}/d1/platform/pricing/` },
  kvReads: { usd: 0.5, page: `${DOCS}/kv/platform/pricing/` },
  kvWrites: { usd: 5, page: `${DOCS}/kv/platform/pricing/` },
  /**
   * Lines of the Workers, and one for each invocation, each of 1 KB: $0.25 a gigabyte, 50 included, and $0.10 for a gigabyte that is kept
   * for a month, 12 included, of which 50 in 7 days take no more than that. The announcement's page was not in the copy that was read.
   */
  logEvents: { usd: 0.25 + (0.1 * 7) / 30, page: `${DOCS}/observability/pricing/` },
  /** Announced, and not billed yet. */
  dataPoints: { usd: 0.25, page: `${DOCS}/analytics/analytics-engine/pricing/` },
  mails: { usd: 350, page: `${DOCS}/email-service/platform/pricing/` },
} as const satisfies Record<string, Price>;

type BilledUnit = keyof typeof PRICES;

/** How much of each unit something uses. */
export type Bill = Record<BilledUnit, number>;

/** Nothing of any unit. */
export const NOTHING = Object.fromEntries(Object.keys(PRICES).map((unit) => [unit, 0])) as Bill;

/** What it costs beyond the included amounts, in US dollars. @param times how often */
export function priceOf(bill: Bill, times = 1): number {
  return Object.entries(bill).reduce(
    (sum, [unit, used]) => sum + (used * times * PRICES[unit as BilledUnit].usd) / 1e6,
    0,
  );
}
