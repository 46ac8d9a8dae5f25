import * as z from "zod";
import { runWithReport } from "../../../shared/api/definition/call-report.ts";
import { notCounted, tooMany } from "../../../shared/api/definition/problems.ts";
import type { DomainOrderQuote } from "../../../shared/billing-contract/domain-orders.ts";
import { availabilityIn } from "../../../shared/catalogue-contract/domain-check.ts";
import { lookAlikeWarning } from "../../../shared/domain-names/name-rules.ts";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import { asSentence } from "../../../shared/platform/language.ts";
import { readOperation } from "../account-context.ts";
import { checkNow } from "../actions/name-checks.ts";
import { answered, REGISTRAR_DEADLINE_MS } from "../queries/billing-answers.ts";
import { orderedDomainInput, orderTypeInput, yearsInput } from "../schemas/input.ts";
import { missingWords, priceWords, renewalTermWords, renewsByItself, sentences } from "../schemas/notes.ts";
import { DomainField, priceShape, Terms, toDomainField, toPrice, toTerms } from "../schemas/order.ts";

export const quoteDomainOrder = readOperation({
  id: "quoteDomainOrder",
  tool: "quote_domain_order",
  http: { method: "GET", path: "/account/orders/domain" },
  title: "Quote a domain order",
  summary: {
    en: "Whether a name can be registered or transferred now, its price, the registry's rules and the terms; changes nothing.",
    fr: "Si un nom peut être enregistré ou transféré maintenant, son prix, les règles du registre et les conditions ; ne change rien.",
  },
  label: { en: "Ask the price of a domain name", fr: "Demander le prix d’un nom de domaine" },
  description:
    "What ordering a domain name requires and costs, with a live check at its registry; changes nothing. `price.amount` is for all `years`, in `price.currency`, without taxes; it is the `expected_price` of order_domain, and `terms.version` its `accept_terms`. `fields` lists what its `fields` needs. If `available` or `registrant.eligible` is false, an order would be refused; `note` has the reason, the renewal price and what is still missing. Counts as a domain check.",
  access: { scope: "account:read", permissions: ["orders"], limit: "outside" },
  target: { kind: "domain", member: "domain" },
  openWorld: true,
  problems: ["not_offered", "already_requested", "not_allowed", "not_available"],
  input: z.strictObject({ domain: orderedDomainInput, type: orderTypeInput, years: yearsInput }),
  output: {
    domain: z.string().describe("The name in ASCII, lower case."),
    type: z.enum(["register", "transfer"]).describe("Registering it, or transferring it in."),
    years: z.int().describe("For how many years."),
    available: z.boolean().describe("It can be registered or transferred now."),
    price: z.object(priceShape).meta({ id: "Price", description: "What the order costs." }),
    registrant: z
      .object({
        country: z
          .string()
          .nullable()
          .describe("ISO 3166-1 alpha-2, of the registrant's address; null if the account has no address."),
        eligible: z.boolean().describe("Whether the registry accepts this registrant."),
        rule: z.string().nullable().describe("The registry's rule on the registrant's address."),
      })
      .describe("Whose the name would be: the account's owner."),
    fields: z.array(DomainField).describe("What the order's `fields` takes."),
    terms: Terms,
    note: z.string().describe("Any obstacle, the later costs, and what is still missing."),
  },
  example: { domain: "free-garden.com" },
  async run(context, order) {
    const { billing, catalogue, grant, query } = context;
    // The registry check uses no cache, and counts towards the connection's limit on domain checks.
    const checked = await checkNow(catalogue, order.domain, grant.id, query.requestId);
    if (checked.outcome === "not_counted") throw notCounted();
    return runWithReport({ rates: checked.rate ? [checked.rate] : [] }, async () => {
      if (checked.outcome === "too_many") throw tooMany(checked.rate);
      const asked = { ...order, ...availabilityIn(checked.check) };
      const quote = await answered(context, billing.quoteDomainOrder(query, asked), REGISTRAR_DEADLINE_MS);
      const { country, eligible, rule } = quote.registrant;
      return {
        account: quote.account,
        ...order,
        available: quote.available,
        price: toPrice(quote.price),
        registrant: { country, eligible, rule: rule?.en ?? null },
        fields: quote.fields.map(toDomainField),
        terms: toTerms(quote.terms),
        note: noteOf(quote, order.domain),
      };
    });
  },
});

function noteOf(quote: DomainOrderQuote, domain: string): string {
  const name = parseDomainName(domain);
  return sentences(
    ("refused" in name ? null : lookAlikeWarning(name.unicode))?.en ?? "",
    quote.obstacle ? `${asSentence(quote.obstacle).en} An order would be refused.` : "",
    quote.available ? (quote.transferTerm?.en ?? "") : "",
    `Renewal: ${priceWords(quote.renewalPrice)} ${renewalTermWords(quote)}, before taxes.`,
    quote.available && quote.needsAuthCode
      ? "The order needs auth_code, which the customer gets from the current registrar."
      : "",
    quote.available ? renewsByItself(quote) : "",
    quote.available ? missingWords(quote.missing) : "",
  );
}
