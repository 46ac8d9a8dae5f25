import type { HeldStore } from "../generations/database-generation.ts";
import type { ActResult, ShownRow } from "./answers.ts";
import type { DataSubject, EraseStep, SubjectExport } from "./erasure.ts";
import type { BillingStatus } from "./status.ts";

/** A billing Worker's entry point for the operator console, which nothing else binds. Reads change nothing. */
export interface BillingOperatorPort {
  status(): Promise<BillingStatus>;
  /** Logins by their number or their e-mail address; none where the billing system alone knows them. */
  findLogin(sought: string): Promise<ShownRow[]>;
  /** Ends the wait after wrong codes, so that the login may sign in again. */
  unlock(login: number): Promise<ActResult>;
  /** Mails that wait, failed or not due yet. */
  mails(): Promise<ShownRow[]>;
  /** Makes one of them due now; scheduled work sends it. */
  sendMailAgain(id: number): Promise<ActResult>;
  /** What people know the subject by: an address, or an account's name. Null: it is none here, or has none. */
  nameOf(subject: DataSubject): Promise<string | null>;
  exportOf(subject: DataSubject): Promise<SubjectExport>;
  /** Takes away what is kept about a subject that has nothing active any more. */
  erase(subject: DataSubject): Promise<EraseStep>;
  /** Its database, where it went back and is held. */
  held(): Promise<HeldStore[]>;
  /** Lets it go on. */
  accept(): Promise<ActResult>;
}

/** Every method of it, for an entry point that forwards them. */
export const BILLING_OPERATOR_METHODS: (keyof BillingOperatorPort)[] = [
  ...(["status", "findLogin", "unlock", "mails"] as const),
  ...(["sendMailAgain", "nameOf", "exportOf", "erase", "held", "accept"] as const),
];
