import { createHmac, randomBytes } from "node:crypto";

/** A form as Stripe reads it: members in brackets are members of members. */
export type Form = { [name: string]: string | Form };

export interface SessionObject {
  id: string;
  object: "checkout.session";
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  amount_total: number;
  currency: string;
  created: number;
  expires_at: number;
  url: string | null;
  payment_intent: string | null;
  client_reference_id: string | null;
  metadata: Form;
  success_url: string;
  cancel_url: string | null;
  /** Of its line. */
  name: string;
}

export interface IntentObject {
  id: string;
  object: "payment_intent";
  status: "processing" | "succeeded" | "requires_payment_method";
  amount: number;
  currency: string;
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

/** What Stripe refuses, in its own words. */
export class StripeError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What a customer does at the page, and what their bank says later. */
export type Outcome = "pay" | "decline" | "later";

const SESSION_PARAMETERS = new Set([
  ...[
    "adaptive_pricing",
    "cancel_url",
    "client_reference_id",
    "expires_at",
    "line_items",
    "locale",
    "metadata",
    "mode",
  ],
  ...["payment_intent_data", "success_url"],
]);
const CURRENCIES = ["cad", "eur", "usd"];
const LEAST_AMOUNT = 50;

/** Sessions, payments, refunds and disputes of one account in test mode, and what each call does to them. */
export class StripeState {
  readonly sessions = new Map<string, SessionObject>();
  readonly intents = new Map<string, IntentObject>();
  readonly refunds: RefundObject[] = [];
  readonly disputes: DisputeObject[] = [];
  readonly #now: () => number;
  readonly #tell: (type: string, object: object) => Promise<void>;

  /** @param now epoch milliseconds @param tell sends an event */
  constructor(now: () => number, tell: (type: string, object: object) => Promise<void>) {
    this.#now = now;
    this.#tell = tell;
  }

  /** @throws {StripeError} for what Stripe refuses */
  createSession(form: Form, origin: string): SessionObject {
    const unknown = Object.keys(form).find((name) => !SESSION_PARAMETERS.has(name));
    if (unknown) throw new StripeError(400, "parameter_unknown", `Received unknown parameter: ${unknown}`);
    const item = at(form, "line_items", "0");
    const price = at(item, "price_data");
    const amount = Number(price.unit_amount) * Number(item.quantity);
    const currency = String(price.currency);
    const expires_at = Number(form.expires_at);
    const created = this.#seconds();
    if (form.mode !== "payment" || !CURRENCIES.includes(currency) || !Number.isInteger(amount))
      throw new StripeError(400, "parameter_invalid", "Not a payment in a known currency.");
    if (amount < LEAST_AMOUNT) throw new StripeError(400, "amount_too_small", "The amount is too small.");
    if (!(expires_at >= created + 1800 && expires_at <= created + 86_400))
      throw new StripeError(400, "parameter_invalid", "expires_at must be between 30 minutes and 24 hours from now.");
    if (!URL.canParse(String(form.success_url))) throw new StripeError(400, "url_invalid", "Not a valid URL");
    const id = newId("cs_test");
    const session: SessionObject = {
      ...{ id, object: "checkout.session", status: "open", payment_status: "unpaid", payment_intent: null },
      ...{ amount_total: amount, currency, created, expires_at, url: `${origin}/c/pay/${id}` },
      client_reference_id: typeof form.client_reference_id === "string" ? form.client_reference_id : null,
      metadata: at(form, "metadata"),
      success_url: String(form.success_url),
      cancel_url: typeof form.cancel_url === "string" ? form.cancel_url : null,
      name: String(at(price, "product_data").name),
    };
    this.sessions.set(id, session);
    return session;
  }

  /** As it is now: a session whose time is over has expired. */
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

  /** What a customer does at the page of an open session. */
  async choose(id: string, outcome: Exclude<Outcome, "decline">): Promise<void> {
    const session = this.session(id);
    if (session.status !== "open") throw new StripeError(400, "resource_invalid", "This page is not open any more.");
    const intent = newId("pi");
    const charge = { id: newId("ch"), object: "charge", amount_refunded: 0, disputed: false } as const;
    const { amount_total: amount, currency, metadata } = session;
    this.intents.set(intent, {
      ...{ id: intent, object: "payment_intent", amount, currency, metadata },
      status: outcome === "pay" ? "succeeded" : "processing",
      latest_charge: { ...charge, payment_intent: intent },
    });
    const isPaid = outcome === "pay";
    Object.assign(session, { status: "complete", url: null, payment_intent: intent });
    session.payment_status = isPaid ? "paid" : "unpaid";
    await this.#tell("checkout.session.completed", session);
  }

  /** What the bank decides about a payment that it has taken its time for. */
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

  /** The bank of the customer sends a refund back. */
  async failRefund(refund: RefundObject): Promise<void> {
    refund.status = "failed";
    this.#intent(refund.payment_intent).latest_charge.amount_refunded -= refund.amount;
    await this.#tell("refund.failed", refund);
  }

  /** The customer disputes a payment, or the dispute ends. */
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

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

/** `Stripe-Signature` of a body. @param seconds since the epoch */
export function signatureOf(body: string, secret: string, seconds: number): string {
  const signed = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${signed}`;
}

export function formIn(parameters: URLSearchParams): Form {
  const form: Form = {};
  for (const [name, value] of parameters) {
    const [first = "", ...inner] = name.split("[").map((part) => part.replace(/\]$/, ""));
    const path = [first, ...inner];
    let members = form;
    for (const part of path.slice(0, -1)) {
      const next = members[part];
      members[part] = typeof next === "object" ? next : {};
      members = members[part] as Form;
    }
    members[path.at(-1) ?? ""] = value;
  }
  return form;
}

function at(form: Form, ...path: string[]): Form {
  let members: Form = form;
  for (const part of path) {
    const next = members[part];
    members = typeof next === "object" ? next : {};
  }
  return members;
}
