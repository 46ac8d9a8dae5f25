import type {
  QuoteResult,
  RegistrarSettings,
  SetRegistrarSettings,
} from "../../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { AccountReference } from "../../../../shared/billing-contract/customer.ts";
import type { RefusedField } from "../../../../shared/ordering/registries/check-fields.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { logFailure } from "../../../../shared/platform/log.ts";
import type { ActionRefusal } from "../actions/run-action.ts";
import type { EngineContext } from "../engine-context.ts";
import { sendNoticesTo } from "../mails/notice-sender.ts";
import { type NoticeContent, notice } from "../mails/notices.ts";
import { isRegistered } from "../records/domains.ts";
import type { RegisteredDomain, Registrar, RegistrarResult } from "../registrar/registrar.ts";
import type { AccountState } from "../store/account-store.ts";
import { failure, ok } from "../store/results.ts";
import {
  type DomainAtRegistrar,
  NOT_HERE,
  readAtRegistrar,
  readOwnDomain,
  registrarRefusal,
} from "./registered-domain.ts";
import { CANNOT_LOCK, CANNOT_UNLOCK, transferObstacles } from "./transfer-rules.ts";

const MAX_MAILS = 5;
const MAX_NAMESERVERS = 13;
const HOST_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

interface SettingChange {
  /** Null where the setting is as wished already. */
  request: ((registrar: Registrar) => Promise<RegistrarResult<RegisteredDomain>>) | null;
  isDone(domain: RegisteredDomain): boolean;
  /** Null: the owner is not told. */
  notice: NoticeContent | null;
}

/** Settings of a domain at its registrar. The actor is authorized in the transaction that reads whose domain it is. */
export const domainRegistrarSettings = {
  /** Empty settings for a name that no registrar holds for the account. */
  async readRegistrarSettings(
    engine: EngineContext,
    query: ActorQuery,
    name: string,
  ): Promise<QuoteResult<RegistrarSettings>> {
    const own = await readOwnDomain(engine, query, name);
    if (!own.ok) return own;
    const { domain, state } = own.value;
    if (domain && (!isRegistered(domain) || !engine.registrar)) return ok(emptySettings(state.account, name));
    const read = await readAtRegistrar(engine, own.value);
    if (read.ok) return ok(settingsOf(engine, read.value, read.value.registered));
    return read.problem === NOT_HERE ? ok(emptySettings(state.account, name)) : read;
  },

  setDomainNameservers(
    engine: EngineContext,
    query: ActorQuery,
    { domain: name, nameservers }: { domain: string; nameservers: string[] },
  ): Promise<QuoteResult<SetRegistrarSettings>> {
    return changeSetting(engine, query, name, ({ registered }) => {
      const names = nameservers.map(plainHostName);
      const refused = refusedNameservers(name, names, registered.nameservers);
      if (refused.length > 0) return { refused: { code: "invalid_body", refused } };
      const has = (domain: RegisteredDomain) => names.every((each) => domain.nameservers.includes(each));
      const isSame = names.length === registered.nameservers.length && has(registered);
      return {
        request: isSame ? null : (registrar) => registrar.setNameservers(name, names, engine.requestId),
        isDone: has,
        notice: { kind: "nameserversChanged", domain: name, before: registered.nameservers, nameservers: names },
      };
    });
  },

  setDomainLock(
    engine: EngineContext,
    query: ActorQuery,
    { domain: name, locked }: { domain: string; locked: boolean },
  ): Promise<QuoteResult<SetRegistrarSettings>> {
    return changeSetting(engine, query, name, ({ registered }) => {
      const isSame = registered.locked === locked;
      const obstacle = isSame ? null : lockObstacle(registered, locked);
      if (obstacle) return { refused: { code: "not_allowed", reason: obstacle } };
      return {
        request: isSame ? null : (registrar) => registrar.setLock(name, locked, engine.requestId),
        isDone: (domain) => domain.locked === locked,
        notice: locked ? null : { kind: "unlocked", domain: name },
      };
    });
  },
};

