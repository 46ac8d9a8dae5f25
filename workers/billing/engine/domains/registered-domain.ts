import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import type { ActionRefused } from "../../../../shared/billing-contract/result.ts";
import { domainRead, isRegistered, toDomain } from "../accounts/domains.ts";
import { because, NOT_FOUND, SERVER_UNAVAILABLE } from "../actions/refusals.ts";
import type { ActionRefusal } from "../actions/run-action.ts";
import type { Engine } from "../engine.ts";
import type { RegisteredDomain, Registrar, RegistrarResult } from "../registrar/registrar.ts";
import type { AccountState, Gated } from "../store/account-gate.ts";
import { found, refusedWith } from "../store/results.ts";

const MAX_REASON_LENGTH = 200;

/** The account's state with its domain of a name, if it has one. */
export interface OwnDomainState {
  state: AccountState;
  domain: CustomerDomain | null;
}

/** A domain of the account with the registrar's data about it. */
export interface DomainAtRegistrar {
  state: AccountState;
  domain: CustomerDomain;
  registrar: Registrar;
  registered: RegisteredDomain;
}

export async function readOwnDomain(
  { db, gate }: Engine,
  query: ActorQuery,
  name: string,
): Promise<Gated<OwnDomainState>> {
  const read = await gate.state(query, { domain: domainRead(db, query.accountId, name) });
  if (!read.ok) return read;
  const [row] = read.value.rows.domain;
  return found({ state: read.value, domain: row ? toDomain(row) : null });
}

/** Reads the domain at the registrar, or tells why nothing about it can be changed there. */
export async function readAtRegistrar(
  { registrar, requestId }: Engine,
  { state, domain }: OwnDomainState,
): Promise<{ ok: true; value: DomainAtRegistrar } | { ok: false; problem: ActionRefusal }> {
  if (!domain) return refusedWith(NOT_FOUND);
  if (!isRegistered(domain)) return refusedWith(NOT_HERE);
  if (!registrar) return refusedWith(NO_REGISTRAR);
  const read = await registrar.read(domain.name, requestId);
  if (!read.ok) return refusedWith(registrarRefusal(read));
  if (!read.value) return refusedWith(NOT_HERE);
  return found({ state, domain, registrar, registered: read.value });
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

/** The refusal with the registrar's reason, shortened and without control characters. */
export function registrarRefusal({ problem }: Extract<RegistrarResult<unknown>, { ok: false }>): ActionRefused {
  if (problem.kind === "unavailable") return SERVER_UNAVAILABLE;
  const reason = problem.reason
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_REASON_LENGTH);
  return because("refused", `The registrar refused: ${reason}`, `Le bureau d’enregistrement a refusé : ${reason}`);
}
