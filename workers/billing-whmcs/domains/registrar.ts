import { type CustomerDomain, isRegistered } from "../../../shared/billing-contract/customer.ts";
import { extensionOf } from "../../../shared/domain-names/parse-domain.ts";
import { LOCK } from "../../../shared/domain-names/registry-rules.ts";
import { NOT_FOUND, refusal, SERVER_UNAVAILABLE } from "../../../shared/ordering/refusals.ts";
import { NOT_HERE } from "../../../shared/ordering/registrar-settings.ts";
import type { TransferFacts } from "../../../shared/ordering/transfers-out.ts";
import { log } from "../../../shared/platform/log.ts";
import type { ReadAction } from "../answers/action.ts";
import { domainGetLockingStatus, domainGetNameservers, registrarProblem } from "../answers/registrar.ts";
import type { Parameters } from "../bridge/ask-batch.ts";
import { knownWords, NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import { Refused } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import type { DomainRecord } from "./domains.ts";

/** Timeouts of registrar calls, in milliseconds. Their sum is less than the caller's timeout. */
export const REGISTRAR_READ_MS = 6_000;
const REGISTRAR_WRITE_MS = 8_000;

/**
 * A registrar's answer. `unsupported`: the registrar's module has no such function. `failed`: there is no value, and
 * nothing was changed. `unknown`: the change may have been made.
 */
export type RegistrarAnswer<Value> =
  | { kind: "told"; value: Value }
  | { kind: "unsupported" }
  | { kind: "failed" | "unknown"; problem: Refused["problem"] };

/** The state of a registered domain at its registrar, as far as it is known. */
export interface RegistrarRecord {
  domain: CustomerDomain;
  /** The nameservers; `null` if the registrar returns none, which does not prove that the domain has none. */
  nameservers: string[] | null;
  registrar: string | null;
  facts: TransferFacts;
}

/** The problem for a registrar's refusal. It omits the registrar's own text, which is written for administrators. */
const REFUSED_BY_REGISTRAR = refusal(
  "refused",
  "The registrar refused the request. The provider can tell you why.",
  "Le bureau d’enregistrement a refusé. Le fournisseur peut dire pourquoi.",
);

/**
 * Returns the domain if its registrar can read or change it.
 * @throws {Refused} if the registrar cannot, or the record is `null`
 */
export function atRegistrar(record: DomainRecord | null): DomainRecord {
  if (!record) throw new Refused(NOT_FOUND);
  if (!isRegistered(record.domain)) throw new Refused(NOT_HERE);
  return record;
}

/**
 * Reads the nameservers and the lock of a registered domain at its registrar. If one of the two reads fails, its value
 * is `null`. The dates come from WHMCS, which does not record transfers.
 * @throws {Refused} if both reads fail
 */
export async function readAtRegistrar(
  context: WhmcsContext,
  accountId: number,
  { domain, registrar }: DomainRecord,
): Promise<RegistrarRecord> {
  const [nameservers, lock] = await Promise.all([
    readSetting(context, accountId, domainGetNameservers, domain.id),
    readSetting(context, accountId, domainGetLockingStatus, domain.id),
  ]);
  const failures = [nameservers, lock].flatMap((answer) => ("problem" in answer ? [answer.problem] : []));
  const [problem, other] = failures;
  if (problem && other) throw new Refused(other.code === "billing_unavailable" ? other : problem);
  // A domain may look locked although its extension has no lock.
  const lockSupported = lock.kind !== "unsupported" && LOCK.of(extensionOf(domain.name));
  const facts: TransferFacts = {
    name: domain.name,
    registeredOn: domain.registeredOn,
    transferredOn: null,
    locked: lock.kind === "told" && lockSupported ? lock.value : null,
    lockSupported,
    transferProhibited: false,
  };
  return { domain, registrar, facts, nameservers: nameservers.kind === "told" ? nameservers.value : null };
}

/** Reads one setting of a domain at its registrar. */
export async function readSetting<Value>(
  context: WhmcsContext,
  accountId: number,
  action: ReadAction<Value>,
  domainId: number,
): Promise<RegistrarAnswer<Value>> {
  const call = { accountId, deadlineMs: REGISTRAR_READ_MS };
  const read = await orNoAnswer(context.api.readOrSaid(action, { domainid: domainId }, call));
  if (read instanceof NoAnswer) return { kind: "failed", problem: read.problem };
  if ("body" in read) return { kind: "told", value: read.body };
  return refused(context, accountId, action.name, read.saidNo, "failed");
}

/** Returns whether two lists have the same nameservers, in any order. */
export function hasNameservers(told: readonly string[], names: readonly string[]): boolean {
  return told.length === names.length && names.every((each) => told.includes(each));
}

/** A WHMCS call that changes a setting at a registrar. */
export interface RegistrarCall {
  action: string;
  parameters: Parameters;
  deadlineMs?: number;
}

/** Returns the call that locks or unlocks a domain. Uses 1 and 0, because PHP reads the text `false` as yes. */
export function lockCall(domainId: number, locked: boolean): RegistrarCall {
  return { action: "DomainUpdateLockingStatus", parameters: { domainid: domainId, lockstatus: locked ? 1 : 0 } };
}

/** Sends one change to the registrar. @param onSaid converts an error text of the addon itself */
export async function changeAtRegistrar(
  context: WhmcsContext,
  accountId: number,
  { action, parameters, deadlineMs = REGISTRAR_WRITE_MS }: RegistrarCall,
  onSaid: (text: string) => RegistrarAnswer<never> | null = () => null,
): Promise<RegistrarAnswer<Record<string, unknown>>> {
  const outcome = await context.api.write(action, parameters, { accountId, deadlineMs });
  switch (outcome.kind) {
    case "ok":
      return { kind: "told", value: outcome.body };
    case "said_no":
      // If the registrar timed out, it may still have made the change.
      return onSaid(outcome.text) ?? refused(context, accountId, action, outcome.text, "unknown");
    case "not_done":
      return { kind: "failed", problem: { code: "billing_unavailable", retryAfter: outcome.retryAfter } };
    case "unknown":
      log("billing_outcome_unknown", { request_id: context.requestId, account: accountId, action });
      return { kind: "unknown", problem: { code: "billing_unavailable", retryAfter: outcome.retryAfter } };
  }
}

/**
 * Converts a registrar's error to an answer. Logs it, unless the function is unsupported.
 * @param kind the kind of the answer if the registrar was unreachable
 */
function refused(
  { requestId }: WhmcsContext,
  accountId: number,
  action: string,
  text: string,
  kind: "failed" | "unknown",
): RegistrarAnswer<never> {
  const problem = registrarProblem(text);
  if (problem === "unsupported") return { kind: "unsupported" };
  log("billing_registrar_refused", { request_id: requestId, account: accountId, action, said: knownWords(text) });
  return problem === "unavailable"
    ? { kind, problem: SERVER_UNAVAILABLE }
    : { kind: "failed", problem: REFUSED_BY_REGISTRAR };
}
