import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import { type CustomerDomain, isRegistered } from "../../../shared/billing-contract/customer.ts";
import { extensionOf } from "../../../shared/domain-names/parse-domain.ts";
import { LOCK } from "../../../shared/domain-names/registry-rules.ts";
import { NOT_FOUND, type WriteRefusal } from "../../../shared/ordering/refusals.ts";
import { NOT_HERE } from "../../../shared/ordering/registrar-settings.ts";
import type { TransferFacts } from "../../../shared/ordering/transfers-out.ts";
import type { ReadAction } from "../api/action.ts";
import { domainGetLockingStatus, domainGetNameservers } from "../api/actions/registrar.ts";
import type { Parameters } from "../api/parameters.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import type { DomainRecord } from "./list-domains.ts";
import { REGISTRAR_READ_MS, type RegistrarAnswer, type RegistrarFailure, registrarRead } from "./registrar-answers.ts";

type Query = Pick<ActorQuery, "accountId" | "requestId">;

/** A registered domain as its registrar has it, as far as that tells. */
export interface RegistrarRecord {
  domain: CustomerDomain;
  /** Null where they are not told: a registrar that has none to tell may have some. */
  nameservers: string[] | null;
  registrar: string | null;
  facts: TransferFacts;
}

/** Why nothing of a domain can be asked or changed at a registrar; null where it can. */
export function notAtRegistrar(row: DomainRecord | null): WriteRefusal | null {
  if (!row) return NOT_FOUND;
  return isRegistered(row.domain) ? null : NOT_HERE;
}

/**
 * Asks the registrar of a domain that is registered. A failing question leaves its part unknown; where both fail, the problem is why.
 * The days are those of the billing system, which knows no transfers.
 */
export async function readAtRegistrar(
  context: WhmcsContext,
  query: Query,
  { domain, registrar }: DomainRecord,
): Promise<{ ok: true; value: RegistrarRecord } | { ok: false; problem: RegistrarFailure }> {
  const [nameservers, lock] = await Promise.all([
    readNameservers(context, query, domain.id),
    ask(context, query, domainGetLockingStatus, domain.id),
  ]);
  const failures = [nameservers, lock].flatMap((answer) => ("problem" in answer ? [answer.problem] : []));
  const [problem, other] = failures;
  if (problem && other) return { ok: false, problem: other.code === "billing_unavailable" ? other : problem };
  // An extension without a lock may be shown as locked.
  const lockSupported = lock.kind !== "unsupported" && LOCK.of(extensionOf(domain.name));
  const facts: TransferFacts = {
    name: domain.name,
    registeredOn: domain.registeredOn,
    transferredOn: null,
    locked: lock.kind === "told" && lockSupported ? lock.value : null,
    lockSupported,
    transferProhibited: false,
  };
  const value = { domain, registrar, facts, nameservers: nameservers.kind === "told" ? nameservers.value : null };
  return { ok: true, value };
}

/** A call that changes something at a registrar. */
export interface RegistrarCall {
  /** Of the API. */
  action: string;
  parameters: Parameters;
}

/** Locks or unlocks a domain: PHP takes the text `false` for yes. */
export function lockCall(domainId: number, locked: boolean): RegistrarCall {
  return {
    action: "DomainUpdateLockingStatus",
    parameters: { domainid: domainId, lockstatus: locked ? 1 : 0 },
  };
}

/** Null where they are not told. */
export function readNameservers(
  context: WhmcsContext,
  query: Query,
  domainId: number,
): Promise<RegistrarAnswer<string[] | null>> {
  return ask(context, query, domainGetNameservers, domainId);
}

/** Whether they are those, in any order. */
export function hasNameservers(told: readonly string[], names: readonly string[]): boolean {
  return told.length === names.length && names.every((each) => told.includes(each));
}

/** Null where it is not told. */
export function readLock(
  context: WhmcsContext,
  query: Query,
  domainId: number,
): Promise<RegistrarAnswer<boolean | null>> {
  return ask(context, query, domainGetLockingStatus, domainId);
}

async function ask<Value>(
  { api }: WhmcsContext,
  query: Query,
  action: ReadAction<Value>,
  domainId: number,
): Promise<RegistrarAnswer<Value>> {
  const { accountId, requestId } = query;
  const call = { accountId, requestId, deadlineMs: REGISTRAR_READ_MS };
  return registrarRead(query, action.name, await api.read(action, { domainid: domainId }, call));
}
