import type { WriteOperation } from "../../../../shared/billing-contract/writes.ts";
import type { DomainNotice } from "../../../../shared/mail/domain-mails.ts";
import type { Language, Text } from "../../../../shared/platform/language.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import type { Moment } from "../clock/billing-clock.ts";
import { nextAttempt } from "../records/charge-days.ts";
import { type OrderKind, refusalWords } from "../records/orders.ts";
import { CHARGES_CARD, type Store } from "../store/account-store.ts";
import { type Draft, raw, sql, type TypedStatement } from "../store/sql.ts";
import type { InvoiceFacts, NewThing, Notice } from "./notice.ts";
import type { NoticeRecipient } from "./sent-mails.ts";

/**
 * A notice as it is stored until it is sent. Further facts about an order, an invoice or an expiry are read by
 * `orderId`, `invoiceId` and `domainId` when the e-mail is sent.
 */
export type NoticeContent =
  | DomainNotice
  | Extract<
      Notice,
      { kind: "accountClosed" | "serviceCancelled" | "paymentCredited" | "paymentRefunded" | "paymentFailed" }
    >
  | { kind: "orderPlaced"; operation: WriteOperation; subject: Text | string }
  | { kind: "orderLapsed" | "orderDone" | "invoiceIssued" | "detailsChanged" }
  | { kind: "invoiceDueSoon" | "invoiceOverdue" | "invoicePaid" | "chargeFailed"; invoiceId: number }
  | { kind: "domainExpires" | "domainExpired"; domainId: number }
  | { kind: "orderRefused"; credited: Draft<MinorUnits> | null }
  | { kind: "planChanged"; service: string; site: string | null };

export type NoticeKind = NoticeContent["kind"];

/**
 * A stored notice with the current facts about its order, invoice, domain or service. Facts that do not apply to the
 * notice are `null`.
 */
export interface NoticeFacts {
  notice_id: number;
  currency: string;
  order_id: number | null;
  order_kind: OrderKind | null;
  credit: number | null;
  refusal: string | null;
  ordered_plan: string | null;
  ordered_plan_fr: string | null;
  domain: string | null;
  domain_status: string | null;
  expires_on: string | null;
  reminded: string | null;
  auto_renew: 0 | 1 | null;
  /** Whether the domain's automatic renewals are charged to a saved card. */
  is_charged: 0 | 1;
  /** The number of the unpaid invoice for the domain's renewal. */
  renewal_invoice: string | null;
  /** The day on which the unpaid renewal invoice is charged to the saved card. */
  renewal_charged_on: string | null;
  plan_name: string | null;
  site: string | null;
  invoice_id: number | null;
  invoice_status: string | null;
  number: string;
  due_on: string;
  /** The day on which the invoice is charged to the saved card. */
  charged_on: string | null;
  total: number;
  balance: number;
}

/**
 * Returns the statement that reads stored notices with their facts.
 * @param ids a JSON array of notice ids
 */
export function noticeFacts({ db, chargesCards }: Store, ids: string, moment: Moment): TypedStatement<NoticeFacts> {
  const isOn = chargesCards ? 1 : 0;
  return sql(db)`
    SELECT n.id AS notice_id, a.currency, o.id AS order_id, o.kind AS order_kind, o.credit, o.refusal,
      (SELECT name FROM plan_texts WHERE plan_id = o.plan_id AND language = 'en') AS ordered_plan,
      (SELECT name FROM plan_texts WHERE plan_id = coalesce(o.plan_id, s.plan_id) AND language = 'fr') AS ordered_plan_fr,
      d.name AS domain, d.status AS domain_status, d.expires_on, d.reminded, d.auto_renew,
      ${isOn} AND ${raw(CHARGES_CARD)} AS is_charged,
      CASE WHEN ${isOn} THEN ${nextAttempt(moment.today)} END AS charged_on,
      (SELECT r.number FROM orders renewal JOIN invoices r ON r.id = renewal.invoice_id
        WHERE renewal.domain_id = d.id AND renewal.kind = 'renew_domain' AND renewal.status = 'open') AS renewal_invoice,
      (SELECT CASE WHEN ${isOn} THEN ${nextAttempt(moment.today)} END FROM orders o JOIN invoices i ON i.id = o.invoice_id
        WHERE o.domain_id = d.id AND o.kind = 'renew_domain' AND o.status = 'open') AS renewal_charged_on,
      s.plan_name, s.domain AS site, i.id AS invoice_id, i.status AS invoice_status, i.number, i.due_on, i.total,
      i.total - i.credit_applied
        - (SELECT coalesce(sum(amount), 0) FROM invoice_payments WHERE invoice_id = i.id) AS balance
    FROM json_each(${ids}) ids JOIN notices n ON n.id = ids.value JOIN accounts a ON a.id = n.account_id
      LEFT JOIN orders o ON o.id = json_extract(n.content, '$.orderId')
        OR o.invoice_id = json_extract(n.content, '$.invoiceId')
      LEFT JOIN invoices i ON i.id = coalesce(json_extract(n.content, '$.invoiceId'), o.invoice_id)
      LEFT JOIN domains d ON d.id = coalesce(json_extract(n.content, '$.domainId'), o.domain_id)
      LEFT JOIN services s ON s.id = o.service_id`;
}

