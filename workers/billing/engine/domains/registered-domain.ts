import type { ActorQuery } from "../../../../shared/billing-contract/call.ts";
import { type CustomerDomain, isRegistered } from "../../../../shared/billing-contract/customer.ts";
import type { WriteRefused } from "../../../../shared/billing-contract/result.ts";
import { NOT_FOUND, refusal, SERVER_UNAVAILABLE, type WriteRefusal } from "../../../../shared/ordering/refusals.ts";
import { NOT_HERE } from "../../../../shared/ordering/registrar-settings.ts";
import type { EngineContext } from "../engine-context.ts";
import { domainRead, toDomain } from "../records/domains.ts";
import type { RegisteredDomain, Registrar, RegistrarResult } from "../registrar/registrar.ts";
import type { AccountState, AuthorizedResult } from "../store/account-store.ts";
import { failure, ok } from "../store/results.ts";

const MAX_REASON_LENGTH = 200;

export interface OwnDomainState {
  state: AccountState;
  domain: CustomerDomain | null;
}

export interface DomainAtRegistrar {
  state: AccountState;
  domain: CustomerDomain;
  registrar: Registrar;
  registered: RegisteredDomain;
}

export async function readOwnDomain(
  { db, accounts }: EngineContext,
  query: ActorQuery,
  name: string,
): Promise<AuthorizedResult<OwnDomainState>> {
  const read = await accounts.state(query, { domain: domainRead(db, query.accountId, name) });
  if (!read.ok) return read;
  const [row] = read.value.rows.domain;
  return ok({ state: read.value, domain: row ? toDomain(row) : null });
}

/** Reads the domain at the registrar, or tells why nothing about it can be changed there. */
export async function readAtRegistrar(
  { registrar, requestId }: EngineContext,
  { state, domain }: OwnDomainState,
): Promise<{ ok: true; value: DomainAtRegistrar } | { ok: false; problem: WriteRefusal }> {
  if (!domain) return failure(NOT_FOUND);
  if (!isRegistered(domain)) return failure(NOT_HERE);
  if (!registrar) return failure(NO_REGISTRAR);
  const read = await registrar.read(domain.name, requestId);
  if (!read.ok) return failure(registrarRefusal(read));
  if (!read.value) return failure(NOT_HERE);
  return ok({ state, domain, registrar, registered: read.value });
}

const NO_REGISTRAR: WriteRefused = refusal(
  "refused",
  "No registrar is connected here, so that nothing can be changed at one.",
  "Aucun bureau d’enregistrement n’est relié ici ; rien ne peut donc y être changé.",
);

/** The refusal with the registrar's reason, shortened and without control characters. */
export function registrarRefusal({ problem }: Extract<RegistrarResult<unknown>, { ok: false }>): WriteRefused {
  if (problem.kind === "unavailable") return SERVER_UNAVAILABLE;
  const reason = problem.reason
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_REASON_LENGTH);
  return refusal("refused", `The registrar refused: ${reason}`, `Le bureau d’enregistrement a refusé : ${reason}`);
}
