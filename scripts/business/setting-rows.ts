import { checkMailSettings } from "../../shared/mail/mail-settings.ts";
import {
  checkPayable,
  checkPaymentSettings,
  type PaymentSettings,
} from "../../workers/billing/engine/payments/payment-settings.ts";
import { checkRegistrar } from "../../workers/billing/engine/registrar/registrar-connection.ts";
import { checkSeller } from "../../workers/billing/engine/seller/seller.ts";
import { setsUpBy } from "../../workers/billing/engine/services/set-ups.ts";
import type { Setting } from "../setting-rows.ts";

function checkPayments(settings: PaymentSettings): void {
  checkPaymentSettings(settings);
  checkPayable(settings);
}

/** What the embedded billing engine alone reads. */
export const ENGINE_SETTINGS: readonly Setting[] = [
  {
    ...{ name: "PAYMENTS", type: "`manual`, `stripe` or `demonstration`", default: "manual", workers: ["billing"] },
    about:
      "How the embedded engine's invoices are paid. `manual`: elsewhere, and `npm run operate -- payment` records it. `stripe`: at [Stripe](payments.md). `demonstration`: by a button that moves no money, where `DEMONSTRATION` is `true`.",
    example: "stripe",
  },
  {
    ...{ name: "STRIPE_URL", type: "address", default: "", workers: ["billing"], isInternal: true },
    about: "Where the simulated Stripe of a demonstration answers.",
    without: "Stripe's API.",
  },
  {
    ...{ name: "PAYMENT_URL", type: "https address", default: "", workers: ["billing"], check: checkPayments },
    about:
      "Where your customers pay the invoices of [the embedded engine](deploying.md#the-embedded-engine). `{invoice}` in it is the invoice's number.",
    without: "With `PAYMENTS=manual` and no instructions the deployment is refused, unless `DEMONSTRATION` is `true`.",
    example: "https://pay.provider.com/?invoice={invoice}",
  },
  {
    ...{ name: "PAYMENT_INSTRUCTIONS_EN", type: "lines", default: "", workers: ["billing"] },
    about:
      "How your customers pay the embedded engine's invoices, such as your bank account for transfers; invoices show it. `npm run operate -- payment` records what comes in.",
    without: "Invoices show no instructions.",
    example: "Transfer to account 12345-678, and name the invoice.",
  },
  {
    ...{ name: "PAYMENT_INSTRUCTIONS_FR", type: "lines", default: "", workers: ["billing"] },
    about: "The same in French; both are set, or none.",
    without: "Invoices show no instructions.",
    example: "Virement au compte 12345-678, avec le numéro de la facture.",
  },
  {
    ...{ name: "ORDERS_NEED_CARD", type: "`true`", default: "", workers: ["billing"] },
    about:
      "The embedded engine takes an order through the API or MCP only of an account with a [saved card](payments.md#saved-cards). Needs `PAYMENTS=stripe`.",
    without: "None is needed, but in a demonstration.",
    example: "true",
  },
  {
    ...{ name: "PROVISIONING", type: "`manual` or `none`", default: "", workers: ["billing"], check: setsUpBy },
    about:
      "Who sets up what customers of the embedded engine order. `manual`: you, and you say when it is done (`npm run operate -- set-ups`). `none`: nobody, and a paid plan is active at once, in a demonstration alone.",
    without: "`manual`, and in a demonstration `none`.",
    example: "manual",
  },
  {
    ...{ name: "PWNED_PASSWORDS", type: "`true`", default: "", workers: ["billing"] },
    about:
      "Looks up the passwords that customers choose among known leaked ones, at api.pwnedpasswords.com. It gets five digits of a hash ([privacy](../operate/privacy.md#leaked-passwords)).",
    without: "Nobody is asked.",
    example: "true",
  },
  {
    ...{ name: "OPERATOR_MAIL", type: "e-mail address", default: "", workers: ["billing"], check: checkMailSettings },
    about: "Who is mailed, once an hour, while something has to be set up (`npm run operate -- set-ups`).",
    without: "Nobody is mailed.",
    example: "you@provider.com",
  },
  {
    ...{ name: "SELLER_NAME", type: "text", default: "", workers: ["billing"], check: checkSeller },
    about: "Who the embedded engine's invoices are from: your name as it is registered.",
    without: "The deployment is refused, unless `DEMONSTRATION` is `true`.",
    example: "Provider Hosting Inc.",
  },
  {
    ...{ name: "SELLER_ADDRESS", type: "list", default: "", workers: ["billing"] },
    about: "Your address on invoices without the country, its lines with `|` between them.",
    without: "As `SELLER_NAME`.",
    example: "1 Main Street | Toronto ON  M5H 2N2",
  },
  {
    ...{ name: "SELLER_COUNTRY", type: "country", default: "", workers: ["billing"] },
    about: "Your country, by its code in ISO 3166-1.",
    without: "As `SELLER_NAME`.",
    example: "CA",
  },
  {
    ...{ name: "TAX_REGISTRATIONS", type: "words, or `none`", default: "", workers: ["billing"] },
    about:
      "What you are registered for, as `place:number`: `CA` (GST, HST), `CA-QC` (QST), a country of the European Union (VAT), `EU-OSS` (VAT by the one-stop shop). No other tax is charged.",
    without: "As `SELLER_NAME`.",
    example: "CA:123456789RT0001 CA-QC:1234567890TQ0001",
  },
  {
    ...{ name: "REGISTRAR", type: "`namecom`", default: "", workers: ["billing"], check: checkRegistrar },
    about:
      "Where the embedded engine registers names: see [the registrar](deploying.md#the-registrar). Its token is the secret `REGISTRAR_TOKEN`.",
    without: "No name is registered. A paid registration waits.",
    example: "namecom",
  },
  {
    ...{ name: "REGISTRAR_USER", type: "text", default: "", workers: ["billing"], check: checkRegistrar },
    about: "Your user name at the registrar.",
    without: "The deployment is refused where `REGISTRAR` is set.",
    example: "your-user",
  },
  {
    ...{ name: "REGISTRAR_URL", type: "origin", default: "", workers: ["billing"], check: checkRegistrar },
    about:
      "The registrar's test system, such as `https://api.dev.name.com`. It is for a demonstration only, which needs it.",
    without: "The registrar itself.",
    example: "https://api.dev.name.com",
  },
  {
    ...{ name: "NAMESERVERS", type: "words", default: "ns1.maple.example ns2.maple.example", workers: ["billing"] },
    about: "Nameservers of the names that the embedded engine registers.",
    without: "Invented ones.",
    example: "ns1.provider.com ns2.provider.com",
  },
];
