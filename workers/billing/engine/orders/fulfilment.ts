import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import { log, logFailure } from "../../../../shared/platform/log.ts";
import { cleaned } from "../../../../shared/platform/plain-text.ts";
import { takeName } from "../accounts/orders.ts";
import type { BillingClock, Moment } from "../clock/billing-clock.ts";
import type { AuthCodeSeal } from "../registrar/auth-code-seal.ts";
import type { RegisteredDomain, Registrar, RegistrarResult } from "../registrar/registrar.ts";
import { type AccountGate, RevisionConflict, revisionOf } from "../store/account-gate.ts";
import { domainRegistered, renewalDone } from "./domain-endings.ts";
import type { OrderKind } from "./new-order.ts";
import { givenBack, orderDone } from "./order-endings.ts";
import { CHANGED_SINCE, SITE_TAKEN_FIRST, TAKEN_FIRST } from "./own-refusals.ts";
import { holdsItsPrice, serviceDone } from "./service-endings.ts";
import { siteOfAnother } from "./site-names.ts";

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
  /** RFC 3339 */
  placed_at: string;
  tries: number;
  name: string | null;
  domain_status: CustomerDomain["status"] | null;
  expires_on: string | null;
  plan_name: string | null;
  /** The service's. */
  site: string | null;
  service_status: string | null;
  service_cycle: BillingCycle | null;
  service_price: number | null;
  next_due_on: string | null;
  /** Of the month, on which the service's terms begin; null where that is not written down. */
  term_day: number | null;
  /** Whether it was written down what the service's due date was when the order was priced, and what. */
  is_priced: 0 | 1;
  priced_due_on: string | null;
  is_cancelled: 0 | 1;
  /** Of the account, when all this was read. */
  revision: number;
}

/** What a log says of an order that waits. */
type WaitingOrder = Pick<PaidOrder, "id" | "account_id" | "kind" | "placed_at" | "tries">;

/** What became of an order at the registrar: it waits, was refused in the registrar's words, or is done by writing. */
type AtRegistrar = { waiting: Waiting } | { refused: string } | { statements: D1PreparedStatement[] };

const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 3_600_000;
const HOUR_MS = 3_600_000;
/** A transfer of a name may take the registries this long; beyond it, it is logged like any order that waits. */
const TRANSFER_TAKES_MS = 7 * 24 * HOUR_MS;
const REASON_LENGTH = 200;
const MAX_ATTEMPTS = 20;

