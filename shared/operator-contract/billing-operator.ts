import type { HeldStore } from "../holds/holds.ts";
import type { ActResult, ShownRow } from "./answers.ts";
import type { DataSubject, EraseStep, SubjectFound } from "./erasure.ts";
import type { ExportPage } from "./export-pages.ts";
import type { StatusTables } from "./status.ts";

/** A payment as an operator writes it down. */
export interface ReceivedPayment {
  /** The invoice's number. */
  invoice: string;
  /** In minor units of the invoice's currency. */
  amount: number;
  /** YYYY-MM-DD; null: today. */
  receivedOn: string | null;
  /** Of the transfer or receipt; recorded once. */
  reference: string;
}

export const SET_UP_KINDS = ["create", "suspend", "resume", "change_plan", "end"] as const;
export type SetUpKind = (typeof SET_UP_KINDS)[number];

/** What an operator has done on a server. */
export interface SetUpDone {
  /** Number of the service. */
  service: number;
  what: SetUpKind;
  /** The plan that it has there since; null: as it was, or as it was ordered. */
  plan: string | null;
  /** The server that it is on, and its user there; null: as they were. */
  server: string | null;
  user: string | null;
}

/** Money that an operator gives back. */
export interface RefundRequest {
  /** Of the payment. */
  reference: string;
  /** The number of a paid invoice, of which all that the payment pays goes back. Null: what of the payment is credit. */
  invoice: string | null;
  /** In minor units, of the credit; null: all of it. */
  amount: number | null;
}

/** A billing Worker's entry point for the operator console, which nothing else binds. Reads change nothing. */
export interface BillingOperatorPort {
  status(): Promise<StatusTables>;
  /** Logins by their number or their e-mail address; none where the billing system alone knows them. */
  findLogin(sought: string): Promise<ShownRow[]>;
  /** The account with its name and the logins that are known of it; none where there is none. */
  findAccount(account: number): Promise<ShownRow[]>;
  /** Who has or had a domain name; as `findLogin`. */
  findDomain(domain: string): Promise<ShownRow[]>;
  /** The order of that number, or the orders of a domain name, the newest first; as `findLogin`. */
  findOrders(sought: number | string): Promise<ShownRow[]>;
  /** Ends the wait after wrong passwords and codes, so that the login may sign in again. */
  unlock(login: number): Promise<ActResult>;
  /** Rotates the key of the marks of browsers. @param commit false: answers as if it did, and changes nothing */
  rotateKey(commit: boolean): Promise<ActResult>;
  /** Mails that wait, failed or not due yet. */
  mails(): Promise<ShownRow[]>;
  /** Makes one of them due now; scheduled work sends it. */
  sendMailAgain(id: number): Promise<ActResult>;
  /** Money that came another way than through the client area. @param commit false: answers as if it did, and changes nothing */
  recordPayment(payment: ReceivedPayment, commit: boolean): Promise<ActResult>;
  /** Services that have to be set up, suspended, resumed, changed or ended on a server. */
  listSetUps(): Promise<ShownRow[]>;
  /** Notes that it was done; a new plan is active from then on. @param commit false: answers as if it did, and changes nothing */
  endSetUp(done: SetUpDone, commit: boolean): Promise<ActResult>;
  /** Gives up a new plan: what was paid becomes credit. */
  failSetUp(service: number, reason: string, commit: boolean): Promise<ActResult>;
  /** Gives money back to who paid it. @param commit false: answers as if it did, and changes nothing */
  refundPayment(refund: RefundRequest, commit: boolean): Promise<ActResult>;
  /** Who has that number here. */
  find(subject: Pick<DataSubject, "kind" | "id">): Promise<SubjectFound>;
  /** One page of what is kept. @param cursor null: the first */
  exportOf(subject: DataSubject, cursor: string | null): Promise<ExportPage>;
  /**
   * Signs a login out of the client area, and erases what is kept about a subject that is no customer any more; nothing of another
   * billing system's. As much of it as one call can.
   * @param until epoch milliseconds: sessions that began later stay; null: none stays
   */
  erase(subject: DataSubject, until: number | null): Promise<EraseStep>;
  /** Its database, if it is on hold. */
  held(): Promise<HeldStore[]>;
  hold(): Promise<ActResult>;
  /** @param wasRestored moves its ids past all that it may have given in what it has lost, and lists payments before it charges */
  resume(wasRestored: boolean): Promise<ActResult>;
}

/** Every method of it, for an entry point that forwards them. */
export const BILLING_OPERATOR_METHODS: (keyof BillingOperatorPort)[] = [
  ...(["status", "findLogin", "findAccount", "findDomain", "findOrders"] as const),
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
