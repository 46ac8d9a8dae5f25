import type { ActionRequired, BillingProblem, Terms } from "../../../../shared/billing-contract/result.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { type MinorUnits, toMajorUnits } from "../../../../shared/platform/money.ts";
import { errorsOf } from "../actions/refusal-errors.ts";
import { failed, isRefusal, statusOf } from "../answers.tsx";
import type { SignedInRequest } from "../area-request.ts";
import type { CheckoutItem } from "./checkout-page.tsx";
import { showNothing } from "./nothing-to-order.tsx";

/** An order of the cart, with the data for its page and its form. */
export interface OrderToMake {
  item: CheckoutItem;
  /** Parameters of the cart's address. */
  address: Record<string, string>;
  /** Before tax, in minor units. */
  amount: MinorUnits;
  terms: Terms;
  /** Actions that the customer must take before an order succeeds. */
  missing: ActionRequired[];
  /** The registry's rule that the account's address breaks. */
  unfit: string | null;
  /** Errors in the address's parameters, for which an order would be refused. */
  errors: FormError[];
  /** The consequence of the order, in a sentence. */
  note: string;
}

/** A submitted form that was refused. */
export interface SentOrder {
  form: URLSearchParams;
  errors: FormError[];
  status: number;
}

const REFERENCE = /^cart-[A-Za-z0-9_-]{22}$/;

/** The reference of a form, which orders once even if sent twice. A new reference if the form has no valid one. */
export function referenceOf({ randomBytes }: SignedInRequest, form?: URLSearchParams): string {
  const reference = form?.get("reference") ?? "";
  if (REFERENCE.test(reference)) return reference;
  return `cart-${randomBytes(16).toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

const AMOUNT = /^\d{1,12}$/;

/** Checks that the amounts of a form, if any, are numbers. */
export function hasReadableAmount(form: URLSearchParams): boolean {
  return form.getAll("expected").every((text) => AMOUNT.test(text));
}

/** The shown price and accepted terms of one order in a form. */
export function agreedIn(form: URLSearchParams, at: number) {
  const [price, terms] = [expectedOf(form, at), form.get("terms")];
  return { ...(price !== null && { expected_price: toMajorUnits(price) }), ...(terms && { accept_terms: terms }) };
}

/** The amount that a form showed for an order, in minor units. If null, the price is not checked. */
export function expectedOf(form: URLSearchParams, at: number): MinorUnits | null {
  const text = form.getAll("expected")[at] ?? "";
  return AMOUNT.test(text) ? Number(text) : null;
}

export function refusedQuote(
  request: SignedInRequest,
  problem: BillingProblem,
  fields: Parameters<typeof errorsOf>[2] = {},
): Promise<Response> | Response {
  if (!isRefusal(problem)) return failed(request, { ok: false, problem });
  const why = errorsOf(request, problem, fields).map(({ text }) => text);
  return showNothing(request, why.join(" "), { status: statusOf(problem) });
}
