import type { ActorQuery, WriteCall } from "../../../shared/billing-contract/call.ts";
import type { AccountReference } from "../../../shared/billing-contract/customer.ts";
import type {
  RegistrarSettings,
  SetRegistrarSettings,
  Setting,
} from "../../../shared/billing-contract/domain-settings.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
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
import type { Text } from "../../../shared/platform/language.ts";
import type { Client } from "../accounts/access.ts";
import { inOrder } from "../bridge/outcome.ts";
import { type DomainRecord, findDomain } from "../domains/domains.ts";
import {
  changeAtRegistrar,
  hasNameservers,
  lockCall,
  notAtRegistrar,
  type RegistrarCall,
  type RegistrarRecord,
  readAtRegistrar,
  readLock,
  readNameservers,
} from "../domains/registrar.ts";
import type { Decided, Refused } from "../results.ts";
import { todayOf, type WhmcsContext } from "../whmcs-context.ts";
import { type AdmittedActing, admitActing } from "./acting.ts";
import { type ChangeFailure, makeTold, type SettingNotice } from "./told-changes.ts";

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

/** Decides a change of one setting, by what the registrar tells; null where the domain has it already. Has no effects. */
type DecideSetting = (before: RegistrarRecord) => Decided<SettingChange> | null;

const NOT_SHOWN: Text = {
  en: "The provider does not show a domain name's settings at the registrar here: they are in the client area.",
  fr: "Le fournisseur ne montre pas ici les réglages d’un nom de domaine auprès du bureau d’enregistrement : ils se trouvent dans l’espace client.",
};

const NAMESERVERS_NOT_SET_HERE = refusal(
  "not_allowed",
  "The registrar does not let the nameservers of this name be set here.",
  "Le bureau d’enregistrement ne permet pas de définir ici les serveurs de noms de ce nom.",
);

/** Empty settings for a name that no registrar holds for the account. */
export async function readRegistrarSettings(
  context: WhmcsContext,
  query: ActorQuery,
  name: string,
): Promise<Decided<RegistrarSettings>> {
  const own = await readOwn(context, query, name, NOT_SHOWN);
  if ("refused" in own) return own;
  const { account, record } = own;
  const refused = notAtRegistrar(record);
  if (refused === NOT_HERE) return emptySettings(account, name);
  if (refused || !record) return { refused: refused ?? NOT_HERE };
  const read = await readAtRegistrar(context, query.accountId, record);
  return "refused" in read ? read : settingsOf(context, account, read);
}

export function setDomainNameservers(
  context: WhmcsContext,
  call: WriteCall,
  { domain: name, nameservers }: Setting<"nameservers", string[]>,
): Promise<Decided<SetRegistrarSettings | WritePreview>> {
  const names = nameservers.map(plainHostName);
  return changeSetting(context, call, name, (before) => {
    const { nameservers: current, domain } = before;
    // Where it is not known which it has, whether one is new to the registry is the registrar's to judge.
    const refused = refusedNameservers(name, names, current ?? names, MAX_NAMESERVERS);
    if (refused) return { refused };
    if (current && hasNameservers(current, names)) return null;
    const parameters = Object.fromEntries(names.map((host, index) => [`ns${index + 1}`, host]));
    return {
      call: { action: "DomainUpdateNameservers", parameters: { domainid: domain.id, ...parameters } },
      changed: { ...before, nameservers: names },
      async isDone() {
        const now = await readNameservers(context, call.accountId, domain.id);
        return now.kind === "told" && now.value !== null && hasNameservers(now.value, names);
      },
      unsupported: NAMESERVERS_NOT_SET_HERE,
      notice: { kind: "nameserversChanged", domain: name, before: current, nameservers: names },
    };
  });
}

export function setDomainLock(
  context: WhmcsContext,
  call: WriteCall,
  { domain: name, locked }: Setting<"locked", boolean>,
): Promise<Decided<SetRegistrarSettings | WritePreview>> {
  return changeSetting(context, call, name, (before) => {
    const { facts, domain } = before;
    if (facts.locked === locked) return null;
    const obstacle = lockObstacle(facts, locked);
    if (obstacle) return { refused: { code: "not_allowed", reason: obstacle } };
    const without = lockObstacle({ ...facts, lockSupported: false }, locked);
    return {
      call: lockCall(domain.id, locked),
      changed: { ...before, facts: { ...facts, locked } },
      async isDone() {
        const now = await readLock(context, call.accountId, domain.id);
        return now.kind === "told" && now.value === locked;
      },
      unsupported: without ? { code: "not_allowed", reason: without } : NOT_HERE,
      notice: locked ? null : { kind: "unlocked", domain: name },
    };
  });
}

async function changeSetting(
  context: WhmcsContext,
  call: WriteCall,
  name: string,
  decide: DecideSetting,
): Promise<Decided<SetRegistrarSettings | WritePreview>> {
  const own = await readOwn(context, call, name);
  if ("refused" in own) return own;
  const { account, client, record } = own;
  const refused = notAtRegistrar(record);
  if (refused || !record) return { refused: refused ?? NOT_HERE };
  const before = await readAtRegistrar(context, call.accountId, record);
  if ("refused" in before) return before;
  const change = decide(before);
  if (change && "refused" in change) return change;
  const present = settingsOf(context, account, before);
  if (!call.commit) {
    const { nameservers, locked } = present;
    return previewOf(account, { changes: change !== null, settings: { nameservers, locked } });
  }
  if (!change) return { ...present, changed: false, ownerTold: false };

  const making = makeChange(context, client, change);
  // The owner is told even where the caller has left.
  context.waitUntil(making);
  const made = await making;
  return "refused" in made
    ? { refused: made.refused }
    : { ...settingsOf(context, account, change.changed), changed: true, ...made };
}

async function makeChange(
  context: WhmcsContext,
  client: Client,
  change: SettingChange,
): Promise<Decided<{ ownerTold: boolean }>> {
  const { notice, changed } = change;
  const make = () => sendChange(context, client.id, change);
  if (!notice) return (await make()) ?? { ownerTold: false };
  const made = await makeTold(context, { client, domain: changed.domain }, notice, make);
  return "refused" in made ? made : { ownerTold: await made.telling };
}

/** Makes a change; where its answer is lost, the registrar is asked what it has. @returns null once it is made */
async function sendChange(
  context: WhmcsContext,
  accountId: number,
  { call, isDone, unsupported }: SettingChange,
): Promise<ChangeFailure | null> {
  const answer = await changeAtRegistrar(context, accountId, call);
  switch (answer.kind) {
    case "told":
      return null;
    case "unsupported":
      return { refused: unsupported, isUnknown: false };
    case "failed":
      return { refused: answer.problem, isUnknown: false };
    case "unknown":
      return (await isDone()) ? null : { refused: answer.problem, isUnknown: true };
  }
}

/** @param notTaken said where orders and changes are not taken */
async function readOwn(
  context: WhmcsContext,
  query: ActorQuery,
  name: string,
  notTaken?: Text,
): Promise<Refused | (AdmittedActing & { record: DomainRecord | null })> {
  const [admitted, record] = await inOrder(
    admitActing(context, query, notTaken),
    findDomain(context, query.accountId, name),
  );
  return "refused" in admitted ? admitted : { ...admitted, record };
}

function settingsOf(
  context: WhmcsContext,
  account: AccountReference,
  { domain, facts, nameservers, registrar }: RegistrarRecord,
): RegistrarSettings {
  const told = { ...facts, registrar, nameservers: nameservers ?? [] };
  return toRegistrarSettings(account, told, domain.status, todayOf(context));
}
