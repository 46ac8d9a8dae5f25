/** The permissions a contact can hold on an account, in the billing system's own names. The owner holds all of them. */
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

/** Who asks: a login, on one of the accounts it manages. */
export interface Actor {
  loginId: number;
  accountId: number;
  /** Of the request or scheduled run that asks, for log lines; a billing system may ignore it. */
  requestId?: string | undefined;
}

/** A question about an account: who asks, and the permissions the login must all hold. */
export interface ActorQuery extends Actor {
  permissions: Permission[];
  /** An opaque id of the connection that it is asked through; absent where none is. Mails are gathered by it. */
  connection?: string;
}

/** What a connection may reach of an account. */
export type ResourceLimit = { kind: "account" } | { kind: "service"; id: number } | { kind: "domain"; name: string };
