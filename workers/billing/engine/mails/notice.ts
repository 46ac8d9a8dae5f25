import type { CancellationTime } from "../../../../shared/billing-contract/cancellation.ts";
import type { DomainNotice } from "../../../../shared/mail/domain-mails.ts";
import type { OrderKind } from "../records/orders.ts";

/** A notice to the owner of an account. Days are YYYY-MM-DD. Amounts are in minor units and include taxes. */
export type Notice =
  | DomainNotice
  /** @param isCharged whether automatic renewals of the domain are charged to a saved card */
  | ({ kind: "orderPlaced"; isCharged: boolean } & OrderAbout)
  | ({ kind: "orderRefused" } & RefusalMail)
  | ({ kind: "orderLapsed" } & OrderAbout)
  /** @param expiresOn the expiry date of a domain; null for another order */
  | { kind: "orderDone"; order: NewThing; subject: string; expiresOn: string | null }
  /**
   * @param about the invoiced order; null if no order made it
   * @param chargedOn the day of the charge to the saved card; null if there is none
   */
  | { kind: InvoiceNoticeKind; invoice: InvoiceFacts; about: OrderAbout | null; chargedOn: string | null }
  /**
   * @param isCharged whether renewals are charged to a saved card
   * @param invoice the number of the unpaid renewal invoice
   * @param chargedOn the day on which that invoice is charged to the saved card
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
  /** @param paid the numbers of the invoices that the rest of the money pays */
  | { kind: "paymentCredited"; amount: number; credited: number; currency: string; paid: string[] }
  /** @param hasFailed whether the refund failed, so that the money is account credit again */
  | { kind: "paymentRefunded"; amount: number; currency: string; hasFailed: boolean }
  | { kind: "paymentFailed"; invoiceId: number; number: string }
  /** @param againOn the day of the next charge to the saved card; null if there is none */
  | { kind: "chargeFailed"; invoiceId: number; number: string; againOn: string | null };

/** The orders that create an item in the account. */
export type NewThing = Extract<OrderKind, "register" | "transfer" | "plan">;

export type InvoiceNoticeKind = "invoiceIssued" | "invoiceDueSoon" | "invoiceOverdue" | "invoicePaid";

export interface InvoiceFacts {
  id: number;
  number: string;
  total: number;
  /** The amount left to pay. */
  balance: number;
  currency: string;
  dueOn: string;
}

export interface OrderAbout {
  orderId: number;
  /** Null if nothing is or was due. */
  invoice: InvoiceFacts | null;
  order: OrderKind;
  /** The domain name, or the plan with its site. */
  subject: string;
}

/** A paid order that failed. */
export interface RefusalMail extends OrderAbout {
  /** The part of its invoice that was refunded as credit. */
  credited: number | null;
  /** In the recipient's language if a translation exists. */
  reason: string;
}
