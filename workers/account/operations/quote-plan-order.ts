import * as z from "zod";
import { toMajorUnits } from "../../../shared/platform/money.ts";
import { readOperation } from "../account-context.ts";
import { answered } from "../queries/billing-answers.ts";
import { BillingCycle, cycleInput, planInput, promotionInput, siteInput } from "../schemas/input.ts";
import { missingWords, sentences } from "../schemas/notes.ts";
import { priceShape, Terms, toPrice, toTerms } from "../schemas/order.ts";

export const quotePlanOrder = readOperation({
  id: "quotePlanOrder",
  tool: "quote_plan_order",
  http: { method: "GET", path: "/account/orders/plan" },
  title: "Quote a plan order",
  summary: {
    en: "The price of a plan for the customer's site, its first payment, its renewal and the terms; changes nothing.",
    fr: "Le prix d’un forfait pour le site de la personne, le premier paiement, le renouvellement et les conditions ; ne change rien.",
  },
  label: { en: "Ask the price of a plan", fr: "Demander le prix d’un forfait" },
  description:
    "What ordering a plan would cost: `first_payment` with set-up fee and discount, and each `renewal`, in their `currency`, without taxes, and the terms; changes nothing. `first_payment.amount` is the `expected_price` of order_plan, and `terms.version` its `accept_terms`.",
  access: { scope: "account:read", permissions: ["orders"], limit: "outside" },
  target: { kind: "plan", member: "plan" },
  problems: ["not_offered", "already_requested", "not_allowed"],
  input: z.strictObject({
    plan: planInput,
    billing_cycle: cycleInput.describe("How often it is billed; by default the plan's usual cycle."),
    domain: siteInput,
    promotion: promotionInput,
  }),
  output: {
    plan: z.string().describe("The plan's id."),
    billing_cycle: BillingCycle.describe("How often it would be paid."),
    domain: z.string().nullable().describe("The site's name; null for a service without one."),
    first_payment: z
      .object({ ...priceShape, covers: BillingCycle.describe("The period that it pays for.") })
      .describe("The first payment, with its discount already deducted."),
    renewal: z
      .object({ ...priceShape, billing_cycle: BillingCycle.describe("How often it is paid.") })
      .describe("What each period costs from then on."),
    setup_fee: z.number().describe("Part of the first payment."),
    discount: z
      .object({
        percent: z.number().describe("Off the regular price."),
        amount: z.number().describe("The amount of the discount."),
        reason: z.string().describe("Why it is given."),
      })
      .nullable()
      .describe("Already deducted from the first payment."),
    terms: Terms,
    note: z.string().describe("Any obstacle, and the later costs."),
  },
  example: { plan: "web-start" },
  async run(context, { plan, billing_cycle, domain = null, promotion = null }) {
    const { billing, query } = context;
    const order = { planId: plan, billingCycle: billing_cycle ?? null, domain, promotion };
    const quote = await answered(context, billing.quotePlanOrder(query, order));
    const { discount, firstPayment, renewal } = quote;
    return {
      account: quote.account,
      plan: quote.planId,
      billing_cycle: quote.billingCycle,
      domain: quote.domain,
      first_payment: { ...toPrice(firstPayment), covers: firstPayment.covers },
      renewal: { ...toPrice(renewal), billing_cycle: renewal.billingCycle },
      setup_fee: toMajorUnits(quote.setupFee),
      discount: discount && {
        percent: discount.percent,
        amount: toMajorUnits(discount.amount),
        reason: discount.reason.en,
      },
      terms: toTerms(quote.terms),
      note: sentences(
        firstPayment.amount > 0
          ? "The plan is set up once its invoice is paid."
          : "Nothing is due at first: the plan is set up at once.",
        quote.siteNote?.en ?? "",
        missingWords(quote.missing),
      ),
    };
  },
});
