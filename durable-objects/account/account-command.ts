import type { HourlyLimit } from "../../shared/api/definition/operation.ts";
import type { Cancellation, CancellationStatement } from "../../shared/billing-contract/cancellation.ts";
import type { AccountReference } from "../../shared/billing-contract/customer.ts";
import type {
  DomainOrder,
  DomainRenewal,
  PlacedDomainOrder,
  PlacedRenewal,
} from "../../shared/billing-contract/domain-orders.ts";
import type {
  OwnDomain,
  SetRegistrarSettings,
  TransferPrepared,
} from "../../shared/billing-contract/domain-settings.ts";
import type {
  PlacedPlanChange,
  PlacedPlanOrder,
  PlanChange,
  PlanOrder,
} from "../../shared/billing-contract/plan-orders.ts";
import type { ChangedZone, ZoneChange } from "../../shared/zones-contract/zone-system.ts";

/** The commands that change an account: what each takes, and what it gives. */
export interface AccountCommands {
  /** The account's object adds the availability, as the registry has it now. */
  orderDomain: { request: Omit<DomainOrder, "availability">; value: PlacedDomainOrder };
  orderPlan: { request: PlanOrder; value: PlacedPlanOrder };
  renewDomain: { request: DomainRenewal; value: PlacedRenewal };
  changePlan: { request: PlanChange; value: PlacedPlanChange };
  cancelService: { request: Cancellation & { confirm: string }; value: CancellationStatement };
  transferDomainOut: { request: { domain: string }; value: TransferPrepared };
  setDomainAutoRenew: { request: { domain: string; autoRenew: boolean }; value: OwnDomain };
  setDomainNameservers: { request: { domain: string; nameservers: string[] }; value: SetRegistrarSettings };
  setDomainLock: { request: { domain: string; locked: boolean }; value: SetRegistrarSettings };
  changeDnsZone: { request: ZoneChange & { serviceId: number; zone: string }; value: ChangedServiceZone };
}

export interface ChangedServiceZone extends ChangedZone {
  account: AccountReference;
  /** A mail about it will be sent to the account's owner. */
  ownerTold: boolean;
}

export type AccountCommandName = keyof AccountCommands;
/** The commands that a customer can be asked about. */
export type ApprovableCommand = Exclude<AccountCommandName, "setDomainAutoRenew">;

export type AccountCommand = {
  [Name in AccountCommandName]: { name: Name; request: AccountCommands[Name]["request"] };
}[AccountCommandName];
export type AccountCommandValue = AccountCommands[AccountCommandName]["value"];

interface CommandRule<Name extends AccountCommandName> {
  hourlyLimit: HourlyLimit;
  /** What it locks: while the outcome of one command is unknown, others on the same resource wait. */
  lock(request: AccountCommands[Name]["request"]): string;
  /** How long its answer is waited for, in milliseconds, where that is less than for what may reach a registrar. */
  answerTimeoutMs?: number;
  /** Whether the billing system makes an order of it, which has a number. */
  makesOrder: boolean;
}

/** Of what is in the billing system alone, as of questions to it. */
const BILLING_TIMEOUT_MS = 8_000;

const domainLock = ({ domain }: { domain: string }) => `domain:${domain}`;
const serviceLock = ({ serviceId }: { serviceId: number }) => `service:${serviceId}`;
const planLock = ({ planId, domain }: PlanOrder) => (domain === null ? `plan:${planId}` : `plan:${planId} ${domain}`);

/** In the order in which pages and mails list them. */
const COMMAND_RULES: { [Name in AccountCommandName]: CommandRule<Name> } = {
  orderDomain: { hourlyLimit: "orders", lock: domainLock, makesOrder: true },
  orderPlan: { hourlyLimit: "orders", lock: planLock, makesOrder: true },
  renewDomain: { hourlyLimit: "orders", lock: domainLock, makesOrder: true },
  setDomainAutoRenew: {
    hourlyLimit: "settings",
    lock: domainLock,
    answerTimeoutMs: BILLING_TIMEOUT_MS,
    makesOrder: false,
  },
  changePlan: { hourlyLimit: "orders", lock: serviceLock, makesOrder: true },
  cancelService: { hourlyLimit: "orders", lock: serviceLock, makesOrder: false },
  setDomainNameservers: { hourlyLimit: "settings", lock: domainLock, makesOrder: false },
  setDomainLock: { hourlyLimit: "settings", lock: domainLock, makesOrder: false },
  transferDomainOut: { hourlyLimit: "orders", lock: domainLock, makesOrder: false },
  changeDnsZone: { hourlyLimit: "settings", lock: serviceLock, makesOrder: false },
};

/** Every command, in the order in which pages and mails list them. */
export const COMMAND_NAMES = Object.keys(COMMAND_RULES) as AccountCommandName[];

export function commandsUnder(limit: HourlyLimit): AccountCommandName[] {
  return COMMAND_NAMES.filter((name) => COMMAND_RULES[name].hourlyLimit === limit);
}

/** Whether an operation makes an order; false for a name that is no command. */
export function makesOrder(operation: string): boolean {
  return COMMAND_NAMES.some((name) => name === operation && COMMAND_RULES[name].makesOrder);
}

/** How long a command's answer is waited for. @param most for what may reach a registrar */
export function answerTimeoutOf({ name }: Pick<AccountCommand, "name">, most: number): number {
  return Math.min(most, COMMAND_RULES[name].answerTimeoutMs ?? most);
}

export function lockedResources<Name extends AccountCommandName>(command: {
  name: Name;
  request: AccountCommands[Name]["request"];
}): string[] {
  return [COMMAND_RULES[command.name].lock(command.request)];
}
