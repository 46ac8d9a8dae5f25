import { ASK_KINDS, type Asks } from "../../../shared/account-access/asks.ts";
import { type MinorUnits, toMajorUnits } from "../../../shared/platform/money.ts";

/** What a form says to ask about, as it was sent. */
export interface AsksEntry {
  ticked: string[];
  /** In major units. */
  amount: string;
}

/** Stands in the field until somebody types another one. */
const USUAL_AMOUNT = "50";
/** Digits, a point or a comma, cents; spaces group digits. Below a million millions: an integer of cents is exact. */
const AMOUNT = /^(\d{1,12})(?:[.,](\d{1,2}))?$/;

export const NO_ASKS_ENTRY: AsksEntry = { ticked: [], amount: USUAL_AMOUNT };

export function asksEntry(asks: Asks): AsksEntry {
  const { orders } = asks;
  return {
    ticked: ASK_KINDS.filter((kind) => (kind === "orders" ? orders !== null : asks[kind])),
    amount: orders === null ? USUAL_AMOUNT : toMajorUnits(orders).toString(),
  };
}

export function asksEntryOf(form: URLSearchParams): AsksEntry {
  return { ticked: form.getAll("ask"), amount: form.getAll("ask_amount").join(" ; ") };
}

/** The asks of a form; `unknown`: a box that there is none of, `amount`: orders are ticked with no amount that can be read. */
export function readAsks({ ticked, amount }: AsksEntry): Asks | "unknown" | "amount" {
  if (!ticked.every((value) => ASK_KINDS.some((kind) => kind === value))) return "unknown";
  const orders = ticked.includes("orders") ? readAmount(amount) : null;
  if (orders === "amount") return orders;
  return { cancel: ticked.includes("cancel"), domains: ticked.includes("domains"), orders };
}

function readAmount(text: string): MinorUnits | "amount" {
  const [, units, cents = ""] = AMOUNT.exec(text.replace(/\s/g, "")) ?? [];
  return units === undefined ? "amount" : Number(units) * 100 + Number(cents.padEnd(2, "0"));
}
