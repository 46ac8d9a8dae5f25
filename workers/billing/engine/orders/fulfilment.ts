import type { Placed } from "../../../../shared/billing-contract/order.ts";
import { log, logFailure } from "../../../../shared/platform/log.ts";
import { cleaned } from "../../../../shared/platform/plain-text.ts";
import type { Moment } from "../clock/billing-clock.ts";
import type { EngineContext } from "../engine-context.ts";
import { sendNotices } from "../mails/notices.ts";
import {
  CHANGED_SINCE,
  IS_HELD_ELSEWHERE,
  PAID_STATUS,
  SET_UP,
  SITE_TAKEN_FIRST,
  TAKEN_FIRST,
} from "../records/orders.ts";
import { siteOfAnother } from "../records/services.ts";
import type {
  NewName,
  RegisteredDomain,
  Registrant,
  Registrar,
  RegistrarProblem,
  RegistrarResult,
} from "../registrar/registrar.ts";
import { RevisionConflict } from "../store/account-store.ts";
import { raw, sql } from "../store/sql.ts";
import {
  domainRegistered,
  domainRenewed,
  isPriceStillValid,
  isServiceOrder,
  orderDone,
  orderRefused,
  type PaidOrder,
  readPaidOrder,
  type ServiceOrder,
  serviceFulfilment,
} from "./paid-order.ts";

type WaitingOrder = Pick<PaidOrder, "id" | "account_id" | "kind" | "placed_at" | "tries" | "waits_for">;

/** The outcome at the registrar: still waiting, refused with its reason, or done, with the statement to write. */
type RegistrarOutcome = { waiting: WaitingReason } | { refused: string } | { done: D1PreparedStatement };

type WaitingReason =
  | "no_registrar"
  | "registrar_unavailable"
  | "registrar_funds"
  | "registrar_credentials"
  | "registrar_not_permitted"
  | "auth_code_key_unavailable"
  | "transfer_pending"
  | "failed";

const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 3_600_000;
const HOUR_MS = 3_600_000;
/** Outlasts every request that one try sends to the registrar, each to its deadline. */
const CLAIM_MS = 120_000;
/** A pending transfer is logged as waiting after this time. */
const TRANSFER_TAKES_MS = 7 * 24 * HOUR_MS;
const MAX_REASON_LENGTH = 200;
const MAX_ATTEMPTS = 20;

/**
 * Fulfils an order, if it is paid, due and in no other run's hands. If the registrar does not answer, a scheduled run tries again;
 * if it refuses, the amount paid becomes credit.
 */
async function fulfilOrder(engine: EngineContext, orderId: number): Promise<void> {
  const { db, clock, registrar } = engine;
  const moment = await clock.read(db);
  if (!(await claimOrder(db, orderId, moment.at))) return;
  const order = await readPaidOrder(db, orderId);
  if (!order) return;
  if (isServiceOrder(order)) return fulfilServiceOrder(engine, order, moment);
  if (order.name === null) return;
  if (order.domain_status === "pending" && !(await claimName(engine, order))) {
    return refuseOrder(engine, order, TAKEN_FIRST, moment);
  }
  const outcome: RegistrarOutcome = registrar
    ? await fulfilAtRegistrar(engine, registrar, order, order.name, moment)
    : { waiting: "no_registrar" };
  if ("waiting" in outcome) return scheduleRetry(engine, order, moment.at, outcome.waiting);
  if ("refused" in outcome) return refuseOrder(engine, order, cleaned(outcome.refused, MAX_REASON_LENGTH), moment);
  await engine.accounts.writeAsEngine(order.account_id, null, [outcome.done, ...orderDone(db, order, moment)]);
}

/** Runs after an order was placed: fulfils it if it needs no payment, and sends the account's notices, after the answer. */
export function afterOrder(engine: EngineContext, { account, orderId, invoice }: Placed): void {
  const fulfilled = orderId !== null && invoice === null ? tryToFulfil(engine, account.id, orderId) : Promise.resolve();
  engine.waitUntil(fulfilled.then(() => sendNotices(engine, account.id)));
}

/** Fulfils an order; a failure is logged, and the scheduled run tries again. */
export async function tryToFulfil(engine: EngineContext, account: number, order: number): Promise<void> {
  const fields = { request_id: engine.requestId, account, order };
  await logFailure("order_failed", fulfilOrder(engine, order), fields);
}

