import type {
  Cancellation,
  CancellationStatement,
  DomainOrder,
  DomainRenewal,
  OwnDomain,
  PlacedDomainOrder,
  PlacedPlanChange,
  PlacedPlanOrder,
  PlacedRenewal,
  PlanChange,
  PlanOrder,
  SetRegistrarSettings,
  TransferPrepared,
} from "../../shared/billing-contract/actions.ts";

/** Everything that can be done on an account: what it takes, and what it gives. */
export interface AccountCommands {
  /** The registry is asked on the way. */
  orderDomain: { request: Omit<DomainOrder, "availability">; value: PlacedDomainOrder };
  orderPlan: { request: PlanOrder; value: PlacedPlanOrder };
  renewDomain: { request: DomainRenewal; value: PlacedRenewal };
  changePlan: { request: PlanChange; value: PlacedPlanChange };
  cancelService: { request: Cancellation & { confirm: string }; value: CancellationStatement };
  transferDomainOut: { request: { domain: string }; value: TransferPrepared };
  setDomainAutoRenew: { request: { domain: string; autoRenew: boolean }; value: OwnDomain };
  setDomainNameservers: { request: { domain: string; nameservers: string[] }; value: SetRegistrarSettings };
  setDomainLock: { request: { domain: string; locked: boolean }; value: SetRegistrarSettings };
}
export type AccountCommandName = keyof AccountCommands;

/** One of them, as it is asked for. */
export type AccountCommand = {
  [Name in AccountCommandName]: { name: Name; request: AccountCommands[Name]["request"] };
}[AccountCommandName];
export type AccountCommandValue = AccountCommands[AccountCommandName]["value"];

/** What a deed concerns: while the outcome of one is unknown, others on the same wait. */
export function lockedResources({ name, request }: AccountCommand): string[] {
  switch (name) {
    case "orderPlan":
      return [request.domain === null ? `plan:${request.planId}` : `plan:${request.planId} ${request.domain}`];
    case "changePlan":
    case "cancelService":
      return [`service:${request.serviceId}`];
    default:
      return [`domain:${request.domain}`];
  }
}
