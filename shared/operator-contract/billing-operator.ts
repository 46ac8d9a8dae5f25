import type { HeldStore } from "../holds/holds.ts";
import type { ActResult, ShownRow } from "./answers.ts";
import type { DataSubject, EraseStep, SubjectFound } from "./erasure.ts";
import type { ExportPage } from "./export-pages.ts";
import type { StatusTables } from "./status.ts";

/** A payment that an operator records. */
export interface ReceivedPayment {
  /** The invoice's number. */
  invoice: string;
  /** In minor units of the invoice's currency. */
  amount: number;
  /** YYYY-MM-DD. Null means today. */
  receivedOn: string | null;
  /** The reference of the transfer or receipt. A reference is recorded once. */
  reference: string;
}

export const SET_UP_KINDS = ["create", "suspend", "resume", "change_plan", "end"] as const;
export type SetUpKind = (typeof SET_UP_KINDS)[number];

/** Work that an operator did on a server. */
export interface SetUpDone {
  /** The number of the service. */
  service: number;
  what: SetUpKind;
  /** The service's new plan. Null if the plan is unchanged or is the ordered one. */
  plan: string | null;
  /** The service's server, and its user there. Null if they are unchanged. */
  server: string | null;
  user: string | null;
}

/** A refund by an operator. */
export interface RefundRequest {
  /** The reference of the payment. */
  reference: string;
  /**
   * The number of a paid invoice. The refund covers everything that the payment paid of it. Null refunds the payment's
   * share of the account credit.
   */
  invoice: string | null;
  /** The credit to refund, in minor units. Null refunds all of it. */
  amount: number | null;
}

/** A billing Worker's entry point for the operator console, its only caller. Reads change nothing. */
export interface BillingOperatorPort {
  status(): Promise<StatusTables>;
  /** Finds logins by their number or e-mail address. Empty if only the billing system knows them. */
  findLogin(sought: string): Promise<ShownRow[]>;
  /** Finds the account with its name and known logins. Empty if there is no such account. */
  findAccount(account: number): Promise<ShownRow[]>;
  /** Finds the present and past holders of a domain. Empty as for `findLogin`. */
  findDomain(domain: string): Promise<ShownRow[]>;
  /** Finds the order with that number, or the orders of a domain, the newest first. Empty as for `findLogin`. */
  findOrders(sought: number | string): Promise<ShownRow[]>;
  /** The issued invoice of that id, as a number, or of that number, as text; as `findLogin`. */
  findInvoice(sought: number | string): Promise<ShownRow[]>;
  /** Ends the wait after wrong passwords and codes, so that the login can sign in again. */
  unlock(login: number): Promise<ActResult>;
  /** Rotates the key of the browser marks. @param commit false: returns the same answer and changes nothing */
  rotateKey(commit: boolean): Promise<ActResult>;
  /** Returns the mails that wait, failed or are not due yet. */
  mails(): Promise<ShownRow[]>;
  /** Makes a mail due immediately. Scheduled work sends it. */
  sendMailAgain(id: number): Promise<ActResult>;
  /** Records a payment made outside the client area. @param commit false: answers the same, changes nothing */
  recordPayment(payment: ReceivedPayment, commit: boolean): Promise<ActResult>;
  /** Returns the services that an operator must set up, suspend, resume, change or end on a server. */
  listSetUps(): Promise<ShownRow[]>;
  /** Records that the work is done and activates a new plan. @param commit false: answers the same, changes nothing */
  endSetUp(done: SetUpDone, commit: boolean): Promise<ActResult>;
  /** Abandons a new plan and turns its payment into credit. */
  failSetUp(service: number, reason: string, commit: boolean): Promise<ActResult>;
  /** Refunds the payer. @param commit false: returns the same answer and changes nothing */
  refundPayment(refund: RefundRequest, commit: boolean): Promise<ActResult>;
  /** Finds the login or account with that number in this billing system. */
  find(subject: Pick<DataSubject, "kind" | "id">): Promise<SubjectFound>;
  /** Returns one page of a subject's data. @param cursor null: the first page */
  exportOf(subject: DataSubject, cursor: string | null): Promise<ExportPage>;
  /**
   * Signs a login out of the client area, and erases the data of a subject that is no longer a customer. Stops at the
   * limit of one call. Leaves another billing system's data unchanged.
   * @param until epoch milliseconds: keeps sessions that began later; null: keeps none
   */
  erase(subject: DataSubject, until: number | null): Promise<EraseStep>;
  /** Returns the Worker's database if it is on hold. */
  held(): Promise<HeldStore[]>;
  hold(): Promise<ActResult>;
  /** @param wasRestored moves the ids past those that the lost data may have used; lists payments before charging */
  resume(wasRestored: boolean): Promise<ActResult>;
}

/** The names of all methods, for an entry point that forwards them. */
export const BILLING_OPERATOR_METHODS: (keyof BillingOperatorPort)[] = [
  ...(["status", "findLogin", "findAccount", "findDomain", "findOrders", "findInvoice"] as const),
  ...([
    "unlock",
    "rotateKey",
    "mails",
    "sendMailAgain",
    "recordPayment",
    "listSetUps",
    "endSetUp",
    "failSetUp",
    "refundPayment",
    "find",
    "exportOf",
    "erase",
    "held",
    "hold",
    "resume",
  ] as const),
];
