import type { CancellationTime } from "../../../../shared/billing-contract/cancellation.ts";
import type { DomainNotice } from "../../../../shared/mail/domain-mails.ts";
import type { OrderKind } from "../records/orders.ts";

/** A notice to an account's owner. Days are YYYY-MM-DD. Amounts are in minor units and include taxes. */
export type Notice =
  | DomainNotice
  /** @param isCharged whether the domain's automatic renewals are charged to a saved card */
  | ({ kind: "orderPlaced"; isCharged: boolean } & OrderAbout)
  | ({ kind: "orderRefused" } & RefusalMail)
  | ({ kind: "orderLapsed" } & OrderAbout)
  /** @param expiresOn the domain's expiry day; `null` if the order is not for a domain */
  | { kind: "orderDone"; order: NewThing; subject: string; expiresOn: string | null }
  /**
   * @param about the invoiced order; `null` if no order created the invoice
   * @param chargedOn the day on which the saved card is charged; `null` if no charge is planned
   */
  | { kind: InvoiceNoticeKind; invoice: InvoiceFacts; about: OrderAbout | null; chargedOn: string | null }
  /**
   * @param isCharged whether renewals are charged to a saved card
   * @param invoice the number of the unpaid renewal invoice; `null` if there is none
   * @param chargedOn the day on which the saved card is charged for the invoice; `null` if no charge is planned
   */
  | {
      kind: "domainExpires" | "domainExpired";
      domain: string;
      expiresOn: string;
      autoRenew: boolean;
      isCharged: boolean;
      invoice: string | null;
      chargedOn: string | null;
    }
  /** @param before the service's previous plan, with its site */
  | {
      kind: "planChanged";
      orderId: number;
      before: string;
      plan: string;
      credit: { amount: number; currency: string } | null;
    }
  | { kind: "serviceCancelled"; service: string; site: string | null; when: CancellationTime; effectiveOn: string }
  | { kind: "detailsChanged" }
  /** @param account the account's name */
  | { kind: "accountClosed"; account: string }
  /** @param paid the numbers of the invoices that were paid with the rest of the money */
  | { kind: "paymentCredited"; amount: number; credited: number; currency: string; paid: string[] }
  /** @param hasFailed whether the refund failed; the money is then account credit again */
  | { kind: "paymentRefunded"; amount: number; currency: string; hasFailed: boolean }
  | { kind: "paymentFailed"; invoiceId: number; number: string }
  /** @param againOn the day of the next charge to the saved card; `null` if no further charge is planned */
  | { kind: "chargeFailed"; invoiceId: number; number: string; againOn: string | null };

/** The kinds of orders that add a domain or service to the account. */
export type NewThing = Extract<OrderKind, "register" | "transfer" | "plan">;

export type InvoiceNoticeKind = "invoiceIssued" | "invoiceDueSoon" | "invoiceOverdue" | "invoicePaid";

export interface InvoiceFacts {
  id: number;
  number: string;
  total: number;
  /** The unpaid amount. */
  balance: number;
  currency: string;
  dueOn: string;
}

export interface OrderAbout {
  orderId: number;
  /** The order's invoice; `null` if nothing is or was due. */
  invoice: InvoiceFacts | null;
  order: OrderKind;
  /** The domain name, or the plan with its site. */
  subject: string;
}

/** The facts for the e-mail about a paid order that failed. */
export interface RefusalMail extends OrderAbout {
  /** The part of the invoice that was refunded as credit; `null` if nothing was refunded. */
  credited: number | null;
  /** The reason, in the recipient's language if a translation exists. */
  reason: string;
}
