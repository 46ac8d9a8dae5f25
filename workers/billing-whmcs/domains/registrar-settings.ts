import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type { AccountReference } from "../../../shared/billing-contract/customer.ts";
import type {
  RegistrarSettings,
  SetRegistrarSettings,
  Setting,
} from "../../../shared/billing-contract/domain-settings.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult } from "../../../shared/billing-contract/writes.ts";
import { refusal, type WriteRefusal } from "../../../shared/ordering/refusals.ts";
import {
  emptySettings,
  NOT_HERE,
  plainHostName,
  refusedNameservers,
  toRegistrarSettings,
} from "../../../shared/ordering/registrar-settings.ts";
import { lockObstacle } from "../../../shared/ordering/transfers-out.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import { dayIn } from "../../../shared/platform/calendar.ts";
import type { Text } from "../../../shared/platform/language.ts";
import type { Client } from "../access/read-client.ts";
import { type AdmittedActing, admitActing } from "../acting/admit-acting.ts";
import type { SettingNotice } from "../mails/sent-changes.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import {
  hasNameservers,
  lockCall,
  notAtRegistrar,
  type RegistrarCall,
  type RegistrarRecord,
  readAtRegistrar,
  readLock,
  readNameservers,
} from "./domain-at-registrar.ts";
import type { DomainRecord } from "./list-domains.ts";
import { ownDomainRecord } from "./own-domain.ts";
import { REGISTRAR_WRITE_MS, type RegistrarFailure, registrarWrite } from "./registrar-answers.ts";
import { type ChangeFailure, makeTold } from "./told-changes.ts";

/** Of a name, in the API. */
const MAX_NAMESERVERS = 5;

/** A change of one setting, where the domain is not known to have it already. */
interface SettingChange {
  call: RegistrarCall;
  /** The domain as it is once the change was made. */
  changed: RegistrarRecord;
  /** Whether it was made, by what the registrar says now. */
  isDone(): Promise<boolean>;
  /** Where the registrar's module cannot make it. */
  unsupported: WriteRefusal;
  /** Null: the owner is not told. */
  notice: SettingNotice | null;
}

const NOT_SHOWN: Text = {
  en: "The provider does not show a domain name's settings at the registrar here: they are in the client area.",
  fr: "Le fournisseur ne montre pas ici les réglages d’un nom de domaine auprès du bureau d’enregistrement : ils se trouvent dans l’espace client.",
};

/** Empty settings for a name that no registrar holds for the account. */
export async function readRegistrarSettings(
  context: WhmcsContext,
  query: ActorQuery,
  name: string,
): Promise<QuoteResult<RegistrarSettings>> {
  const own = await readOwn(context, query, name, NOT_SHOWN);
  if (!own.ok) return own;
  const { account, row } = own.value;
  const problem = notAtRegistrar(row);
  if (problem === NOT_HERE) return { ok: true, value: emptySettings(account, name) };
  if (problem || !row) return { ok: false, problem: problem ?? NOT_HERE };
  const read = await readAtRegistrar(context, query, row);
  return read.ok ? { ok: true, value: settingsOf(context, account, read.value) } : read;
}

export function setDomainNameservers(
  context: WhmcsContext,
  query: ActorQuery,
  setting: Setting<"nameservers", string[]>,
): Promise<QuoteResult<SetRegistrarSettings>> {
  return changeSetting(context, query, setting.domain, nameserverPlan(context, query, setting));
}

export function setDomainLock(
  context: WhmcsContext,
  query: ActorQuery,
  setting: Setting<"locked", boolean>,
): Promise<QuoteResult<SetRegistrarSettings>> {
  return changeSetting(context, query, setting.domain, lockPlan(context, query, setting));
}

export function checkNameservers(
  context: WhmcsContext,
  query: ActorQuery,
  setting: Setting<"nameservers", string[]>,
): Promise<QuoteResult<WritePreview>> {
  return checkSetting(context, query, setting.domain, nameserverPlan(context, query, setting));
}

export function checkLock(
  context: WhmcsContext,
  query: ActorQuery,
  setting: Setting<"locked", boolean>,
): Promise<QuoteResult<WritePreview>> {
  return checkSetting(context, query, setting.domain, lockPlan(context, query, setting));
}

/** Decides a change of one setting, by what the registrar tells. Has no effects. */
type SettingPlan = (before: RegistrarRecord) => SettingChange | { refused: WriteRefusal } | "unchanged";

function nameserverPlan(
  context: WhmcsContext,
  query: ActorQuery,
  { domain: name, nameservers }: Setting<"nameservers", string[]>,
): SettingPlan {
  return (before) => {
    const names = nameservers.map(plainHostName);
    const { nameservers: current, domain } = before;
    // Where it is not known which it has, whether one is new to the registry is the registrar's to judge.
    const refused = refusedNameservers(name, names, current ?? names, MAX_NAMESERVERS);
    if (refused) return { refused };
    if (current && hasNameservers(current, names)) return "unchanged";
    const parameters = Object.fromEntries(names.map((host, index) => [`ns${index + 1}`, host]));
    return {
      call: { action: "DomainUpdateNameservers", parameters: { domainid: domain.id, ...parameters } },
      changed: { ...before, nameservers: names },
      async isDone() {
        const now = await readNameservers(context, query, domain.id);
        return now.kind === "told" && now.value !== null && hasNameservers(now.value, names);
      },
      unsupported: NAMESERVERS_NOT_SET_HERE,
      notice: { kind: "nameserversChanged", domain: name, before: current, nameservers: names },
    };
  };
}

