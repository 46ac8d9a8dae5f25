import type { CustomerDomain } from "../../../shared/billing-contract/customer.ts";
import type { DomainNotice } from "../../../shared/mail/domain-mails.ts";
import { log, logFailure } from "../../../shared/platform/log.ts";
import { type Client, findClient } from "../accounts/access.ts";
import { notifyOwner } from "../accounts/owner-mails.ts";
import { NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import { type DomainRecord, findDomain } from "../domains/domains.ts";
import { hasNameservers, readLock, readNameservers } from "../domains/registrar.ts";
import type { Refused } from "../results.ts";
import { instantNow, type WhmcsContext } from "../whmcs-context.ts";

/** In one run. */
const MAX_CHANGES = 10;
/** Whoever sent it does not work on it any longer. */
const LEFT_AFTER_MS = 60_000;
/** A change that is not there this long after was not made. */
const LATE_MS = 600_000;
/** A mail is accepted or refused within it. */
const CLAIM_MS = 120_000;
/** A registrar that does not tell for so long is not asked any more, and a mail that is not accepted not sent. */
const GIVEN_UP_AFTER_MS = 86_400_000;

/** The notices of a domain's settings at its registrar. */
export type SettingNotice = Exclude<DomainNotice, { kind: "zoneChanged" }>;

/** Why a change was not made, or may not have been: then it may have been made all the same. */
export type ChangeFailure = Refused & { isUnknown: boolean };

/**
 * A change of a domain's setting that was sent, and what its owner is told once it was made: a row of `sent_changes`, until its outcome
 * is known and the owner mailed. Whoever claims the row mails the owner and removes it after that: a mail that was not sent is tried
 * again once the claim is over.
 */
interface SentChange {
  accountId: number;
  domainId: number;
  notice: SettingNotice;
}

/**
 * Makes a change that the owner is told of. It is noted before it is sent, so that the schedule tells of one whose outcome is not known
 * now.
 * @param make null once it is made
 * @returns why it was not made, or the mail that is being sent: whether it was accepted, or still may be
 */
export async function makeTold(
  context: WhmcsContext,
  { client, domain }: { client: Client; domain: Pick<CustomerDomain, "id" | "name"> },
  notice: SettingNotice,
  make: () => Promise<ChangeFailure | null>,
): Promise<Refused | { telling: Promise<boolean> }> {
  if (!context.mailer.isOn) return (await make()) ?? { telling: Promise.resolve(false) };
  const change = { accountId: client.id, domainId: domain.id, notice };
  await addChange(context, change);
  const failure = await make();
  if (failure) {
    if (!failure.isUnknown) await removeChange(context, change);
    return failure;
  }
  // Another call that made the same change tells of it.
  const isOurs = await claimChange(context, change);
  const page = { kind: "domain", ...domain } as const;
  const remove = () => removeChange(context, change);
  return { telling: isOurs ? notifyOwner(context, { client, page }, notice, remove) : Promise.resolve(true) };
}

/** Tells owners of the changes that were made although their answer, and the reading after it, or the mail were lost. */
export async function finishChanges(context: WhmcsContext): Promise<void> {
  // In random order: over several runs each has its turn.
  const { results } = await context.db
    .prepare(
      `SELECT account_id AS accountId, domain_id AS domainId, notice, sent_at AS sentAt FROM sent_changes
       WHERE sent_at < ? ORDER BY random() LIMIT ?`,
    )
    .bind(instantNow(context, -LEFT_AFTER_MS), MAX_CHANGES)
    .all<Omit<SentChange, "notice"> & { notice: string; sentAt: string }>();
  for (const { notice, sentAt, ...row } of results) {
    const change = { ...row, notice: JSON.parse(notice) as SettingNotice };
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
  if (isMade && (await tell(context, change))) return;
  if (age < GIVEN_UP_AFTER_MS || !(await removeChange(context, change))) return;
  const fields = { request_id: context.requestId, account: accountId, kind: notice.kind, domain: domainId };
  log("change_not_confirmed", { ...fields, is_made: isMade ?? undefined });
}

/** @returns false where the mail was not sent */
async function tell(context: WhmcsContext, change: SentChange): Promise<boolean> {
  const { accountId, domainId, notice } = change;
  const client = await orNoAnswer(findClient(context, { accountId }));
  if (!client || client instanceof NoAnswer) return false;
  // Another run is at it.
  if (!(await claimChange(context, change))) return true;
  const page = { kind: "domain", id: domainId, name: notice.domain } as const;
  return notifyOwner(context, { client, page }, notice, () => removeChange(context, change));
}

/** Whether the domain has the setting now; null where that is not told. One that the account no longer has was not changed for it. */
async function wasMade(context: WhmcsContext, { accountId, domainId, notice }: SentChange): Promise<boolean | null> {
  const own = await findDomain(context, accountId, notice.domain);
  return own?.domain.id === domainId ? hasSetting(context, accountId, own, notice) : false;
}

async function hasSetting(
  context: WhmcsContext,
  accountId: number,
  { domain }: DomainRecord,
  notice: SettingNotice,
): Promise<boolean | null> {
  switch (notice.kind) {
    case "nameserversChanged": {
      const told = await readNameservers(context, accountId, domain.id);
      return told.kind === "told" && told.value ? hasNameservers(told.value, notice.nameservers) : null;
    }
    case "unlocked": {
      const told = await readLock(context, accountId, domain.id);
      return told.kind === "told" && told.value !== null ? !told.value : null;
    }
    case "autoRenewOff":
      return !domain.autoRenew;
  }
}

async function addChange(context: WhmcsContext, { accountId, domainId, notice }: SentChange): Promise<void> {
  await context.db
    .prepare(
      `INSERT INTO sent_changes (account_id, domain_id, wanted, domain, notice, sent_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET sent_at = excluded.sent_at`,
    )
    .bind(accountId, domainId, wantedBy(notice), notice.domain, JSON.stringify(notice), instantNow(context))
    .run();
}

/** Takes on the mail to the owner. @returns false where another run has it, or the row is gone */
async function claimChange(context: WhmcsContext, { accountId, domainId, notice }: SentChange): Promise<boolean> {
  const { meta } = await context.db
    .prepare(
      `UPDATE sent_changes SET claimed_until = ?
       WHERE account_id = ? AND domain_id = ? AND wanted = ? AND coalesce(claimed_until, '') <= ?`,
    )
    .bind(instantNow(context, CLAIM_MS), accountId, domainId, wantedBy(notice), instantNow(context))
    .run();
  return meta.changes === 1;
}

/** @returns false where another call has done so */
async function removeChange({ db }: WhmcsContext, { accountId, domainId, notice }: SentChange): Promise<boolean> {
  const { meta } = await db
    .prepare("DELETE FROM sent_changes WHERE account_id = ? AND domain_id = ? AND wanted = ?")
    .bind(accountId, domainId, wantedBy(notice))
    .run();
  return meta.changes === 1;
}

function wantedBy(notice: SettingNotice): string {
  return notice.kind === "nameserversChanged" ? `nameservers ${notice.nameservers.toSorted().join(" ")}` : notice.kind;
}
