import type { CustomerDomain } from "../../../shared/billing-contract/customer.ts";
import type { DomainNotice } from "../../../shared/mail/domain-mails.ts";
import type { WriteRefusal } from "../../../shared/ordering/refusals.ts";
import { log, logFailure } from "../../../shared/platform/log.ts";
import { findClient } from "../accounts/access.ts";
import { notifyOwner } from "../accounts/owner-mails.ts";
import type { Client } from "../answers/accounts.ts";
import { domainGetLockingStatus, domainGetNameservers } from "../answers/registrar.ts";
import { NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import { findDomain } from "../domains/domains.ts";
import {
  changeAtRegistrar,
  hasNameservers,
  type RegistrarAnswer,
  type RegistrarCall,
  readSetting,
} from "../domains/registrar.ts";
import { Refused } from "../results.ts";
import { instantNow, type WhmcsContext } from "../whmcs-context.ts";

/** The maximum number of changes that one scheduled run handles. */
const MAX_CHANGES = 10;
/** The time after which the call that sent a change has ended. */
const LEFT_AFTER_MS = 60_000;
/** The time after which a change that is still not visible is assumed not to have been made. */
const LATE_MS = 600_000;
/** The maximum time that one run takes to send an e-mail. */
const CLAIM_MS = 120_000;
/** The time after which a change is abandoned if the registrar still does not answer or no e-mail was accepted. */
const GIVEN_UP_AFTER_MS = 86_400_000;

/** The setting that a change is intended to produce. Nameservers are in alphabetical order. */
export type WantedSetting =
  | { kind: "nameservers"; nameservers: readonly string[] }
  | { kind: "lock"; locked: boolean }
  | { kind: "autoRenew"; autoRenew: boolean };

/** The notice to a domain's owner about a changed setting. */
export type SettingNotice = Exclude<DomainNotice, { kind: "zoneChanged" }>;

/** A change of one domain setting. */
export interface DomainSettingChange {
  call: RegistrarCall;
  wanted: WantedSetting;
  /** The refusal if the registrar's module does not support the change. */
  unsupported: WriteRefusal;
  /** The notice to the owner; `null` if the owner gets no e-mail. */
  notice: SettingNotice | null;
  /** Whether to read the setting even after WHMCS reports success. */
  isReadBack?: boolean;
  /** Converts an error text to an answer. If it returns `null`, the general rules for registrar errors apply. */
  onSaid?: (text: string) => RegistrarAnswer<never> | null;
}

/**
 * A row of `sent_changes`: a change that was sent. The row exists until the change is known not to have been made, the
 * owner has been notified, or the change is abandoned.
 */
interface SentChange {
  accountId: number;
  domainId: number;
  wanted: WantedSetting;
  notice: SettingNotice;
}

/**
 * Makes a change and notifies the owner by e-mail. Stores a change that has a notice before sending it. If the outcome
 * is unknown, scheduled work finds the outcome later and notifies the owner. Only the run that claims the row sends the
 * e-mail. It then deletes the row.
 * @returns `ownerTold`: true if the e-mail was accepted or may still be accepted
 * @throws {Refused}
 */
export async function makeChange(
  context: WhmcsContext,
  client: Client,
  domain: Pick<CustomerDomain, "id" | "name">,
  change: DomainSettingChange,
): Promise<{ ownerTold: boolean }> {
  const { notice, wanted } = change;
  const sent = notice && context.mailer.isOn && { accountId: client.id, domainId: domain.id, wanted, notice };
  if (sent) await addChange(context, sent);
  const failure = await sendChange(context, client.id, domain, change);
  if (failure) {
    if (sent && !failure.isUnknown) await removeChange(context, sent);
    throw new Refused(failure.problem);
  }
  return { ownerTold: sent ? await tell(context, client, sent) : false };
}

/** Makes a change. If the outcome is unknown, reads the current setting. @returns `null` if the change was made */
async function sendChange(
  context: WhmcsContext,
  accountId: number,
  domain: Pick<CustomerDomain, "id" | "name">,
  { call, wanted, unsupported, isReadBack, onSaid }: DomainSettingChange,
): Promise<(Pick<Refused, "problem"> & { isUnknown: boolean }) | null> {
  const answer = await changeAtRegistrar(context, accountId, call, onSaid);
  if (answer.kind === "unsupported") return { problem: unsupported, isUnknown: false };
  if (answer.kind === "failed") return { problem: answer.problem, isUnknown: false };
  if (answer.kind === "told" && !isReadBack) return null;
  const has = await orNoAnswer(hasSetting(context, accountId, domain, wanted));
  if (has === true || (answer.kind === "told" && has instanceof NoAnswer)) return null;
  if (answer.kind === "unknown") return { problem: answer.problem, isUnknown: true };
  log("billing_outcome_unknown", { request_id: context.requestId, account: accountId, action: call.action });
  return { problem: new NoAnswer("unread").problem, isUnknown: true };
}

/** Returns whether the domain has the wanted setting now; `null` if that is unknown. */
async function hasSetting(
  context: WhmcsContext,
  accountId: number,
  { id, name }: Pick<CustomerDomain, "id" | "name">,
  wanted: WantedSetting,
): Promise<boolean | null> {
  switch (wanted.kind) {
    case "nameservers": {
      const told = await readSetting(context, accountId, domainGetNameservers, id);
      return told.kind === "told" && told.value ? hasNameservers(told.value, wanted.nameservers) : null;
    }
    case "lock": {
      const told = await readSetting(context, accountId, domainGetLockingStatus, id);
      return told.kind === "told" && told.value !== null ? told.value === wanted.locked : null;
    }
    case "autoRenew": {
      const own = await findDomain(context, accountId, name);
      return own?.domain.id === id && own.domain.autoRenew === wanted.autoRenew;
    }
  }
}

/** Finds out whether changes with an unknown outcome were made. If so, notifies the owners by e-mail. */
export async function finishChanges(context: WhmcsContext): Promise<void> {
  // The order is random, so that repeated runs reach all changes.
  const { results } = await context.db
    .prepare(
      `SELECT account_id AS accountId, domain_id AS domainId, wanted, notice, sent_at AS sentAt FROM sent_changes
       WHERE sent_at < ? ORDER BY random() LIMIT ?`,
    )
    .bind(instantNow(context, -LEFT_AFTER_MS), MAX_CHANGES)
    .all<Record<"wanted" | "notice" | "sentAt", string> & Pick<SentChange, "accountId" | "domainId">>();
  for (const { wanted, notice, sentAt, ...row } of results) {
    const change: SentChange = { ...row, wanted: JSON.parse(wanted), notice: JSON.parse(notice) };
    const fields = { request_id: context.requestId, account: change.accountId };
    await logFailure("change_not_ended", finishChange(context, change, sentAt), fields);
  }
}

async function finishChange(context: WhmcsContext, change: SentChange, sentAt: string): Promise<void> {
  const { accountId, domainId, notice } = change;
  const age = context.now() - Date.parse(sentAt);
  const wasRead = await orNoAnswer(wasMade(context, change));
  const isMade = wasRead instanceof NoAnswer ? null : wasRead;
  if (isMade === false) {
    if (age >= LATE_MS) await removeChange(context, change);
    return;
  }
  const client = isMade ? await orNoAnswer(findClient(context, accountId)) : null;
  if (client && !(client instanceof NoAnswer) && (await tell(context, client, change))) return;
  if (age < GIVEN_UP_AFTER_MS || !(await removeChange(context, change))) return;
  const fields = { request_id: context.requestId, account: accountId, kind: notice.kind, domain: domainId };
  log("change_not_confirmed", { ...fields, is_made: isMade ?? undefined });
}

async function wasMade(context: WhmcsContext, change: SentChange): Promise<boolean | null> {
  const { accountId, domainId, wanted, notice } = change;
  const own = await findDomain(context, accountId, notice.domain);
  return own?.domain.id === domainId ? hasSetting(context, accountId, own.domain, wanted) : false;
}

/**
 * Notifies the owner by e-mail, unless another run does so for the same change.
 * @returns false if the e-mail was not sent
 */
async function tell(context: WhmcsContext, client: Client, change: SentChange): Promise<boolean> {
  const { domainId, notice } = change;
  if (!(await claimChange(context, change))) return true;
  const page = { kind: "domain", id: domainId, name: notice.domain } as const;
  return notifyOwner(context, { client, page }, notice, () => removeChange(context, change));
}

async function addChange(context: WhmcsContext, change: SentChange): Promise<void> {
  const { notice } = change;
  await context.db
    .prepare(
      `INSERT INTO sent_changes (account_id, domain_id, wanted, domain, notice, sent_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET sent_at = excluded.sent_at`,
    )
    .bind(...keyOf(change), notice.domain, JSON.stringify(notice), instantNow(context))
    .run();
}

/** Claims the right to notify the owner. @returns false if another run has the claim, or the row was deleted */
async function claimChange(context: WhmcsContext, change: SentChange): Promise<boolean> {
  const { meta } = await context.db
    .prepare(
      `UPDATE sent_changes SET claimed_until = ?
       WHERE account_id = ? AND domain_id = ? AND wanted = ? AND coalesce(claimed_until, '') <= ?`,
    )
    .bind(instantNow(context, CLAIM_MS), ...keyOf(change), instantNow(context))
    .run();
  return meta.changes === 1;
}

/** Deletes a change's row. @returns false if another run has deleted it */
async function removeChange({ db }: WhmcsContext, change: SentChange): Promise<boolean> {
  const remove = db.prepare("DELETE FROM sent_changes WHERE account_id = ? AND domain_id = ? AND wanted = ?");
  return (await remove.bind(...keyOf(change)).run()).meta.changes === 1;
}

/** Returns the primary key of a change's row. Equal changes share a row. */
function keyOf({ accountId, domainId, wanted }: SentChange): [number, number, string] {
  return [accountId, domainId, JSON.stringify(wanted)];
}
