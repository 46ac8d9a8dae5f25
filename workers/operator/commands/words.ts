import type { Cell, ShownRow } from "../../../shared/operator-contract/answers.ts";
import { formatAgo } from "../../../shared/pages/formats.ts";
import { isJsonObject } from "../../../shared/platform/json.ts";

/** Table headings that cannot be derived from the table's name. */
const TABLES: Record<string, string> = {
  counts: "Waiting items",
  stuck: "Stuck actions",
  problems: "Newest problems",
  actingStopped: "Orders and changes are stopped",
  waitingOrders: "Paid orders that wait",
  circuits: "Hosts that fail or are paused",
  ofConnections: "Mails about connections",
  ofBilling: "Mails to customers",
  held: "Stores on hold",
  setUps: "To do on servers",
  acts: "What operators did",
  reads: "What operators read",
  repeat: "Erasures to repeat",
};

/** Column labels that cannot be derived from the column's name. */
const COLUMNS: Record<string, string> = {
  at: "When",
  what: "What",
  see: "Listed by",
  isLate: "Late",
  isOpen: "Not called",
  isBeingSent: "Being sent",
  isRenewed: "Renews automatically",
  hasCard: "Saved card",
  only: "Limited to",
  email: "E-mail",
  because: "Reason",
  repeat: "Command",
  tries: "Attempts",
  nextTryAt: "Next attempt",
  waitsUntil: "Waits for codes until",
};

/** Returns the heading of a table: `scheduledWork` becomes “Scheduled work”. */
export function tableHeading(name: string): string {
  return TABLES[name] ?? sentenceCase(name);
}

/**
 * Returns the label of a column: `endedAt` becomes “Ended”, `request_id` becomes “Request”, and `hasSecondStep` becomes
 * “Second step”.
 */
export function columnLabel(name: string): string {
  return (
    COLUMNS[name] ??
    sentenceCase(name.replace(/^(?:is|has)(?=[A-Z])/, "").replace(/(?<=.)(?:At|On|Id|_at|_on|_id)$/, ""))
  );
}

/** Returns whether a value is an RFC 3339 time in UTC. */
export function isInstant(value: Cell | undefined): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value);
}

/** Returns the columns in which at least one row has a value, in their original order. */
export function filledColumns(rows: ShownRow[]): string[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return columns.filter((column) => rows.some((row) => !isEmpty(row[column])));
}

export function isEmpty(value: Cell | undefined): value is null | undefined | "" {
  return value === null || value === undefined || value === "";
}

/** Columns whose values are identifiers, such as `ended_by_provider`. */
const STATES = new Set(["state", "status", "outcome", "kind", "reason", "why", "waitsFor"]);

/**
 * Returns a value as readable text: a time as its distance from now, a boolean as `yes` or `no`, and a missing value as
 * a dash.
 * @param now epoch milliseconds
 */
export function cellWords(column: string, value: Cell | undefined, now: number): string {
  if (isEmpty(value)) return "–";
  if (STATES.has(column) && /^(?:[A-Z_]+|[a-z_]+)$/.test(String(value)))
    return String(value).toLowerCase().replaceAll("_", " ");
  if (isInstant(value)) {
    const wait = Date.parse(String(value)) - now;
    return wait > 0 && wait < 60_000 ? "within a minute" : formatAgo(String(value), now, "en");
  }
  // SQLite has no booleans.
  if (typeof value === "boolean" || (typeof value === "number" && /^(?:is|has)[A-Z]/.test(column)))
    return value ? "yes" : "no";
  return jsonWords(String(value));
}

/** Returns the values in a JSON text, each with its name. Returns any other text unchanged. */
function jsonWords(text: string): string {
  if (!/^[{[]/.test(text)) return text;
  try {
    return wordsOf(JSON.parse(text));
  } catch {
    // expected: a customer's text may begin like JSON
    return text;
  }
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join("; ");
  if (!isJsonObject(value)) return value === null ? "–" : String(value);
  const named = Object.entries(value).map(([name, one]) => `${columnLabel(name)}: ${wordsOf(one)}`);
  return named.join(", ");
}

function sentenceCase(name: string): string {
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
