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
  /** The path to which Stripe reports payments. */
  paymentEvents: `${AREA_PATH}/payment-events/stripe`,
} as const;

/** Returns a link to a client area page. The link keeps the requested language. */
export function areaLink(visit: Visit, path: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters);
  return linkTo(visit, query.size > 0 ? `${path}?${query}` : path);
}

/** Returns the path and query of this page, so that a later step can return to it. */
export function here({ url }: Visit): string {
  return url.pathname + url.search;
}

/**
 * Returns the page to open next, from a parameter. Returns the overview if the parameter is not a page of the client
 * area.
 */
export function nextOf(next: string | null): string {
  return areaPageIn(next) ?? AREA_PATH;
}

/** Parses an id in a URL; `null` if it is invalid. */
export function idOf(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** Former paths of pages, with the current paths. */
export const MOVED: [from: string, to: string][] = [
  [`${AREA_PATH}/payment-methods`, PATHS.paymentMethods],
  [`${AREA_PATH}/profile`, PATHS.details],
];

export interface AreaDependencies {
  theme: Theme;
  /** Absent if pages are not measured. */
  metrics?: Metrics | undefined;
  /** Returns the current time in epoch milliseconds. */
  now: () => number;
  engine: BillingEngine;
  /** Whether visitors can open accounts and set new passwords here. Both require codes that are sent by e-mail. */
  mailsCodes: boolean;
  /**
   * Whether customers can change their e-mail address here. This requires two e-mails: one with a code, and one with a
   * link that undoes the change.
   */
  changesEmails: boolean;
  /**
   * The registrar; `null` if none is connected. Without it, the cart accepts no domain orders, and paid registrations
   * stay pending.
   */
  registrar: Pick<Registrar, "check" | "read"> | null;
  /** Counts a registrar check for a visitor. All visitors share one limit. */
  countVisitorQuestion(): Promise<CountResult>;
  payment: PaymentWay;
  randomBytes: (count: number) => Uint8Array;
  /**
   * Counts a visitor's view of the cart, or a customer's view of a domain in the cart. The cart is shown only if the
   * view was counted.
   * @param loginId `null` for a visitor
   */
  countCartView(request: Request, loginId: number | null): Promise<CountResult>;
  /** Returns the current date in the provider's time zone, as YYYY-MM-DD. */
  today(): string;
}

export interface AreaRequest extends AreaDependencies {
  httpRequest: Request;
  requestId: string;
  visit: Visit;
  /** The visitor; `null` for a browser without a session. */
  visitor: AreaVisitor | null;
  signIns: AreaSignIns;
}

export interface SignedInRequest extends AreaRequest {
  visitor: AreaVisitor;
  signedIn: SignedIn;
  actions: CustomerActions;
  /** All accounts of the login, sorted by id. There is at least one. */
  accounts: HeldAccount[];
  account: HeldAccount;
}

/** A request with a form that one of our pages created for this session. */
export interface ClientAreaForm extends SignedInRequest {
  form: URLSearchParams;
}

export function actorQuery(
  { signedIn, account, visit: { language }, requestId }: SignedInRequest,
  ...permissions: Permission[]
): ActorQuery {
  return { loginId: signedIn.loginId, accountId: account.id, permissions, language, requestId };
}

/** Returns the contract's call for the signed-in login. */
export function loginCall({ signedIn: { loginId }, requestId }: SignedInRequest): LoginCall {
  return { loginId, requestId };
}

/**
 * Returns the contract's call for a write.
 * @param reference the form's reference; omit it if sending the form twice does no harm
 */
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
