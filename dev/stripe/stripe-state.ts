import { createHmac } from "node:crypto";
import { at, type Form, newId, StripeError } from "./forms.ts";
import { StripeCards, TEST_CARDS, type TestCard } from "./stripe-cards.ts";

export interface SessionObject {
  id: string;
  object: "checkout.session";
  mode: "payment" | "setup";
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid" | "no_payment_required";
  amount_total: number;
  currency: string;
  created: number;
  expires_at: number;
  url: string | null;
  payment_intent: string | null;
  /** The saved card; `null` unless the session only saves a card. */
  setup_intent: { payment_method: string } | null;
  /** The customer of a complete session that saves a card; `null` otherwise. */
  customer: string | null;
  client_reference_id: string | null;
  metadata: Form;
  success_url: string;
  cancel_url: string | null;
  /** The name of the session's line item. */
  name: string;
  /** Whether the page saves the card. */
  savesCard: boolean;
}

export interface IntentObject {
  id: string;
  object: "payment_intent";
  status: "processing" | "succeeded" | "requires_payment_method" | "canceled";
  amount: number;
  amount_received: number;
  currency: string;
  created: number;
  customer: string | null;
  payment_method: string | null;
  metadata: Form;
  latest_charge: { id: string; object: "charge"; amount_refunded: number; disputed: boolean; payment_intent: string };
}

export interface RefundObject {
  id: string;
  object: "refund";
  amount: number;
  created: number;
  status: "succeeded" | "failed";
  payment_intent: string;
  metadata: Form;
}

export interface DisputeObject {
  id: string;
  object: "dispute";
  created: number;
  status: "needs_response" | "won" | "lost";
  payment_intent: string;
}

/** The customer's choice on the page. Their bank may still have to decide. */
export type Outcome = "pay" | "decline" | "later";

const SESSION_PARAMETERS = new Set([
  ...[
    "adaptive_pricing",
    "allowed_payment_method_types",
    "cancel_url",
    "client_reference_id",
    "customer_creation",
    "expires_at",
    "line_items",
    "locale",
    "metadata",
    "mode",
  ],
  ...["payment_intent_data", "success_url"],
]);
const INTENT_PARAMETERS = new Set(
  "amount automatic_payment_methods confirm currency customer metadata off_session payment_method".split(" "),
);
const CURRENCIES = ["cad", "eur", "usd"];
const LEAST_AMOUNT = 50;

/** Sessions, payments, refunds and disputes of one account in test mode, and the effects of each call on them. */
export class StripeState {
  readonly sessions = new Map<string, SessionObject>();
  readonly intents = new Map<string, IntentObject>();
  readonly refunds: RefundObject[] = [];
  readonly disputes: DisputeObject[] = [];
  readonly cards = new StripeCards();
  readonly #now: () => number;
  readonly #tell: (type: string, object: object) => Promise<void>;

  /**
   * @param now function that returns the current time in epoch milliseconds
   * @param tell function that sends an event
   */
  constructor(now: () => number, tell: (type: string, object: object) => Promise<void>) {
    this.#now = now;
    this.#tell = tell;
  }

