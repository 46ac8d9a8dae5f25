import * as z from "zod";
import { lockOn } from "../../../durable-objects/account/command-map.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import { actingOperation } from "../actions/acting-operation.ts";
import { nameWords, planWords } from "../approvals/approval-words.ts";
import { cycleWords, quoted } from "../approvals/quote-facts.ts";
import {
  BillingCycle,
  cycleInput,
  expectedPriceInput,
  planInput,
  promotionInput,
  siteInput,
} from "../schemas/input.ts";
import { NOTHING_ORDERED } from "../schemas/notes.ts";
import { acceptTermsInput, nextAfter, placedOutput, toPlaced } from "../schemas/order.ts";

export const orderPlan = actingOperation({
  id: "orderPlan",
  tool: "order_plan",
  http: { method: "POST", path: "/account/orders/plan" },
  title: "Order a plan",
  summary: {
    en: "Orders a plan. You get an order and an invoice; the plan is set up once the customer has paid it.",
    fr: "Commande un forfait. Vous obtenez une commande et une facture ; le forfait est mis en service une fois la facture payée.",
  },
  label: { en: "Order plans", fr: "Commander des forfaits" },
  consequence: {
    en: "Orders hosting and other services; the account is invoiced.",
    fr: "Commande de l’hébergement et d’autres services ; une facture est établie.",
  },
  mailLabel: { en: "order plans", fr: "commander des forfaits" },
  nothingDone: NOTHING_ORDERED,
  description:
    "Orders a plan, such as web hosting: creates an order and an invoice, which only the customer can pay, at `action_required.url`; the plan is set up once it is paid. Set `accept_terms` to `terms.version` of quote_plan_order for the same plan, cycle, domain and promotion once the customer accepted those terms, and `expected_price` to its `first_payment.amount`; if the price has changed, nothing is ordered. Counts towards 20 actions an hour.",
  effect: "order",
  access: { scope: "billing:write", permissions: ["orders"], limit: "outside" },
  target: { kind: "plan", member: "plan" },
  openWorld: false,
  problems: ["not_offered", "already_requested", "not_allowed", "terms_not_accepted", "payment_method_missing"],
  input: z.strictObject({
    plan: planInput,
    billing_cycle: cycleInput.describe("How often it is billed; by default the plan's usual cycle."),
    domain: siteInput,
    promotion: promotionInput,
    accept_terms: acceptTermsInput,
    expected_price: expectedPriceInput,
  }),
  output: {
    plan: z.string().describe("The plan's id."),
    billing_cycle: BillingCycle.describe("How often it is paid."),
    domain: z.string().nullable().describe("The site's name; null for a service without one."),
    order_id: placedOutput.order_id,
    service_id: z.int().describe("The new service, pending until it is paid."),
    invoice: placedOutput.invoice,
    action_required: placedOutput.action_required,
    terms_version: z.string().describe("The terms that were accepted."),
    next: z.string().describe("What happens next, and who does it."),
  },
  example: { plan: "web-start", accept_terms: "2026-09-01" },
  asks: ["orders"],
  words({ input: { plan, domain, promotion }, preview }, language) {
    const texts = approvalTexts[language];
    const { planOrder } = preview;
    return {
      title: texts.order(planWords(preview, plan, language)),
      facts: [
        ...(domain === undefined ? [] : [{ label: texts.site, lines: [nameWords(domain)] }]),
        ...(planOrder ? [{ label: texts.billed, lines: [cycleWords[language][planOrder.billingCycle]] }] : []),
        ...(promotion === undefined ? [] : [{ label: texts.promotion, lines: [quoted(promotion)] }]),
      ],
    };
  },
  async run({ command, billing, clientArea, grant }, input) {
    const { plan: planId, domain = null, promotion = null, accept_terms, expected_price } = input;
    const placed = await command.execute({
      // 1. While the outcome of an order is unknown, no other order for the same plan and site is sent.
      lock: lockOn.plan(planId, domain),
      // 2. The billing system checks the order and places it.
      write: (call, _, price) =>
        billing.orderPlan(call, {
          ...{ planId, domain, promotion },
          billingCycle: input.billing_cycle ?? null,
          acceptTerms: accept_terms ?? null,
          expectedPrice: expected_price ?? price,
        }),
    });
    // 3. Build the answer.
    const { order_id, ...toPay } = toPlaced(placed, { clientArea, grant });
    return {
      account: placed.account,
      plan: placed.planId,
      billing_cycle: placed.billingCycle,
      domain: placed.domain,
      order_id,
      service_id: placed.serviceId,
      ...toPay,
      terms_version: placed.termsVersion,
      next: nextAfter(placed, {
        oncePaid: "The plan is set up once that is done.",
        atOnce: "The plan is being set up.",
      }),
    };
  },
});

const approvalTexts = byLanguage({
  order: (plan: string) => ({ en: `Order the plan ${plan}`, fr: `Commander le forfait ${plan}` }),
  site: { en: "For the site", fr: "Pour le site" },
  billed: { en: "Billed", fr: "Facturation" },
  promotion: { en: "Promotion code", fr: "Code promotionnel" },
});
