import * as z from "zod";
import { withReport } from "../../../shared/api/definition/call-report.ts";
import { actingOperation } from "../account-context.ts";
import { AccountRef, toAccountRef } from "../schemas/account.ts";
import { ownDomainInput, renewalPriceInput, yearsInput } from "../schemas/act-input.ts";
import { nextAfter, placedOutput, toPlaced } from "../schemas/placed.ts";

export const renewDomain = actingOperation({
  id: "renewDomain",
  tool: "renew_domain",
  http: { method: "POST", path: "/account/domains/{domain}/renew" },
  title: "Renew a domain name",
  summary: {
    en: "Renews a domain name for a number of years that its extension allows: an order and an invoice.",
    fr: "Renouvelle un nom de domaine pour un nombre d’années que permet son extension : une commande et une facture.",
  },
  label: { en: "Renew domain names", fr: "Renouveler des noms de domaine" },
  consequence: {
    en: "Adds years to a name; the account is invoiced.",
    fr: "Prolonge un nom d’une ou de plusieurs années ; une facture est établie.",
  },
  mailLabel: { en: "renew domain names", fr: "renouveler des noms de domaine" },
  nothingDone: { en: "nothing was renewed", fr: "rien n’a été renouvelé" },
  description:
    "Renews one of the customer's domain names: makes an order and an invoice, which only the customer can pay, at action_required.url; the name is renewed once it is paid. Which years can be had depends on the extension: where those asked for cannot, the 400 names those that can. Tell the customer the price first, without taxes: renewal_price of list_my_domains is that of renewal_years, so several years cost renewal_price × years ÷ renewal_years; of a name in redemption renewal_price holds the restoration as well, which is charged once, so several years cost less than that. Send it as `expected_price`; where it costs otherwise nothing is done, and the refusal (409) says the exact price. Repeat with the same key if no answer came.",
  effect: "order",
  access: { scope: "billing:write", permissions: ["orders", "domains"], limit: "item" },
  target: { kind: "domain", member: "domain" },
  freshFor: 0,
  problems: ["not_offered", "already_requested", "not_allowed", "not_renewable", "payment_method_missing"],
  input: z.strictObject({ domain: ownDomainInput, years: yearsInput, expected_price: renewalPriceInput }),
  output: z.object({
    account: AccountRef,
    domain: z.string(),
    years: z.int(),
    ...placedOutput,
    next: z.string(),
  }),
  example: { domain: "studio-ana.ca", years: 1 },
  prepare: ({ billing }, renewal) => ({ ready: (action) => billing.renewDomain(action, renewal) }),
  async run(context, { domain, years, expected_price }) {
    const { value: placed, report } = await context.execute("renewDomain", {
      domain,
      years,
      expectedPrice: expected_price ?? null,
    });
    return withReport(
      {
        account: toAccountRef(placed.account),
        domain,
        years: placed.years,
        ...toPlaced(placed, context),
        next: nextAfter(placed, {
          oncePaid: "The name is renewed once that is done.",
          atOnce: "The name is being renewed.",
        }),
      },
      report,
    );
  },
});
