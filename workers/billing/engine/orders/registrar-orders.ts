import { log } from "../../../../shared/platform/log.ts";
import type { Moment } from "../clock/billing-clock.ts";
import type { EngineContext } from "../engine-context.ts";
import { REFUNDED } from "../records/orders.ts";
import type {
  NewName,
  RegisteredDomain,
  Registrant,
  Registrar,
  RegistrarProblem,
  RegistrarResult,
  TransferState,
} from "../registrar/registrar.ts";
import { sql } from "../store/sql.ts";
import { domainRegistered, domainRenewed, type PaidOrder } from "./paid-order.ts";

/** The outcome at the registrar: waiting with a reason, refused with a reason, or done with the statement to write. */
export type RegistrarOutcome = { waiting: WaitingReason } | { refused: string } | { done: D1PreparedStatement };

export type WaitingReason =
  | "no_registrar"
  | "registrar_unavailable"
  | "registrar_funds"
  | "registrar_credentials"
  | "registrar_not_permitted"
  | "auth_code_key_unavailable"
  | "transfer_pending"
  | "failed";

/** Fulfils a paid domain order at the registrar. */
export async function fulfilAtRegistrar(
  engine: EngineContext,
  registrar: Registrar,
  order: PaidOrder,
  name: string,
  { today }: Moment,
): Promise<RegistrarOutcome> {
  const { db, nameservers, requestId } = engine;
  const { tries } = order;
  const [reference, years] = [referenceOf(order), order.years ?? 1];
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

function referenceOf({ id, account_id: accountId }: PaidOrder): string {
  return `account-${accountId}-order-${id}`;
}

/** Finds out what an earlier attempt did for an order whose payment has been refunded. Never starts anything new. */
export async function findAtRegistrar(
  engine: EngineContext,
  registrar: Registrar,
  order: PaidOrder,
  name: string,
  moment: Moment,
): Promise<RegistrarOutcome> {
  const { db, requestId } = engine;
  if (order.kind === "transfer" && order.begun) return fulfilAtRegistrar(engine, registrar, order, name, moment);
  if (order.kind === "transfer") {
    // Without an auth code, this call finds an earlier transfer but starts none.
    const transfer = { ...newNameOf(order, name, referenceOf(order)), authCode: null };
    const found = await registrar.beginTransfer(transfer, requestId);
    const outcome = found.ok ? await followTransfer(db, order, found.value, moment.today) : notDone(found.problem);
    return "refused" in outcome ? { refused: REFUNDED } : outcome;
  }
  const found = await registrar.read(name, requestId);
  if (!found.ok) return notDone(found.problem);
  const domain = found.value;
  const isRenewal = order.kind === "renew_domain";
  if (!domain || (isRenewal && domain.expiresOn <= (order.expires_on ?? ""))) return { refused: REFUNDED };
  return { done: isRenewal ? domainRenewed(db, order, domain) : domainRegistered(db, order, domain, null) };
}

function outcomeOf(
  result: RegistrarResult<RegisteredDomain>,
  done: (domain: RegisteredDomain) => D1PreparedStatement,
): RegistrarOutcome {
  return result.ok ? { done: done(result.value) } : notDone(result.problem);
}

/** Converts a registrar problem to an outcome. Unless the registrar refused, the order waits. */
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

/**
 * Transfers a domain to the provider's registrar. Deletes the stored auth code once the registrar has accepted the
 * transfer.
 */
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
  const outcome = await followTransfer(db, order, result.value, today);
  return "refused" in outcome ? { refused: redact(code.authCode, outcome.refused) } : outcome;
}

async function followTransfer(
  db: D1Database,
  order: PaidOrder,
  transfer: TransferState,
  today: string,
): Promise<RegistrarOutcome> {
  switch (transfer.state) {
    case "pending":
      await sql(db)`UPDATE orders SET begun = 1, auth_code = NULL WHERE id = ${order.id}`.run();
      return { waiting: "transfer_pending" };
    case "completed":
      return { done: domainRegistered(db, order, transfer.domain, today) };
    case "failed":
      return { refused: transfer.reason };
  }
}

/**
 * Decrypts the auth code. Returns `unknown` if the key cannot be read. Returns a `null` code if no code is stored, or
 * if another key encrypted it.
 */
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

/** Removes the auth code from a registrar's reason, which may contain it. */
function redact(code: string | null, reason: string): string {
  return code ? reason.replaceAll(code, "…") : reason;
}
