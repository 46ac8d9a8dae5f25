import { pageUrl } from "../../../shared/billing-contract/description.ts";
import { domainMailTexts } from "../../../shared/mail/domain-mail-texts.ts";
import {
  DOMAIN_MAIL_KINDS,
  type DomainNotice,
  domainNoticeText,
  notYou,
  optional,
  readableName,
} from "../../../shared/mail/domain-mails.ts";
import type { Part } from "../../../shared/mail/plain-mail.ts";
import { DeadlineError, inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { Client } from "../answers/accounts.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { ownerRecipient } from "./users.ts";

/** Milliseconds that a change waits for its mail before it returns. The mail continues after that. */
const ANSWER_MS = 3_000;

/** The page that a mail links to. */
type MailedPage = { kind: "domain"; id: number; name: string } | { kind: "service"; id: number };

/**
 * Sends the account's owner a mail about a change, in the owner's language. WHMCS itself sends no mail about these
 * changes. A failed mail does not undo the change.
 * @param onAccepted called when the mail is accepted, even if this function has already returned
 * @returns whether the mail was accepted for delivery, or may still be
 */
export async function notifyOwner(
  context: WhmcsContext,
  { client, page }: { client: Client; page: MailedPage },
  notice: DomainNotice,
  onAccepted: () => Promise<unknown> = async () => {},
): Promise<boolean> {
  const { mailer, waitUntil, requestId } = context;
  if (!mailer.isOn) return false;
  const sending = mail(context, client, page, notice)
    .then(async (isAccepted) => {
      if (isAccepted) await onAccepted();
      return isAccepted;
    })
    .catch((cause: unknown) => {
      log("notice_not_sent", { request_id: requestId, account: client.id, kind: notice.kind, cause });
      return false;
    });
  waitUntil(sending);
  try {
    return await inTime(sending, ANSWER_MS);
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    // expected: a slow mail service; the mailer logs its failure
    return true;
  }
}

async function mail(context: WhmcsContext, client: Client, page: MailedPage, notice: DomainNotice): Promise<boolean> {
  const { mailer, installation, settings, requestId } = context;
  const to = ownerRecipient(context, client);
  if (!to) return false;
  const { language } = to;
  const { subject, body, next } = domainNoticeText(notice, language);
  const clientArea = { address: installation.clientArea ?? settings.base, pages: settings.links };
  const { open } = domainMailTexts[language];
  const label = page.kind === "domain" ? open.domain(readableName(page.name)) : open.service;
  const parts: Part[] = [
    ...body,
    ...optional(next),
    { link: pageUrl(clientArea, page.kind, page), label, isButton: true, isElsewhere: true },
    ...notYou(pageUrl(clientArea, "password"), language, true),
  ];
  return mailer.send(DOMAIN_MAIL_KINDS[notice.kind], to.email, { language, subject, parts }, requestId);
}
