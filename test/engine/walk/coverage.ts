import type { WalkReport } from "./walk.ts";

/** What 500 steps in several walks have done at least once, and a long walk once for each 2,000 steps. */
const REACHED: string[] = [
  ...["plan", "plan_change", "renew_service", "register", "transfer", "renew_domain"].map(
    (kind) => `order ${kind} done`,
  ),
  ...["transfer", "renew_domain"].map((kind) => `order ${kind} failed`),
  ...["plan", "register", "renew_domain"].map((kind) => `order ${kind} lapsed`),
  ...["renew_service", "plan_change", "renew_domain"].map((kind) => `order ${kind} withdrawn`),
  ...[
    "pending to active",
    "active to suspended",
    "suspended to active",
    "suspended to terminated",
    "active to cancelled",
  ].map((move) => `services ${move}`),
  ...["active to grace", "grace to redemption", "redemption to expired", "redemption to active"].map(
    (move) => `domains ${move}`,
  ),
  ...[
    "unpaid to paid",
    "unpaid to cancelled",
    "paid to refunded",
    "payment_pending to paid",
    "payment_pending to unpaid",
  ].map((move) => `invoices ${move}`),
  ...["registerName", "transferIn", "orderPlan", "changePlan", "renewDomain", "restoreDomain"].map(ok),
  ...["cancelService immediately", "cancelService end_of_period", "auto-renewal on", "auto-renewal off", "pay"].map(ok),
  ...["prices changed", "place changed"].map(ok),
  ...["a transfer", "a refund", "a refund in the dashboard", "a refund comes back", "a dispute, needs_response"].map(
    ok,
  ),
  ...[
    "the bank pays",
    "the bank refuses",
    "an event: 200",
    "paid in vain",
    "refund asked",
    "refund done",
    "refund failed",
  ],
  ...["paid with money", "paid with credit", "paid with credit and money"],
  ...["customer", "jobs"].flatMap((kind) => [`lost (${kind})`, `failed (${kind})`, `unread (${kind})`]),
  ...["down", "lost", "refused"].map((what) => `registrar: ${what}`),
  ...["an invoice paid twice", "a payment and the jobs", "two runs of the jobs"].map(together),
  ...["one reference twice", "changes of one service"].map(together),
  ...["prices changed as one orders", "orders of one account", "any"].map(together),
];

function ok(call: string): string {
  return `${call}: ok`;
}

function together(meeting: string): string {
  return `together: ${meeting}`;
}

/** In which each of {@link REACHED} is done once. The rarest was done six times in 2,000 steps (seed 1), and in 5,163 (seed 2). */
const STEPS_FOR_ONCE = 2_000;

/** What one walk has not done as often as its length demands. */
export function missedByLong(report: Pick<WalkReport, "counts" | "steps">): string[] {
  return missedBy(report, Math.floor(report.steps / STEPS_FOR_ONCE));
}

/** What a walk has not done often enough. */
export function missedBy({ counts }: Pick<WalkReport, "counts">, times = 1): string[] {
  return REACHED.filter((what) => (counts.get(what) ?? 0) < times);
}
