import * as z from "zod";
import { readOperation } from "../account-context.ts";
import { answered } from "../queries/billing-answers.ts";
import { BillingCycle, cycleInput, planInput, serviceInput } from "../schemas/input.ts";
import { priceShape, toPrice } from "../schemas/order.ts";
import { Service, toService } from "../schemas/service.ts";

export const quotePlanChange = readOperation({
  id: "quotePlanChange",
  tool: "quote_plan_change",
  http: { method: "GET", path: "/account/services/{id}/plan-change" },
  title: "Quote a plan change",
  summary: {
    en: "What moving a service to another plan would cost, now and at renewal; changes nothing.",
    fr: "Ce que coûterait le passage d’un service à un autre forfait, maintenant et au renouvellement ; ne change rien.",
  },
  label: { en: "Ask the price of a plan change", fr: "Demander le prix d’un changement de forfait" },
  description:
    "What moving a service to another plan or billing cycle would cost: `due_now` for the rest of the paid term, or `credit`, and each `renewal`, in their `currency`, without taxes; changes nothing. `due_now.amount` is the `expected_price` of change_plan. `allowed: false` comes with the `rule` that forbids it.",
  access: { scope: "account:read", permissions: ["products"], limit: "item" },
  target: { kind: "service", member: "id" },
  problems: ["not_offered", "not_changeable", "not_allowed", "already_requested"],
  input: z.strictObject({
    id: serviceInput,
    plan: planInput,
    billing_cycle: cycleInput.describe("The new billing cycle; the current one by default."),
  }),
  output: {
    service: Service,
    plan: z.string().describe("Id of the new plan."),
    billing_cycle: BillingCycle.describe("How often it would be paid."),
    due_now: z.object(priceShape).describe("What the change costs now."),
    credit: z.object(priceShape).describe("What is left of the paid term, if it is worth more."),
    renewal: z
      .object({ ...priceShape, billing_cycle: BillingCycle.describe("How often it is paid.") })
      .describe("What each period costs from then on."),
    effective_on: z.iso.date().describe("The day of the change."),
    allowed: z.boolean().describe("Whether the change may be made now."),
    rule: z.string().nullable().describe("Why it may not be made."),
    note: z.string().describe("Any obstacle, and the later costs."),
  },
  example: { id: 2101, plan: "web-pro" },
  async run(context, { id, plan, billing_cycle }) {
    const { billing, query, clientArea } = context;
    const change = { serviceId: id, planId: plan, billingCycle: billing_cycle ?? null };
    const quote = await answered(context, billing.quotePlanChange(query, change));
    const { renewal, obstacle } = quote;
    return {
      account: quote.account,
      service: toService(quote.service, clientArea),
      plan: quote.planId,
      billing_cycle: quote.billingCycle,
      due_now: toPrice(quote.dueNow),
      credit: toPrice(quote.credit),
      renewal: { ...toPrice(renewal), billing_cycle: renewal.billingCycle },
      effective_on: quote.effectiveOn,
      allowed: obstacle === null,
      rule: obstacle?.en ?? null,
      note: obstacle ? NOT_NOW : quote.dueNow.amount > 0 ? ONCE_PAID : AT_ONCE,
    };
  },
});

const NOT_NOW =
  "The change would be refused now, for the reason in rule. The amounts show what it would cost otherwise.";
const ONCE_PAID = "The plan changes once the invoice for the amount due now is paid.";
const AT_ONCE = "Nothing is due now: the plan changes at once, and any credit pays later invoices.";
