import type { Language } from "../platform/language.ts";

/** The permissions that a login can hold on an account. The account's owner holds all of them. */
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

/** The context of a call to the billing system, which is the first argument of every method. */
export interface Call {
  /** The id of the request or scheduled run, for log lines. */
  requestId: string;
}

/** The call context of a method that concerns a login. */
export interface LoginCall extends Call {
  loginId: number;
}

/** The login that makes a call, and the account that the call concerns. */
export interface Actor extends LoginCall {
  accountId: number;
}

/** An actor with the permissions that the call needs. The login must have all of them. */
export interface ActorQuery extends Actor {
  permissions: Permission[];
  /**
   * An opaque id of the application's connection. Absent for a page. E-mails to the owner can be grouped by connection.
   */
  connection?: string;
  /**
   * The language of the page that the login uses. Absent for an application. E-mails to this login about the call use
   * this language. An order from a page needs no saved card, because the customer pays on the next page.
   */
  language?: Language;
}

/** The call context of a write. */
export interface WriteCall<Commit extends boolean = boolean> extends ActorQuery {
  /**
   * A value of at most 64 visible ASCII characters, unique per account. A repeated reference returns the first result
   * and has no other effect.
   */
  reference: string;
  /**
   * Whether the write runs. With `false`, the same handler returns a preview and does not write, send or store
   * anything.
   */
  commit: Commit;
}

/** The part of an account that a connection is limited to. */
export type ResourceLimit = { kind: "account" } | { kind: "service"; id: number } | { kind: "domain"; name: string };
