import type { BillingCycle } from "../../shared/billing-contract/billing-cycle.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { Permission } from "../../shared/billing-contract/call.ts";
import type {
  CustomerDomain,
  CustomerInvoice,
  CustomerService,
  ServiceCancellation,
} from "../../shared/billing-contract/customer.ts";
import type { Language } from "../../shared/platform/language.ts";
import type { MinorUnits } from "../../shared/platform/money.ts";
import { contractCustomer } from "./customer.ts";
import { asks } from "./questions.ts";

/** A billing system behind the contract, with the means to give it customers. */
export interface BillingUnderTest {
  billing: BillingSystem;
  scene: BillingScene;
  what: BillingDifferences;
}

/** In what billing systems differ although both keep the contract: each with its reason, where the value is given. */
export interface BillingDifferences {
  /** The kind of sign-in that is its own: the methods of the other one are answered with `billing_unavailable`. */
  signIn: "form" | "redirect";
  /** A name that went and came back is listed twice: as it was, and as it is. */
  listsFormerDomains: boolean;
  /** An immediate cancellation takes effect on the day of the request. */
  cancelsAtOnce: boolean;
  /** A ticket may be of no department. */
  hasTicketsWithoutDepartment: boolean;
  /** A discount of the first year may hold for more than one billing cycle. */
  discountsSeveralCycles: boolean;
  /** A plan of the catalogue has another name in the billing system's carts. */
  namesProducts: boolean;
  /** It can ask a registrar for a name. */
  asksRegistrar: boolean;
}

export type SceneTable = "services" | "domains" | "invoices" | "tickets";

/**
 * The customers of a billing system, without saying how it stores them. The demonstration's customers and catalogue are there from
 * the beginning, as of {@link NOW}; the provider's time zone is {@link TIME_ZONE}. What is added gets the next id.
 */
export interface BillingScene {
  /** Sets the clock, in epoch milliseconds; {@link NOW} at first. */
  setTime(now: number): void;
  login(login?: SceneLogin): Promise<number>;
  account(account?: SceneAccount): Promise<number>;
  /** Lets a login manage an account, in place of what it held there before. */
  grant(loginId: number, accountId: number, holds: "owner" | readonly Permission[]): Promise<void>;
  /** Takes a login off an account. */
  revoke(loginId: number, accountId: number): Promise<void>;
  removeLogin(loginId: number): Promise<void>;
  service(accountId: number, service?: SceneService): Promise<number>;
  domain(accountId: number, domain: SceneDomain): Promise<number>;
  invoice(accountId: number, invoice?: SceneInvoice): Promise<number>;
  ticket(accountId: number, ticket?: SceneTicket): Promise<number>;
  /** A request to cancel, made known to whoever lists services. */
  cancellation(serviceId: number, cancellation: ServiceCancellation): Promise<void>;
  remove(table: SceneTable, id: number): Promise<void>;
  paymentMethod(accountId: number, isOnFile: boolean): Promise<void>;
  /** A name is registered through the provider's registrar. */
  registered(domain: string, more?: { registeredOn?: string; expiresOn?: string }): void;
  pay(loginId: number, accountId: number, invoiceId: number): Promise<void>;
  /** What changes with all that is written, sent to where it takes effect, or mailed; reads leave it as it is. */
  traces(): Promise<unknown>;
  /** Puts the billing system's store on hold, or resumes it. */
  setHold(isHeld: boolean): Promise<void>;
}

/** The part of a scene that actions need of the provider besides its customers. */
export type ActingScene = Pick<BillingScene, "paymentMethod" | "registered" | "pay" | "traces" | "setHold">;

export interface SceneLogin {
  /** One of the login's own where absent. */
  email?: string;
  language?: Language;
}

export interface SceneAccount {
  name?: string;
  /** Of a person. */
  isPerson?: boolean;
  email?: string;
  country?: string;
  currency?: "CAD" | "EUR" | "USD";
  credit?: MinorUnits;
  /** English where absent, and where accounts have none. */
  language?: Language;
}

export interface SceneService {
  /** One of the catalogue; without it the service is named by itself. */
  planId?: string;
  name?: string;
  domain?: string;
  status?: CustomerService["status"];
  billingCycle?: BillingCycle;
  nextDueOn?: string;
  price?: MinorUnits;
  /** The number of a server, and the service's user there; absent: it is on none. */
  server?: { id: number; user: string };
}

export interface SceneDomain {
  name: string;
  status?: CustomerDomain["status"];
  registeredOn?: string;
  expiresOn?: string;
  nextDueOn?: string;
  /** Without a fee for restoring the name; none for a name that cannot be renewed. */
  renewalPrice?: MinorUnits;
  autoRenew?: boolean;
}

export interface SceneInvoice {
  status?: CustomerInvoice["status"] | "draft";
  issuedOn?: string;
  dueOn?: string;
  paidOn?: string;
  subtotal?: MinorUnits;
  /** GST and QST, in this order, as far as there are any. */
  taxes?: { rateThousandths: number; amount: MinorUnits }[];
  creditApplied?: MinorUnits;
  paid?: MinorUnits;
}

export interface SceneTicket {
  subject?: string;
  department?: "Technical support" | "Billing" | null;
  serviceId?: number;
  status?: string;
  openedAt?: string;
  lastReplyAt?: string;
}

export const NOW = Date.parse("2026-11-20T15:00:00Z");
export const TIME_ZONE = "America/Toronto";
export const TAX_NAMES = ["GST", "QST"] as const;

const ID_STEP = 1_000;

/** Ids for a scene's rows: above those of the demonstration, with room for what is ordered in between. */
export function sceneIds(): () => number {
  let last = 100_000;
  return () => {
    last += ID_STEP;
    return last;
  };
}

/** The owner of a new account. */
export async function newOwner({ billing, scene }: BillingUnderTest, account: SceneAccount = {}, login?: SceneLogin) {
  const accountId = await scene.account(account);
  const loginId = await scene.login(login);
  await scene.grant(loginId, accountId, "owner");
  return contractCustomer(billing, asks(loginId, accountId));
}
