import type { ActionResult } from "../../../../shared/billing-contract/client-area.ts";
import type { CommandValue } from "../../../../shared/billing-contract/writes.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import type { AreaAction, Unexplained } from "../actions/act.ts";
import type { ClientAreaForm } from "../area-request.ts";

/** The item that a posted form ordered, with its page. `value` is null if the order was only previewed. */
export interface OrderPlaced {
  value: CommandValue | null;
  page: string;
}

/** The reason why an order was not placed: errors on its form, or a problem with a separate page. */
export type OrderRefused = { errors: FormError[]; status: number } | { problem: Unexplained };

export type OrderOutcome = OrderPlaced | OrderRefused | Response;

/** Places an order, or previews it. */
export type SendOrder = (action: AreaAction) => Promise<ActionResult<CommandValue | null>>;

/** One of the orders of a posted form. @param at its position among the form's prices */
export type Order = (request: ClientAreaForm, send: SendOrder, at: number) => Promise<OrderOutcome>;

/** The key of an order in a form with this reference. A form that was changed after going back has another key. */
export async function keyFor(reference: string, action: AreaAction): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(action));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return `${reference}-${digest.slice(0, 12).toBase64({ alphabet: "base64url", omitPadding: true })}`;
}
