import { PERMISSIONS } from "../../shared/billing-contract/call.ts";

/** Words that WHMCS defines. They are safe in any field because they identify nobody. */
const WORDS = new Set([
  ...["", "on", "off", "true", "false", "yes", "no", "success", ...PERMISSIONS],
  ...[
    "Active",
    "Inactive",
    "Closed",
    "Pending",
    "Suspended",
    "Terminated",
    "Cancelled",
    "Fraud",
    "Completed",
    "Expired",
  ],
  ...["Pending Registration", "Pending Transfer", "Grace", "Redemption", "Transferred Away", "Grace Period (Expired)"],
  ...[
    "Redemption Period (Expired)",
    "Draft",
    "Paid",
    "Unpaid",
    "Overdue",
    "Refunded",
    "Collections",
    "Payment Pending",
  ],
  ...["Open", "Answered", "Customer-Reply", "On Hold", "In Progress", "High", "Medium", "Low", "Owner", "Immediate"],
  ...["End of Billing Period", "Monthly", "Quarterly", "Semi-Annually", "Annually", "Biennially", "Triennially"],
  ...["One Time", "One-Time", "Free", "Free Account", "recurring", "onetime", "free", "Percentage", "Fixed Amount"],
  ...["Hosting", "Domain", "Addon", "Item", "Invoice", "Upgrade", "DomainRegister", "DomainTransfer", "DomainRenew"],
  ...["hostingaccount", "reselleraccount", "server", "other", "Inclusive", "Exclusive"],
]);

const COUNT = /^\d{1,5}$/;
const PRICE = /^-?\d{1,7}(?:\.\d{1,5})?$/;
const VERSION = /^\d+(?:\.\d+){1,3}(?:-[a-z]+\.\d+)?$/;

/**
 * Fields with data about the installation, not about a person, and the form of their values. Other values are replaced,
 * unless they are {@link WORDS} or zero.
 */
const KEPT = new Map<string, RegExp>([
  ...["totalresults", "startnumber", "numreturned", "recurfor", "regperiod", "days", "format"].map(kept(COUNT)),
  ...["taxrate", "taxrate2", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"].map(kept(PRICE)),
  ...["version", "canonicalversion"].map(kept(VERSION)),
]);

function kept(shape: RegExp): (member: string) => [string, RegExp] {
  return (member) => [member, shape];
}

/** The form of a field name. Any other key could contain personal data. */
const MEMBER = /^[A-Za-z][\w-]{0,40}$|^\d{1,3}$/;

const SHAPES: [shape: RegExp, instead: string][] = [
  [/^0000-00-00(?: 00:00:00)?$/, "kept"],
  [/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, "2001-02-03 04:05:06"],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, "2001-02-03T04:05:06Z"],
  [/^\d{4}-\d\d-\d\d$/, "2001-02-03"],
  [/^0+$/, "kept"],
  [/^-?0+\.0+$/, "kept"],
  [/^-1\.00$/, "kept"],
  [/^-?\d+\.\d+$/, "1.00"],
  [/^\d+$/, "1"],
  [/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i, "00000000-0000-4000-8000-000000000000"],
  [/^https?:\/\//, "https://example.invalid/"],
  [/^[^\s@]+@[^\s@]+$/, "user@example.invalid"],
  [/^xn--|\.xn--/, "xn--exmple-cua.invalid"],
  [/^[A-Z]{2}$/, "XX"],
  [/^[A-Z]{3}$/, "XXX"],
  [/^[\x21-\x7e]+\.[a-z]{2,}$/i, "example.invalid"],
  [/^[^\s]+\.[^\s\d]{2,}$/u, "exämple.invalid"],
  [/^\D{0,5}-?[\d.,]*\d[\d.,]*\D{0,5}$/, "digits"],
  [/&(?:#\d+|[a-z]+);/i, "text &amp; more"],
];

/** Number of rows to keep per list. Further rows would show little more. */
const MAX_ROWS = 3;

/** Returns a response with the same fields and types, in which personal data is replaced by sample values. */
export function scrubbed(value: unknown, member = ""): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ROWS).map((item) => scrubbed(item, member));
  if (typeof value === "object" && value !== null) return scrubbedMembers(value);
  if (typeof value === "number") return isKept(member, String(value)) || value === 0 ? value : 1;
  return typeof value === "string" ? scrubbedText(value, member) : value;
}

/**
 * Replaces the values of an object's fields. If all keys are numbers and all values are objects, the fields are rows,
 * and their ids are replaced too.
 */
function scrubbedMembers(value: object): Record<string, unknown> {
  const members = Object.entries(value);
  const areRows = members.length > 0 && members.every(([key, item]) => /^\d+$/.test(key) && typeof item === "object");
  if (areRows)
    return Object.fromEntries(members.slice(0, MAX_ROWS).map(([, item], row) => [String(row), scrubbed(item)]));
  return Object.fromEntries(
    members.map(([key, item], index) => [MEMBER.test(key) ? key : `member${index}`, scrubbed(item, key)]),
  );
}

function scrubbedText(value: string, member: string): string {
  if (WORDS.has(value) || isKept(member, value)) return value;
  const [, instead = "text"] = SHAPES.find(([shape]) => shape.test(value)) ?? [];
  if (instead === "kept") return value;
  // A formatted amount keeps its layout, which shows how WHMCS writes the currency.
  return instead === "digits" ? value.replace(/\d/g, "1").replace(/[A-Za-z]+/g, "XXX") : instead;
}

function isKept(member: string, value: string): boolean {
  return KEPT.get(member)?.test(value) ?? false;
}
