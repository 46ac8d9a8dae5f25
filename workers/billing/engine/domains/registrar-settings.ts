import type { ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import { isRegistered } from "../../../../shared/billing-contract/customer.ts";
import type {
  RegistrarSettings,
  SetRegistrarSettings,
  Setting,
} from "../../../../shared/billing-contract/domain-settings.ts";
import type { WritePreview } from "../../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/writes.ts";
import { plainHostName, refusedNameservers } from "../../../../shared/ordering/nameservers.ts";
import type { WriteRefusal } from "../../../../shared/ordering/refusals.ts";
import { emptySettings, NOT_HERE, toRegistrarSettings } from "../../../../shared/ordering/registrar-settings.ts";
import { lockObstacle } from "../../../../shared/ordering/transfers-out.ts";
import { previewOf } from "../../../../shared/ordering/write-preview.ts";
import type { EngineContext } from "../engine-context.ts";
import type { NoticeContent } from "../mails/notices.ts";
import { notifyOwner } from "../mails/notify-owner.ts";
import type { RegisteredDomain, Registrar, RegistrarResult } from "../registrar/registrar.ts";
import { failure, ok } from "../store/results.ts";
import { type DomainAtRegistrar, readAtRegistrar, readOwnDomain, registrarRefusal } from "./registered-domain.ts";

const MAX_NAMESERVERS = 13;

interface SettingChange {
  /** Null where the setting is as wished already. */
  request: ((registrar: Registrar) => Promise<RegistrarResult<RegisteredDomain>>) | null;
  isDone(domain: RegisteredDomain): boolean;
  /** Null: the owner is not told. */
  notice: NoticeContent | null;
}

/** Settings of a domain at its registrar. The actor is authorized in the transaction that reads whose domain it is. */
export const registrarSettingReads = {
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
};

export const registrarSettingWrites = {
  setDomainNameservers(engine: EngineContext, query: WriteCall, setting: Setting<"nameservers", string[]>) {
    return changeSetting(engine, query, setting.domain, nameserverPlan(engine, setting));
  },

  setDomainLock(engine: EngineContext, query: WriteCall, setting: Setting<"locked", boolean>) {
    return changeSetting(engine, query, setting.domain, lockPlan(engine, setting));
  },
};

/** Decides a change of one setting, by what the registrar has. Has no effects. */
type SettingPlan = (read: DomainAtRegistrar) => SettingChange | { refused: WriteRefusal };

function nameserverPlan(
  { requestId }: EngineContext,
  { domain: name, nameservers }: Setting<"nameservers", string[]>,
): SettingPlan {
  return ({ registered }) => {
    const names = nameservers.map(plainHostName);
    const refused = refusedNameservers(name, names, registered.nameservers, MAX_NAMESERVERS);
    if (refused) return { refused };
    const has = (domain: RegisteredDomain) => names.every((each) => domain.nameservers.includes(each));
    const isSame = names.length === registered.nameservers.length && has(registered);
    return {
      request: isSame ? null : (registrar) => registrar.setNameservers(name, names, requestId),
      isDone: has,
      notice: { kind: "nameserversChanged", domain: name, before: registered.nameservers, nameservers: names },
    };
  };
}

function lockPlan({ requestId }: EngineContext, { domain: name, locked }: Setting<"locked", boolean>): SettingPlan {
  return ({ registered }) => {
    const isSame = registered.locked === locked;
    const obstacle = isSame ? null : lockObstacle(registered, locked);
    if (obstacle) return { refused: { code: "not_allowed", reason: obstacle } };
    return {
      request: isSame ? null : (registrar) => registrar.setLock(name, locked, requestId),
      isDone: (domain) => domain.locked === locked,
      notice: locked ? null : { kind: "unlocked", domain: name },
    };
  };
}

interface PlannedChange {
  read: DomainAtRegistrar;
  change: SettingChange;
}

async function planSetting(
  engine: EngineContext,
  query: ActorQuery,
  name: string,
  plan: SettingPlan,
): Promise<QuoteResult<PlannedChange>> {
  const own = await readOwnDomain(engine, query, name);
  if (!own.ok) return own;
  const read = await readAtRegistrar(engine, own.value);
  if (!read.ok) return read;
  const change = plan(read.value);
  return "refused" in change ? failure(change.refused) : ok({ read: read.value, change });
}

async function changeSetting(
  engine: EngineContext,
  query: WriteCall,
  name: string,
  plan: SettingPlan,
): Promise<QuoteResult<SetRegistrarSettings | WritePreview>> {
  const planned = await planSetting(engine, query, name, plan);
  if (!planned.ok) return planned;
  const { read, change } = planned.value;
  const { registered, registrar, state } = read;
  if (!query.commit) {
    const { nameservers, locked } = registered;
    return ok(previewOf(state.account, { changes: change.request !== null, settings: { nameservers, locked } }));
  }
  if (!change.request) {
    return ok({ ...settingsOf(engine, read, registered), changed: false, ownerTold: false });
  }
  const changed = await confirmed(engine, registrar, name, change.request(registrar), change.isDone);
  if (!changed.ok) return failure(registrarRefusal(changed));
  const ownerTold = change.notice !== null && (await notifyOwner(engine, query, state, change.notice));
  return ok({ ...settingsOf(engine, read, changed.value), changed: true, ownerTold });
}

function settingsOf(
  { clock }: EngineContext,
  { state, domain }: DomainAtRegistrar,
  registered: RegisteredDomain,
): RegistrarSettings {
  const { today } = clock.moment(state.clockOffsetMs);
  return toRegistrarSettings(state.account, registered, domain.status, today);
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
