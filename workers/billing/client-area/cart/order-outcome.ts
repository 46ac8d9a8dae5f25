import type { ActionResult } from "../../../../shared/billing-contract/client-area.ts";
import type { CommandValue } from "../../../../shared/billing-contract/writes.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import type { AreaAction, Unexplained } from "../actions/act.ts";
import type { ClientAreaForm } from "../area-request.ts";

/**
 * An order that a submitted form placed, with the page of its item. `value` is `null` if the order was only previewed.
 */
export interface OrderPlaced {
  value: CommandValue | null;
  page: string;
}

/** The reason why an order was not placed: errors to show on its form, or a problem that a separate page explains. */
export type OrderRefused = { errors: FormError[]; status: number } | { problem: Unexplained };

export type OrderOutcome = OrderPlaced | OrderRefused | Response;

/** A function that places an order or previews it. */
export type SendOrder = (action: AreaAction) => Promise<ActionResult<CommandValue | null>>;

/**
 * A function that places one of the orders in a submitted form.
 * @param at the index of the order's price in the form
 */
export type Order = (request: ClientAreaForm, send: SendOrder, at: number) => Promise<OrderOutcome>;

/**
 * Returns the idempotency key of an order in a form with this reference. If the customer goes back and changes the
 * form, the order gets another key.
 */
export async function keyFor(reference: string, action: AreaAction): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(action));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return `${reference}-${digest.slice(0, 12).toBase64({ alphabet: "base64url", omitPadding: true })}`;
}
