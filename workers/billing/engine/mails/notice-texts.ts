import { domainNoticeText, type MailText, nameInFull, readableName } from "../../../../shared/mail/domain-mails.ts";
import { formatDate, formatMoney } from "../../../../shared/pages/formats.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { toMajorUnits } from "../../../../shared/platform/money.ts";
import { accountMailTexts } from "./account-mail-texts.ts";
import { type AreaLink, areaLinks } from "./area-links.ts";
import { invoiceMailTexts } from "./invoice-mail-texts.ts";
import type { InvoiceNoticeKind, Notice } from "./notice.ts";
import { orderMailTexts } from "./order-mail-texts.ts";
import { reminderTexts } from "./reminder-texts.ts";

/**
 * The text of a notice. If several notices in an e-mail have the same `next`, the e-mail contains that text only once.
 */
interface NoticeText extends MailText {
  link: AreaLink;
}

/** Returns the text of an e-mail about one notice. */
export function textOf(notice: Notice, language: Language): NoticeText {
  const all = orderMailTexts[language];
  const to = areaLinks(language);
  const money = ({ total, currency }: { total: number; currency: string }) =>
    formatMoney(toMajorUnits(total), currency, language);
  switch (notice.kind) {
    case "nameserversChanged":
    case "unlocked":
    case "autoRenewOff":
    case "autoRenewOn":
      return { ...domainNoticeText(notice, language), link: to.domain(notice.domain) };
    case "zoneChanged":
      return { ...domainNoticeText(notice, language), link: to.service(notice.serviceId) };
    case "orderPlaced": {
      const texts = all.orderPlaced;
      const what = texts.what[notice.order];
      const { invoice, subject, orderId, isCharged } = notice;
      return {
        subject: texts.subject(what(readableName(subject)), orderId),
        body: [
          texts.opening(what(nameInFull(subject)), orderId),
          invoice ? texts.toPay(invoice.number, money(invoice), formatDate(invoice.dueOn, language)) : texts.nothingDue,
          ...(isCharged ? [texts.isCharged] : []),
        ],
        next: invoice ? texts.notYou : texts.notYouFree,
        link: invoice ? to.pay(invoice.id) : to.home,
      };
    }
    case "orderRefused": {
      const texts = all.orderRefused;
      const { invoice, order, subject, orderId, credited } = notice;
      return {
        subject: texts.subject[order](readableName(subject), orderId),
        body: [
          texts.opening[order](nameInFull(subject), orderId),
          texts.reason(notice.reason),
          invoice && credited !== null ? texts.credited(money({ ...invoice, total: credited })) : texts.nothingPaid,
        ],
        next: texts.next[order],
        link: linkOf(notice, language),
      };
    }
    case "orderLapsed": {
      const texts = all.orderLapsed;
      const { invoice, order, subject, orderId } = notice;
      const what = texts.what[order];
      return {
        subject: texts.subject(what(readableName(subject)), orderId),
        body: [texts.opening(what(nameInFull(subject)), orderId), ...(invoice ? [texts.invoice(invoice.number)] : [])],
        next: texts.next,
        link: linkOf(notice, language),
      };
    }
    case "planChanged": {
      const texts = all.planChanged;
      const { plan, orderId, credit } = notice;
      const before = nameInFull(notice.before);
      const credited = credit ? [texts.credited(money({ total: credit.amount, currency: credit.currency }))] : [];
      return {
        subject: texts.subject(before, orderId),
        body: [texts.opening(before, plan, orderId), ...credited],
        next: null,
        warns: true,
        link: to.services,
      };
    }
    case "serviceCancelled": {
      const texts = all.serviceCancelled;
      const { service, site, when } = notice;
      const day = formatDate(notice.effectiveOn, language);
      return {
        subject: texts.subject(site ? `${service} (${readableName(site)})` : service),
        body: [texts.opening[when](site ? `${service} (${nameInFull(site)})` : service, day), texts.withdrawn],
        next: texts.next[when],
        warns: true,
        link: to.services,
      };
    }
    case "detailsChanged": {
      const { subject, opening } = accountMailTexts[language].detailsChanged;
      return { subject, body: [opening], next: null, warns: true, link: to.profile };
    }
    case "accountClosed": {
      const { subject, opening, next } = accountMailTexts[language].accountClosed;
      return { subject, body: [opening(notice.account)], next, link: to.home };
    }
    case "paymentCredited": {
      const { subject, paid, credited, next } = invoiceMailTexts[language].paymentCredited;
      const { amount, currency } = notice;
      const numbers = notice.paid.join(", ");
      return {
        subject: subject(money({ total: amount, currency })),
        body: [
          ...(numbers ? [paid(money({ total: amount - notice.credited, currency }), numbers)] : []),
          credited(money({ total: notice.credited, currency })),
        ],
        next,
        link: to.invoices,
      };
    }
    case "paymentRefunded": {
      const { subject, opening, next } =
        invoiceMailTexts[language].paymentRefunded[notice.hasFailed ? "failed" : "sent"];
      const amount = money({ total: notice.amount, currency: notice.currency });
      return { subject: subject(amount), body: [opening(amount)], next, link: to.invoices };
    }
    case "paymentFailed": {
      const { subject, opening, next } = invoiceMailTexts[language].paymentFailed;
      const { number, invoiceId } = notice;
      return { subject: subject(number), body: [opening(number)], next, link: to.invoice(invoiceId) };
    }
    case "chargeFailed": {
      const { subject, opening, again, next } = invoiceMailTexts[language].chargeFailed;
      const { number, invoiceId, againOn } = notice;
      const body = [opening(number), ...(againOn ? [again(formatDate(againOn, language))] : [])];
      return { subject: subject(number), body, next, link: to.pay(invoiceId) };
    }
    case "orderDone":
      return orderDoneText(notice, language);
    case "invoiceIssued":
    case "invoiceDueSoon":
    case "invoiceOverdue":
    case "invoicePaid":
      return invoiceText(notice, language);
    case "domainExpires":
    case "domainExpired":
      return expiryText(notice, language);
  }
}

