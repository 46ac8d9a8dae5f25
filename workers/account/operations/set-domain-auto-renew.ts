import * as z from "zod";
import { lockOn } from "../../../durable-objects/account/command-map.ts";
import type { CustomerDomain } from "../../../shared/billing-contract/customer.ts";
import type { RenewalInvoice } from "../../../shared/billing-contract/domain-settings.ts";
import { actingOperation } from "../actions/acting-operation.ts";
import { BILLING_DEADLINE_MS } from "../queries/billing-answers.ts";
import { Domain, toDomain } from "../schemas/domain.ts";
import { ownDomainInput } from "../schemas/input.ts";
import { NOTHING_CHANGED, sentences } from "../schemas/notes.ts";

export const setDomainAutoRenew = actingOperation({
  id: "setDomainAutoRenew",
  tool: "set_domain_auto_renew",
  http: { method: "PUT", path: "/account/domains/{domain}/auto-renew" },
  title: "Set a domain's auto-renewal",
  summary: {
    en: "Switches a domain's auto-renewal on or off.",
    fr: "Active ou désactive le renouvellement automatique d’un domaine.",
  },
  label: { en: "Turn automatic renewal on or off", fr: "Activer ou désactiver le renouvellement automatique" },
  consequence: {
    en: "Without it, a name is lost when its term is over.",
    fr: "Sans lui, un nom est perdu à la fin de sa période.",
  },
  mailLabel: {
    en: "turn the automatic renewal of domain names on and off",
    fr: "activer ou désactiver le renouvellement automatique de noms de domaine",
  },
  nothingDone: NOTHING_CHANGED,
  description:
    "Switches a domain's auto-renewal on or off; setting it to what it is changes nothing. On: an invoice for each renewal is made before the name expires. Off: the name expires at the end of its term, and its site and mail stop, unless it is renewed by hand. By default 60 settings an hour.",
  effect: "change",
  access: { scope: "billing:write", permissions: ["domains", "managedomains"], limit: "item" },
  target: { kind: "domain", member: "domain" },
  openWorld: false,
  destructive: true,
  problems: ["refused", "not_offered", "not_allowed", "not_renewable", "already_requested"],
  input: z.strictObject({
    domain: ownDomainInput,
    auto_renew: z.boolean().describe("Whether the domain is to renew by itself."),
  }),
  output: { domain: Domain, note: z.string().describe("What follows from it, and what is invoiced already.") },
  example: { domain: "studio-ana.ca", auto_renew: true },
  asks: [],
  words: null,
  async run({ command, billing, clientArea }, { domain: name, auto_renew: autoRenew }) {
    const { account, domain, renewalInvoice } = await command.execute({
      lock: lockOn.domain(name),
      write: (call) => billing.setDomainAutoRenew(call, { domain: name, autoRenew }),
      // No registrar is asked.
      answerTimeoutMs: BILLING_DEADLINE_MS,
    });
    return {
      account,
      domain: toDomain(domain, clientArea),
      note: sentences(autoRenewalWords(domain), renewalInvoiceWords(renewalInvoice)),
    };
  },
});

/** What is said of an invoice that renews the name although its automatic renewal is off. */
function renewalInvoiceWords(invoice: RenewalInvoice | undefined): string {
  switch (invoice?.kind) {
    case undefined:
      return "";
    case "open":
      return `Its unpaid renewal invoice, ${invoice.number}, stays open and renews it if paid.`;
    case "unknown":
      return "Whether an unpaid renewal invoice of it is open could not be read: one would stay open and renew it if paid.";
  }
}

/** What a domain's auto-renewal setting means for it in its present status. */
function autoRenewalWords({ status, autoRenew, expiresOn, renewalPrice }: CustomerDomain): string {
  const on = expiresOn ? ` on ${expiresOn}` : "";
  switch (status) {
    case "pending":
    case "pending_registration":
    case "pending_transfer":
      return autoRenew
        ? "The name is still on order. Once it is here, an invoice for each renewal is made before it expires."
        : "The name is still on order. Once it is here, it expires at the end of its term unless it is renewed before.";
    case "redemption":
      return "The name is in redemption, where nothing renews by itself: only a renewal, at the price with its restoration, keeps it. The setting counts from then on.";
    case "grace":
      return autoRenew && renewalPrice
        ? `The name expired${on}. It is renewed once the invoice of its renewal is paid; without that it is lost.`
        : `The name expired${on} and is lost unless it is renewed.`;
    case "active":
    case "expired":
    case "transferred_away":
    case "cancelled":
    case "fraud":
      if (!autoRenew) return `The name expires${on} unless it is renewed before.`;
      return renewalPrice
        ? `An invoice for the renewal is made before the name expires${on}; it is renewed once that is paid.`
        : `There is no renewal price for the name, so no renewal is invoiced: it expires${on} unless it is renewed before.`;
  }
}
