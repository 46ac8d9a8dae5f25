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

/**
 * The maximum time that a change waits for its e-mail, in milliseconds. After that, the change returns and sending
 * continues.
 */
const ANSWER_MS = 3_000;

/** The page that an e-mail links to. */
type MailedPage = { kind: "domain"; id: number; name: string } | { kind: "service"; id: number };

/**
 * Sends the account's owner an e-mail about a change, in the owner's language. WHMCS does not send e-mails about these
 * changes. If sending fails, the change remains.
 * @param onAccepted called when the e-mail is accepted, even if this function has already returned
 * @returns false if the e-mail was not sent; true if it was accepted for delivery or may still be accepted
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
    // expected: a slow e-mail service; the mailer logs a failure
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
