import {
  checkPayable,
  checkPaymentSettings,
  checkStripeSecrets,
  paymentKindOf,
} from "../../workers/billing/engine/payments/payment-settings.ts";
import { checkRegistrar } from "../../workers/billing/engine/registrar/registrar-connection.ts";
import { checkSeller } from "../../workers/billing/engine/seller/seller.ts";
import { type Finding, ok, stop, warn } from "../findings.ts";
import { settingsOn } from "../provider-settings.ts";
import { SETTINGS } from "../settings.ts";
import type { BillingSystemName } from "../workers.ts";

/** Settings and secrets by name. Settings that are not set have their defaults. */
export type Given = Record<string, string>;

/**
 * The settings that a provider sets before anyone pays, with the consequence of leaving them out or keeping the
 * default.
 */
const OWN: { name: string; level: typeof stop; why: string }[] = [
  { name: "DOMAIN", level: warn, why: "customers reach you at a workers.dev address" },
  { name: "BRAND_NAME", level: stop, why: "pages and mails name another provider" },
  { name: "MAIL_FROM", level: stop, why: "customers get no invoices, reminders or transfer codes by mail" },
  { name: "OPERATOR_MAIL", level: stop, why: "you get no mail when a paid plan waits for you to set it up" },
  { name: "SUPPORT_URL", level: stop, why: "customers find no contact" },
  { name: "PRIVACY_URL", level: stop, why: "customers cannot read what data you keep" },
  { name: "OPERATOR_ORIGIN", level: warn, why: "no operator console: you cannot look up, record or settle anything" },
  { name: "TIME_ZONE", level: warn, why: "your days begin and end in UTC" },
  { name: "BLOCKED_SITE_NAMES", level: warn, why: "a plan can be ordered for your own names" },
];

/** Checks whether the settings and secrets of the embedded engine are ready for real payments. */
export function checkSettings(given: Given): Finding[] {
  return [...checkOwn(given), checkSellerOf(given), ...checkPayments(given), ...checkNames(given)];
}

function checkOwn(given: Given): Finding[] {
  const missing = missingSettings(given, "embedded");
  return missing.length > 0 ? missing : [ok("Brand, mails, help and console are yours.")];
}

/** Lists the settings of a billing system that are empty or have the default, with the consequence of each. */
export function missingSettings(given: Given, billing: BillingSystemName): Finding[] {
  const names = settingsOn(billing).map(({ name }) => name);
  return OWN.filter(({ name }) => names.includes(name) && isDefault(given, name)).map(({ name, level, why }) =>
    level(`${name} is not set: ${why}.`),
  );
}

function isDefault(given: Given, name: string): boolean {
  return !given[name] || given[name] === SETTINGS.find((row) => row.name === name)?.default;
}

function checkSellerOf(given: Given): Finding {
  const problem = problemOf(() => checkSeller(given as never));
  if (problem) return stop(problem);
  const { SELLER_NAME, TAX_REGISTRATIONS } = given;
  return TAX_REGISTRATIONS === "none"
    ? warn(
        `Invoices are from ${SELLER_NAME} and charge no tax (TAX_REGISTRATIONS=none). Make sure that this is correct.`,
      )
    : ok(`Invoices are from ${SELLER_NAME}, registered for ${TAX_REGISTRATIONS}.`);
}

function checkPayments(given: Given): Finding[] {
  const problem = problemOf(
    () => checkPaymentSettings(given as never),
    () => checkPayable(given as never),
    () => checkStripeSecrets(given as never),
  );
  if (problem) return [stop(problem)];
  if (paymentKindOf(given) !== "stripe")
    return [warn("Customers do not pay by card: record each payment with npm run operate -- payment.")];
  return given.STRIPE_SECRET_KEY?.startsWith("sk_")
    ? [warn("STRIPE_SECRET_KEY has every permission at Stripe: a restricted key (rk_live_…) is enough.")]
    : [ok("Customers pay at Stripe, by a live key.")];
}

function checkNames(given: Given): Finding[] {
  if (!given.REGISTRAR) return [warn("REGISTRAR is not set: no domain name is sold.")];
  const problem = problemOf(() => checkRegistrar(given as never));
  if (problem) return [stop(problem)];
  if (!given.REGISTRAR_TOKEN)
    return [stop("REGISTRAR_TOKEN is missing: no name can be registered. Add it to provider.secrets.env.")];
  if (isDefault(given, "NAMESERVERS"))
    return [stop("NAMESERVERS is not set: names would be registered with nameservers that do not exist.")];
  return [ok(`Names are registered at ${given.REGISTRAR}, with ${given.NAMESERVERS}.`)];
}

/** Runs checks in order. Returns the message of the first one that throws; `null` if all pass. */
function problemOf(...checks: (() => unknown)[]): string | null {
  try {
    for (const check of checks) check();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
