import type { Text } from "../../../../shared/platform/language.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import { LEAST_CHARGE } from "../records/least-charge.ts";

const PAYMENTS = ["manual", "stripe", "demonstration"] as const;

/**
 * How customers pay invoices. `manual`: outside Frontdesk; an operator records the payment. `stripe`: on Stripe's page.
 * `demonstration`: with one button that moves no money.
 */
export type PaymentKind = (typeof PAYMENTS)[number];

export interface PaymentSettings {
  DEMONSTRATION: string;
  /** A {@link PaymentKind}; empty: `manual`. */
  PAYMENTS?: string;
  /** The address of a simulated Stripe API; demonstrations only. */
  STRIPE_URL?: string;
  /** Secrets. During a rotation, the second one contains two values with a space between. */
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  /**
   * The address of another way to pay. The placeholder `{invoice}` is the invoice's number. Empty: the pages show none.
   */
  PAYMENT_URL?: string;
  /** The instructions for another way to pay, such as a bank account; one line each. Both languages, or none. */
  PAYMENT_INSTRUCTIONS_EN?: string;
  PAYMENT_INSTRUCTIONS_FR?: string;
  /** `true`: an order through the API needs a saved card. Empty: only in a demonstration. */
  ORDERS_NEED_CARD?: string;
}

export interface PaymentWay {
  kind: PaymentKind;
  /** Whether all data is made up, and accounts have the sandbox's card. */
  isDemonstration: boolean;
  /** The origin of Stripe's page, to which a form redirects; null if there is none. */
  checkoutOrigin: string | null;
  /** Returns the address to pay an invoice or, with null, for payments in general. Null if no address is set. */
  addressFor(invoiceNumber: string | null): string | null;
  /** The instructions to pay, in lines; null if not set. */
  instructions: Text | null;
}

const INVOICE = "{invoice}";

/** The maximum number of invoices in one checkout: their ids must fit into 500 characters of Stripe's metadata. */
export const MAX_TOGETHER = 50;

/**
 * Returns the part of a balance that a card pays. Account credit is used first, but must leave Stripe's minimum amount.
 * Null if that is impossible.
 */
export function checkoutAmount(balance: MinorUnits, credit: MinorUnits): MinorUnits | null {
  const rest = Math.max(0, balance - credit);
  if (rest === 0 || rest >= LEAST_CHARGE) return rest;
  return balance >= LEAST_CHARGE ? LEAST_CHARGE : null;
}

export function paymentKindOf({ PAYMENTS: kind }: Pick<PaymentSettings, "PAYMENTS">): PaymentKind {
  return PAYMENTS.find((known) => known === kind) ?? "manual";
}

export function paymentWayOf(settings: PaymentSettings): PaymentWay {
  const { PAYMENT_URL: url, PAYMENT_INSTRUCTIONS_EN: en, PAYMENT_INSTRUCTIONS_FR: fr, STRIPE_URL: api } = settings;
  const kind = paymentKindOf(settings);
  return {
    kind,
    isDemonstration: settings.DEMONSTRATION === "true",
    checkoutOrigin: kind === "stripe" ? (api ? new URL(api).origin : "https://checkout.stripe.com") : null,
    instructions: en && fr ? { en, fr } : null,
    addressFor: (invoiceNumber) => (url ? url.replaceAll(INVOICE, encodeURIComponent(invoiceNumber ?? "")) : null),
  };
}

/** Checks the settings. @throws naming the wrong setting; {@link checkStripeSecrets} checks the secrets */
export function checkPaymentSettings(settings: PaymentSettings): void {
  const { PAYMENT_URL: url, PAYMENT_INSTRUCTIONS_EN: en, PAYMENT_INSTRUCTIONS_FR: fr } = settings;
  const { PAYMENTS: kind, STRIPE_URL: stripe, DEMONSTRATION } = settings;
  if (kind && paymentKindOf(settings) !== kind)
    throw new Error(`PAYMENTS is not one of ${PAYMENTS.join(", ")}: ${kind}`);
  if (kind === "demonstration" && DEMONSTRATION !== "true") {
    throw new Error("PAYMENTS=demonstration moves no money: it needs DEMONSTRATION=true, where all data is made up.");
  }
  if (stripe && DEMONSTRATION !== "true") throw new Error("STRIPE_URL is for a demonstration: leave it empty.");
  if (settings.ORDERS_NEED_CARD === "true" && kind !== "stripe" && DEMONSTRATION !== "true") {
    throw new Error("ORDERS_NEED_CARD=true needs PAYMENTS=stripe: otherwise no card can be saved.");
  }
  if (!en !== !fr) throw new Error("Set both PAYMENT_INSTRUCTIONS_EN and PAYMENT_INSTRUCTIONS_FR, or neither.");
  if (!url) return;
  const address = URL.parse(url.replaceAll(INVOICE, "1"));
  if (address?.protocol !== "https:" || address.username || address.password) {
    throw new Error(`PAYMENT_URL is not an address such as https://pay.provider.com/?invoice=${INVOICE}: ${url}`);
  }
}

/**
 * Checks the secrets of `PAYMENTS=stripe`. A demonstration must have keys of Stripe's test mode, and only a
 * demonstration may.
 * @throws naming the missing or wrong secret, never its value
 */
export function checkStripeSecrets(settings: PaymentSettings): void {
  if (paymentKindOf(settings) !== "stripe") return;
  const { STRIPE_SECRET_KEY: key = "", STRIPE_WEBHOOK_SECRET: webhook = "" } = settings;
  const mode = /^[sr]k_(test|live)_\w+$/.exec(key)?.[1];
  if (!mode) throw new Error("PAYMENTS=stripe needs STRIPE_SECRET_KEY, a secret such as rk_live_….");
  if ((mode === "test") !== (settings.DEMONSTRATION === "true")) {
    throw new Error(
      mode === "test"
        ? "STRIPE_SECRET_KEY is a test key, which moves no money: it needs DEMONSTRATION=true."
        : "STRIPE_SECRET_KEY is a live key: a demonstration needs one of Stripe's test mode.",
    );
  }
  if (!/^whsec_\S+(?: whsec_\S+)?$/.test(webhook)) {
    throw new Error("PAYMENTS=stripe needs STRIPE_WEBHOOK_SECRET, the secret whsec_… of the webhook endpoint.");
  }
}

/**
 * Checks that customers of the embedded engine have a way to pay.
 * @throws if neither Stripe nor an address nor instructions are set
 */
export function checkPayable(settings: PaymentSettings): void {
  const { DEMONSTRATION, PAYMENT_URL, PAYMENT_INSTRUCTIONS_EN } = settings;
  if (DEMONSTRATION === "true" || PAYMENT_URL || PAYMENT_INSTRUCTIONS_EN || paymentKindOf(settings) === "stripe")
    return;
  throw new Error(
    "The embedded billing engine takes no payment. Set PAYMENTS=stripe, PAYMENT_URL (the page where your customers pay) or PAYMENT_INSTRUCTIONS_EN and _FR, or DEMONSTRATION=true if all data is made up.",
  );
}
