import type { HeldStore } from "../holds/holds.ts";
import type { ActResult, ShownRow } from "./answers.ts";
import type { DataSubject, EraseStep, SubjectFound } from "./erasure.ts";
import type { ExportPage } from "./export-pages.ts";
import type { StatusTables } from "./status.ts";

/** A payment that an operator records. */
export interface ReceivedPayment {
  /** The invoice's number. */
  invoice: string;
  /** The amount in minor units of the invoice's currency. */
  amount: number;
  /** The day of the payment (YYYY-MM-DD); `null` for today. */
  receivedOn: string | null;
  /** The reference of the transfer or receipt. Each reference can be recorded only once. */
  reference: string;
}

export const SET_UP_KINDS = ["create", "suspend", "resume", "change_plan", "end"] as const;
export type SetUpKind = (typeof SET_UP_KINDS)[number];

/** Work that an operator did on a server. */
export interface SetUpDone {
  /** The number of the service. */
  service: number;
  what: SetUpKind;
  /** The service's new plan; `null` if the plan stays the same or is the ordered one. */
  plan: string | null;
  /** The service's new server; `null` if the server stays the same. */
  server: string | null;
  /** The service's new user on the server; `null` if the user stays the same. */
  user: string | null;
}

/** A refund that an operator requests. */
export interface RefundRequest {
  /** The reference of the refunded payment. */
  reference: string;
  /**
   * The number of a paid invoice, whose entire share of the payment is refunded. If `null`, the payment's share of the
   * account credit is refunded.
   */
  invoice: string | null;
  /** The credit to refund in minor units; `null` to refund all of it. */
  amount: number | null;
}

/**
 * A billing Worker's entry point for the operator console, which is its only caller. Read methods change nothing.
 */
export interface BillingOperatorPort {
  status(): Promise<StatusTables>;
  /** Finds logins by number or e-mail address. */
  findLogin(sought: string): Promise<ShownRow[]>;
  /** Finds an account by number, with its name and known logins. The list is empty if the account does not exist. */
  findAccount(account: number): Promise<ShownRow[]>;
  /**
   * Finds the current and former holders of a domain. A Worker that does not store domains returns the accounts with
   * actions on it.
   */
  findDomain(domain: string): Promise<ShownRow[]>;
  /**
   * Finds an order by number, or the orders for a domain, newest first. Orders that the Worker has not stored are
   * missing.
   */
  findOrders(sought: number | string): Promise<ShownRow[]>;
  /**
   * Finds an issued invoice by its id (a number) or its number (a text). The list is empty if the Worker does not store
   * invoices.
   */
  findInvoice(sought: number | string): Promise<ShownRow[]>;
  /** Ends the wait that follows wrong passwords and codes, so that the login can sign in again. */
  unlock(login: number): Promise<ActResult>;
  /**
   * Rotates the key of the browser marks.
   * @param commit `false` to describe the effect without changing anything
   */
  rotateKey(commit: boolean): Promise<ActResult>;
  /** Returns the e-mails that are waiting, have failed or are scheduled for later. */
  mails(): Promise<ShownRow[]>;
  /** Schedules an e-mail for immediate delivery by the scheduled work. */
  sendMailAgain(id: number): Promise<ActResult>;
  /**
   * Records a payment that was made outside the client area.
   * @param commit `false` to return the same result without changing anything
   */
  recordPayment(payment: ReceivedPayment, commit: boolean): Promise<ActResult>;
  /** Returns the services that an operator must set up, suspend, resume, change or end on a server. */
  listSetUps(): Promise<ShownRow[]>;
  /**
   * Records that work on a server is done, which activates a new plan.
   * @param commit `false` to return the same result without changing anything
   */
  endSetUp(done: SetUpDone, commit: boolean): Promise<ActResult>;
  /** Abandons a new plan and turns its payment into account credit. */
  failSetUp(service: number, reason: string, commit: boolean): Promise<ActResult>;
  /**
   * Refunds a payment to its payer.
   * @param commit `false` to return the same result without changing anything
   */
  refundPayment(refund: RefundRequest, commit: boolean): Promise<ActResult>;
  /** Finds a login or account by its number in this billing system. */
  find(subject: Pick<DataSubject, "kind" | "id">): Promise<SubjectFound>;
  /**
   * Returns one page of a subject's data.
   * @param cursor `null` for the first page
   */
  exportOf(subject: DataSubject, cursor: string | null): Promise<ExportPage>;
  /**
   * Signs a login out of the client area, and erases the data of a subject that is no longer a customer. Each call
   * erases up to a limit. The data of another billing system stays unchanged.
   * @param until epoch milliseconds; keeps sessions that began later, or none if `null`
   */
  erase(subject: DataSubject, until: number | null): Promise<EraseStep>;
  /** Returns the Worker's database if it is on hold, and an empty list otherwise. */
  held(): Promise<HeldStore[]>;
  hold(): Promise<ActResult>;
  /**
   * Ends the hold.
   * @param wasRestored whether the database was restored. If so, new ids skip those that the lost data may have used.
   *   Before anything is charged, payments are read from the payment provider.
   */
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
