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

/** How billing systems differ although both keep the contract: the reason is with each value. */
export interface BillingDifferences {
  /** Its kind of sign-in: it answers `billing_unavailable` to the methods of the other kind. */
  signIn: "form" | "redirect";
  /** A name that left and came back is listed twice: as it was, and as it is. */
  listsFormerDomains: boolean;
  /** An immediate cancellation takes effect on the day of the request. */
  cancelsAtOnce: boolean;
  /** A ticket may have no department. */
  hasTicketsWithoutDepartment: boolean;
  /** A first-year discount may cover more than one billing cycle. */
  discountsSeveralCycles: boolean;
  /** A plan of the catalogue has another name in the billing system's carts. */
  namesProducts: boolean;
  /** It can check a name at a registrar. */
  asksRegistrar: boolean;
}

export type SceneTable = "services" | "domains" | "invoices" | "tickets";

/**
 * The customers of a billing system, independent of how it stores them. The demonstration's customers and catalogue exist from
 * the beginning, dated {@link NOW}; the provider's time zone is {@link TIME_ZONE}. Each added row gets the next id.
 */
export interface BillingScene {
  /** Sets the clock, in epoch milliseconds; {@link NOW} at first. */
  setTime(now: number): void;
  login(login?: SceneLogin): Promise<number>;
  account(account?: SceneAccount): Promise<number>;
  /** Lets a login manage an account, with these permissions in place of its previous ones. */
  grant(loginId: number, accountId: number, holds: "owner" | readonly Permission[]): Promise<void>;
  /** Takes a login off an account. */
  revoke(loginId: number, accountId: number): Promise<void>;
  removeLogin(loginId: number): Promise<void>;
  service(accountId: number, service?: SceneService): Promise<number>;
  domain(accountId: number, domain: SceneDomain): Promise<number>;
  invoice(accountId: number, invoice?: SceneInvoice): Promise<number>;
  ticket(accountId: number, ticket?: SceneTicket): Promise<number>;
  /** A request to cancel, which lists of services show. */
  cancellation(serviceId: number, cancellation: ServiceCancellation): Promise<void>;
  remove(table: SceneTable, id: number): Promise<void>;
  paymentMethod(accountId: number, isOnFile: boolean): Promise<void>;
  /** A name is registered through the provider's registrar. */
  registered(domain: string, more?: { registeredOn?: string; expiresOn?: string }): void;
  pay(loginId: number, accountId: number, invoiceId: number): Promise<void>;
  /** What changes with each write, goes to a server or leaves as mail; reads leave it as it is. */
  traces(): Promise<unknown>;
  /** Puts the billing system's store on hold, or resumes it. */
  setHold(isHeld: boolean): Promise<void>;
}

/** What actions need from the provider besides its customers. */
export type ActingScene = Pick<BillingScene, "paymentMethod" | "registered" | "pay" | "traces" | "setHold">;

export interface SceneLogin {
  /** One of the login's own by default. */
  email?: string;
  language?: Language;
}

export interface SceneAccount {
  name?: string;
  /** A person's name. */
  isPerson?: boolean;
  email?: string;
  country?: string;
  currency?: "CAD" | "EUR" | "USD";
  credit?: MinorUnits;
  /** English by default, and if accounts have none. */
  language?: Language;
}

export interface SceneService {
  /** A plan of the catalogue; without one the service has its own name. */
  planId?: string;
  name?: string;
  domain?: string;
  status?: CustomerService["status"];
  billingCycle?: BillingCycle;
  nextDueOn?: string;
  price?: MinorUnits;
  /** The number of a server, and the service's user there; absent: no server. */
  server?: { id: number; user: string };
}

export interface SceneDomain {
  name: string;
  status?: CustomerDomain["status"];
  registeredOn?: string;
  expiresOn?: string;
  nextDueOn?: string;
  /** Without the fee for a restoration; none for a name that cannot be renewed. */
  renewalPrice?: MinorUnits;
  autoRenew?: boolean;
}

export interface SceneInvoice {
  status?: CustomerInvoice["status"] | "draft";
  issuedOn?: string;
  dueOn?: string;
  paidOn?: string;
  subtotal?: MinorUnits;
  /** GST and QST, in this order, if there are any. */
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

/** Ids for a scene's rows: above the demonstration's, with room for orders in between. */
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
