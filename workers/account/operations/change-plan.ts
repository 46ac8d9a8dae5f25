import * as z from "zod";
import { lockOn } from "../../../durable-objects/account/command-map.ts";
import type { PlacedPlanChange } from "../../../shared/billing-contract/plan-orders.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import { actingOperation } from "../actions/acting-operation.ts";
import { planWords, serviceWords } from "../approvals/approval-words.ts";
import { cycleWords } from "../approvals/quote-facts.ts";
import { amountDueInput, BillingCycle, cycleInput, planInput, serviceInput } from "../schemas/input.ts";
import { nextAfter, placedOutput, toPlaced } from "../schemas/order.ts";
import { Service, toService } from "../schemas/service.ts";

export const changePlan = actingOperation({
  id: "changePlan",
  tool: "change_plan",
  http: { method: "POST", path: "/account/services/{id}/plan-change" },
  title: "Change a service's plan",
  summary: {
    en: "Moves a service to another plan or billing cycle. If something is due, the plan changes once the customer has paid the invoice; otherwise it changes at once.",
    fr: "Fait passer un service à un autre forfait ou cycle de facturation. Si un montant est dû, le forfait change une fois la facture payée ; sinon, il change tout de suite.",
  },
  label: { en: "Change plans", fr: "Changer de forfait" },
  consequence: {
    en: "Moves a service to another plan or billing cycle; the difference is invoiced.",
    fr: "Fait passer un service à un autre forfait ou cycle ; la différence est facturée.",
  },
  mailLabel: { en: "change the plan of services", fr: "changer le forfait de services" },
  nothingDone: { en: "the plan was not changed", fr: "le forfait n’a pas été changé" },
  description:
    "Moves a service to another plan (an upgrade or a smaller one) or to another billing cycle. If something is due, it creates an invoice, which only the customer can pay, at `action_required.url`; the plan changes once it is paid. Otherwise the plan changes immediately, and `service` shows the result. Set `expected_price` to `due_now.amount` of quote_plan_change, 0 included; if the price has changed, nothing is done. A smaller plan can take away what the service has. Counts towards 20 actions an hour.",
  effect: "order",
  access: { scope: "billing:write", permissions: ["orders", "products"], limit: "item" },
  target: { kind: "service", member: "id" },
  openWorld: false,
  destructive: true,
  problems: ["not_offered", "already_requested", "not_allowed", "not_changeable", "payment_method_missing"],
  input: z.strictObject({
    id: serviceInput,
    plan: planInput,
    billing_cycle: cycleInput.describe("The new billing cycle; the current one by default."),
    expected_price: amountDueInput,
  }),
  output: {
    service: Service,
    plan: z.string().describe("Id of the new plan."),
    billing_cycle: BillingCycle.describe("How often it is paid."),
    ...placedOutput,
    next: z.string().describe("What happens next, and who does it."),
  },
  example: { id: 2101, plan: "web-pro", expected_price: 41.82 },
  asks: ["cancel", "orders"],
  words({ input: { plan, id }, preview }, language) {
    const texts = approvalTexts[language];
    const { planChange, isDowngrade } = preview;
    const service = planChange ? serviceWords(planChange.service) : `#${id}`;
    return {
      title:
        planChange && planChange.service.planId === planChange.planId
          ? texts.cycle(service, cycleWords[language][planChange.billingCycle])
          : texts.change(service, planWords(preview, plan, language)),
      ...(isDowngrade && { consequences: [texts.smaller] }),
    };
  },
  async run({ command, billing, clientArea, grant }, { id: serviceId, plan: planId, billing_cycle, expected_price }) {
    const placed = await command.execute({
      lock: lockOn.service(serviceId),
      write: (call) =>
        billing.changePlan(call, {
          ...{ serviceId, planId, billingCycle: billing_cycle ?? null },
          expectedPrice: expected_price,
        }),
    });
    return {
      account: placed.account,
      service: toService(placed.service, clientArea),
      plan: placed.planId,
      billing_cycle: placed.billingCycle,
      ...toPlaced(placed, { clientArea, grant }),
      next: nextAfter(placed, {
        oncePaid: "The plan changes once that is done.",
        atOnce: isChanged(placed)
          ? "The plan has been changed: service shows the new plan."
          : "The plan is being changed: service still shows the previous plan.",
      }),
    };
  },
});

function isChanged({ service, planId, billingCycle }: PlacedPlanChange): boolean {
  return service.planId === planId && service.billingCycle === billingCycle;
}

const approvalTexts = byLanguage({
  change: (service: string, plan: string) => ({
    en: `Move ${service} to the plan ${plan}`,
    fr: `Passer ${service} au forfait ${plan}`,
  }),
  cycle: (service: string, cycle: string) => ({ en: `Bill ${service} ${cycle}`, fr: `Facturer ${service} ${cycle}` }),
  smaller: {
    en: "A smaller plan can take away what the service has now.",
    fr: "Un forfait inférieur peut retirer au service ce dont il dispose maintenant.",
  },
});
