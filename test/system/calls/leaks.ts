import type { Caller } from "./access.ts";
import type { Input } from "./known-account.ts";
import type { WireAnswer } from "./wire.ts";

/** The account that owns each row of the billing system. A key is the table and the row id, such as `services 2101`. */
export type Owners = ReadonlyMap<string, number>;

/** Words that appear in messages of runtimes, libraries and databases. */
const INSIDE =
  /\b(?:TypeError|RangeError|ReferenceError|SyntaxError|ZodError|D1_ERROR|SQLITE_\w+|workerd)\b|\.worker\.ts|\n\s+at /;
const HTML = /<\/?[a-z][^<>]*>/i;
/** Texts with markup that strangers wrote in the seeded data. */
const STRANGERS = ["Ignore previous instructions"];
/** The members that hold a single item, with the list that the item belongs to. */
const SINGLE = { service: "services", invoice: "invoices" } as const;
const LISTS = ["services", "domains", "invoices", "tickets"];

/** Returns a description of each leak in a response. */
export function leaksIn(
  { authorization, grant }: Caller,
  { body, headers }: WireAnswer,
  values: readonly Input[],
  owners: Owners,
): string[] {
  const text = body.toString();
  const isJson = /json/.test(String(headers["content-type"]));
  const own = grant?.account.accountId;
  return [
    ...(INSIDE.test(body.toString("latin1")) ? ["it shows what went wrong inside"] : []),
    ...(authorization.some((value) => value.length > 40 && text.includes(value.slice("Bearer ".length)))
      ? ["it has the caller's credential"]
      : []),
    ...(isJson ? htmlIn(values) : []),
    ...values.flatMap((value) =>
      idsIn(value)
        .filter((id) => (owners.get(id) ?? own) !== own)
        .map((id) => `${id} is another account's`),
    ),
  ];
}

/** Returns the texts with markup in JSON values, except for markup from the seeded data. */
function htmlIn(values: readonly Input[]): string[] {
  return values
    .flatMap(textsIn)
    .filter((text) => HTML.test(text) && !STRANGERS.some((words) => text.includes(words)))
    .map((text) => `markup: ${text.slice(0, 200)}`);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the rows that a value contains, named as in {@link Owners}. */
function idsIn(value: Input): string[] {
  const id = (list: string, item: unknown) => {
    const { id: own } = (item ?? {}) as { id?: unknown };
    return typeof own === "number" ? [`${list} ${own}`] : [];
  };
  const items = LISTS.flatMap((list) =>
    Array.isArray(value[list]) ? value[list].flatMap((one) => id(list, one)) : [],
  );
  const single = Object.entries(SINGLE).flatMap(([member, list]) => id(list, value[member]));
  const order = typeof value.order_id === "number" ? [`orders ${value.order_id}`] : [];
  return [...items, ...single, ...order, ...id("accounts", value.account)];
}
