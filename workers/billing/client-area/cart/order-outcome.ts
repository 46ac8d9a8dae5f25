import type { ActionResult } from "../../../../shared/billing-contract/client-area.ts";
import type { CommandValue } from "../../../../shared/billing-contract/writes.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import type { AreaAction, Unexplained } from "../actions/act.ts";
import type { ClientAreaForm } from "../area-request.ts";

/** What a posted form ordered, with the page about that; `value` is null of what was only judged. */
export interface OrderPlaced {
  value: CommandValue | null;
  page: string;
}

/** Why an order was not made: a reason on its form, or one with its own page. */
export type OrderRefused = { errors: FormError[]; status: number } | { problem: Unexplained };

export type OrderOutcome = OrderPlaced | OrderRefused | Response;

/** Makes an order, or judges it. */
export type SendOrder = (action: AreaAction) => Promise<ActionResult<CommandValue | null>>;

/** One of the orders of a posted form. @param at its place among the form's prices */
export type Order = (request: ClientAreaForm, send: SendOrder, at: number) => Promise<OrderOutcome>;

/** The key of an order in a form with this reference. A form that was changed after going back is another order. */
export async function keyFor(reference: string, action: AreaAction): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(action));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return `${reference}-${digest.slice(0, 12).toBase64({ alphabet: "base64url", omitPadding: true })}`;
}
