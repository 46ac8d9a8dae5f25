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
  /** Where Stripe reports payments. */
  paymentEvents: `${AREA_PATH}/payment-events/stripe`,
} as const;

/** A link to a page of the area that keeps the requested language. */
export function areaLink(visit: Visit, path: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters);
  return linkTo(visit, query.size > 0 ? `${path}?${query}` : path);
}

/** The address of this page, to return to. */
export function here({ url }: Visit): string {
  return url.pathname + url.search;
}

/** The address to go on to, taken from a parameter; the overview where it is not a page of the area. */
export function nextOf(next: string | null): string {
  return areaPageIn(next) ?? AREA_PATH;
}

/** An id in an address; null for what cannot be one. */
export function idOf(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** Pages that have moved, with where they are now. */
export const MOVED: [from: string, to: string][] = [
  [`${AREA_PATH}/payment-methods`, PATHS.paymentMethods],
  [`${AREA_PATH}/profile`, PATHS.details],
];

export interface AreaDependencies {
  theme: Theme;
  /** Where pages are measured. */
  metrics?: Metrics | undefined;
  /** Epoch milliseconds. */
  now: () => number;
  engine: BillingEngine;
  /** Whether it opens accounts and takes new passwords: it can mail a code. */
  mailsCodes: boolean;
  /** Whether it takes a new address: it can mail a code, and the link that undoes the change. */
  changesEmails: boolean;
  /** Without one the cart orders no domains, and paid registrations stay pending. */
  registrar: Pick<Registrar, "check" | "read"> | null;
  /** Counts a question to the registrar of all visitors together. */
  countVisitorQuestion(): Promise<CountResult>;
  payment: PaymentWay;
  randomBytes: (count: number) => Uint8Array;
  /** Counts a visitor's view of the cart, or a customer's of a name in it, which is shown only once counted. @param loginId null: a visitor */
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
  /** The selected one. */
  account: HeldAccount;
}

/** A form made by our pages for the session it came with. */
export interface ClientAreaForm extends SignedInRequest {
  form: URLSearchParams;
}

export function actorQuery(
  { signedIn, account, visit: { language }, requestId }: SignedInRequest,
  ...permissions: Permission[]
): ActorQuery {
  return { loginId: signedIn.loginId, accountId: account.id, permissions, language, requestId };
}

/** A call about the login that is signed in. */
export function loginCall({ signedIn: { loginId }, requestId }: SignedInRequest): LoginCall {
  return { loginId, requestId };
}

/** @param reference of the form; a new one for what may be sent twice */
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
