import type { ActorQuery, LoginCall, Permission, WriteCall } from "../../../shared/billing-contract/call.ts";
import type { AreaSignIns, AreaVisitor, CustomerActions } from "../../../shared/billing-contract/client-area.ts";
import type { SignedIn } from "../../../shared/pages/sign-in/session.ts";
import { AREA_PATH, areaPageIn, HISTORY_PATH } from "../../../shared/pages/sign-in/sign-in-address.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import type { CountResult } from "../../../shared/platform/address-limit.ts";
import type { Metrics } from "../../../shared/platform/metrics.ts";
import type { BillingEngine } from "../engine/billing-engine.ts";
import type { PaymentWay } from "../engine/payments/payment-settings.ts";
import type { HeldAccount } from "../engine/records/details.ts";
import type { Registrar } from "../engine/registrar/registrar.ts";

export const PATHS = {
  signUp: `${AREA_PATH}/sign-up`,
  newPassword: `${AREA_PATH}/new-password`,
  undoEmail: `${AREA_PATH}/undo-email`,
  account: `${AREA_PATH}/account`,
  services: `${AREA_PATH}/services`,
  domains: `${AREA_PATH}/domains`,
  invoices: `${AREA_PATH}/invoices`,
  tickets: `${AREA_PATH}/tickets`,
  paymentMethods: `${AREA_PATH}/account/payment-methods`,
  details: `${AREA_PATH}/account/details`,
  language: `${AREA_PATH}/account/language`,
  email: `${AREA_PATH}/account/email`,
  password: `${AREA_PATH}/account/password`,
  sessions: `${AREA_PATH}/account/sessions`,
  secondStep: `${AREA_PATH}/account/second-step`,
  history: HISTORY_PATH,
  close: `${AREA_PATH}/account/close`,
  cart: `${AREA_PATH}/cart`,
  /** The address to which Stripe reports payments. */
  paymentEvents: `${AREA_PATH}/payment-events/stripe`,
} as const;

/** A link to a page of the area that keeps the requested language. */
export function areaLink(visit: Visit, path: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters);
  return linkTo(visit, query.size > 0 ? `${path}?${query}` : path);
}

/** The address of this page, for returning to it. */
export function here({ url }: Visit): string {
  return url.pathname + url.search;
}

/** The next address, from a parameter. The overview if the parameter is not a page of the area. */
export function nextOf(next: string | null): string {
  return areaPageIn(next) ?? AREA_PATH;
}

/** An id in an address. Null for invalid text. */
export function idOf(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** Pages that have moved, with their current addresses. */
export const MOVED: [from: string, to: string][] = [
  [`${AREA_PATH}/payment-methods`, PATHS.paymentMethods],
  [`${AREA_PATH}/profile`, PATHS.details],
];

export interface AreaDependencies {
  theme: Theme;
  /** Set if pages are measured. */
  metrics?: Metrics | undefined;
  /** Epoch milliseconds. */
  now: () => number;
  engine: BillingEngine;
  /** Whether the area opens accounts and sets new passwords, for which it mails codes. */
  mailsCodes: boolean;
  /** Whether the area changes addresses, for which it mails a code and the link that undoes the change. */
  changesEmails: boolean;
  /** Null without a registrar. The cart then orders no domains, and paid registrations stay pending. */
  registrar: Pick<Registrar, "check" | "read"> | null;
  /** Counts a call to the registrar, for all visitors together. */
  countVisitorQuestion(): Promise<CountResult>;
  payment: PaymentWay;
  randomBytes: (count: number) => Uint8Array;
  /**
   * Counts a visitor's view of the cart, or a customer's view of a domain in it. The cart appears only after the count.
   * @param loginId null: a visitor
   */
  countCartView(request: Request, loginId: number | null): Promise<CountResult>;
  /** YYYY-MM-DD, in the provider's time zone. */
  today(): string;
}

export interface AreaRequest extends AreaDependencies {
  httpRequest: Request;
  requestId: string;
  visit: Visit;
  /** Null for a browser without a session. */
  visitor: AreaVisitor | null;
  signIns: AreaSignIns;
}

export interface SignedInRequest extends AreaRequest {
  visitor: AreaVisitor;
  signedIn: SignedIn;
  actions: CustomerActions;
  /** Every account of the login, by id; at least one. */
  accounts: HeldAccount[];
  /** The selected account. */
  account: HeldAccount;
}

/** A form that our pages made for the session that sent it. */
export interface ClientAreaForm extends SignedInRequest {
  form: URLSearchParams;
}

export function actorQuery(
  { signedIn, account, visit: { language }, requestId }: SignedInRequest,
  ...permissions: Permission[]
): ActorQuery {
  return { loginId: signedIn.loginId, accountId: account.id, permissions, language, requestId };
}

/** Returns a call about the signed-in login. */
export function loginCall({ signedIn: { loginId }, requestId }: SignedInRequest): LoginCall {
  return { loginId, requestId };
}

/** @param reference of the form; a new one for a form that is safe to send twice */
export function writeCall(
  request: SignedInRequest,
  permissions: Permission[],
  reference: string = crypto.randomUUID(),
): WriteCall<true> {
  return { ...actorQuery(request, ...permissions), reference, commit: true };
}

export function mayDo({ account }: SignedInRequest, permission: Permission): boolean {
  return account.permissions.includes(permission);
}
