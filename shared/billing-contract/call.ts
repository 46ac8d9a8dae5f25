import type { Language } from "../platform/language.ts";

/** The permissions that a login can hold on an account. Its owner holds all of them. */
export const PERMISSIONS = [
  "profile",
  "contacts",
  "products",
  "manageproducts",
  "productsso",
  "domains",
  "managedomains",
  "invoices",
  "quotes",
  "tickets",
  "affiliates",
  "emails",
  "orders",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** The context of a call to the billing system: the first argument of every method. */
export interface Call {
  /** Of the request or the scheduled run, for log lines. */
  requestId: string;
}

/** A call about a login. */
export interface LoginCall extends Call {
  loginId: number;
}

/** The login that a call is made for, and the account it is about. */
export interface Actor extends LoginCall {
  accountId: number;
}

/** An actor with the permissions that the call needs; the login must hold all of them. */
export interface ActorQuery extends Actor {
  permissions: Permission[];
  /** An opaque id of the application's connection; absent without one. Mails to the owner are gathered by it. */
  connection?: string;
  /**
   * The language of the page that the login acts on; absent for an application. A mail to this login about it is in that language, and an
   * order needs no saved card, since it is paid on the next page.
   */
  language?: Language;
}

/** The call of a write. */
export interface WriteCall<Commit extends boolean = boolean> extends ActorQuery {
  /** At most 64 visible ASCII characters; unique per account. A repeated reference gives the first answer and does nothing. */
  reference: string;
  /** False: the write is judged by the same handler and gives its preview; nothing is written, sent or kept. */
  commit: Commit;
}

/** The part of an account that a connection is limited to. */
export type ResourceLimit = { kind: "account" } | { kind: "service"; id: number } | { kind: "domain"; name: string };
