import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Engine } from "php-parser";
import * as z from "zod";
import { isJsonObject } from "../../../shared/platform/json.ts";

/**
 * Returns the constants of a PHP class. Their values are texts, whole numbers, null, lists and maps of these, or other
 * constants of the same class.
 */
function phpConstants(file: string): Record<string, unknown> {
  const tree = new Engine({ parser: { version: "7.4" } }).parseCode(readFileSync(file, "utf8"), file);
  const written = new Map(constantsIn(tree).map(({ name, value }) => [nameOf(name), value]));
  const read = (node: unknown): unknown => {
    if (!isJsonObject(node)) return undefined;
    const { kind, value, offset, items } = node;
    if (kind === "nullkeyword") return null;
    if (kind === "number") return Number(value);
    if (kind === "staticlookup") return read(written.get(nameOf(offset)));
    if (!Array.isArray(items)) return value;
    const entries = items.filter(isJsonObject).map((item) => [read(item.key), read(item.value)] as const);
    const isList = entries.every(([key]) => key === undefined);
    return isList
      ? entries.map(([, item]) => item)
      : Object.fromEntries(entries.map(([key, item]) => [String(key), item]));
  };
  return Object.fromEntries([...written].map(([name, value]) => [name, read(value)]));
}

function constantsIn(value: unknown): { name: unknown; value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap(constantsIn);
  if (!isJsonObject(value)) return [];
  const own = value.kind === "constant" ? [{ name: value.name, value: value.value }] : [];
  return [...own, ...Object.values(value).flatMap(constantsIn)];
}

function nameOf(node: unknown): string {
  return isJsonObject(node) ? String(node.name) : "";
}

const LIB = join(import.meta.dirname, "../../../addons/whmcs/frontdesk/lib");
const Names = z.array(z.string());
/** The schema of allowed parameters by action: the parameter with the account or the item, and the other parameters. */
const Holding = <Holder extends z.ZodType>(holder: Holder) => z.record(z.string(), z.tuple([holder, Names]));

function listsIn<Lists extends z.ZodRawShape>(file: string, lists: Lists) {
  return z.object(lists).parse(phpConstants(join(LIB, file)));
}

/** The allowed reads, from `ReadActions.php`. The first parameter is `null` for reads about the whole provider. */
export const READING = listsIn("Reading/ReadActions.php", {
  ALLOWED: Holding(z.string().nullable()),
  ...{ BY_ANSWER: z.string(), BY_DOMAIN: z.string() },
  HOLDERS: z.record(z.string(), Names),
  NOT_OWN: z.record(z.string(), z.string()),
});

/**
 * For each list: its location in WHMCS's result, and the fields of its rows that the addon returns, from `Lists.php`.
 */
export const { LISTS } = listsIn("Reading/Lists.php", {
  LISTS: z.record(z.string(), z.tuple([z.string(), z.string(), Names])),
});

/** The allowed parameters of an order, from `ActRequest.php`. */
export const ORDERING = listsIn("Acting/ActRequest.php", {
  ALLOWED: z.record(z.string(), Names),
  MAX_MEMO_BYTES: z.number(),
});

/** The allowed changes, from `Changes.php`. */
export const CHANGING = listsIn("Acting/Changes.php", { ALLOWED: Holding(z.enum(["serviceid", "domainid"])) });

/** The maximum number of calls in a minute, from `CallLimits.php`. */
export const LIMITS = listsIn("CallLimits.php", { SIGNED: z.number(), UNSIGNED: z.number() });

/** The fields that never leave an installation, from `Redaction.php`. */
export const { HIDDEN } = listsIn("Redaction.php", { HIDDEN: Names });

/** The refusals by code, from `Refusal.php`. */
export const REFUSALS = listsIn("Refusal.php", {
  STATUSES: z.record(z.string(), z.number()),
  MESSAGES: z.record(z.string(), z.string()),
});

/**
 * Returns the entry of an action; `undefined` for an unknown name, including the names of properties that every object
 * has.
 */
export function listed<Row>(list: Readonly<Record<string, Row>>, action: unknown): Row | undefined {
  return typeof action === "string" && Object.hasOwn(list, action) ? list[action] : undefined;
}
