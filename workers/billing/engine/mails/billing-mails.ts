import type { CancellationTime } from "../../../../shared/billing-contract/cancellation.ts";
import type { DomainNotice } from "../../../../shared/mail/domain-mails.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import type { OrderKind } from "../records/orders.ts";

/** A recipient: the owner of an account, or a login for mails about its own sign-in. */
export interface NoticeRecipient {
  email: string;
  language: Language;
}

/** The engine's mails. A method resolves when the mail was accepted for delivery, and rejects otherwise. */
export interface BillingMails {
  readonly isOn: boolean;
  /** The only use of a transfer code. The implementation neither stores nor logs it. */
  transferCode(to: NoticeRecipient, mail: { domain: string; code: string }, requestId?: string): Promise<void>;
  /** One mail for notices of one kind. */
  notices(to: NoticeRecipient, notices: [Notice, ...Notice[]], requestId?: string): Promise<void>;
  /** To the login itself: ten wrong codes in a row were entered after its password. @param mail `at` in epoch milliseconds */
  codesGuessed(to: NoticeRecipient, mail: { at: number }, requestId?: string): Promise<void>;
}

/** A notice to the owner of an account. Days are YYYY-MM-DD, amounts are in minor units with taxes. */
export type Notice =
  | DomainNotice
  | ({ kind: "orderPlaced" } & OrderAbout)
  | ({ kind: "orderRefused" } & RefusalMail)
  | ({ kind: "orderLapsed" } & OrderAbout)
  /** @param before the plan that the service had, with its site */
  | {
      kind: "planChanged";
      orderId: number;
      before: string;
      plan: string;
      credit: { amount: number; currency: string } | null;
    }
  | { kind: "serviceCancelled"; service: string; site: string | null; when: CancellationTime; effectiveOn: string };

export interface OrderFacts {
  orderId: number;
  /** Null where nothing is or was due. */
  invoice: { id: number; number: string; total: number; currency: string; dueOn: string } | null;
}

export interface OrderAbout extends OrderFacts {
  order: OrderKind;
  /** The domain name, or the plan with its site. */
  subject: string;
}

/** A paid order that failed; the invoice's total came back as credit. */
export interface RefusalMail extends OrderAbout {
  /** In the recipient's language where a translation exists. */
  reason: string;
}

/** No mail sender: changes that depend on a mail are refused. */
export const NO_MAILS: BillingMails = {
  isOn: false,
  transferCode: noSender,
  notices: noSender,
  codesGuessed: noSender,
};

async function noSender(): Promise<never> {
  throw new Error("no mail sender is configured");
}
