import { parseDomainName } from "../../../shared/availability/parse-domain.ts";
import type { Mailer, MailKind } from "../../../shared/mail/mailer.ts";
import { type Part, plainText } from "../../../shared/mail/wrapped-text.ts";
import { toMajorUnits } from "../../../shared/money.ts";
import { formatDate, formatInstant, formatMoney } from "../../../shared/pages/formats.ts";
import { cleaned } from "../../../shared/plain-text.ts";
import type { BillingMails, MailRecipient, OrderMail, RefusalMail } from "./billing-mails.ts";
import { mailTexts } from "./mail-texts.ts";

const LONGEST_NAME = 253;

/**
 * The engine's mails by e-mail, to the account's owner or to a login, in their language. A transfer code stands in its mail and nowhere
 * else: what a log says of a mail is its kind.
 */
export class SentMails implements BillingMails {
  readonly #mailer: Mailer;
  readonly #clientArea: string | null;

  /** @param clientArea its absolute address, for links; null where it is not known without a request */
  constructor(mailer: Mailer, clientArea: string | null) {
    this.#mailer = mailer;
    this.#clientArea = clientArea;
  }

  get isOn(): boolean {
    return this.#mailer.isOn;
  }

  transferCode(to: MailRecipient, { domain, code }: { domain: string; code: string }): Promise<void> {
    const { transferCode: texts } = mailTexts[to.language];
    return this.#send("transfer_code", to, texts.subject(readable(domain)), [
      texts.opening(inFull(domain)),
      texts.code,
      { line: code },
      texts.next,
      texts.notYou,
      ...this.#link(domainPath(domain)),
    ]);
  }

  unlocked(to: MailRecipient, { domain }: { domain: string }): Promise<void> {
    const { unlocked: texts } = mailTexts[to.language];
    return this.#send("unlocked", to, texts.subject(readable(domain)), [
      texts.opening(inFull(domain)),
      texts.notYou,
      ...this.#link(domainPath(domain)),
    ]);
  }

  nameserversChanged(to: MailRecipient, mail: { domain: string; nameservers: string[] }): Promise<void> {
    const { nameserversChanged: texts } = mailTexts[to.language];
    return this.#send("nameservers_changed", to, texts.subject(readable(mail.domain)), [
      texts.opening(inFull(mail.domain)),
      { heading: texts.now, items: mail.nameservers.map(inFull) },
      texts.notYou,
      ...this.#link(domainPath(mail.domain)),
    ]);
  }

  orderPlaced(to: MailRecipient, { operation, orderId, subject, invoice }: OrderMail): Promise<void> {
    const { orderPlaced: texts } = mailTexts[to.language];
    const what = texts.what[operation];
    const amount = invoice && formatMoney(toMajorUnits(invoice.total), invoice.currency, to.language);
    const due = invoice && formatDate(invoice.dueOn, to.language);
    return this.#send("order_placed", to, texts.subject(what(readable(subject)), orderId), [
      texts.opening(what(inFull(subject)), orderId),
      ...(invoice && amount && due ? [texts.toPay(invoice.number, amount, due)] : [texts.nothingDue]),
      invoice ? texts.notYou : texts.notYouFree,
      ...this.#link(invoice ? `/invoices/${invoice.id}` : ""),
    ]);
  }

  orderRefused(to: MailRecipient, { orderId, kind, domain, reason, invoice }: RefusalMail): Promise<void> {
    const { orderRefused: texts } = mailTexts[to.language];
    const amount = invoice && formatMoney(toMajorUnits(invoice.total), invoice.currency, to.language);
    return this.#send("order_refused", to, texts.subject[kind](readable(domain), orderId), [
      texts.opening[kind](inFull(domain), orderId),
      texts.reason(reason),
      ...(amount ? [texts.credited(amount)] : [texts.nothingPaid]),
      texts.next[kind],
      ...this.#link(invoice ? `/invoices/${invoice.id}` : domainPath(domain)),
    ]);
  }

  codesGuessed(to: MailRecipient, { at }: { at: number }): Promise<void> {
    const { codesGuessed: texts } = mailTexts[to.language];
    return this.#send("codes_guessed", to, texts.subject, [
      texts.opening(formatInstant(new Date(at).toISOString(), to.language)),
      texts.wait,
      texts.ifYou,
      texts.ifNotYou,
      ...this.#link(""),
    ]);
  }

  #link(path: string): Part[] {
    return this.#clientArea === null ? [] : [{ line: `${this.#clientArea}${path}` }];
  }

  async #send(kind: MailKind, to: MailRecipient, subject: string, parts: Part[]): Promise<void> {
    const text = plainText([...parts, this.#mailer.name]);
    const isOnItsWay = await this.#mailer.send(kind, { to: to.email, subject, text });
    if (!isOnItsWay) throw new Error(`the mail ${kind} was not sent`);
  }
}

/** A name as people write it; what is no name, such as a plan, as it is. */
function readable(name: string): string {
  const parsed = parseDomainName(name);
  return cleaned("refused" in parsed ? name : parsed.unicode, LONGEST_NAME);
}

/** With its A-label form beside it, by which a name that only looks like another one is told. */
function inFull(name: string): string {
  const unicode = readable(name);
  return unicode === name ? name : `${unicode} (${cleaned(name, LONGEST_NAME)})`;
}

function domainPath(domain: string): string {
  return `/domains/${encodeURIComponent(domain)}`;
}
