import * as z from "zod";
import { lockOn } from "../../../durable-objects/account/command-map.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import { actingOperation } from "../actions/acting-operation.ts";
import { nameWords } from "../approvals/approval-words.ts";
import { ownDomainInput, renewalPriceInput, renewalYearsInput } from "../schemas/input.ts";
import { nextAfter, placedOutput, toPlaced } from "../schemas/order.ts";

export const renewDomain = actingOperation({
  id: "renewDomain",
  tool: "renew_domain",
  http: { method: "POST", path: "/account/domains/{domain}/renew" },
  title: "Renew a domain name",
  summary: {
    en: "Renews a domain name for one or more years. You get an order and an invoice; the name is renewed once the customer has paid it.",
    fr: "Renouvelle un nom de domaine pour un an ou plus. Vous obtenez une commande et une facture ; le nom est renouvelé une fois la facture payée.",
  },
  label: { en: "Renew domain names", fr: "Renouveler des noms de domaine" },
  consequence: {
    en: "Adds years to a name; the account is invoiced.",
    fr: "Prolonge un nom d’une ou de plusieurs années ; une facture est établie.",
  },
  mailLabel: { en: "renew domain names", fr: "renouveler des noms de domaine" },
  nothingDone: { en: "nothing was renewed", fr: "rien n’a été renouvelé" },
  description:
    "Renews one of the customer's domain names: creates an order and an invoice, which only the customer can pay, at `action_required.url`; the name is renewed once it is paid. Price without taxes: `renewal_price` of list_my_domains × `years` ÷ `renewal_years`; less for several years of a name in redemption, whose `renewal_price` includes the restoration, charged once. Set `expected_price` to that price; if it differs, nothing is done, and the refusal (409) has the exact price. If the extension does not offer those years, the refusal lists those that it offers. Counts towards 20 actions an hour.",
  effect: "order",
  access: { scope: "billing:write", permissions: ["orders", "domains"], limit: "item" },
  target: { kind: "domain", member: "domain" },
  problems: ["not_offered", "already_requested", "not_allowed", "not_renewable", "payment_method_missing"],
  input: z.strictObject({ domain: ownDomainInput, years: renewalYearsInput, expected_price: renewalPriceInput }),
  output: {
    domain: z.string().describe("The name in ASCII, lower case."),
    years: z.int().describe("For how many years."),
    ...placedOutput,
    next: z.string().describe("What happens next, and who does it."),
  },
  example: { domain: "studio-ana.ca", years: 1 },
  asks: ["orders"],
  words: ({ input: { domain, years }, preview }, language) => ({
    title: approvalTexts[language][preview.renewal?.isRestored ? "restore" : "renew"](nameWords(domain), years),
  }),
  async run({ command, billing, clientArea, grant }, { domain, years, expected_price }) {
    const placed = await command.execute({
      lock: lockOn.domain(domain),
      write: (call, _, price) => billing.renewDomain(call, { domain, years, expectedPrice: expected_price ?? price }),
    });
    return {
      account: placed.account,
      domain,
      years: placed.years,
      ...toPlaced(placed, { clientArea, grant }),
      next: nextAfter(placed, {
        oncePaid: "The name is renewed once that is done.",
        atOnce: "The name is being renewed.",
      }),
    };
  },
});

const approvalTexts = byLanguage({
  restore: (name: string, years: number) => ({
    en: `Restore ${name} and renew it for ${years === 1 ? "1 year" : `${years} years`}`,
    fr: `Restaurer ${name} et le renouveler pour ${years === 1 ? "1 an" : `${years} ans`}`,
  }),
  renew: (name: string, years: number) => ({
    en: `Renew ${name} for ${years === 1 ? "1 year" : `${years} years`}`,
    fr: `Renouveler ${name} pour ${years === 1 ? "1 an" : `${years} ans`}`,
  }),
});
