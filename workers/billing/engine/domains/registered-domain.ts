import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import type { ActionRefused } from "../../../../shared/billing-contract/result.ts";
import type { ActionRefusal } from "../actions/action-runner.ts";
import { because, NOT_FOUND, SERVER_UNAVAILABLE } from "../actions/refusals.ts";
import type { RegisteredDomain, Registrar, RegistrarResult } from "../registrar/registrar.ts";
import type { AccountGate, AccountState, Gated } from "../store/account-gate.ts";
import { isRegistered, ownDomain, ownDomainRead } from "./own-domain.ts";

const REASON_LENGTH = 200;

/** A domain of the account with what the registrar says of it. */
export interface OwnAtRegistrar {
  state: AccountState;
  domain: CustomerDomain;
  registrar: Registrar;
  registered: RegisteredDomain;
}

export type AtRegistrar = { ok: true; value: OwnAtRegistrar } | { ok: false; problem: ActionRefusal };

/** The account's own domain, registered or not. */
export async function ownDomainOf(
  db: D1Database,
  gate: AccountGate,
  query: ActorQuery,
  name: string,
): Promise<Gated<{ state: AccountState; domain: CustomerDomain | null }>> {
  const read = await gate.state(query, [ownDomainRead(db, query.accountId, name)]);
  return read.ok ? { ok: true, value: { state: read.value, domain: ownDomain(read.value.results[0]) } } : read;
}

/** What may be changed at the registrar, or why nothing can be. */
export async function atRegistrar(
  registrar: Registrar | null,
  { state, domain }: { state: AccountState; domain: CustomerDomain | null },
  requestId: string | undefined,
): Promise<AtRegistrar> {
  if (!domain) return { ok: false, problem: NOT_FOUND };
  if (!isRegistered(domain)) return { ok: false, problem: NOT_HERE };
  if (!registrar) return { ok: false, problem: NO_REGISTRAR };
  const read = await registrar.read(domain.name, requestId);
  if (!read.ok) return { ok: false, problem: registrarRefusal(read) };
  if (!read.value) return { ok: false, problem: NOT_HERE };
  return { ok: true, value: { state, domain, registrar, registered: read.value } };
}

export const NOT_HERE: ActionRefused = because(
  "not_allowed",
  "This name is not registered here now.",
  "Ce nom n’est pas enregistré ici en ce moment.",
);

const NO_REGISTRAR: ActionRefused = because(
  "refused",
  "No registrar is connected here, so that nothing can be changed at one.",
  "Aucun bureau d’enregistrement n’est relié ici ; rien ne peut donc y être changé.",
);

/** The registrar's own words, shortened and without control characters. */
export function registrarRefusal({ problem }: Extract<RegistrarResult<unknown>, { ok: false }>): ActionRefused {
  if (problem.kind === "unavailable") return SERVER_UNAVAILABLE;
  const reason = problem.reason
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, REASON_LENGTH);
  return because("refused", `The registrar refused: ${reason}`, `Le bureau d’enregistrement a refusé : ${reason}`);
}