  /**
   * Creates a session.
   * @throws {StripeError} if Stripe refuses the session
   */
  createSession(form: Form, origin: string): SessionObject {
    requireKnown(form, SESSION_PARAMETERS);
    const isSetup = form.mode === "setup";
    const savesCard = isSetup || at(form, "payment_intent_data").setup_future_usage === "off_session";
    const item = at(form, "line_items", "0");
    const price = at(item, "price_data");
    const amount = Number(price.unit_amount) * Number(item.quantity);
    const currency = String(price.currency);
    const expires_at = Number(form.expires_at);
    const created = this.#seconds();
    if (savesCard && (form.customer_creation !== "always" || at(form, "allowed_payment_method_types")["0"] !== "card"))
      throw new StripeError(400, "parameter_invalid", "A card is saved for a customer.");
    if (!isSetup) requirePayable(form.mode === "payment", currency, amount);
    if (!(expires_at >= created + 1800 && expires_at <= created + 86_400))
      throw new StripeError(400, "parameter_invalid", "expires_at must be between 30 minutes and 24 hours from now.");
    if (!URL.canParse(String(form.success_url))) throw new StripeError(400, "url_invalid", "Not a valid URL");
    const id = newId("cs_test");
    const session: SessionObject = {
      ...{ id, object: "checkout.session", mode: isSetup ? "setup" : "payment", status: "open" },
      ...{ payment_status: isSetup ? "no_payment_required" : "unpaid", savesCard },
      ...{
        payment_intent: null,
        setup_intent: null,
        customer: null,
        amount_total: isSetup ? 0 : amount,
        currency,
        created,
        expires_at,
        url: `${origin}/c/pay/${id}`,
      },
      client_reference_id: typeof form.client_reference_id === "string" ? form.client_reference_id : null,
      metadata: at(form, "metadata"),
      success_url: String(form.success_url),
      cancel_url: typeof form.cancel_url === "string" ? form.cancel_url : null,
      name: isSetup ? "" : String(at(price, "product_data").name),
    };
    this.sessions.set(id, session);
    return session;
  }

  /** Returns a session in its current state. An open session expires at its `expires_at`. */
  session(id: string): SessionObject {
    const session = this.sessions.get(id);
    if (!session) throw new StripeError(404, "resource_missing", "No such checkout.session");
    if (session.status === "open" && session.expires_at <= this.#seconds())
      Object.assign(session, { status: "expired", url: null });
    return session;
  }

  async expireSession(id: string): Promise<SessionObject> {
    const session = this.session(id);
    if (session.status !== "open") throw new StripeError(400, "resource_invalid", "Only open sessions can be expired.");
    Object.assign(session, { status: "expired", url: null });
    await this.#tell("checkout.session.expired", session);
    return session;
  }

  /** Applies a customer's choice on the page of an open session. */
  async choose(id: string, outcome: Exclude<Outcome, "decline">, testCard: TestCard = "pays"): Promise<void> {
    const session = this.session(id);
    if (session.status !== "open") throw new StripeError(400, "resource_invalid", "This page is no longer open.");
    const isPaid = outcome === "pay";
    const card = session.savesCard ? this.cards.save(testCard, this.#seconds()) : null;
    Object.assign(session, { status: "complete", url: null, customer: card?.customer ?? null });
    if (session.mode === "setup") {
      session.setup_intent = { payment_method: card?.id ?? "" };
      return this.#tell("checkout.session.completed", session);
    }
    const { id: intent } = this.#keepIntent(session.amount_total, isPaid ? "succeeded" : "processing", {
      ...{ currency: session.currency, metadata: session.metadata },
      ...{ customer: session.customer, payment_method: card?.id ?? null },
    });
    session.payment_intent = intent;
    session.payment_status = isPaid ? "paid" : "unpaid";
    await this.#tell("checkout.session.completed", session);
  }

