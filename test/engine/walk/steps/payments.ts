import type { IntentObject } from "../../../../dev/stripe/stripe-state.ts";
import type { Call, World } from "../world/world.ts";
import { one } from "./customers.ts";

function outside(name: string, work: () => Promise<string | undefined>): Call {
  return { name, kind: "outside", run: async () => (await work()) ?? "ok" };
}

function received({ stripe }: World): IntentObject[] {
  return [...stripe.state.intents.values()].filter(({ status }) => status === "succeeded");
}

function leftOf({ amount, latest_charge }: IntentObject): number {
  return amount - latest_charge.amount_refunded;
}

/** Delivers a random waiting event. Sometimes the event is lost, or is delivered again later. */
export function deliverEvent(world: World): Call | null {
  const { events } = world;
  if (events.length === 0) return null;
  const [event = ""] = events.splice(world.below(events.length), 1);
  const drawn = world.random();
  if (drawn < 0.2) return outside("an event is lost", async () => undefined);
  if (drawn < 0.4) events.push(event);
  return outside("an event", () => world.tell(event));
}

/** Records a bank transfer as the operator. The amount may be wrong, and some transfers are recorded twice. */
export function recordTransfer(world: World): Call | null {
  const { state, transfers, engine } = world;
  const invoice = one(
    world,
    [...state.rows.invoices.values()].slice(-20).filter(({ status }) => world.chance(status === "unpaid" ? 1 : 0.2)),
  );
  if (!invoice) return null;
  const { id, number, total } = invoice;
  const amount = Math.max(1, Math.round(total * world.pick([1, 1, 0.4, 1.3])));
  const again = one(
    world,
    [...transfers].filter(([, other]) => other === id && world.chance(0.5)),
  );
  const reference = again?.[0] ?? `transfer-${transfers.size + 1}`;
  transfers.set(reference, id);
  return recorded("a transfer", () =>
    engine.recordPayment({ invoice: number, amount, reference, receivedOn: null }, true),
  );
}

/** Refunds an invoice that a payment paid, or all or part of the payment's credit, as the operator. */
export function refundPayment(world: World): Call | null {
  const { state, engine } = world;
  const payment = one(world, [...state.rows.payments.values()].slice(-30));
  if (!payment) return null;
  const paid = [...state.rows.invoice_payments.values()].filter(({ payment_id }) => payment_id === payment.id);
  const of = world.chance(0.6) ? one(world, paid) : null;
  const invoice = of && state.get("invoices", of.invoice_id).number;
  const amount = invoice === null && world.chance(0.5) ? 1 + world.below(payment.amount) : null;
  return recorded("a refund", () => engine.refundPayment({ reference: payment.reference, invoice, amount }, true));
}

function recorded(name: string, act: () => Promise<{ isDone: boolean }>): Call {
  // expected: the database failed, and the operator sees the failure.
  const run = () =>
    act().then(
      ({ isDone }) => (isDone ? "ok" : "refused"),
      () => "failed",
    );
  return { name, kind: "operator", run };
}

/** Refunds a payment or a part of it in Stripe's dashboard. */
export function refundInDashboard(world: World): Call | null {
  const { state } = world.stripe;
  const intent = one(
    world,
    received(world).filter((each) => leftOf(each) > 0),
  );
  if (!intent) return null;
  const amount = world.chance(0.6) ? leftOf(intent) : 1 + world.below(leftOf(intent));
  const refund = { payment_intent: intent.id, amount: String(amount) };
  return outside("a refund in the dashboard", async () => void (await state.refund(refund)));
}

/** Makes the customer's bank return a refund. */
export function failRefund(world: World): Call | null {
  const { state } = world.stripe;
  const refund = one(world, state.refunds.filter(({ status }) => status === "succeeded").slice(-10));
  return refund && outside("a refund comes back", async () => void (await state.failRefund(refund)));
}

/** Makes a customer's bank dispute a payment, or makes the provider win the dispute. */
export function dispute(world: World): Call | null {
  const { state } = world.stripe;
  const intent = one(world, received(world).slice(-10));
  const status = intent && state.disputes.some((each) => each.payment_intent === intent.id) ? "won" : "needs_response";
  return intent && outside(`a dispute, ${status}`, async () => void (await state.dispute(intent.id, status)));
}
