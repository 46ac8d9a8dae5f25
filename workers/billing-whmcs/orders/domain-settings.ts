import type { ActorQuery, WriteCall } from "../../../shared/billing-contract/call.ts";
import { type CustomerDomain, isEnded, isRegistered } from "../../../shared/billing-contract/customer.ts";
import type {
  OwnDomain,
  RegistrarSettings,
  RenewalInvoice,
  SetRegistrarSettings,
  Setting,
} from "../../../shared/billing-contract/domain-settings.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import { NOT_FOUND, refusal } from "../../../shared/ordering/refusals.ts";
import {
  emptySettings,
  NO_LONGER_HELD,
  NOT_HERE,
  plainHostName,
  refusedNameservers,
  toRegistrarSettings,
} from "../../../shared/ordering/registrar-settings.ts";
import { lockObstacle } from "../../../shared/ordering/transfers-out.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { log } from "../../../shared/platform/log.ts";
import { getOpenRenewal } from "../answers/invoices.ts";
import { inOrder, knownWords, NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import { type DomainRecord, findDomain } from "../domains/domains.ts";
import {
  atRegistrar,
  hasNameservers,
  lockCall,
  type RegistrarAnswer,
  type RegistrarRecord,
  readAtRegistrar,
} from "../domains/registrar.ts";
import { Refused } from "../results.ts";
import { keepGoing, todayOf, type WhmcsContext } from "../whmcs-context.ts";
import { type AdmittedActing, admitActing } from "./acting.ts";
import { type DomainSettingChange, makeChange } from "./setting-changes.ts";

/** The maximum number of nameservers that WHMCS's API accepts for a domain. */
const MAX_NAMESERVERS = 5;
/** The timeout for a change of automatic renewal. The caller waits for eight seconds in total. */
const RENEW_WRITE_MS = 4_000;

const NOT_SHOWN: Text = {
  en: "The provider does not show a domain name's registrar settings here. They are in the client area.",
  fr: "Le fournisseur ne montre pas ici les réglages d’un nom de domaine auprès du bureau d’enregistrement : ils se trouvent dans l’espace client.",
};

const NAMESERVERS_NOT_SET_HERE = refusal(
  "not_allowed",
  "The registrar does not let the nameservers of this name be set here.",
  "Le bureau d’enregistrement ne permet pas de définir ici les serveurs de noms de ce nom.",
);

/** Reads a domain's settings at its registrar. The settings are empty if the domain is not registered. */
export async function readRegistrarSettings(
  context: WhmcsContext,
  query: ActorQuery,
  name: string,
): Promise<RegistrarSettings> {
  const own = await readOwn(context, query, name, NOT_SHOWN);
  const { account, record } = own;
  if (record && !isRegistered(record.domain)) return emptySettings(account, name);
  return settingsOf(context, own, await readAtRegistrar(context, query.accountId, atRegistrar(record)));
}

export function setDomainNameservers(
  context: WhmcsContext,
  call: WriteCall,
  { domain: name, nameservers }: Setting<"nameservers", string[]>,
): Promise<SetRegistrarSettings | WritePreview> {
  const names = nameservers.map(plainHostName);
  return changeAtRegistry(context, call, name, (before) => {
    const { nameservers: current, domain } = before;
    // If the current nameservers are unknown, the registrar must check the names under the domain itself.
    const refused = refusedNameservers(name, names, current ?? names, MAX_NAMESERVERS);
    if (refused) throw new Refused(refused);
    if (current && hasNameservers(current, names)) return null;
    const parameters = Object.fromEntries(names.map((host, index) => [`ns${index + 1}`, host]));
    return {
      call: { action: "DomainUpdateNameservers", parameters: { domainid: domain.id, ...parameters } },
      wanted: { kind: "nameservers", nameservers: names.toSorted() },
      changed: { ...before, nameservers: names },
      unsupported: NAMESERVERS_NOT_SET_HERE,
      notice: { kind: "nameserversChanged", domain: name, before: current, nameservers: names },
    };
  });
}

export function setDomainLock(
  context: WhmcsContext,
  call: WriteCall,
  { domain: name, locked }: Setting<"locked", boolean>,
): Promise<SetRegistrarSettings | WritePreview> {
  return changeAtRegistry(context, call, name, (before) => {
    const { facts, domain } = before;
    if (facts.locked === locked) return null;
    const obstacle = lockObstacle(facts, locked);
    if (obstacle) throw new Refused({ code: "not_allowed", reason: obstacle });
    const without = lockObstacle({ ...facts, lockSupported: false }, locked);
    return {
      call: lockCall(domain.id, locked),
      wanted: { kind: "lock", locked },
      changed: { ...before, facts: { ...facts, locked } },
      unsupported: without ? { code: "not_allowed", reason: without } : NOT_HERE,
      notice: locked ? null : { kind: "unlocked", domain: name },
    };
  });
}

/**
 * Changes automatic renewal. If it is turned off, the result names an open renewal invoice, because WHMCS does not
 * cancel that invoice.
 */
export async function setDomainAutoRenew(
  context: WhmcsContext,
  call: WriteCall,
  { domain: name, autoRenew }: Setting<"autoRenew", boolean>,
): Promise<OwnDomain | WritePreview> {
  const { account, client, record } = await readOwn(context, call, name);
  if (!record) throw new Refused(NOT_FOUND);
  const { domain } = record;
  if (isEnded(domain)) throw new Refused(NO_LONGER_HELD);
  const changes = domain.autoRenew !== autoRenew;
  if (!call.commit) return previewOf(account, { changes });
  const [renewalInvoice] = await Promise.all([
    autoRenew ? null : renewalInvoiceOf(context, call.accountId, domain),
    changes
      ? keepGoing(context, makeChange(context, client, domain, autoRenewChange(context, domain, autoRenew)))
      : null,
  ]);
  const value: OwnDomain = { account, domain: { ...domain, autoRenew } };
  return renewalInvoice ? { ...value, renewalInvoice } : value;
}

function autoRenewChange(context: WhmcsContext, domain: CustomerDomain, autoRenew: boolean): DomainSettingChange {
  const action = "UpdateClientDomain";
  return {
    // Send 0 or 1, because PHP reads the text `false` as yes.
    call: { action, parameters: { domainid: domain.id, donotrenew: autoRenew ? 0 : 1 }, deadlineMs: RENEW_WRITE_MS },
    wanted: { kind: "autoRenew", autoRenew },
    unsupported: NOT_HERE,
    notice: autoRenew
      ? { kind: "autoRenewOn", domain: domain.name }
      : { kind: "autoRenewOff", domain: domain.name, expiresOn: domain.expiresOn },
    isReadBack: true,
    onSaid(text): RegistrarAnswer<never> {
      log("billing_host_failed", { request_id: context.requestId, action, reason: "refused", said: knownWords(text) });
      if (/^domain id not found/i.test(text)) return { kind: "failed", problem: NOT_FOUND };
      return { kind: "unknown", problem: new NoAnswer("unread").problem };
    },
  };
}

async function renewalInvoiceOf(
  context: WhmcsContext,
  accountId: number,
  domain: CustomerDomain,
): Promise<RenewalInvoice | null> {
  const open = await orNoAnswer(context.api.read(getOpenRenewal, { domainid: domain.id }, { accountId }));
  if (open instanceof NoAnswer) return { kind: "unknown" };
  return open && { kind: "open", number: open.number };
}

/**
 * Changes one setting at the registrar.
 * @param decide returns the change without side effects; `null` if the domain already has the setting
 */
async function changeAtRegistry(
  context: WhmcsContext,
  call: WriteCall,
  name: string,
  decide: (before: RegistrarRecord) => (DomainSettingChange & { changed: RegistrarRecord }) | null,
): Promise<SetRegistrarSettings | WritePreview> {
  const own = await readOwn(context, call, name);
  const { account, client, record } = own;
  const before = await readAtRegistrar(context, call.accountId, atRegistrar(record));
  const change = decide(before);
  const present = settingsOf(context, own, before);
  if (!call.commit) {
    const { nameservers, locked } = present;
    return previewOf(account, { changes: change !== null, settings: { nameservers, locked } });
  }
  if (!change) return { ...present, changed: false, ownerTold: false };
  const made = await keepGoing(context, makeChange(context, client, before.domain, change));
  return { ...settingsOf(context, own, change.changed), changed: true, ...made };
}

/**
 * Checks access and reads the account's domain.
 * @param notTaken the reason to give if orders and changes are not accepted
 */
async function readOwn(
  context: WhmcsContext,
  query: ActorQuery,
  name: string,
  notTaken?: Text,
): Promise<AdmittedActing & { record: DomainRecord | null }> {
  const [admitted, record] = await inOrder(
    admitActing(context, query, notTaken),
    findDomain(context, query.accountId, name),
  );
  return { ...admitted, record };
}

function settingsOf(
  context: WhmcsContext,
  { account }: AdmittedActing,
  { domain, facts, nameservers, registrar }: RegistrarRecord,
): RegistrarSettings {
  const told = { ...facts, registrar, nameservers: nameservers ?? [] };
  return toRegistrarSettings(account, told, domain.status, todayOf(context));
}
