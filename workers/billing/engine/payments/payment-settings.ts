import type { Text } from "../../../../shared/platform/language.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import { LEAST_CHARGE } from "../records/least-charge.ts";

const PAYMENTS = ["manual", "stripe", "demonstration"] as const;

/**
 * How customers pay invoices. With `manual`, they pay outside Frontdesk, and an operator records the payment. With
 * `stripe`, they pay on Stripe's page. With `demonstration`, they use a button that moves no money.
 */
export type PaymentKind = (typeof PAYMENTS)[number];

export interface PaymentSettings {
  DEMONSTRATION: string;
  /** A {@link PaymentKind}. An empty value means `manual`. */
  PAYMENTS?: string;
  /** The URL of a simulated Stripe API. Only a demonstration may set it. */
  STRIPE_URL?: string;
  /**
   * Secrets of the Stripe account. During a rotation, `STRIPE_WEBHOOK_SECRET` contains two values, separated by a
   * space.
   */
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  /**
   * The URL of another way to pay. The placeholder `{invoice}` stands for the invoice number. If the URL is empty,
   * pages show no link.
   */
  PAYMENT_URL?: string;
  /**
   * The instructions for another way to pay, such as a bank account, with line breaks. Set both languages or neither.
   */
  PAYMENT_INSTRUCTIONS_EN?: string;
  PAYMENT_INSTRUCTIONS_FR?: string;
  /** `true` if an order through the API needs a saved card. If empty, only a demonstration needs one. */
  ORDERS_NEED_CARD?: string;
}

export interface PaymentWay {
  kind: PaymentKind;
  /** Whether this is a demonstration, with made-up data. */
  isDemonstration: boolean;
  /** The origin of Stripe's page, to which a form redirects; `null` if customers do not pay at Stripe. */
  checkoutOrigin: string | null;
  /**
   * Returns the URL for paying an invoice, or for payments in general if the number is `null`. Returns `null` if no URL
   * is set.
   */
  addressFor(invoiceNumber: string | null): string | null;
  /** The payment instructions, with line breaks; `null` if none are set. */
  instructions: Text | null;
}

const INVOICE = "{invoice}";

/** The maximum number of invoices in one checkout. Their ids must fit into 500 characters of Stripe's metadata. */
export const MAX_TOGETHER = 50;

/**
 * Returns the part of a balance to charge to a card; `null` if the balance is too small for a card payment. Account
 * credit is used first. The card is charged either nothing or at least Stripe's minimum amount.
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

/**
 * Checks the payment settings. {@link checkStripeSecrets} checks the secrets.
 * @throws an error that names the invalid setting
 */
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
 * Checks the secrets for `PAYMENTS=stripe`. A demonstration must use keys of Stripe's test mode, and any other
 * installation must not.
 * @throws an error that names the missing or invalid secret, but never shows its value
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
 * Checks that customers of the embedded engine can pay.
 * @throws outside a demonstration, if neither Stripe nor a URL nor instructions are set
 */
export function checkPayable(settings: PaymentSettings): void {
  const { DEMONSTRATION, PAYMENT_URL, PAYMENT_INSTRUCTIONS_EN } = settings;
  if (DEMONSTRATION === "true" || PAYMENT_URL || PAYMENT_INSTRUCTIONS_EN || paymentKindOf(settings) === "stripe")
    return;
  throw new Error(
    "The embedded billing engine takes no payment. Set PAYMENTS=stripe, PAYMENT_URL (the page where your customers pay) or PAYMENT_INSTRUCTIONS_EN and _FR, or DEMONSTRATION=true if all data is made up.",
  );
}