type StoredContent = Record<string, unknown>;

/** Returns the notice to send; `null` if the notice no longer applies. */
export function toNotice(
  kind: NoticeKind,
  stored: StoredContent,
  facts: NoticeFacts,
  { language }: NoticeRecipient,
): Notice | null {
  const invoice = invoiceOf(facts);
  const { order_id: orderId, order_kind: order, domain, expires_on: expiresOn } = facts;
  const subject = domain ?? siteNamed(planNamed(facts, language), facts.site);
  const ordered = orderId === null || order === null ? null : { orderId, order, invoice, subject };
  switch (kind) {
    case "nameserversChanged":
    case "unlocked":
    case "autoRenewOff":
    case "autoRenewOn":
    case "zoneChanged":
    case "serviceCancelled":
    case "detailsChanged":
    case "accountClosed":
    case "paymentCredited":
    case "paymentRefunded":
    case "paymentFailed":
      return { kind, ...stored } as Notice;
    case "chargeFailed":
      return invoice && facts.invoice_status === "unpaid"
        ? { kind, invoiceId: invoice.id, number: invoice.number, againOn: facts.charged_on }
        : null;
    case "orderPlaced": {
      const placed = stored.subject as Text | string;
      const isCharged = facts.auto_renew === 1 && facts.is_charged === 1;
      return (
        ordered && { kind, isCharged, ...ordered, subject: typeof placed === "string" ? placed : placed[language] }
      );
    }
    case "orderRefused":
      return (
        ordered && {
          kind,
          ...ordered,
          credited: stored.credited as MinorUnits | null,
          reason: refusalWords(facts.refusal ?? "")[language],
        }
      );
    case "orderLapsed":
      return ordered && { kind, ...ordered };
    case "orderDone":
      return order && isNewThing(order) ? { kind, order, subject, expiresOn } : null;
    case "planChanged": {
      const credit = facts.credit ? { amount: facts.credit, currency: facts.currency } : null;
      const before = siteNamed(String(stored.service), stored.site as string | null);
      return ordered && { kind, orderId: ordered.orderId, before, plan: planNamed(facts, language), credit };
    }
    case "invoiceIssued":
    case "invoiceDueSoon":
    case "invoiceOverdue":
      return invoice && facts.invoice_status === "unpaid"
        ? { kind, invoice, about: ordered, chargedOn: facts.charged_on }
        : null;
    case "invoicePaid":
      return invoice && { kind, invoice, about: ordered, chargedOn: null };
    case "domainExpires":
    case "domainExpired": {
      // If the domain has been renewed, its expiry day differs from the day in the reminder.
      const isSo =
        kind === "domainExpired"
          ? facts.domain_status === "grace"
          : facts.domain_status === "active" && expiresOn !== null && facts.reminded?.startsWith(expiresOn);
      const { auto_renew, is_charged, renewal_invoice: invoice, renewal_charged_on: chargedOn } = facts;
      const renewal = { autoRenew: auto_renew === 1, isCharged: is_charged === 1, invoice, chargedOn };
      return domain !== null && expiresOn !== null && isSo ? { kind, domain, expiresOn, ...renewal } : null;
    }
  }
}

function isNewThing(order: OrderKind): order is NewThing {
  return order === "register" || order === "transfer" || order === "plan";
}

function invoiceOf({
  invoice_id: id,
  number,
  total,
  balance,
  currency,
  due_on: dueOn,
}: NoticeFacts): InvoiceFacts | null {
  return id === null ? null : { id, number, total, balance, currency, dueOn };
}

function planNamed({ ordered_plan, ordered_plan_fr, plan_name }: NoticeFacts, language: Language): string {
  return (language === "fr" ? ordered_plan_fr : ordered_plan) ?? plan_name ?? "";
}

function siteNamed(plan: string, site: string | null): string {
  return site ? `${plan} (${site})` : plan;
}