function lockPlan(
  context: WhmcsContext,
  query: ActorQuery,
  { domain: name, locked }: Setting<"locked", boolean>,
): SettingPlan {
  return (before) => {
    const { facts, domain } = before;
    if (facts.locked === locked) return "unchanged";
    const obstacle = lockObstacle(facts, locked);
    if (obstacle) return { refused: { code: "not_allowed", reason: obstacle } };
    const without = lockObstacle({ ...facts, lockSupported: false }, locked);
    return {
      call: lockCall(domain.id, locked),
      changed: { ...before, facts: { ...facts, locked } },
      async isDone() {
        const now = await readLock(context, query, domain.id);
        return now.kind === "told" && now.value === locked;
      },
      unsupported: without ? { code: "not_allowed", reason: without } : NOT_HERE,
      notice: locked ? null : { kind: "unlocked", domain: name },
    };
  };
}

interface PlannedChange {
  account: AccountReference;
  client: Client;
  before: RegistrarRecord;
  /** Null: the domain has the setting already. */
  change: SettingChange | null;
}

async function planSetting(
  context: WhmcsContext,
  query: ActorQuery,
  name: string,
  plan: SettingPlan,
): Promise<QuoteResult<PlannedChange>> {
  const own = await readOwn(context, query, name);
  if (!own.ok) return own;
  const { account, client, row } = own.value;
  const refused = notAtRegistrar(row);
  if (refused || !row) return { ok: false, problem: refused ?? NOT_HERE };
  const read = await readAtRegistrar(context, query, row);
  if (!read.ok) return read;
  const change = plan(read.value);
  if (change === "unchanged") return { ok: true, value: { account, client, before: read.value, change: null } };
  if ("refused" in change) return { ok: false, problem: change.refused };
  return { ok: true, value: { account, client, before: read.value, change } };
}

async function checkSetting(
  context: WhmcsContext,
  query: ActorQuery,
  name: string,
  plan: SettingPlan,
): Promise<QuoteResult<WritePreview>> {
  const planned = await planSetting(context, query, name, plan);
  if (!planned.ok) return planned;
  const { account, before, change } = planned.value;
  const { nameservers, locked } = settingsOf(context, account, before);
  return { ok: true, value: previewOf(account, { changes: change !== null, settings: { nameservers, locked } }) };
}

async function changeSetting(
  context: WhmcsContext,
  query: ActorQuery,
  name: string,
  plan: SettingPlan,
): Promise<QuoteResult<SetRegistrarSettings>> {
  const planned = await planSetting(context, query, name, plan);
  if (!planned.ok) return planned;
  const { account, client, before, change } = planned.value;
  if (!change) {
    return { ok: true, value: { ...settingsOf(context, account, before), changed: false, ownerTold: false } };
  }
  const making = makeChange(context, query, client, change).then((made): QuoteResult<SetRegistrarSettings> => {
    if ("problem" in made) return { ok: false, problem: made.problem };
    const settings = settingsOf(context, account, change.changed);
    return { ok: true, value: { ...settings, changed: true, ownerTold: made.ownerTold } };
  });
  // The owner is told even where the caller has left.
  context.waitUntil(making);
  return making;
}

async function makeChange(
  context: WhmcsContext,
  query: ActorQuery,
  client: Client,
  change: SettingChange,
): Promise<{ problem: WriteRefusal | RegistrarFailure } | { ownerTold: boolean }> {
  const { notice, changed } = change;
  const making = () => make(context, query, change);
  if (!notice) return (await making()) ?? { ownerTold: false };
  const made = await makeTold(context, query, { client, domain: changed.domain }, notice, making);
  return "problem" in made ? made : { ownerTold: await made.telling };
}

/** Makes a change; where its answer is lost, the registrar is asked what it has. @returns null once it is made */
async function make(
  { api }: WhmcsContext,
  query: ActorQuery,
  { call, isDone, unsupported }: SettingChange,
): Promise<ChangeFailure<WriteRefusal | RegistrarFailure> | null> {
  const { accountId, requestId } = query;
  const { action, parameters } = call;
  const outcome = await api.write(action, parameters, { accountId, requestId, deadlineMs: REGISTRAR_WRITE_MS });
  const answer = registrarWrite(query, action, outcome);
  switch (answer.kind) {
    case "told":
      return null;
    case "unsupported":
      return { problem: unsupported, isUnknown: false };
    case "failed":
      return { problem: answer.problem, isUnknown: false };
    case "unknown":
      return (await isDone()) ? null : { problem: answer.problem, isUnknown: true };
  }
}

interface OwnDomain extends AdmittedActing {
  account: AccountReference;
  /** Null where the account has none of that name. */
  row: DomainRecord | null;
}

/** @param notTaken said where orders and changes are not taken */
async function readOwn(
  context: WhmcsContext,
  query: ActorQuery,
  name: string,
  notTaken?: Text,
): Promise<QuoteResult<OwnDomain>> {
  const [admitted, row] = await Promise.all([
    admitActing(context, query, notTaken),
    ownDomainRecord(context, query, name),
  ]);
  if (!admitted.ok) return admitted;
  if (row.kind !== "ok") return unavailable(row);
  return { ok: true, value: { ...admitted.value, account: admitted.value.reference, row: row.body } };
}

function settingsOf(
  { settings, now }: WhmcsContext,
  account: AccountReference,
  { domain, facts, nameservers, registrar }: RegistrarRecord,
): RegistrarSettings {
  const today = dayIn(settings.timeZone, now());
  return toRegistrarSettings(account, { ...facts, registrar, nameservers: nameservers ?? [] }, domain.status, today);
}

const NAMESERVERS_NOT_SET_HERE = refusal(
  "not_allowed",
  "The registrar does not let the nameservers of this name be set here.",
  "Le bureau d’enregistrement ne permet pas de définir ici les serveurs de noms de ce nom.",
);
