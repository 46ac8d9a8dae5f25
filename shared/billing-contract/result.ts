import type { Text } from "../platform/language.ts";
import type { AccountCurrency, Currency, MinorUnits } from "../platform/money.ts";
import type { Permission } from "./call.ts";

/** A value, or the problem why there is none. Every method may give `billing_unavailable`. */
export type BillingResult<Value, Problem extends BillingProblem = BillingUnavailable> =
  | { ok: true; value: Value }
  | { ok: false; problem: Problem };

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

/** A result with a reason for having no value. */
export function failure<Problem>(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}

const RETRY_AFTER_S = 5;

/** What a write needs could not be read: nothing was done. */
export function undone(): { ok: false; problem: BillingUnavailable } {
  return failure({ code: "billing_unavailable", retryAfter: RETRY_AFTER_S, isUndone: true });
}

/** The outcome is unknown: the request may have been carried out or not. */
export function unavailable(): { ok: false; problem: BillingUnavailable } {
  return failure({ code: "billing_unavailable", retryAfter: RETRY_AFTER_S });
}

const HELD_RETRY_AFTER_S = 60;

/** A person must check: longer than for a billing system that does not answer. */
export function changesHeld(): { ok: false; problem: ChangesHeld } {
  return failure({ code: "changes_held", retryAfter: HELD_RETRY_AFTER_S });
}

/** All problems; the type of a method says which it can give. */
export type BillingProblem =
  | BillingUnavailable
  | ChangesHeld
  | CurrencyNotSold
  | ActorRefused
  | NotFound
  | WriteRefused;

/** No answer, and the outcome is unknown. A read may be repeated, an action under the same reference. */
export interface BillingUnavailable {
  code: "billing_unavailable";
  /** Seconds until a retry. */
  retryAfter: number;
  /** Of a write: nothing was done and nothing will be. */
  isUndone?: true;
}

/** A store is on hold, for example while it is restored: nothing was done. */
export interface ChangesHeld {
  code: "changes_held";
  /** Seconds until a retry. */
  retryAfter: number;
}

/** There is no price list in the currency, and there are others. */
export interface CurrencyNotSold {
  code: "currency_not_sold";
  /** At least one, the default one first. */
  currencies: Currency[];
}

/** `access_lost`: the login no longer manages the account, or no longer exists. `permission_denied`: it lacks a permission. */
export interface ActorRefused {
  code: "access_lost" | "permission_denied";
  /** The first missing one; absent where the billing system does not tell. */
  permission?: Permission;
}

/** The account has nothing of that id or name, whether or not another account has it. */
export interface NotFound {
  code: "not_found";
}

/** A quote or action is refused, and nothing was done. Of several reasons the first in this order is given. */
export type WriteRefused =
  /** With a path of the client area where the customer does it, where the billing system does not take it here. */
  | { code: "not_offered"; reason: Text; path?: string }
  /** With the next step for the earlier request, where the billing system tells. */
  | { code: "already_requested"; reason: Text; actionRequired?: ActionRequired }
  | { code: "not_allowed"; reason: Text }
  | { code: "not_renewable" | "not_changeable" | "not_cancellable"; reason: Text }
  /** Invalid members of the request: JSON pointer (RFC 6901) and what the member must be. */
  | { code: "invalid_body"; refused: { pointer: string; message: Text }[] }
  | { code: "not_available"; reason: Text }
  | { code: "registrant_ineligible"; reason: Text; actionRequired: ActionRequired }
  /** The price differs from the expected one. */
  | { code: "price_changed"; price: Money }
  | { code: "terms_not_accepted"; terms: Terms }
  | { code: "payment_method_missing"; actionRequired: ActionRequired }
  /** Refused by the registrar or the billing system, for its own reason; with its price, if that is the reason. */
  | { code: "refused"; reason: Text; price?: Money }
  /** The registrar or the registry did not answer; `retryAfter` in seconds. */
  | { code: "server_unavailable"; retryAfter: number };

export interface Money {
  amount: MinorUnits;
  currency: AccountCurrency;
}

export interface Terms {
  version: string;
  title: Text;
  url: string;
  /** The provider's terms and, for a domain, the registry's. */
  items: { title: Text; url: string }[];
}

export interface ActionRequired {
  type: "pay_invoice" | "add_payment_method" | "update_contact" | "confirm_by_email";
  message: Text;
  /** A path of the client area, a query allowed, such as `/invoices/2041`. */
  path: string;
}
