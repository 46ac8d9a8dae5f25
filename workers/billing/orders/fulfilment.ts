import type { BillingCycle } from "../../../shared/billing-cycle.ts";
import { cleaned } from "../../../shared/plain-text.ts";
import { type AccountGate, Overtaken, revisionOf } from "../accounts/account-gate.ts";
import type { RegisteredDomain, Registrar, RegistrarResult } from "../registrar/registrar.ts";
import type { BillingClock } from "../time/billing-clock.ts";
import type { AuthCodeSeal } from "./auth-code-seal.ts";
import { domainRegistered, renewalDone } from "./domain-endings.ts";
import type { OrderKind } from "./new-order.ts";
import { givenBack, orderDone } from "./order-endings.ts";
import { quietly } from "./quietly.ts";
import { holdsItsPrice, serviceDone } from "./service-endings.ts";

/** An order that is paid, with what it is about. */
export interface PaidOrder {
  id: number;
  account_id: number;
  kind: OrderKind;
  invoice_id: number | null;
  domain_id: number | null;
  service_id: number | null;
  years: number | null;
  plan_id: string | null;
  billing_cycle: BillingCycle | null;
  recurring_price: number | null;
  term_price: number | null;
  credit: number;
  /** Sealed. */
  auth_code: string | null;
  begun: 0 | 1;
  tries: number;
  name: string | null;
  expires_on: string | null;
  service_status: string | null;
  service_cycle: BillingCycle | null;
  service_price: number | null;
  next_due_on: string | null;
  /** What the service's due date was when the order was priced. */
  priced_due_on: string | null;
  is_cancelled: 0 | 1;
  /** Of the account, when all this was read. */
  revision: number;
}

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
const REASON_LENGTH = 200;
const ROUNDS = 20;
const CHANGED_SINCE = "The service has changed since this was ordered, so its price no longer holds.";

/** A paid order that the registrar did not do, with its words why. */
export interface Refused {
  orderId: number;
  reason: string;
}

/**
 * Does what was paid for. A registrar that does not answer is asked again by the clock, under the same reference, so that
 * it does the thing once; what it refuses is given back as credit.
 */
export class Fulfilment {
  readonly #db: D1Database;
  readonly #gate: AccountGate;
  readonly #clock: BillingClock;
  readonly #codes: AuthCodeSeal;
  readonly #registrar: Registrar | null;
  readonly #nameservers: string[];
  readonly #onRefused: (refused: Refused) => void;

  /**
   * @param registrar without one, what needs it stays to be done
   * @param nameservers of names that are registered
   * @param onRefused told once of each order that the registrar refused
   */
  constructor(
    db: D1Database,
    gate: AccountGate,
    clock: BillingClock,
    codes: AuthCodeSeal,
    registrar: Registrar | null,
    nameservers: string[],
    onRefused: (refused: Refused) => void,
  ) {
    this.#db = db;
    this.#gate = gate;
    this.#clock = clock;
    this.#codes = codes;
    this.#registrar = registrar;
    this.#nameservers = nameservers;
    this.#onRefused = onRefused;
  }

