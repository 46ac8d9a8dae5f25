import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Engine } from "php-parser";
import * as z from "zod";
import { isJsonObject } from "../../../shared/platform/json.ts";

type PhpValue = string | number | null | PhpValue[] | { [key: string]: PhpValue };

/** The constants of a class whose values are texts, whole numbers, null, lists and maps of them, or other constants of it. */
function phpConstants(file: string): Map<string, PhpValue> {
  const tree = new Engine({ parser: { version: "7.4" } }).parseCode(readFileSync(file, "utf8"), file);
  const written = new Map(constantsIn(tree).map(({ name, value }) => [nameOf(name), value]));
  const read = (value: unknown): PhpValue | undefined => {
    if (!isJsonObject(value)) return undefined;
    switch (value.kind) {
      case "string":
        return String(value.value);
      case "number":
        return Number(value.value);
      case "nullkeyword":
        return null;
      case "staticlookup":
        return read(written.get(nameOf(value.offset)));
      case "array":
        return arrayOf(value.items, read);
      default:
        return undefined;
    }
  };
  const constants = [...written].map(([name, value]) => [name, read(value)] as const);
  return new Map(constants.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function arrayOf(items: unknown, read: (value: unknown) => PhpValue | undefined): PhpValue {
  const entries = Array.isArray(items) ? items.filter(isJsonObject) : [];
  const values = entries.map(({ key, value }) => [read(key), read(value) ?? null] as const);
  if (values.every(([key]) => key === undefined)) return values.map(([, value]) => value);
  return Object.fromEntries(values.map(([key, value]) => [String(key), value]));
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
/** Per action the parameter that holds the account or what is changed, and what else may be said. */
const Holding = <Holder extends z.ZodType>(holder: Holder) => z.record(z.string(), z.tuple([holder, Names]));

function listsIn<Lists extends z.ZodType>(file: string, lists: Lists): z.infer<Lists> {
  return lists.parse(Object.fromEntries(phpConstants(join(LIB, file))));
}

/** What may be asked, as `ReadActions.php` has it: the holder is null for what is of the whole provider. */
export const READING = listsIn(
  "Reading/ReadActions.php",
  z.object({
    ALLOWED: Holding(z.string().nullable()),
    ...{ BY_ANSWER: z.string(), BY_DOMAIN: z.string() },
    HOLDERS: z.record(z.string(), Names),
    NOT_OWN: z.record(z.string(), z.string()),
  }),
);

/** Per list where it is in WHMCS's answer, and the members of its rows that are told, as `Lists.php` has them. */
export const { LISTS } = listsIn(
  "Reading/Lists.php",
  z.object({ LISTS: z.record(z.string(), z.tuple([z.string(), z.string(), Names])) }),
);

/** What may be said of an order, as `ActRequest.php` has it. */
export const ORDERING = listsIn(
  "Acting/ActRequest.php",
  z.object({ ALLOWED: z.record(z.string(), Names), MAX_MEMO_BYTES: z.number() }),
);

/** What may be changed, as `Changes.php` has it. */
export const CHANGING = listsIn(
  "Acting/Changes.php",
  z.object({ ALLOWED: Holding(z.enum(["serviceid", "domainid"])) }),
);

/** How many calls are taken in a minute, as `CallLimits.php` has it. */
export const LIMITS = listsIn("CallLimits.php", z.object({ SIGNED: z.number(), UNSIGNED: z.number() }));

/** What never leaves an installation, as `Redaction.php` has it. */
export const { HIDDEN } = listsIn("Redaction.php", z.object({ HIDDEN: Names }));

/** The refusals, by code, as `Refusal.php` has them. */
export const REFUSALS = listsIn(
  "Refusal.php",
  z.object({ STATUSES: z.record(z.string(), z.number()), MESSAGES: z.record(z.string(), z.string()) }),
);

/** The row of an action that a caller names; undefined for any other value, and for what every object has. */
export function listed<Row>(list: Readonly<Record<string, Row>>, action: unknown): Row | undefined {
  return typeof action === "string" && Object.hasOwn(list, action) ? list[action] : undefined;
}
