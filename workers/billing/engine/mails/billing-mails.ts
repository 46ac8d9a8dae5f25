import type { ActionOperation, CancellationTime } from "../../../../shared/billing-contract/actions.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import type { OrderKind } from "../orders/new-order.ts";

/** Whom the engine writes to: the owner of an account, or a login about its own sign-in. */
export interface NoticeRecipient {
  email: string;
  language: Language;
}

/** What the engine mails. A method ends when the mail is on its way, and throws when it is not. */
export interface BillingMails {
  /** Whether anything can be mailed at all. */
  readonly isOn: boolean;
  /** The one place that a transfer code goes to. It is not stored, logged or repeated by whoever sends it. */
  transferCode(to: NoticeRecipient, mail: { domain: string; code: string }, requestId?: string): Promise<void>;
  /** One mail that tells of all of them; they are of one kind. */
  notices(to: NoticeRecipient, notices: [Notice, ...Notice[]], requestId?: string): Promise<void>;
  /** To the login itself: ten wrong codes came in a row after its password. @param mail `at` in epoch milliseconds */
  codesGuessed(to: NoticeRecipient, mail: { at: number }, requestId?: string): Promise<void>;
}

/** What an owner is told of. Days are YYYY-MM-DD, amounts in minor units with taxes. */
export type Notice =
  | { kind: "nameserversChanged"; domain: string; before: string[]; nameservers: string[] }
  | { kind: "unlocked"; domain: string }
  | { kind: "autoRenewOff"; domain: string; expiresOn: string | null }
  | ({ kind: "orderPlaced" } & OrderMail)
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

export interface OrderMail extends OrderFacts {
  operation: ActionOperation;
  /** The name or plan that it is about. */
  subject: string;
}

export interface OrderAbout extends OrderFacts {
  order: OrderKind;
  /** The name, or the plan with its site. */
  subject: string;
}

/** What was paid and is not done; the invoice's total came back as credit. */
export interface RefusalMail extends OrderAbout {
  /** In the recipient's language where it is known in it. */
  reason: string;
}

/** Where nothing sends mail: whatever depends on a mail is not done. */
export const NO_MAILS: BillingMails = {
  isOn: false,
  transferCode: noSender,
  notices: noSender,
  codesGuessed: noSender,
};

async function noSender(): Promise<never> {
  throw new Error("no mail sender is configured");
}