async function changeSetting(
  engine: EngineContext,
  query: ActorQuery,
  name: string,
  plan: (read: DomainAtRegistrar) => SettingChange | { refused: ActionRefusal },
): Promise<QuoteResult<SetRegistrarSettings>> {
  const own = await readOwnDomain(engine, query, name);
  if (!own.ok) return own;
  const read = await readAtRegistrar(engine, own.value);
  if (!read.ok) return read;
  const { registered, registrar, state } = read.value;
  const change = plan(read.value);
  if ("refused" in change) return failure(change.refused);
  if (!change.request) {
    return ok({ ...settingsOf(engine, read.value, registered), changed: false, ownerTold: false });
  }
  const changed = await confirmed(engine, registrar, name, change.request(registrar), change.isDone);
  if (!changed.ok) return failure(registrarRefusal(changed));
  const ownerTold = change.notice !== null && (await notifyOwner(engine, query, state, change.notice));
  return ok({ ...settingsOf(engine, read.value, changed.value), changed: true, ownerTold });
}

/** Stores the notice after the change, which cannot be undone. @returns whether it is stored, and so will be mailed */
async function notifyOwner(
  engine: EngineContext,
  query: ActorQuery,
  { facts, clockOffsetMs }: AccountState,
  content: NoticeContent,
): Promise<boolean> {
  const { db, clock, mails, requestId: request_id } = engine;
  if (!facts.owner || !mails.isOn) return false;
  const { accountId: account } = query;
  const stored = notice(db, query, clock.moment(clockOffsetMs).at, content).run();
  const isStored = await logFailure("notice_not_kept", stored, { request_id, account, kind: content.kind });
  if (isStored) await sendNoticesTo(engine, account, MAX_MAILS);
  return isStored;
}

function settingsOf(
  { clock }: EngineContext,
  { state, domain: { status } }: DomainAtRegistrar,
  domain: RegisteredDomain,
): RegistrarSettings {
  const { today } = clock.moment(state.clockOffsetMs);
  const reasons = transferObstacles(domain, status, today);
  return {
    account: state.account,
    domain: domain.name,
    nameservers: domain.nameservers,
    locked: domain.locked,
    lockSupported: domain.lockSupported,
    registrar: domain.registrar,
    eligibleForTransfer: reasons.length === 0,
    reasons,
  };
}

/** Reads the domain back where the answer to a change was lost. */
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

function lockObstacle({ lockSupported, transferProhibited }: RegisteredDomain, locked: boolean): Text | null {
  if (locked) return lockSupported ? null : CANNOT_LOCK;
  return lockSupported && !transferProhibited ? null : CANNOT_UNLOCK;
}

function emptySettings(account: AccountReference, domain: string): RegistrarSettings {
  return {
    account,
    domain,
    nameservers: [],
    locked: null,
    lockSupported: false,
    registrar: null,
    eligibleForTransfer: false,
    reasons: [{ en: "This name is not registered here now.", fr: "Ce nom n’est pas enregistré ici en ce moment." }],
  };
}

/** Lower case, without a final dot. */
function plainHostName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/**
 * The invalid ones of a domain's new nameservers.
 * @param names as {@link plainHostName} gives them
 * @param current those it has; one of them under the domain itself has glue records at the registry already
 */
function refusedNameservers(domain: string, names: string[], current: string[]): RefusedField[] {
  if (names.length < 2 || names.length > MAX_NAMESERVERS) {
    const message = {
      en: `must be from 2 to ${MAX_NAMESERVERS} host names`,
      fr: `doit contenir de 2 à ${MAX_NAMESERVERS} noms d’hôte`,
    };
    return [{ pointer: "/nameservers", message }];
  }
  return names.flatMap((name, index) => {
    const message = hostNameError(name, names.indexOf(name) < index, domain, current);
    return message ? [{ pointer: `/nameservers/${index}`, message }] : [];
  });
}

function hostNameError(name: string, repeated: boolean, domain: string, current: string[]) {
  if (!HOST_NAME.test(name)) return { en: "must be a host name", fr: "doit être un nom d’hôte" };
  if (repeated) return { en: "is listed twice", fr: "figure deux fois" };
  if ((name === domain || name.endsWith(`.${domain}`)) && !current.includes(name)) {
    return {
      en: "is under the domain itself, which takes addresses at the registry (glue) that cannot be set here",
      fr: "est sous le domaine lui-même, ce qui exige au registre des adresses (glue) qui ne peuvent pas être définies ici",
    };
  }
  return null;
}