/** Why a paid order is not done yet. */
type Waiting = "no_registrar" | "registrar_unavailable" | "auth_code_key_unavailable" | "transfer_pending" | "failed";

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
  async fulfil(orderId: number, requestId: string | undefined): Promise<void> {
    const order = await this.#db.prepare(PAID_ORDER).bind(orderId).first<PaidOrder>();
    if (!order) return;
    const moment = await this.#clock.read(this.#db);
    if (order.service_id !== null) return this.#doForService(order, moment);
    if (order.name === null) return;
    if (order.domain_status === "pending" && !(await this.#takesName(order))) {
      return this.#giveBack(order, TAKEN_FIRST, moment);
    }
    const ended = this.#registrar
      ? await this.#atRegistrar(this.#registrar, order, order.name, requestId)
      : ({ waiting: "no_registrar" } as const);
    if ("waiting" in ended) return this.#again(order, moment.at, ended.waiting, requestId);
    if ("statements" in ended) return this.#write(order, ended.statements);
    return this.#giveBack(order, cleaned(ended.refused, REASON_LENGTH), moment);
  }

  /** Does every order whose time has come. One that cannot be done holds up no other. */
  async fulfilDue(limit: number, requestId: string): Promise<void> {
    const { at } = await this.#clock.read(this.#db);
    const { results } = await this.#db
      .prepare(
        `SELECT id, account_id, kind, placed_at, tries FROM orders
         WHERE status = 'paid' AND next_try_at <= ? ORDER BY next_try_at, id LIMIT ?`,
      )
      .bind(at, limit)
      .all<WaitingOrder>();
    for (const order of results) {
      const fields = { request_id: requestId, account: order.account_id, order: order.id };
      const done = await logFailure("order_failed", this.fulfil(order.id, requestId), fields);
      if (!done) await logFailure("order_not_put_off", this.#again(order, at, "failed", requestId), fields);
    }
  }

  /** On what was read, or anew on what somebody else has made of it meanwhile. */
  async #doForService(read: PaidOrder, moment: Moment): Promise<void> {
    let order: PaidOrder | null = read;
    for (let round = 0; order && round < MAX_ATTEMPTS; round++) {
      const refused = await this.#refusalOf(order, moment.today);
      const statements =
        refused === null
          ? [...serviceDone(this.#db, order, moment), orderDone(this.#db, order)]
          : givenBack(this.#db, order, refused, moment);
      try {
        await this.#gate.writeItself(order.account_id, order.revision, statements);
        return;
      } catch (error) {
        if (!(error instanceof RevisionConflict) || round === MAX_ATTEMPTS - 1) throw error;
        order = await this.#db.prepare(PAID_ORDER).bind(read.id).first<PaidOrder>();
      }
    }
  }

  async #refusalOf(order: PaidOrder, today: string): Promise<string | null> {
    if (!holdsItsPrice(order, today)) return CHANGED_SINCE;
    if (order.kind !== "plan") return null;
    return (await siteOfAnother(this.#db, order.account_id, order.site).first()) ? SITE_TAKEN_FIRST : null;
  }

  /** Of the accounts that ordered a name, the first that paid has it; until that one's order fails. */
  async #takesName({ account_id: account, domain_id: domain, kind }: PaidOrder): Promise<boolean> {
    if (domain === null || (kind !== "register" && kind !== "transfer")) return true;
    const [taken] = await this.#gate.writeItself(account, null, [takeName(this.#db, domain, kind)]);
    return taken?.meta.changes === 1;
  }

  async #giveBack(order: PaidOrder, reason: string, moment: Moment): Promise<void> {
    await this.#gate.writeItself(order.account_id, null, givenBack(this.#db, order, reason, moment));
  }

  async #atRegistrar(
    registrar: Registrar,
    order: PaidOrder,
    name: string,
    requestId: string | undefined,
  ): Promise<AtRegistrar> {
    const reference = `account-${order.account_id}-order-${order.id}`;
    const years = order.years ?? 1;
    switch (order.kind) {
      case "register":
        return this.#ended(
          await registrar.register({ name, years, nameservers: this.#nameservers, reference }, requestId),
          (domain) => domainRegistered(this.#db, order, domain),
        );
      case "renew_domain":
        return this.#ended(await registrar.renew(name, years, order.expires_on ?? "", reference, requestId), (domain) =>
          renewalDone(this.#db, order, domain),
        );
      default:
        return this.#transferred(registrar, order, name, reference, requestId);
    }
  }

  #ended(
    result: RegistrarResult<RegisteredDomain>,
    done: (domain: RegisteredDomain) => D1PreparedStatement[],
  ): AtRegistrar {
    if (result.ok) return { statements: done(result.value) };
    return result.problem.kind === "unavailable"
      ? { waiting: "registrar_unavailable" }
      : { refused: result.problem.reason };
  }

  /** The auth code goes to the registrar once it takes it, and is then forgotten here. */
  async #transferred(
    registrar: Registrar,
    order: PaidOrder,
    name: string,
    reference: string,
    requestId: string | undefined,
  ): Promise<AtRegistrar> {
    const code = await this.#codeOf(order, name, requestId);
    if (code === "unknown") return { waiting: "auth_code_key_unavailable" };
    const result = order.begun
      ? await registrar.readTransfer(name, reference, requestId)
      : await registrar.beginTransfer({ name, ...code, reference }, requestId);
    if (!result.ok) {
      if (result.problem.kind === "unavailable") return { waiting: "registrar_unavailable" };
      return { refused: without(code.authCode, result.problem.reason) };
    }
    switch (result.value.state) {
      case "pending":
        await this.#db.prepare("UPDATE orders SET begun = 1, auth_code = NULL WHERE id = ?").bind(order.id).run();
        return { waiting: "transfer_pending" };
      case "completed":
        return { statements: domainRegistered(this.#db, order, result.value.domain) };
      case "failed":
        return { refused: without(code.authCode, result.value.reason) };
    }
  }

  /** Without its key it is unknown yet. One that its key does not open is none, which the registrar refuses. */
  async #codeOf(
    order: PaidOrder,
    domain: string,
    requestId: string | undefined,
  ): Promise<{ authCode: string | null } | "unknown"> {
    if (order.auth_code === null) return { authCode: null };
    try {
      return { authCode: await this.#codes.open(order.auth_code, { accountId: order.account_id, domain }) };
    } catch (cause) {
      log("auth_code_key_unavailable", { request_id: requestId, account: order.account_id, order: order.id, cause });
      return "unknown";
    }
  }

  async #again(order: WaitingOrder, at: number, why: Waiting, requestId: string | undefined): Promise<void> {
    const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(order.tries, 10), MAX_WAIT_MS);
    const age = at - Date.parse(order.placed_at);
    if (why !== "transfer_pending" || age > TRANSFER_TAKES_MS) {
      const { id, account_id: account, kind, placed_at, tries } = order;
      const age_hours = Math.floor(age / HOUR_MS);
      const fields = { request_id: requestId, account, order: id, kind, why, placed_at, age_hours, tries: tries + 1 };
      log("order_not_done_yet", fields);
    }
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
    o.recurring_price, o.term_price, o.credit, o.auth_code, o.begun, o.placed_at, o.tries, d.name,
    d.status AS domain_status, d.expires_on, s.plan_name, s.domain AS site, s.status AS service_status,
    s.billing_cycle AS service_cycle, s.recurring_price AS service_price, s.next_due_on, t.day AS term_day,
    p.order_id IS NOT NULL AS is_priced, p.due_on AS priced_due_on, EXISTS (SELECT 1 FROM cancellations c WHERE c.service_id = s.id) AS is_cancelled,
    ${revisionOf("o.account_id")} AS revision
  FROM orders o LEFT JOIN domains d ON d.id = o.domain_id LEFT JOIN services s ON s.id = o.service_id
    LEFT JOIN order_due_dates p ON p.order_id = o.id LEFT JOIN service_term_days t ON t.service_id = s.id
  WHERE o.id = ? AND o.status = 'paid'`;