/** Fulfils the due orders, each independently of the others. */
export async function fulfilDueOrders(engine: EngineContext, limit: number): Promise<void> {
  const { db, clock, requestId: request_id } = engine;
  const { at } = await clock.read(db);
  const { results } = await sql(db)`SELECT id, account_id, kind, placed_at, tries, waits_for FROM orders
    WHERE status = 'paid' AND next_try_at <= ${at} ORDER BY next_try_at, id LIMIT ${limit}`.all<WaitingOrder>();
  for (const order of results) {
    const fields = { request_id, account: order.account_id, order: order.id };
    const isDone = await logFailure("order_failed", fulfilOrder(engine, order.id), fields);
    if (!isDone) await logFailure("order_not_put_off", scheduleRetry(engine, order, at, "failed"), fields);
  }
}

async function fulfilServiceOrder(engine: EngineContext, read: ServiceOrder, moment: Moment): Promise<void> {
  const { db, accounts } = engine;
  let order: PaidOrder | null = read;
  for (let attempt = 1; order && isServiceOrder(order); attempt++) {
    const refused = await refusalOf(engine, order, moment.today);
    if (refused === null && engine.setsUp && order.kind === "plan") return awaitSetUp(db, order);
    const statements =
      refused === null
        ? [...serviceFulfilment(db, order, moment), ...orderDone(db, order, moment)]
        : orderRefused(db, order, refused, moment);
    try {
      await accounts.writeAsEngine(order.account_id, order.revision, statements);
      return;
    } catch (error) {
      if (!(error instanceof RevisionConflict) || attempt === MAX_ATTEMPTS) throw error;
      order = await readPaidOrder(db, read.id);
    }
  }
}

/** No scheduled run does it: an operator says when it is set up. */
async function awaitSetUp(db: D1Database, { id }: PaidOrder): Promise<void> {
  await sql(db)`UPDATE orders SET waits_for = ${SET_UP}, next_try_at = ${Number.MAX_SAFE_INTEGER}
    WHERE id = ${id} AND status = 'paid'`.run();
}

/** Why a paid order for a service cannot be carried out any more; null: it can. */
export async function refusalOf({ db }: EngineContext, order: ServiceOrder, today: string): Promise<string | null> {
  if (!isPriceStillValid(order, today)) return CHANGED_SINCE;
  if (order.kind !== "plan") return null;
  return (await siteOfAnother(db, order.account_id, order.site).first()) ? SITE_TAKEN_FIRST : null;
}

/** Keeps other runs from the order, until this one has ended it or put it off; if it dies, for as long as a claim lasts. */
async function claimOrder(db: D1Database, orderId: number, at: number): Promise<boolean> {
  const claimed = sql(db)`UPDATE orders SET next_try_at = ${at + CLAIM_MS}
    WHERE id = ${orderId} AND status = 'paid' AND next_try_at <= ${at} RETURNING id`;
  return (await claimed.first()) !== null;
}

/** Of the accounts that ordered a name, the first that paid gets it, until its order fails. */
async function claimName(
  { db, accounts }: EngineContext,
  { account_id: account, domain_id, kind }: PaidOrder,
): Promise<boolean> {
  if (domain_id === null || (kind !== "register" && kind !== "transfer")) return true;
  const taken = sql(db)<{ id: number }>`UPDATE domains SET status = ${PAID_STATUS[kind]}
    WHERE id = ${domain_id} AND status = 'pending' AND NOT ${raw(IS_HELD_ELSEWHERE)} RETURNING id`;
  const rows = await accounts.writeAsEngine(account, null, [taken]);
  return rows.length === 1;
}

async function refuseOrder(
  { db, accounts }: EngineContext,
  order: PaidOrder,
  reason: string,
  moment: Moment,
): Promise<void> {
  await accounts.writeAsEngine(order.account_id, null, orderRefused(db, order, reason, moment));
}

async function fulfilAtRegistrar(
  engine: EngineContext,
  registrar: Registrar,
  order: PaidOrder,
  name: string,
  { today }: Moment,
): Promise<RegistrarOutcome> {
  const { db, nameservers, requestId } = engine;
  const { tries } = order;
  const [reference, years] = [`account-${order.account_id}-order-${order.id}`, order.years ?? 1];
  switch (order.kind) {
    case "register":
      return outcomeOf(
        await registrar.register({ ...newNameOf(order, name, reference), years, nameservers, tries }, requestId),
        (domain) => domainRegistered(db, order, domain, null),
      );
    case "renew_domain":
      return outcomeOf(await registrar.renew(name, years, order.expires_on ?? "", reference, requestId), (domain) =>
        domainRenewed(db, order, domain),
      );
    case "transfer":
      return transferIn(engine, registrar, order, newNameOf(order, name, reference), today);
    case "plan":
    case "renew_service":
    case "plan_change":
      throw new Error(`an order of kind ${order.kind} has a domain`);
  }
}

