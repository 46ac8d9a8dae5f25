import type { ActionOperation } from "../../../shared/billing-actions.ts";
import type { Language } from "../../../shared/language.ts";

/** Whom the engine writes to: the owner of an account, or a login about its own sign-in. */
export interface MailRecipient {
  email: string;
  language: Language;
}

/** What the engine mails. A method ends when the mail is on its way, and throws when it is not. */
export interface BillingMails {
  /** Whether anything can be mailed at all. */
  readonly isOn: boolean;
  /** The one place that a transfer code goes to. It is not stored, logged or repeated by whoever sends it. */
  transferCode(to: MailRecipient, mail: { domain: string; code: string }): Promise<void>;
  unlocked(to: MailRecipient, mail: { domain: string }): Promise<void>;
  nameserversChanged(to: MailRecipient, mail: { domain: string; nameservers: string[] }): Promise<void>;
  orderPlaced(to: MailRecipient, mail: OrderMail): Promise<void>;
  orderRefused(to: MailRecipient, mail: RefusalMail): Promise<void>;
  /** To the login itself: ten wrong codes came in a row after its password. @param mail `at` in epoch milliseconds */
  codesGuessed(to: MailRecipient, mail: { at: number }): Promise<void>;
}

export interface OrderMail {
  operation: ActionOperation;
  orderId: number;
  /** The name or plan that it is about. */
  subject: string;
  /** Null where nothing is due. Amounts in minor units, taxes included. */
  invoice: { id: number; number: string; total: number; currency: string; dueOn: string } | null;
}

/** What was paid, and the registrar does not do. */
export interface RefusalMail {
  orderId: number;
  kind: "register" | "transfer" | "renew_domain";
  domain: string;
  /** In the recipient's language where it is known in it. */
  reason: string;
  /** What came back as credit, taxes included; null where nothing was due. */
  invoice: { id: number; total: number; currency: string } | null;
}

/** Where nothing sends mail: whatever depends on a mail is not done. */
export const NO_MAILS: BillingMails = {
  isOn: false,
  transferCode: noSender,
  unlocked: noSender,
  nameserversChanged: noSender,
  orderPlaced: noSender,
  orderRefused: noSender,
  codesGuessed: noSender,
};

async function noSender(): Promise<never> {
  throw new Error("no mail sender is configured");
}
