import type { Text } from "../platform/language.ts";
import type { AccountCurrency, Currency, MinorUnits } from "../platform/money.ts";
import type { Permission } from "./call.ts";

/** A value, or the problem that prevented it. Every method may return `billing_unavailable`. */
export type BillingResult<Value, Problem extends BillingProblem = BillingUnavailable> =
  | { ok: true; value: Value }
  | { ok: false; problem: Problem };

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

/** Returns a failed result with its problem. */
export function failure<Problem>(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}

const RETRY_AFTER_S = 5;

/** Returns the failure of a write whose data could not be read. It states that nothing was changed. */
export function undone(): { ok: false; problem: BillingUnavailable } {
  return failure({ code: "billing_unavailable", retryAfter: RETRY_AFTER_S, isUndone: true });
}

/** Returns the failure of a call with an unknown outcome. The billing system may have executed the request. */
export function unavailable(): { ok: false; problem: BillingUnavailable } {
  return failure({ code: "billing_unavailable", retryAfter: RETRY_AFTER_S });
}

const HELD_RETRY_AFTER_S = 60;

/**
 * Returns the refusal of a write while the store is on hold. The retry delay is longer than usual, because a person
 * must check the store.
 */
export function changesHeld(): { ok: false; problem: ChangesHeld } {
  return failure({ code: "changes_held", retryAfter: HELD_RETRY_AFTER_S });
}

/** All problems. The type of each method lists the problems that the method returns. */
export type BillingProblem =
  | BillingUnavailable
  | ChangesHeld
  | CurrencyNotSold
  | ActorRefused
  | NotFound
  | WriteRefused;

/**
 * The billing system did not respond, so the outcome is unknown. The caller may repeat a read, or a write with the same
 * reference.
 */
export interface BillingUnavailable {
  code: "billing_unavailable";
  /** Seconds until a retry. */
  retryAfter: number;
  /** Present for a write that changed nothing and never will. */
  isUndone?: true;
}

/** The store is on hold, for example during a restore. Nothing was changed. */
export interface ChangesHeld {
  code: "changes_held";
  /** Seconds until a retry. */
  retryAfter: number;
}

/** The provider has no price list in the requested currency. */
export interface CurrencyNotSold {
  code: "currency_not_sold";
  /** The currencies that have a price list; at least one. */
  currencies: Currency[];
}

/**
 * With `access_lost`, the login no longer exists or no longer manages the account. With `permission_denied`, it lacks a
 * permission.
 */
export interface ActorRefused {
  code: "access_lost" | "permission_denied";
  /** The first permission that is missing. Absent if the billing system does not report it. */
  permission?: Permission;
}

/** The account has nothing with that id or name. Another account may have it. */
export interface NotFound {
  code: "not_found";
}

/**
 * The refusal of a quote or write. Nothing was changed. If several reasons apply, the first one in this list is
 * returned.
 */
export type WriteRefused =
  /** `path` is the client area page for the action, if only that page offers it. */
  | { code: "not_offered"; reason: Text; path?: string }
  /** `actionRequired` is the next step for the earlier request, if the billing system reports one. */
  | { code: "already_requested"; reason: Text; actionRequired?: ActionRequired }
  | { code: "not_allowed"; reason: Text }
  | { code: "not_renewable" | "not_changeable" | "not_cancellable"; reason: Text }
  /** The invalid fields of the request, each with its JSON pointer (RFC 6901) and its requirement. */
  | { code: "invalid_body"; refused: { pointer: string; message: Text }[] }
  | { code: "not_available"; reason: Text }
  | { code: "registrant_ineligible"; reason: Text; actionRequired: ActionRequired }
  /** The price differs from the expected one. */
  | { code: "price_changed"; price: Money }
  | { code: "terms_not_accepted"; terms: Terms }
  | { code: "payment_method_missing"; actionRequired: ActionRequired }
  /**
   * The registrar or the billing system refused the write for its own reason. `price` is present if the price is
   * the reason.
   */
  | { code: "refused"; reason: Text; price?: Money }
  /** The registrar or the registry did not respond. `retryAfter` is in seconds. */
  | { code: "server_unavailable"; retryAfter: number };

export interface Money {
  amount: MinorUnits;
  currency: AccountCurrency;
}

export interface Terms {
  version: string;
  title: Text;
  url: string;
  /** The provider's terms and, for a domain, the terms of the registry. */
  items: { title: Text; url: string }[];
}

export interface ActionRequired {
  type: "pay_invoice" | "add_payment_method" | "update_contact" | "confirm_by_email";
  message: Text;
  /** A path in the client area, such as `/invoices/2041`. It may have a query. */
  path: string;
}
