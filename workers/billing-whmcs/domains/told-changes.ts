import type { CustomerDomain } from "../../../shared/billing-contract/customer.ts";
import { log, logFailure } from "../../../shared/platform/log.ts";
import { type Client, readClient } from "../access/read-client.ts";
import { instantNow } from "../acting/stored-write.ts";
import { notifyOwner } from "../mails/notify-owner.ts";
import type { OpenChange, SentChange, SettingNotice } from "../mails/sent-changes.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { hasNameservers, readLock, readNameservers } from "./domain-at-registrar.ts";
import type { DomainRecord } from "./list-domains.ts";
import { ownDomainRecord } from "./own-domain.ts";

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

/** Why a change was not made, or may not have been. */
export interface ChangeFailure<Problem> {
  problem: Problem;
  /** It may have been made all the same. */
  isUnknown: boolean;
}

/**
 * Makes a change that the owner is told of. It is noted before it is sent, so that the schedule tells of one whose outcome is not known
 * now.
 * @param make null once it is made
 * @returns the problem, or the mail that is being sent: whether it was accepted, or still may be
 */
export async function makeTold<Problem>(
  context: WhmcsContext,
  query: Parameters<typeof notifyOwner>[1],
  { client, domain }: { client: Client; domain: Pick<CustomerDomain, "id" | "name"> },
  notice: SettingNotice,
  make: () => Promise<ChangeFailure<Problem> | null>,
): Promise<{ problem: Problem } | { telling: Promise<boolean> }> {
  const { sentChanges, mails } = context;
  if (!mails.isOn) return (await make()) ?? { telling: Promise.resolve(false) };
  const change = { accountId: query.accountId, domainId: domain.id, notice };
  await sentChanges.add(change, instantNow(context));
  const failure = await make();
  if (failure) {
    if (!failure.isUnknown) await sentChanges.remove(change);
    return { problem: failure.problem };
  }
  // Another call that made the same change tells of it.
  const isOurs = await claim(context, change);
  const remove = () => sentChanges.remove(change);
  const page = { kind: "domain", ...domain } as const;
  return { telling: isOurs ? notifyOwner(context, query, { client, page }, notice, remove) : Promise.resolve(true) };
}

function claim(context: WhmcsContext, change: SentChange): Promise<boolean> {
  const until = new Date(context.now() + CLAIM_MS).toISOString();
  return context.sentChanges.claim(change, instantNow(context), until);
}

/** Tells owners of the changes that were made although their answer, and the reading after it, or the mail were lost. */
export async function finishChanges(context: WhmcsContext): Promise<void> {
  const { sentChanges, now, requestId } = context;
  const open = await sentChanges.before(new Date(now() - LEFT_AFTER_MS).toISOString(), MAX_CHANGES);
  for (const change of open) {
    const fields = { request_id: requestId, account: change.accountId };
    await logFailure("change_not_ended", finishChange(context, change), fields);
  }
}

async function finishChange(context: WhmcsContext, change: OpenChange): Promise<void> {
  const { sentChanges, now, requestId } = context;
  const { accountId, domainId, notice } = change;
  const age = now() - Date.parse(change.sentAt);
  const isMade = await wasMade(context, change);
  if (isMade === false) {
    if (age >= LATE_MS) await sentChanges.remove(change);
    return;
  }
  if (isMade && (await tell(context, change))) return;
  if (age < GIVEN_UP_AFTER_MS || !(await sentChanges.remove(change))) return;
  const fields = { request_id: requestId, account: accountId, kind: notice.kind, domain: domainId };
  log("change_not_confirmed", { ...fields, is_made: isMade ?? undefined });
}

/** @returns false where the mail was not sent */
async function tell(context: WhmcsContext, change: OpenChange): Promise<boolean> {
  const { accountId, domainId, notice } = change;
  const query = { accountId, requestId: context.requestId };
  const client = await readClient(context, query);
  if (client.kind !== "ok" || client.body.id !== accountId) return false;
  // Another run is at it.
  if (!(await claim(context, change))) return true;
  const page = { kind: "domain", id: domainId, name: notice.domain } as const;
  return notifyOwner(context, query, { client: client.body, page }, notice, () => context.sentChanges.remove(change));
}

/** Whether the domain has the setting now; null where that is not told. One that the account no longer has was not changed for it. */
async function wasMade(context: WhmcsContext, { accountId, domainId, notice }: OpenChange): Promise<boolean | null> {
  const query = { accountId, requestId: context.requestId };
  const own = await ownDomainRecord(context, query, notice.domain);
  if (own.kind !== "ok") return null;
  if (own.body?.domain.id !== domainId) return false;
  return hasSetting(context, query, own.body, notice);
}

async function hasSetting(
  context: WhmcsContext,
  query: { accountId: number; requestId: string },
  { domain }: DomainRecord,
  notice: SettingNotice,
): Promise<boolean | null> {
  switch (notice.kind) {
    case "nameserversChanged": {
      const told = await readNameservers(context, query, domain.id);
      return told.kind === "told" && told.value ? hasNameservers(told.value, notice.nameservers) : null;
    }
    case "unlocked": {
      const told = await readLock(context, query, domain.id);
      return told.kind === "told" && told.value !== null ? !told.value : null;
    }
    case "autoRenewOff":
      return !domain.autoRenew;
  }
}
