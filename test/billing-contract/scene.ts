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

/** A billing system that implements the contract, with a scene that creates its customers. */
export interface BillingUnderTest {
  billing: BillingSystem;
  scene: BillingScene;
  what: BillingDifferences;
}

/** The permitted differences between billing systems. Each system's values have their reasons next to them. */
export interface BillingDifferences {
  /** The way to sign in. The methods of the other way return `billing_unavailable`. */
  signIn: "form" | "redirect";
  /** Whether a domain that left and returned is listed twice, with its former row and its current row. */
  listsFormerDomains: boolean;
  /** Whether an immediate cancellation takes effect on the day of the request. */
  cancelsAtOnce: boolean;
  /** Whether a ticket may have no department. */
  hasTicketsWithoutDepartment: boolean;
  /** Whether a first-year discount may apply to more than one billing cycle. */
  discountsSeveralCycles: boolean;
  /** Whether the billing system's carts use other plan ids than the catalogue. */
  namesProducts: boolean;
  /** Whether the system can check a domain at a registrar. */
  asksRegistrar: boolean;
}

export type SceneTable = "services" | "domains" | "invoices" | "tickets";

/**
 * The customers of a billing system, independent of its storage. The demonstration's customers and catalogue exist from
 * the beginning, as they are at {@link NOW}. The provider's time zone is {@link TIME_ZONE}. Each added row gets a
 * higher id than the previous one.
 */
export interface BillingScene {
  /** Sets the clock, in epoch milliseconds. The clock starts at {@link NOW}. */
  setTime(now: number): void;
  login(login?: SceneLogin): Promise<number>;
  account(account?: SceneAccount): Promise<number>;
  /** Lets a login manage an account. The given permissions replace its previous ones. */
  grant(loginId: number, accountId: number, holds: "owner" | readonly Permission[]): Promise<void>;
  /** Removes a login from an account. */
  revoke(loginId: number, accountId: number): Promise<void>;
  removeLogin(loginId: number): Promise<void>;
  service(accountId: number, service?: SceneService): Promise<number>;
  domain(accountId: number, domain: SceneDomain): Promise<number>;
  invoice(accountId: number, invoice?: SceneInvoice): Promise<number>;
  ticket(accountId: number, ticket?: SceneTicket): Promise<number>;
  /** Adds a cancellation request to a service. Lists of services show the request. */
  cancellation(serviceId: number, cancellation: ServiceCancellation): Promise<void>;
  remove(table: SceneTable, id: number): Promise<void>;
  paymentMethod(accountId: number, isOnFile: boolean): Promise<void>;
  /** Registers a domain through the provider's registrar. */
  registered(domain: string, more?: { registeredOn?: string; expiresOn?: string }): void;
  pay(loginId: number, accountId: number, invoiceId: number): Promise<void>;
  /** Returns everything that a write stores, sends to a server or sends by e-mail. Reads leave the result unchanged. */
  traces(): Promise<unknown>;
  /** Puts the billing system's store on hold, or resumes it. */
  setHold(isHeld: boolean): Promise<void>;
}

/** The parts of the scene that tests of actions need in addition to customers. */
export type ActingScene = Pick<BillingScene, "paymentMethod" | "registered" | "pay" | "traces" | "setHold">;

export interface SceneLogin {
  /** The e-mail address. By default, each login has a different one. */
  email?: string;
  language?: Language;
}

export interface SceneAccount {
  name?: string;
  /** Whether the account belongs to a person and not to a company. */
  isPerson?: boolean;
  email?: string;
  country?: string;
  currency?: "CAD" | "EUR" | "USD";
  credit?: MinorUnits;
  /** The account's language. The default is English, which also applies in a system whose accounts have no language. */
  language?: Language;
}

export interface SceneService {
  /** A plan of the catalogue. If absent, the service is not based on a plan and has the name in `name`. */
  planId?: string;
  name?: string;
  domain?: string;
  status?: CustomerService["status"];
  billingCycle?: BillingCycle;
  nextDueOn?: string;
  price?: MinorUnits;
  /** The id of a server, and the service's user on it. Absent if the service has no server. */
  server?: { id: number; user: string };
}

export interface SceneDomain {
  name: string;
  status?: CustomerDomain["status"];
  registeredOn?: string;
  expiresOn?: string;
  nextDueOn?: string;
  /** The price without the restoration fee. Absent if the domain cannot be renewed. */
  renewalPrice?: MinorUnits;
  autoRenew?: boolean;
}

export interface SceneInvoice {
  status?: CustomerInvoice["status"] | "draft";
  issuedOn?: string;
  dueOn?: string;
  paidOn?: string;
  subtotal?: MinorUnits;
  /** GST and QST in this order, if they apply. */
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

/**
 * Returns a generator of ids for a scene's rows. The ids are above those of the demonstration, with gaps for orders.
 */
export function sceneIds(): () => number {
  let last = 100_000;
  return () => {
    last += ID_STEP;
    return last;
  };
}

/** Creates an account and returns its owner as a caller. */
export async function newOwner({ billing, scene }: BillingUnderTest, account: SceneAccount = {}, login?: SceneLogin) {
  const accountId = await scene.account(account);
  const loginId = await scene.login(login);
  await scene.grant(loginId, accountId, "owner");
  return contractCustomer(billing, asks(loginId, accountId));
}