function orderDoneText(
  { order, subject, expiresOn }: Extract<Notice, { kind: "orderDone" }>,
  language: Language,
): NoticeText {
  const texts = reminderTexts[language].orderDone;
  const isDomain = order !== "plan";
  const said = texts[order];
  return {
    subject: said.subject(readableName(subject)),
    body: [said.opening(nameInFull(subject)), ...(expiresOn ? [texts.until(formatDate(expiresOn, language))] : [])],
    next: isDomain ? texts.toDomain : texts.toService,
    link: isDomain ? areaLinks(language).domain(subject) : areaLinks(language).services,
  };
}

function invoiceText(
  { kind, invoice, about, chargedOn }: Extract<Notice, { kind: InvoiceNoticeKind }>,
  language: Language,
): NoticeText {
  const texts = invoiceMailTexts[language][kind];
  const { number, currency } = invoice;
  const amount = formatMoney(
    toMajorUnits(kind === "invoicePaid" ? invoice.total : invoice.balance),
    currency,
    language,
  );
  const due = formatDate(invoice.dueOn, language);
  const what = about && orderMailTexts[language].orderLapsed.what[about.order];
  return {
    subject: texts.subject(number, due),
    body: [texts.opening(number, amount, due), ...(about && what ? [`${what(nameInFull(about.subject))}.`] : [])],
    next: chargedOn ? invoiceMailTexts[language].charged(formatDate(chargedOn, language)) : texts.next,
    link: areaLinks(language)[chargedOn || kind === "invoicePaid" ? "invoice" : "pay"](invoice.id),
  };
}

function expiryText(
  {
    kind,
    domain,
    expiresOn,
    autoRenew,
    isCharged,
    invoice,
    chargedOn,
  }: Extract<Notice, { kind: "domainExpires" | "domainExpired" }>,
  language: Language,
): NoticeText {
  const texts = reminderTexts[language][kind];
  const day = formatDate(expiresOn, language);
  const { pay, paid, renew, automatic, charged } = texts.next;
  const invoiced = invoice && (chargedOn ? paid(invoice, formatDate(chargedOn, language)) : pay(invoice));
  return {
    subject: texts.subject(readableName(domain), day),
    body: [texts.opening(nameInFull(domain), day)],
    next: invoiced ?? (autoRenew ? (isCharged ? charged : automatic) : renew),
    link: areaLinks(language).domain(domain),
  };
}

/**
 * Returns a link to the order's invoice. Without an invoice, returns a link to the order's domain or to the services.
 */
function linkOf(
  { invoice, order, subject }: Extract<Notice, { kind: "orderRefused" | "orderLapsed" }>,
  language: Language,
): AreaLink {
  const to = areaLinks(language);
  if (invoice) return to.invoice(invoice.id);
  return order === "register" || order === "transfer" || order === "renew_domain" ? to.domain(subject) : to.services;
}
