import type { ActionRequired, BillingProblem, Terms } from "../../../../shared/billing-contract/result.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { type MinorUnits, toMajorUnits } from "../../../../shared/platform/money.ts";
import { errorsOf } from "../actions/refusal-errors.ts";
import { failed, isRefusal, statusOf } from "../answers.tsx";
import type { SignedInRequest } from "../area-request.ts";
import type { CheckoutItem } from "./checkout-page.tsx";
import { showNothing } from "./nothing-to-order.tsx";

/** An order in the cart, with the data for its page and its form. */
export interface OrderToMake {
  item: CheckoutItem;
  /** The query parameters of the cart's URL. */
  address: Record<string, string>;
  /** The amount before tax, in minor units. */
  amount: MinorUnits;
  terms: Terms;
  /** The steps that the customer must complete before the order can succeed. */
  missing: ActionRequired[];
  /** The registry's rule that the account's postal address breaks; `null` if it breaks none. */
  unfit: string | null;
  /** Errors in the URL's parameters that would make the order fail. */
  errors: FormError[];
  /** A sentence that states what happens after the order. */
  note: string;
}

/** A submitted form that was refused. */
export interface SentOrder {
  form: URLSearchParams;
  errors: FormError[];
  status: number;
}

const REFERENCE = /^cart-[A-Za-z0-9_-]{22}$/;

/**
 * Returns the reference of a form, which makes an order run at most once even if the form is sent twice. Creates a
 * reference if the form has no valid one.
 */
export function referenceOf({ randomBytes }: SignedInRequest, form?: URLSearchParams): string {
  const reference = form?.get("reference") ?? "";
  if (REFERENCE.test(reference)) return reference;
  return `cart-${randomBytes(16).toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

const AMOUNT = /^\d{1,12}$/;

/** Returns whether all amounts in a form are numbers. */
export function hasReadableAmount(form: URLSearchParams): boolean {
  return form.getAll("expected").every((text) => AMOUNT.test(text));
}

/** Returns the price that a form showed for one order, and the terms that the customer accepted. */
export function agreedIn(form: URLSearchParams, at: number) {
  const [price, terms] = [expectedOf(form, at), form.get("terms")];
  return { ...(price !== null && { expected_price: toMajorUnits(price) }), ...(terms && { accept_terms: terms }) };
}

/**
 * Returns the amount that a form showed for an order, in minor units. Returns `null` if the form has no amount; the
 * price is then not checked.
 */
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
