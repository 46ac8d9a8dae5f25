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

/** The login that a call is made for, and the account it is about. */
export interface Actor {
  loginId: number;
  accountId: number;
  /** Of the request or scheduled run, for log lines. */
  requestId?: string | undefined;
}

/** A login. */
export type ActorLogin = Pick<Actor, "loginId">;

/** An actor with the permissions that the call needs; the login must hold all of them. */
export interface ActorQuery extends Actor {
  permissions: Permission[];
  /** An opaque id of the application's connection; absent without one. Mails to the owner are gathered by it. */
  connection?: string;
}

/** The part of an account that a connection is limited to. */
export type ResourceLimit = { kind: "account" } | { kind: "service"; id: number } | { kind: "domain"; name: string };
