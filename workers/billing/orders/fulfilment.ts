import type { BillingCycle } from "../../../shared/billing-cycle.ts";
import type { AccountGate } from "../accounts/account-gate.ts";
import type { RegisteredDomain, Registrar, RegistrarResult } from "../registrar/registrar.ts";
import type { BillingClock } from "../time/billing-clock.ts";
import type { AuthCodeSeal } from "./auth-code-seal.ts";
import type { OrderKind } from "./new-order.ts";
import { domainRegistered, givenBack, orderDone, renewalDone, serviceDone } from "./order-endings.ts";

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
}

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;

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

  /**
   * @param registrar without one, what needs it stays to be done
   * @param nameservers of names that are registered
   */
  constructor(
    db: D1Database,
    gate: AccountGate,
    clock: BillingClock,
    codes: AuthCodeSeal,
    registrar: Registrar | null,
    nameservers: string[],
  ) {
    this.#db = db;
    this.#gate = gate;
    this.#clock = clock;
    this.#codes = codes;
    this.#registrar = registrar;
    this.#nameservers = nameservers;
  }

  /** Does one order, if it is paid and not done. */
  async fulfil(orderId: number): Promise<void> {
    const order = await this.#db.prepare(PAID_ORDER).bind(orderId).first<PaidOrder>();
    if (!order) return;
    const { at, today } = await this.#clock.read(this.#db);
    if (order.service_id !== null) return this.#write(order, serviceDone(this.#db, order, today));
    if (!this.#registrar || order.name === null) return;
    const ended = await this.#atRegistrar(this.#registrar, order, order.name);
    if (ended === "waiting") return this.#again(order, at);
    await this.#write(order, "refused" in ended ? givenBack(this.#db, order, today) : ended.statements);
  }

  /** Does every order whose time has come. */
  async fulfilDue(limit: number): Promise<void> {
    const { at } = await this.#clock.read(this.#db);
    const { results } = await this.#db
      .prepare("SELECT id FROM orders WHERE status = 'paid' AND next_try_at <= ? ORDER BY next_try_at, id LIMIT ?")
      .bind(at, limit)
      .all<{ id: number }>();
    for (const { id } of results) await this.fulfil(id);
  }

  async #atRegistrar(
    registrar: Registrar,
    order: PaidOrder,
    name: string,
  ): Promise<"waiting" | { refused: true } | { statements: D1PreparedStatement[] }> {
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
    return result.problem.kind === "unavailable" ? "waiting" : { refused: true as const };
  }

  /** The auth code goes to the registrar once it takes it, and is then forgotten here. */
  async #transferred(registrar: Registrar, order: PaidOrder, name: string, reference: string) {
    const code = await this.#codeOf(order, name);
    if (code === "unknown") return "waiting";
    const result = order.begun
      ? await registrar.readTransfer(name, reference)
      : await registrar.beginTransfer({ name, ...code, reference });
    if (!result.ok) return result.problem.kind === "unavailable" ? "waiting" : { refused: true as const };
    switch (result.value.state) {
      case "pending":
        await this.#db.prepare("UPDATE orders SET begun = 1, auth_code = NULL WHERE id = ?").bind(order.id).run();
        return "waiting";
      case "completed":
        return { statements: domainRegistered(this.#db, order, result.value.domain) };
      case "failed":
        return { refused: true as const };
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

  async #again(order: PaidOrder, at: number): Promise<void> {
    const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(order.tries, 10), LONGEST_WAIT_MS);
    await this.#db
      .prepare("UPDATE orders SET tries = tries + 1, next_try_at = ? WHERE id = ? AND status = 'paid'")
      .bind(at + wait, order.id)
      .run();
  }

  async #write(order: PaidOrder, statements: D1PreparedStatement[]): Promise<void> {
    await this.#gate.writeItself(order.account_id, [...statements, orderDone(this.#db, order)]);
  }
}

const PAID_ORDER = `
  SELECT o.id, o.account_id, o.kind, o.invoice_id, o.domain_id, o.service_id, o.years, o.plan_id, o.billing_cycle,
    o.recurring_price, o.term_price, o.credit, o.auth_code, o.begun, o.tries, d.name, d.expires_on,
    s.status AS service_status, s.billing_cycle AS service_cycle, s.recurring_price AS service_price, s.next_due_on
  FROM orders o LEFT JOIN domains d ON d.id = o.domain_id LEFT JOIN services s ON s.id = o.service_id
  WHERE o.id = ? AND o.status = 'paid'`;
