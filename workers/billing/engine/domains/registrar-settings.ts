import type { ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import { type CustomerDomain, isRegistered } from "../../../../shared/billing-contract/customer.ts";
import type {
  RegistrarSettings,
  SetRegistrarSettings,
  Setting,
} from "../../../../shared/billing-contract/domain-settings.ts";
import { failure, ok, type WriteRefused } from "../../../../shared/billing-contract/result.ts";
import type { WritePreview } from "../../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/writes.ts";
import { NOT_FOUND, refusal, SERVER_UNAVAILABLE, type WriteRefusal } from "../../../../shared/ordering/refusals.ts";
import {
  emptySettings,
  NOT_HERE,
  plainHostName,
  refusedNameservers,
  toRegistrarSettings,
} from "../../../../shared/ordering/registrar-settings.ts";
import { lockObstacle } from "../../../../shared/ordering/transfers-out.ts";
import { previewOf } from "../../../../shared/ordering/write-preview.ts";
import type { EngineContext } from "../engine-context.ts";
import type { NoticeContent } from "../mails/notice-facts.ts";
import { notifyOwner } from "../mails/notices.ts";
import { type DomainRow, domainRead, toDomain } from "../records/domains.ts";
import type { RegisteredDomain, Registrar, RegistrarResult } from "../registrar/registrar.ts";
import type { AccountState, AuthorizedResult } from "../store/account-store.ts";

export const registrarSettingReads = { readRegistrarSettings };
export const registrarSettingWrites = { setDomainNameservers, setDomainLock };

const MAX_NAMESERVERS = 13;

interface SettingChange {
  /** Sends the change to the registrar; `null` if the setting already has the requested value. */
  request: ((registrar: Registrar) => Promise<RegistrarResult<RegisteredDomain>>) | null;
  isDone(domain: RegisteredDomain): boolean;
  /** The e-mail to the owner; `null` if the change causes no e-mail. */
  notice: NoticeContent | null;
}

/**
 * Reads the domain settings at the registrar. The settings are empty if the domain is not registered, if the registrar
 * does not have it, or if no registrar is connected.
 */
async function readRegistrarSettings(
  engine: EngineContext,
  query: ActorQuery,
  name: string,
): Promise<QuoteResult<RegistrarSettings>> {
  const own = await readOwnDomain(engine, query, name);
  if (!own.ok) return own;
  const { row, state } = own.value;
  if (row && (!isRegistered(row) || !engine.registrar)) return ok(emptySettings(state.account, name));
  const read = await readAtRegistrar(engine, own.value);
  if (read.ok) return ok(settingsOf(engine, read.value, read.value.registered));
  return read.problem === NOT_HERE ? ok(emptySettings(state.account, name)) : read;
}

function setDomainNameservers(
  engine: EngineContext,
  call: WriteCall,
  { domain: name, nameservers }: Setting<"nameservers", string[]>,
) {
  const names = nameservers.map(plainHostName);
  const has = (domain: RegisteredDomain) => names.every((each) => domain.nameservers.includes(each));
  return changeSetting(engine, call, name, ({ registered }) => {
    const refused = refusedNameservers(name, names, registered.nameservers, MAX_NAMESERVERS);
    if (refused) return { refused };
    const isSame = names.length === registered.nameservers.length && has(registered);
    return {
      request: isSame ? null : (registrar) => registrar.setNameservers(name, names, engine.requestId),
      isDone: has,
      notice: { kind: "nameserversChanged", domain: name, before: registered.nameservers, nameservers: names },
    };
  });
}

function setDomainLock(engine: EngineContext, call: WriteCall, { domain: name, locked }: Setting<"locked", boolean>) {
  return changeSetting(engine, call, name, ({ registered }) => {
    const isSame = registered.locked === locked;
    const obstacle = isSame ? null : lockObstacle(registered, locked);
    if (obstacle) return { refused: { code: "not_allowed", reason: obstacle } };
    return {
      request: isSame ? null : (registrar) => registrar.setLock(name, locked, engine.requestId),
      isDone: (domain) => domain.locked === locked,
      notice: locked ? null : { kind: "unlocked", domain: name },
    };
  });
}

/**
 * Changes one setting of a domain at the registrar. The transaction that reads the account's domain also authorizes the
 * actor.
 * @param decide returns the change to make, given the domain's state at the registrar; it has no side effects
 */
async function changeSetting(
  engine: EngineContext,
  call: WriteCall,
  name: string,
  decide: (read: DomainAtRegistrar) => SettingChange | { refused: WriteRefusal },
): Promise<QuoteResult<SetRegistrarSettings | WritePreview>> {
  const own = await readOwnDomain(engine, call, name);
  if (!own.ok) return own;
  const read = await readAtRegistrar(engine, own.value);
  if (!read.ok) return read;
  const change = decide(read.value);
  if ("refused" in change) return failure(change.refused);
  const { registered, registrar, state } = read.value;
  if (!call.commit) {
    const { nameservers, locked } = registered;
    return ok(previewOf(state.account, { changes: change.request !== null, settings: { nameservers, locked } }));
  }
  if (!change.request) {
    return ok({ ...settingsOf(engine, read.value, registered), changed: false, ownerTold: false });
  }
  const changed = await confirmed(engine, registrar, name, change.request(registrar), change.isDone);
  if (!changed.ok) return failure(registrarRefusal(changed));
  const ownerTold = change.notice !== null && (await notifyOwner(engine, call, state, change.notice));
  return ok({ ...settingsOf(engine, read.value, changed.value), changed: true, ownerTold });
}

function settingsOf(
  { clock }: EngineContext,
  { state, domain, transferredOn }: DomainAtRegistrar,
  registered: RegisteredDomain,
): RegistrarSettings {
  const { today } = clock.moment(state.clockOffsetMs);
  return toRegistrarSettings(state.account, { ...registered, transferredOn }, domain.status, today);
}

/**
 * Waits for a change at the registrar. If the registrar neither confirmed nor refused it, reads the domain again to
 * find out whether the change was made.
 */
async function confirmed(
  { requestId }: EngineContext,
  registrar: Registrar,
  name: string,
  change: Promise<RegistrarResult<RegisteredDomain>>,
  isDone: (domain: RegisteredDomain) => boolean,
): Promise<RegistrarResult<RegisteredDomain>> {
  const changed = await change;
  if (changed.ok || changed.problem.kind === "refused") return changed;
  const now = await registrar.read(name, requestId);
  return now.ok && now.value && isDone(now.value) ? ok(now.value) : changed;
}

const MAX_REASON_LENGTH = 200;

export interface OwnDomainState {
  state: AccountState;
  row: DomainRow | null;
}

export interface DomainAtRegistrar {
  state: AccountState;
  domain: CustomerDomain;
  registrar: Registrar;
  registered: RegisteredDomain;
  transferredOn: DomainRow["transferredOn"];
}

async function readOwnDomain(
  { db, accounts }: EngineContext,
  query: ActorQuery,
  name: string,
): Promise<AuthorizedResult<OwnDomainState>> {
  const read = await accounts.state(query, { domain: domainRead(db, query.accountId, name) });
  if (!read.ok) return read;
  const [row] = read.value.rows.domain;
  return ok({ state: read.value, row: row ?? null });
}

/** Reads the domain at the registrar, or returns the reason why it cannot be changed there. */
export async function readAtRegistrar(
  { registrar, requestId }: EngineContext,
  { state, row }: OwnDomainState,
): Promise<{ ok: true; value: DomainAtRegistrar } | { ok: false; problem: WriteRefusal }> {
  if (!row) return failure(NOT_FOUND);
  const domain = toDomain(row);
  if (!isRegistered(domain)) return failure(NOT_HERE);
  if (!registrar) return failure(NO_REGISTRAR);
  const read = await registrar.read(domain.name, requestId);
  if (!read.ok) return failure(registrarRefusal(read));
  if (!read.value) return failure(NOT_HERE);
  return ok({ state, domain, registrar, registered: read.value, transferredOn: row.transferredOn });
}

const NO_REGISTRAR: WriteRefused = refusal(
  "refused",
  "The provider has not connected a registrar, so this setting cannot be changed.",
  "Aucun bureau d’enregistrement n’est connecté ici ; rien ne peut donc y être changé.",
);

/** Returns the refusal with the registrar's reason, shortened and without control characters. */
export function registrarRefusal({ problem }: Extract<RegistrarResult<unknown>, { ok: false }>): WriteRefused {
  // The registrar did not respond, or the provider must fix a problem at the registrar. The refusal is therefore not
  // final.
  if (problem.kind !== "refused") return SERVER_UNAVAILABLE;
  const reason = problem.reason
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_REASON_LENGTH);
  return refusal("refused", `The registrar refused: ${reason}`, `Le bureau d’enregistrement a refusé : ${reason}`);
}
