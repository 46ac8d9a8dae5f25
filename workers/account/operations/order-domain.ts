import * as z from "zod";
import { lockOn } from "../../../durable-objects/account/command-map.ts";
import { availabilityIn } from "../../../shared/catalogue-contract/domain-check.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import { actingOperation } from "../actions/acting-operation.ts";
import { checkForOrder } from "../actions/name-checks.ts";
import { nameWords } from "../approvals/approval-words.ts";
import { expectedPriceInput, orderedDomainInput, orderTypeInput, yearsInput } from "../schemas/input.ts";
import { NOTHING_ORDERED, renewsByItself } from "../schemas/notes.ts";
import { acceptTermsInput, nextAfter, placedOutput, toPlaced } from "../schemas/order.ts";

const MAX_FIELDS = 50;

export const orderDomain = actingOperation({
  id: "orderDomain",
  tool: "order_domain",
  http: { method: "POST", path: "/account/orders/domain" },
  title: "Order a domain name",
  summary: {
    en: "Registers a domain name or transfers one in. You get an order and an invoice; the name is registered once the customer has paid it.",
    fr: "Enregistre un nom de domaine ou transfère un nom existant. Vous obtenez une commande et une facture ; le nom est enregistré une fois la facture payée.",
  },
  label: { en: "Order domain names", fr: "Commander des noms de domaine" },
  consequence: {
    en: "Registers a name or transfers one in; the account is invoiced.",
    fr: "Enregistre un nom ou le transfère ici ; une facture est établie.",
  },
  mailLabel: { en: "order domain names", fr: "commander des noms de domaine" },
  nothingDone: NOTHING_ORDERED,
  description:
    "Orders a domain name that is free, or the transfer of one that the customer has elsewhere. Creates an order and, if something is due, an invoice, which only the customer can pay, at `action_required.url`; the name is registered once it is paid. Set `accept_terms` to `terms.version` of quote_domain_order once the customer accepted those terms, and `expected_price` to its `price.amount`; if the price has changed, nothing is ordered. Counts towards 20 actions an hour.",
  effect: "order",
  access: { scope: "billing:write", permissions: ["orders"], limit: "outside" },
  target: { kind: "domain", member: "domain" },
  problems: [
    "not_offered",
    "already_requested",
    "not_allowed",
    "not_available",
    "registrant_ineligible",
    "terms_not_accepted",
    "payment_method_missing",
  ],
  input: z.strictObject({
    domain: orderedDomainInput,
    type: orderTypeInput,
    years: yearsInput,
    auth_code: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe("For a transfer, if the quote asks for it: the code from the current registrar."),
    accept_terms: acceptTermsInput,
    fields: z
      .record(z.string().max(100), z.string().max(1_000))
      .refine((fields) => Object.keys(fields).length <= MAX_FIELDS)
      .default({})
      .describe("Values of the quote's `fields`, by name; a tick box is `true` or `false`.")
      .meta({ examples: [{ legal_type: "CCO" }] }),
    expected_price: expectedPriceInput,
  }),
  output: {
    domain: z.string().describe("The name in ASCII, lower case."),
    type: z.enum(["register", "transfer"]).describe("Registering it, or transferring it in."),
    years: z.int().describe("For how many years."),
    ...placedOutput,
    terms_version: z.string().describe("The terms that were accepted."),
    next: z.string().describe("What happens next, and who does it."),
  },
  example: { domain: "free-garden.com", accept_terms: "2026-09-01", expected_price: 17.99 },
  changesAvailability: true,
  asks: ["orders"],
  words: ({ input: { domain, type, years } }, language) => ({
    title: approvalTexts[language][type](nameWords(domain), years),
  }),
  async run({ command, billing, catalogue, clientArea, grant }, input) {
    const { domain, type, years, fields, auth_code, accept_terms, expected_price } = input;
    const placed = await command.execute({
      // 1. While the outcome of an order is unknown, no other order for the domain is sent.
      lock: lockOn.domain(domain),
      // 2. Check the domain at its registry, without a cache.
      prepare: ({ requestId }) => checkForOrder(catalogue, domain, requestId),
      // 3. The billing system checks the order and places it.
      write: (call, check, price) =>
        billing.orderDomain(call, {
          ...{ domain, type, years, fields, ...availabilityIn(check) },
          authCode: auth_code ?? null,
          acceptTerms: accept_terms ?? null,
          expectedPrice: expected_price ?? price,
        }),
    });
    // 4. Build the answer.
    const isTransfer = type === "transfer";
    return {
      account: placed.account,
      ...{ domain, type, years },
      ...toPlaced(placed, { clientArea, grant }),
      terms_version: placed.termsVersion,
      next: nextAfter(
        placed,
        {
          oncePaid: isTransfer ? "The transfer begins once that is done." : "The name is registered once that is done.",
          atOnce: isTransfer ? "The transfer begins now." : "The name is being registered.",
        },
        renewsByItself(placed),
      ),
    };
  },
});

const approvalTexts = byLanguage({
  register: (name: string, years: number) => ({
    en: `Register ${name} for ${years === 1 ? "1 year" : `${years} years`}`,
    fr: `Enregistrer ${name} pour ${years === 1 ? "1 an" : `${years} ans`}`,
  }),
  transfer: (name: string) => ({ en: `Transfer ${name} to your account`, fr: `Transférer ${name} vers votre compte` }),
});
