import type { ActorQuery } from "../../../../shared/billing-contract/call.ts";
import { logFailure } from "../../../../shared/platform/log.ts";
import type { AccountState } from "../store/account-store.ts";
import { type MailContext, sendNoticesTo } from "./notice-sender.ts";
import { type NoticeContent, notice } from "./notices.ts";

const MAX_MAILS = 5;

/** Stores the notice after the change, which cannot be undone. @returns whether it is stored, and so will be mailed */
export async function notifyOwner(
  engine: MailContext,
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
