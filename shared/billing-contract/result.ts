import type { Text } from "../platform/language.ts";
import type { Currency, MinorUnits } from "../platform/money.ts";
import type { Permission } from "./actor.ts";

/** A value, or why there is none. That the billing system does not answer can happen to every question. */
export type BillingResult<Value, Problem extends BillingProblem = BillingUnavailable> =
  | { ok: true; value: Value }
  | { ok: false; problem: Problem };

/** Every reason the billing system gives for giving no value; each method's type says which of them it has. */
export type BillingProblem = BillingUnavailable | ActorRefused | NotFound | ActionRefused;

/** It did not answer; asking again later may help. */
export interface BillingUnavailable {
  code: "billing_unavailable";
  /** Seconds until it is worth asking again. */
  retryAfter: number;
}

/**
 * The asker may not have this. `access_lost`: the login no longer manages the account, or is gone; `permission_denied`:
 * it manages the account and lacks a permission that the question needs.
 */
export interface ActorRefused {
  code: "access_lost" | "permission_denied";
  /** The first one that is missing; absent where the billing system does not say. */
  permission?: Permission;
}

/** The account has nothing of that id or name; the same whether another account has it or nobody. */
export interface NotFound {
  code: "not_found";
}

/**
 * Definitely no, and nothing was done. Where several reasons hold, the first of this order is given.
 */
export type ActionRefused =
  | { code: "not_offered"; reason: Text }
  /** With what the customer has to do for what was requested before, where the billing system says so. */
  | { code: "already_requested"; reason: Text; actionRequired?: ActionRequired }
  | { code: "not_allowed"; reason: Text }
  | { code: "not_renewable" | "not_changeable" | "not_cancellable"; reason: Text }
  /** A member of the request: its JSON pointer, and what it must be. */
  | { code: "invalid_body"; refused: { pointer: string; message: Text }[] }
  | { code: "not_available"; reason: Text }
  | { code: "registrant_ineligible"; reason: Text; actionRequired: ActionRequired }
  /** The price is no longer the one that was expected. */
  | { code: "price_changed"; price: Price }
  | { code: "terms_not_accepted"; terms: Terms }
  | { code: "payment_method_missing"; actionRequired: ActionRequired }
  /** The registrar or the billing system said no, for a reason of its own. */
  | { code: "refused"; reason: Text }
  /** The registrar or the registry did not answer. */
  | { code: "server_unavailable"; retryAfter: number };

export interface Price {
  amount: MinorUnits;
  currency: Currency;
}

export interface Terms {
  version: string;
  title: Text;
  url: string;
  /** The provider's terms and the registry's. */
  items: { title: Text; url: string }[];
}

export interface ActionRequired {
  type: "pay_invoice" | "add_payment_method" | "update_contact" | "confirm_by_email";
  message: Text;
  /** A path of the client area, such as `/invoices/2041`. */
  path: string;
}