function outcomeOf(
  result: RegistrarResult<RegisteredDomain>,
  done: (domain: RegisteredDomain) => D1PreparedStatement,
): RegistrarOutcome {
  return result.ok ? { done: done(result.value) } : notDone(result.problem);
}

/** What the provider has to mend is never the customer's refusal: the order waits. */
function notDone(problem: RegistrarProblem): { waiting: WaitingReason } | { refused: string } {
  switch (problem.kind) {
    case "unavailable":
      return { waiting: "registrar_unavailable" };
    case "provider":
      return { waiting: `registrar_${problem.reason}` };
    case "refused":
      return { refused: problem.reason };
  }
}

function newNameOf({ registrant, fields }: PaidOrder, name: string, reference: string): NewName {
  if (registrant === null) throw new Error("an order of a new name has no registrant");
  const given = { registrant: JSON.parse(registrant) as Registrant, fields: JSON.parse(fields ?? "{}") };
  return { name, ...given, reference };
}

/** The auth code is deleted once the registrar has accepted it. */
async function transferIn(
  engine: EngineContext,
  registrar: Registrar,
  order: PaidOrder,
  transfer: NewName,
  today: string,
): Promise<RegistrarOutcome> {
  const { db, requestId } = engine;
  const code = await authCodeOf(engine, order, transfer.name);
  if (code === "unknown") return { waiting: "auth_code_key_unavailable" };
  const result = order.begun
    ? await registrar.readTransfer(transfer, requestId)
    : await registrar.beginTransfer({ ...transfer, ...code }, requestId);
  if (!result.ok) {
    const outcome = notDone(result.problem);
    return "refused" in outcome ? { refused: redact(code.authCode, outcome.refused) } : outcome;
  }
  switch (result.value.state) {
    case "pending":
      await sql(db)`UPDATE orders SET begun = 1, auth_code = NULL WHERE id = ${order.id}`.run();
      return { waiting: "transfer_pending" };
    case "completed":
      return { done: domainRegistered(db, order, result.value.domain, today) };
    case "failed":
      return { refused: redact(code.authCode, result.value.reason) };
  }
}

/** `unknown` while the key cannot be read. A code that the key does not open is null, which the registrar refuses. */
async function authCodeOf(
  { authCodes, requestId }: EngineContext,
  { id, account_id: accountId, auth_code: sealed }: PaidOrder,
  domain: string,
): Promise<{ authCode: string | null } | "unknown"> {
  if (sealed === null) return { authCode: null };
  try {
    return { authCode: await authCodes.open(sealed, { accountId, domain }) };
  } catch (cause) {
    log("auth_code_key_unavailable", { request_id: requestId, account: accountId, order: id, cause });
    return "unknown";
  }
}

async function scheduleRetry(
  { db, requestId }: EngineContext,
  order: WaitingOrder,
  at: number,
  why: WaitingReason,
): Promise<void> {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(order.tries, 10), MAX_WAIT_MS);
  const age = at - Date.parse(order.placed_at);
  if (why !== "transfer_pending" || age > TRANSFER_TAKES_MS) {
    const { id, account_id: account, kind, placed_at, tries } = order;
    const age_hours = Math.floor(age / HOUR_MS);
    const fields = { request_id: requestId, account, order: id, kind, why, placed_at, age_hours, tries: tries + 1 };
    log("order_not_done_yet", fields);
  }
  if (isForProvider(why) && order.waits_for !== why) {
    log("registrar_needs_provider", { request_id: requestId, account: order.account_id, order: order.id, why });
  }
  await sql(db)`UPDATE orders SET tries = tries + 1, next_try_at = ${at + wait}, waits_for = ${why}
    WHERE id = ${order.id} AND status = 'paid'`.run();
}

/** Whether the provider has to do something at its registrar. */
function isForProvider(why: WaitingReason): boolean {
  return why === "registrar_funds" || why === "registrar_credentials" || why === "registrar_not_permitted";
}

/** Removes the auth code, which a registrar may repeat, from its reason. */
function redact(code: string | null, reason: string): string {
  return code ? reason.replaceAll(code, "…") : reason;
}
