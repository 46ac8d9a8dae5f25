import * as z from "zod";
import { lockOn } from "../../../durable-objects/account/command-map.ts";
import type { CustomerDomain } from "../../../shared/billing-contract/customer.ts";
import type { RenewalInvoice } from "../../../shared/billing-contract/domain-settings.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import { actingOperation } from "../actions/acting-operation.ts";
import { nameWords } from "../approvals/approval-words.ts";
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
    en: "Switches a domain's auto-renewal on or off. When off, the name expires at the end of its term.",
    fr: "Active ou désactive le renouvellement automatique d’un domaine. Désactivé, le nom expire à la fin de sa période.",
  },
  label: { en: "Turn automatic renewal on or off", fr: "Activer ou désactiver le renouvellement automatique" },
  consequence: {
    en: "When off, a name is lost at the end of its term. When on, each renewal is charged to your saved card.",
    fr: "Sans lui, un nom est perdu à la fin de sa période. Avec lui, chaque renouvellement est débité de la carte que vous avez enregistrée.",
  },
  mailLabel: {
    en: "turn the automatic renewal of domain names on and off",
    fr: "activer ou désactiver le renouvellement automatique de noms de domaine",
  },
  nothingDone: NOTHING_CHANGED,
  description:
    "Switches auto-renewal on or off: whether a domain renews automatically. Repeating the current setting changes nothing. On: each renewal is invoiced before the name expires, and charged to the customer's saved card; without a saved card, the customer pays it manually. The owner gets an e-mail. Off: the name expires at the end of its term, and its site and mail stop, unless it is renewed manually. By default 60 settings an hour.",
  effect: "change",
  access: { scope: "billing:write", permissions: ["domains", "managedomains"], limit: "item" },
  target: { kind: "domain", member: "domain" },
  openWorld: false,
  destructive: true,
  problems: ["refused", "not_offered", "not_allowed", "not_renewable", "already_requested"],
  input: z.strictObject({
    domain: ownDomainInput,
    auto_renew: z.boolean().describe("Whether the domain renews automatically."),
  }),
  output: { domain: Domain, note: z.string().describe("The consequences, and what is already invoiced.") },
  example: { domain: "studio-ana.ca", auto_renew: true },
  asks: ["orders"],
  words({ input: { domain, auto_renew: isOn } }, language) {
    const { on, off, charged, lost } = approvalTexts[language];
    return { title: (isOn ? on : off)(nameWords(domain)), consequences: [isOn ? charged : lost] };
  },
  async run({ command, billing, clientArea }, { domain: name, auto_renew: autoRenew }) {
    const { account, domain, renewalInvoice, chargesCard } = await command.execute({
      lock: lockOn.domain(name),
      write: (call) => billing.setDomainAutoRenew(call, { domain: name, autoRenew }),
      // This operation calls no registrar, so the reply takes less time.
      answerTimeoutMs: BILLING_DEADLINE_MS,
    });
    return {
      account,
      domain: toDomain(domain, clientArea),
      note: sentences(autoRenewalWords(domain, chargesCard), renewalInvoiceWords(renewalInvoice)),
    };
  },
});

/**
 * The approval texts. An application needs approval only to switch auto-renewal on while a card is saved. In the client
 * area, only switching it off needs a confirmation.
 */
const approvalTexts = byLanguage({
  on: (name: string) => ({
    en: `Switch on the automatic renewal of ${name}`,
    fr: `Activer le renouvellement automatique de ${name}`,
  }),
  off: (name: string) => ({
    en: `Switch off the automatic renewal of ${name}`,
    fr: `Désactiver le renouvellement automatique de ${name}`,
  }),
  lost: {
    en: "No more renewals are invoiced. Unless you renew it yourself, the name expires at the end of its term: its site and e-mail stop, and somebody else can register it.",
    fr: "Aucun renouvellement n’est plus facturé. Si vous ne le renouvelez pas vous-même, le nom expire à la fin de sa période : son site et son courriel s’arrêtent, et quelqu’un d’autre peut l’enregistrer.",
  },
  charged: {
    en: "Each renewal is then invoiced, and charged to your saved card 3 days before it is due.",
    fr: "Chaque renouvellement est alors facturé, et débité de votre carte enregistrée 3 jours avant l’échéance.",
  },
});

/** Describes an unpaid invoice that would renew the domain although its auto-renewal is off. */
function renewalInvoiceWords(invoice: RenewalInvoice | undefined): string {
  switch (invoice?.kind) {
    case undefined:
      return "";
    case "open":
      return `Its unpaid renewal invoice, ${invoice.number}, stays open. Paying it renews the domain.`;
    case "unknown":
      return "We could not read whether an unpaid renewal invoice is open. If so, it stays open and renews the name when paid.";
  }
}

/** Describes the effect of a domain's auto-renewal setting in its current status. */
function autoRenewalWords(
  { status, autoRenew, expiresOn, renewalPrice }: CustomerDomain,
  chargesCard?: boolean,
): string {
  const on = expiresOn ? ` on ${expiresOn}` : "";
  switch (status) {
    case "pending":
    case "pending_registration":
    case "pending_transfer":
      return autoRenew
        ? `The name is still on order. Once it is here, each renewal is invoiced automatically before it expires${chargesCard ? ", and charged to the saved card" : ""}.`
        : "The name is still on order. Once it is here, it expires at the end of its term unless it is renewed before.";
    case "redemption":
      return "The name is in redemption and does not renew automatically. Only a renewal that includes the restoration keeps it. The setting applies from then on.";
    case "grace":
      return autoRenew && renewalPrice
        ? `The name expired${on}. It is renewed once its renewal invoice is paid; otherwise it is lost.`
        : `The name expired${on} and is lost unless it is renewed.`;
    case "active":
    case "expired":
    case "transferred_away":
    case "cancelled":
    case "fraud":
      if (!autoRenew) return `The name expires${on} unless it is renewed before.`;
      if (renewalPrice && chargesCard)
        return `The renewal is invoiced before the name expires${on}, and charged to the saved card 3 days before the invoice is due.`;
      return renewalPrice
        ? `Invoiced automatically: an invoice for the renewal is made before the name expires${on}; it is renewed once the customer pays that.`
        : `The name has no renewal price, so no renewal is invoiced: it expires${on} unless it is renewed before.`;
  }
}