  /**
   * Charges a saved card in its owner's absence.
   * @throws {StripeError} if Stripe or the bank refuses the charge
   */
  charge(form: Form): IntentObject {
    requireKnown(form, INTENT_PARAMETERS);
    const { currency, customer } = form;
    const amount = Number(form.amount);
    requirePayable(form.off_session === "true" && form.confirm === "true", String(currency), amount);
    const card = this.cards.card(String(form.payment_method));
    if (card.customer === null || card.customer !== customer)
      throw new StripeError(400, "payment_method_invalid", "The payment method is not attached to the customer.");
    const { refuses } = TEST_CARDS[card.test];
    const intent = this.#keepIntent(amount, refuses ? "requires_payment_method" : "succeeded", {
      ...{ currency: String(currency), metadata: at(form, "metadata"), customer, payment_method: card.id },
    });
    if (refuses) throw new StripeError(402, refuses, "Your card was declined.");
    return intent;
  }

  /** Cancels a payment, so that it can no longer be paid. */
  cancelIntent(id: string): IntentObject {
    const intent = this.#intent(id);
    if (intent.status !== "requires_payment_method")
      throw new StripeError(400, "payment_intent_unexpected_state", "You cannot cancel this PaymentIntent.");
    return Object.assign(intent, { status: "canceled" as const });
  }

  #keepIntent(
    amount: number,
    status: IntentObject["status"],
    about: Pick<IntentObject, "currency" | "metadata" | "customer" | "payment_method">,
  ): IntentObject {
    const id = newId("pi");
    const charge = { id: newId("ch"), object: "charge", amount_refunded: 0, disputed: false } as const;
    const intent: IntentObject = {
      ...{ id, object: "payment_intent", amount, amount_received: status === "succeeded" ? amount : 0, status },
      ...{ ...about, created: this.#seconds(), latest_charge: { ...charge, payment_intent: id } },
    };
    this.intents.set(id, intent);
    return intent;
  }

  /** Applies the bank's decision about a delayed payment. */
  async decide(intentId: string, isPaid: boolean): Promise<void> {
    const intent = this.#intent(intentId);
    const session = [...this.sessions.values()].find(({ payment_intent }) => payment_intent === intentId);
    if (intent.status !== "processing" || !session) return;
    intent.status = isPaid ? "succeeded" : "requires_payment_method";
    if (isPaid) session.payment_status = "paid";
    await this.#tell(`checkout.session.async_payment_${isPaid ? "succeeded" : "failed"}`, session);
  }

  async refund(form: Form): Promise<RefundObject> {
    const intent = this.#intent(String(form.payment_intent));
    const charge = intent.latest_charge;
    const left = intent.amount - charge.amount_refunded;
    const amount = form.amount === undefined ? left : Number(form.amount);
    if (intent.status !== "succeeded" || !(amount > 0 && amount <= left))
      throw new StripeError(400, "charge_already_refunded", "Refund amount is greater than unrefunded amount.");
    const metadata = at(form, "metadata");
    const refund: RefundObject = {
      ...{ id: newId("re"), object: "refund", amount, created: this.#seconds() },
      ...{ status: "succeeded", payment_intent: intent.id, metadata },
    };
    this.refunds.push(refund);
    charge.amount_refunded += amount;
    await this.#tell("refund.created", refund);
    return refund;
  }

  /** Fails a refund, as if the customer's bank returned the money. */
  async failRefund(refund: RefundObject): Promise<void> {
    refund.status = "failed";
    this.#intent(refund.payment_intent).latest_charge.amount_refunded -= refund.amount;
    await this.#tell("refund.failed", refund);
  }

  /** Opens a dispute about a payment, or ends the dispute. */
  async dispute(intentId: string, status: DisputeObject["status"]): Promise<void> {
    this.#intent(intentId).latest_charge.disputed = true;
    const known = this.disputes.find(({ payment_intent }) => payment_intent === intentId);
    const made = { id: newId("du"), object: "dispute", created: this.#seconds(), status } as const;
    const dispute = known ?? { ...made, payment_intent: intentId };
    if (known) known.status = status;
    else this.disputes.push({ ...dispute });
    await this.#tell(known ? "charge.dispute.closed" : "charge.dispute.created", { ...dispute, status });
  }

  #intent(id: string): IntentObject {
    const intent = this.intents.get(id);
    if (!intent) throw new StripeError(404, "resource_missing", "No such payment_intent");
    return intent;
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }
}

function requireKnown(form: Form, parameters: Set<string>): void {
  const unknown = Object.keys(form).find((name) => !parameters.has(name));
  if (unknown) throw new StripeError(400, "parameter_unknown", `Received unknown parameter: ${unknown}`);
}

function requirePayable(isAsked: boolean, currency: string, amount: number): void {
  if (!isAsked || !CURRENCIES.includes(currency) || !Number.isInteger(amount))
    throw new StripeError(400, "parameter_invalid", "Not a payment in a known currency.");
  if (amount < LEAST_AMOUNT) throw new StripeError(400, "amount_too_small", "The amount is too small.");
}

/**
 * Returns the `Stripe-Signature` header for a body.
 * @param seconds seconds since the epoch
 */
export function signatureOf(body: string, secret: string, seconds: number): string {
  const signed = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${signed}`;
}