  /** Does one order, if it is paid and not done. */
  async fulfil(orderId: number): Promise<void> {
    const order = await this.#db.prepare(PAID_ORDER).bind(orderId).first<PaidOrder>();
    if (!order) return;
    const { at, today } = await this.#clock.read(this.#db);
    if (order.service_id !== null) return this.#doForService(order, today);
    if (!this.#registrar || order.name === null) return;
    const ended = await this.#atRegistrar(this.#registrar, order, order.name);
    if (ended === "waiting") return this.#again(order, at);
    if (!("refused" in ended)) return this.#write(order, ended.statements);
    const reason = cleaned(ended.refused, REASON_LENGTH);
    const written = await this.#gate.writeItself(order.account_id, null, givenBack(this.#db, order, reason, today));
    if (written.at(-1)?.meta.changes === 1) this.#onRefused({ orderId: order.id, reason });
  }

  /** Does every order whose time has come. */
  async fulfilDue(limit: number): Promise<void> {
    const { at } = await this.#clock.read(this.#db);
    const { results } = await this.#db
      .prepare(
        "SELECT id, tries FROM orders WHERE status = 'paid' AND next_try_at <= ? ORDER BY next_try_at, id LIMIT ?",
      )
      .bind(at, limit)
      .all<Pick<PaidOrder, "id" | "tries">>();
    for (const order of results) {
      // One that cannot be done holds up no other.
      if (!(await quietly("order_not_done_yet", this.fulfil(order.id)))) await this.#again(order, at);
    }
  }

  /** On what was read, or anew on what somebody else has made of it meanwhile. */
  async #doForService(read: PaidOrder, today: string): Promise<void> {
    let order: PaidOrder | null = read;
    for (let round = 0; order && round < ROUNDS; round++) {
      const statements = holdsItsPrice(order, today)
        ? [...serviceDone(this.#db, order, today), orderDone(this.#db, order)]
        : givenBack(this.#db, order, CHANGED_SINCE, today);
      try {
        await this.#gate.writeItself(order.account_id, order.revision, statements);
        return;
      } catch (error) {
        if (!(error instanceof Overtaken) || round === ROUNDS - 1) throw error;
        order = await this.#db.prepare(PAID_ORDER).bind(read.id).first<PaidOrder>();
      }
    }
  }

  async #atRegistrar(
    registrar: Registrar,
    order: PaidOrder,
    name: string,
  ): Promise<"waiting" | { refused: string } | { statements: D1PreparedStatement[] }> {
    const reference = `account-${order.account_id}-order-${order.id}`;
    switch (order.kind) {
      case "register":
        return this.#ended(
          await registrar.register({ name, years: order.years ?? 1, nameservers: this.#nameservers, reference }),
          (domain) => domainRegistered(this.#db, order, domain),
        );
      case "renew_domain":
        return this.#ended(await registrar.renew(name, order.years ?? 1, order.expires_on ?? "", reference), (domain) =>
          renewalDone(this.#db, order, domain),
        );
      default:
        return this.#transferred(registrar, order, name, reference);
    }
  }

  #ended(result: RegistrarResult<RegisteredDomain>, done: (domain: RegisteredDomain) => D1PreparedStatement[]) {
    if (result.ok) return { statements: done(result.value) };
    return result.problem.kind === "unavailable" ? "waiting" : { refused: result.problem.reason };
  }

  /** The auth code goes to the registrar once it takes it, and is then forgotten here. */
  async #transferred(registrar: Registrar, order: PaidOrder, name: string, reference: string) {
    const code = await this.#codeOf(order, name);
    if (code === "unknown") return "waiting";
    const result = order.begun
      ? await registrar.readTransfer(name, reference)
      : await registrar.beginTransfer({ name, ...code, reference });
    if (!result.ok) {
      if (result.problem.kind === "unavailable") return "waiting";
      return { refused: without(code.authCode, result.problem.reason) };
    }
    switch (result.value.state) {
      case "pending":
        await this.#db.prepare("UPDATE orders SET begun = 1, auth_code = NULL WHERE id = ?").bind(order.id).run();
        return "waiting";
      case "completed":
        return { statements: domainRegistered(this.#db, order, result.value.domain) };
      case "failed":
        return { refused: without(code.authCode, result.value.reason) };
    }
  }

  /** Without its key it is unknown yet. One that its key does not open is none, which the registrar refuses. */
  async #codeOf(order: PaidOrder, domain: string): Promise<{ authCode: string | null } | "unknown"> {
    if (order.auth_code === null) return { authCode: null };
    try {
      return { authCode: await this.#codes.open(order.auth_code, { accountId: order.account_id, domain }) };
    } catch {
      return "unknown";
    }
  }

  async #again(order: Pick<PaidOrder, "id" | "tries">, at: number): Promise<void> {
    const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(order.tries, 10), LONGEST_WAIT_MS);
    await this.#db
      .prepare("UPDATE orders SET tries = tries + 1, next_try_at = ? WHERE id = ? AND status = 'paid'")
      .bind(at + wait, order.id)
      .run();
  }

  async #write(order: PaidOrder, statements: D1PreparedStatement[]): Promise<void> {
    await this.#gate.writeItself(order.account_id, null, [...statements, orderDone(this.#db, order)]);
  }
}

/** A registrar may repeat what it was sent; the code is shown to nobody. */
function without(code: string | null, reason: string): string {
  return code ? reason.replaceAll(code, "…") : reason;
}

const PAID_ORDER = `
  SELECT o.id, o.account_id, o.kind, o.invoice_id, o.domain_id, o.service_id, o.years, o.plan_id, o.billing_cycle,
    o.recurring_price, o.term_price, o.credit, o.auth_code, o.begun, o.tries, d.name, d.expires_on,
    s.status AS service_status, s.billing_cycle AS service_cycle, s.recurring_price AS service_price, s.next_due_on,
    o.priced_due_on, EXISTS (SELECT 1 FROM cancellations c WHERE c.service_id = s.id) AS is_cancelled,
    ${revisionOf("o.account_id")} AS revision
  FROM orders o LEFT JOIN domains d ON d.id = o.domain_id LEFT JOIN services s ON s.id = o.service_id
  WHERE o.id = ? AND o.status = 'paid'`;
