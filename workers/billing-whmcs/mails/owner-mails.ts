import type { CustomerDomain, MailRecipient } from "../../../shared/billing-contract/customer.ts";
import {
  DOMAIN_MAIL_KINDS,
  type DomainNotice,
  domainNoticeText,
  type MailText,
  transferCodeText,
} from "../../../shared/mail/domain-mails.ts";
import type { Mailer, MailKind } from "../../../shared/mail/mailer.ts";
import { plainText } from "../../../shared/mail/wrapped-text.ts";

/** What a mail is about, as the link to its page needs it. */
type MailedDomain = Pick<CustomerDomain, "id" | "name">;

/** Mails to the owner of an account about one of its domains, in the recipient's language. The billing system itself sends none of them. */
export class OwnerMails {
  readonly #mailer: Mailer;
  readonly #pageOf: (domain: MailedDomain) => string;

  /** @param pageOf the absolute address of a domain's page in the client area */
  constructor(mailer: Mailer, pageOf: (domain: MailedDomain) => string) {
    this.#mailer = mailer;
    this.#pageOf = pageOf;
  }

  get isOn(): boolean {
    return this.#mailer.isOn;
  }

  /** The only use of a transfer code, which is neither stored nor logged. @returns whether it was accepted for delivery */
  transferCode(to: MailRecipient, domain: MailedDomain, code: string, requestId: string | undefined): Promise<boolean> {
    const text = transferCodeText({ domain: domain.name, code }, to.language);
    return this.#send("transfer_code", to, domain, text, requestId);
  }

  /** @returns whether it was accepted for delivery */
  notice(
    to: MailRecipient,
    domain: MailedDomain,
    notice: DomainNotice,
    requestId: string | undefined,
  ): Promise<boolean> {
    return this.#send(DOMAIN_MAIL_KINDS[notice.kind], to, domain, domainNoticeText(notice, to.language), requestId);
  }

  #send(
    kind: MailKind,
    to: MailRecipient,
    domain: MailedDomain,
    { subject, body, next }: MailText,
    requestId: string | undefined,
  ): Promise<boolean> {
    const text = plainText([...body, next, { line: this.#pageOf(domain) }, this.#mailer.name]);
    return this.#mailer.send(kind, { to: to.email, subject, text }, requestId);
  }
}
