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

/** The maximum number of changes in one run. */
const MAX_CHANGES = 10;
/** The time after which the sending caller no longer works on a change. */
const LEFT_AFTER_MS = 60_000;
/** The time after which a change that is not visible counts as not made. */
const LATE_MS = 600_000;
/** The time in which a mail is accepted or refused. */
const CLAIM_MS = 120_000;
/** The time after which a change without a registrar's answer or an accepted mail is abandoned. */
const GIVEN_UP_AFTER_MS = 86_400_000;

/** The wanted setting of a domain. Nameservers are in alphabetical order. */
export type WantedSetting =
  | { kind: "nameservers"; nameservers: readonly string[] }
  | { kind: "lock"; locked: boolean }
  | { kind: "autoRenew"; autoRenew: boolean };

/** The notice of a changed setting to the owner of the domain. */
export type SettingNotice = Exclude<DomainNotice, { kind: "zoneChanged" }>;

/** A change of one setting that the domain may not have yet. */
export interface DomainSettingChange {
  call: RegistrarCall;
  wanted: WantedSetting;
  /** The refusal if the registrar's module does not support the change. */
  unsupported: WriteRefusal;
  /** Null if the owner gets no mail. */
  notice: SettingNotice | null;
  /** Whether to read the setting back after a success. */
  isReadBack?: boolean;
  /** Translates an error by its text; null applies the general rules for registrar errors. */
  onSaid?: (text: string) => RegistrarAnswer<never> | null;
}

/** A sent change: a row of `sent_changes` until its outcome is known and the owner has a mail. */
interface SentChange {
  accountId: number;
  domainId: number;
  wanted: WantedSetting;
  notice: SettingNotice;
}

/**
 * Makes a change and mails the owner. Stores the change before it is sent, so that scheduled work can report a change
 * whose outcome is unknown now. The run that claims the row mails the owner and then deletes the row.
 * @returns whether the mail was accepted, or still may be
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

/** Makes a change. If the answer is lost, reads the current setting. @returns null if the change was made */
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

/** Returns whether the domain has a setting now; null if unknown. False for a domain that has left the account. */
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

/** Mails owners about changes whose answer, check or mail failed, but that were made. */
export async function finishChanges(context: WhmcsContext): Promise<void> {
  // The order is random, so that several runs reach all changes.
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

/** Mails the owner, unless another call does so for the same change. @returns false if the mail was not sent */
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

/** Claims the mail to the owner. @returns false if another run has the claim, or the row is deleted */
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

/** Removes a change. @returns false if another call has removed it */
async function removeChange({ db }: WhmcsContext, change: SentChange): Promise<boolean> {
  const remove = db.prepare("DELETE FROM sent_changes WHERE account_id = ? AND domain_id = ? AND wanted = ?");
  return (await remove.bind(...keyOf(change)).run()).meta.changes === 1;
}

/** Returns the key of a change's row. Equal changes share a row. */
function keyOf({ accountId, domainId, wanted }: SentChange): [number, number, string] {
  return [accountId, domainId, JSON.stringify(wanted)];
}
