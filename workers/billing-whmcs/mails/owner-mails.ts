import type { MailRecipient } from "../../../shared/billing-contract/customer.ts";
import {
  DOMAIN_MAIL_KINDS,
  type DomainNotice,
  domainNoticeText,
  type MailText,
} from "../../../shared/mail/domain-mails.ts";
import type { Mailer, MailKind } from "../../../shared/mail/mailer.ts";
import { plainText } from "../../../shared/mail/wrapped-text.ts";

/** The page that a mail links to: a domain's or a service's. */
export type MailedPage = { kind: "domain"; id: number; name: string } | { kind: "service"; id: number };

/** Mails to the owner of an account about one of its domains or the zone of a service, in the recipient's language. The billing system itself sends none of them. */
export class OwnerMails {
  readonly #mailer: Mailer;
  readonly #addressOf: (page: MailedPage) => string;

  /** @param addressOf the absolute address of a page in the client area */
  constructor(mailer: Mailer, addressOf: (page: MailedPage) => string) {
    this.#mailer = mailer;
    this.#addressOf = addressOf;
  }

  get isOn(): boolean {
    return this.#mailer.isOn;
  }

  /** @returns whether it was accepted for delivery */
  notice(to: MailRecipient, page: MailedPage, notice: DomainNotice, requestId: string | undefined): Promise<boolean> {
    return this.#send(DOMAIN_MAIL_KINDS[notice.kind], to, page, domainNoticeText(notice, to.language), requestId);
  }

  #send(
    kind: MailKind,
    to: MailRecipient,
    page: MailedPage,
    { subject, body, next }: MailText,
    requestId: string | undefined,
  ): Promise<boolean> {
    const text = plainText([...body, next, { line: this.#addressOf(page) }, this.#mailer.name]);
    return this.#mailer.send(kind, { to: to.email, subject, text }, requestId);
  }
}
