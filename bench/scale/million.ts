import { markdownTable } from "../report.ts";
import type { OperationCost } from "./costs.ts";
import { indexSize } from "./index-size.ts";
import type { MeasuredCosts } from "./measured-costs.ts";
import { DATABASE_QUERIES_PER_SECOND, GIGABYTE, MAX_DATABASE_BYTES } from "./platform.ts";
import {
  type Bill,
  type BilledUnit,
  EARLIER_LOG_PRICE,
  LOGS_PRICED_FROM,
  monthlyPriceOf,
  NOTHING,
  STORAGE_PRICES,
} from "./prices.ts";

const CONNECTIONS = 1_000_000;
/** What is inserted to find the bytes of one. */
const SAMPLE = 200_000;
const DAYS = 30;
const COMPARED_EVERY_S = 900;
const REFRESHED_EVERY_S = 3_600;
/** Of a connection while its customer uses it. */
const REQUESTS_AN_HOUR = 20;
const LOGGED_DAYS = 180;
/** Of one entry of a connection's log, with its key. */
const ENTRY_BYTES = 160;

const named = (costs: OperationCost[], text: string): OperationCost => {
  const found = costs.find(({ name }) => name.includes(text));
  if (!found) throw new Error(`nothing measured is called ${text}`);
  return found;
};

/** What a million connections ask of the two databases, by how many of them are in use at the same time. */
export function inUseTable(costs: MeasuredCosts): string {
  const read = named(costs.account, "the list of domains");
  const compared = named(costs.account, "compares its connection");
  const refreshed = named(costs.connection, "refreshed");
  const comparedCalls = compared.d1Calls - read.d1Calls;
  const rows = [1, 5, 10, 20, 50, 100].map((percent) => {
    const inUse = (CONNECTIONS * percent) / 100;
    const comparisons = inUse / COMPARED_EVERY_S;
    const refreshes = inUse / REFRESHED_EVERY_S;
    const ofAccount = comparisons * comparedCalls + refreshes * refreshed.d1Calls;
    const ofBilling = (inUse * REQUESTS_AN_HOUR * read.d1Calls) / 3_600;
    return [
      `${percent} %`,
      comparisons.toFixed(0),
      refreshes.toFixed(0),
      ...[ofAccount, ofBilling].flatMap((calls) => [calls.toFixed(0), shareOf(calls)]),
    ];
  });
  const columns = ["In use", "comparisons /s", "refreshes /s", "account database, calls /s", "of its limit"];
  return markdownTable([...columns, "billing database, calls /s", "of its limit"], rows);
}

function shareOf(calls: number): string {
  return `${Math.round((100 * calls) / DATABASE_QUERIES_PER_SECOND)} %`;
}

/** What a million connections occupy, and what they cost in a month of so many requests each day. */
export function millionTable(costs: MeasuredCosts, requestsADay = [1, REQUESTS_AN_HOUR]): string {
  const { bytesPerConnection } = indexSize(SAMPLE);
  const indexBytes = bytesPerConnection * CONNECTIONS;
  const objectBytes = costs.objectBytes.Connection ?? 0;
  const columns = ["A million connections", ...requestsADay.map((requests) => `each ${requests} a day`)];
  const each = requestsADay.map((requests) => {
    const used = monthOf(costs, requests);
    const stored = objectBytes * CONNECTIONS + requests * LOGGED_DAYS * ENTRY_BYTES * CONNECTIONS;
    const storage = Math.max(0, stored / GIGABYTE - STORAGE_PRICES.objects.included) * STORAGE_PRICES.objects.usd;
    return { used, stored, storage, usd: monthlyPriceOf(used) + storage };
  });
  const row = (name: string, cell: (one: (typeof each)[number]) => string) => [name, ...each.map(cell)];
  const rows = [
    row("requests a month", ({ used }) => millions(used.requests)),
    row(
      "rows of the index, and of the register",
      () =>
        `${gigabytes(indexBytes)}, ${Math.round((100 * indexBytes) / MAX_DATABASE_BYTES)} % of what a database holds`,
    ),
    row("stored in objects, after half a year", ({ stored }) => gigabytes(stored)),
    row("alarms a day", () => `${millions(CONNECTIONS)}: each object clears its log`),
    row("object calls a month", ({ used }) => millions(used.objectCalls)),
    row("rows written in objects", ({ used }) => millions(used.objectRowsWritten)),
    row("rows written in D1", ({ used }) => millions(used.d1RowsWritten)),
    row("$ a month", ({ usd }) => usd.toFixed(0)),
    row(`of it log events, from ${LOGS_PRICED_FROM} on`, ({ used }) => onlyOf(used, "logEvents").toFixed(0)),
    row("(the same before that day)", ({ used }) => earlierLogsOf(used).toFixed(0)),
    ...(["objectRowsWritten", "objectGbSeconds", "requests", "objectCalls"] as const).map((unit) =>
      row(`of it ${WORDS[unit]}`, ({ used }) => onlyOf(used, unit).toFixed(0)),
    ),
    row("of it storage", ({ storage }) => storage.toFixed(0)),
  ];
  return markdownTable(columns, rows);
}

const WORDS = {
  objectRowsWritten: "rows written in objects",
  objectGbSeconds: "time that objects are active",
  requests: "requests",
  objectCalls: "object calls",
} as const satisfies Partial<Record<BilledUnit, string>>;

/** All that a million connections use in a month: requests, an hour of use for each twenty of them, alarms that clear logs. */
function monthOf(costs: MeasuredCosts, requestsADay: number): Bill {
  const read = named(costs.account, "the list of domains");
  const compared = named(costs.account, "compares its connection");
  const refreshed = named(costs.connection, "refreshed");
  const hoursADay = Math.ceil(requestsADay / REQUESTS_AN_HOUR);
  const perDay = sum([
    [read.bill, requestsADay],
    [minus(compared.bill, read.bill), Math.min(requestsADay, (hoursADay * 3_600) / COMPARED_EVERY_S)],
    [refreshed.bill, hoursADay],
    // The alarm itself, the next one, when it was cleared, and each entry of the day half a year ago.
    [{ ...NOTHING, objectCalls: 1, objectRowsWritten: 2 + requestsADay, logEvents: 1, dataPoints: 1 }, 1],
  ]);
  return sum([[perDay, CONNECTIONS * DAYS]]);
}

function sum(parts: [Bill, number][]): Bill {
  return combined((unit) => parts.reduce((all, [bill, times]) => all + bill[unit] * times, 0));
}

function minus(one: Bill, other: Bill): Bill {
  return combined((unit) => Math.max(0, one[unit] - other[unit]));
}

function combined(value: (unit: BilledUnit) => number): Bill {
  return Object.fromEntries(Object.keys(NOTHING).map((unit) => [unit, value(unit as BilledUnit)])) as Bill;
}

function onlyOf(used: Bill, unit: BilledUnit): number {
  return monthlyPriceOf({ ...NOTHING, [unit]: used[unit] }) - monthlyPriceOf(NOTHING);
}

function earlierLogsOf({ logEvents }: Bill): number {
  const { usd, included } = EARLIER_LOG_PRICE;
  return (Math.max(0, logEvents - included) * usd) / 1e6;
}

function millions(count: number): string {
  return `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)} M`;
}

function gigabytes(bytes: number): string {
  return `${(bytes / GIGABYTE).toFixed(bytes < 10 * GIGABYTE ? 1 : 0)} GB`;
}
