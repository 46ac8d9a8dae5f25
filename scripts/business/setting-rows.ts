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

/** The settings that only the embedded billing engine reads. */
export const ENGINE_SETTINGS: readonly Setting[] = [
  {
    ...{ name: "PAYMENTS", type: "`manual`, `stripe` or `demonstration`", default: "manual", workers: ["billing"] },
    about:
      "How [invoices are paid](payments.md). `manual`: elsewhere, and you record it. `stripe`: at Stripe. `demonstration`: with a button that moves no money, and needs `DEMONSTRATION=true`.",
    example: "stripe",
  },
  {
    ...{ name: "STRIPE_URL", type: "address", default: "", workers: ["billing"], isInternal: true },
    about: "Where the simulated Stripe of a demonstration answers.",
    without: "Stripe's API.",
  },
  {
    ...{ name: "PAYMENT_URL", type: "https address", default: "", workers: ["billing"], check: checkPayments },
    about: "Your page where customers pay invoices. `{invoice}` becomes the invoice's number.",
    without: "`PAYMENTS=manual` then needs payment instructions, unless `DEMONSTRATION` is `true`.",
    example: "https://pay.provider.com/?invoice={invoice}",
  },
  {
    ...{ name: "PAYMENT_INSTRUCTIONS_EN", type: "lines", default: "", workers: ["billing"] },
    about: "How customers pay, such as your bank account for transfers. Invoices show it.",
    without: "Invoices show no instructions.",
    example: "Transfer to account 12345-678, and name the invoice.",
  },
  {
    ...{ name: "PAYMENT_INSTRUCTIONS_FR", type: "lines", default: "", workers: ["billing"] },
    about: "The same in French. Set both or neither.",
    without: "Invoices show no instructions.",
    example: "Virement au compte 12345-678, avec le numéro de la facture.",
  },
  {
    ...{ name: "ORDERS_NEED_CARD", type: "`true`", default: "", workers: ["billing"] },
    about:
      "Only accounts with a [saved card](payments.md#saved-cards) can order through the API or MCP. Needs `PAYMENTS=stripe`.",
    without: "No card is needed, except in a demonstration.",
    example: "true",
  },
  {
    ...{ name: "PROVISIONING", type: "`manual` or `none`", default: "", workers: ["billing"], check: setsUpBy },
    about:
      "How ordered plans are set up. `manual`: you do it and confirm it (`npm run operate -- set-ups`). `none`: a paid plan is active at once, only in a demonstration.",
    without: "`manual`; in a demonstration `none`.",
    example: "manual",
  },
  {
    ...{ name: "PWNED_PASSWORDS", type: "`true`", default: "", workers: ["billing"] },
    about:
      "Refuses leaked passwords, by a look-up at api.pwnedpasswords.com. It receives five digits of a hash ([privacy](../operate/privacy.md#leaked-passwords)).",
    without: "No look-up.",
    example: "true",
  },
  {
    ...{ name: "OPERATOR_MAIL", type: "e-mail address", default: "", workers: ["billing"], check: checkMailSettings },
    about: "Who gets a mail, at most hourly, while services wait to be set up (`npm run operate -- set-ups`).",
    without: "No such mail.",
    example: "you@provider.com",
  },
  {
    ...{ name: "SELLER_NAME", type: "text", default: "", workers: ["billing"], check: checkSeller },
    about: "The seller on invoices: your registered name.",
    without: "The deployment is refused, unless `DEMONSTRATION` is `true`.",
    example: "Provider Hosting Inc.",
  },
  {
    ...{ name: "SELLER_ADDRESS", type: "list", default: "", workers: ["billing"] },
    about: "Your address on invoices, without the country.",
    without: "As `SELLER_NAME`.",
    example: "1 Main Street | Toronto ON  M5H 2N2",
  },
  {
    ...{ name: "SELLER_COUNTRY", type: "country", default: "", workers: ["billing"] },
    about: "Your country's ISO 3166-1 code.",
    without: "As `SELLER_NAME`.",
    example: "CA",
  },
  {
    ...{ name: "TAX_REGISTRATIONS", type: "words, or `none`", default: "", workers: ["billing"] },
    about:
      "Your tax registrations, as `place:number`: `CA` (GST, HST), `CA-QC` (QST), an EU country (VAT), `EU-OSS` (VAT one-stop shop). No other tax is charged.",
    without: "As `SELLER_NAME`.",
    example: "CA:123456789RT0001 CA-QC:1234567890TQ0001",
  },
  {
    ...{ name: "REGISTRAR", type: "`namecom`", default: "", workers: ["billing"], check: checkRegistrar },
    about:
      "Where domains are registered: see [the registrar](deploying.md#the-registrar). Its token is the secret `REGISTRAR_TOKEN`.",
    without: "No registrations; paid ones wait.",
    example: "namecom",
  },
  {
    ...{ name: "REGISTRAR_USER", type: "text", default: "", workers: ["billing"], check: checkRegistrar },
    about: "Your user name at the registrar.",
    without: "The deployment is refused if `REGISTRAR` is set.",
    example: "your-user",
  },
  {
    ...{ name: "REGISTRAR_URL", type: "origin", default: "", workers: ["billing"], check: checkRegistrar },
    about:
      "The registrar's test system, such as `https://api.dev.name.com`. A demonstration with `REGISTRAR` needs it; others refuse it.",
    without: "The registrar itself.",
    example: "https://api.dev.name.com",
  },
  {
    ...{ name: "NAMESERVERS", type: "words", default: "ns1.maple.example ns2.maple.example", workers: ["billing"] },
    about: "Nameservers of newly registered domains.",
    without: "Invented nameservers.",
    example: "ns1.provider.com ns2.provider.com",
  },
];
