import { CHANGES, type ChangeOperation, type ChangeScope } from "../../../shared/account-access/scopes.ts";
import type { Permission } from "../../../shared/billing-contract/actor.ts";
import type { ManagedAccount } from "../../../shared/billing-contract/customer.ts";

/** What a login must be allowed in the billing system for a change to work at all. */
const NEEDED: Record<ChangeOperation, Permission[]> = {
  orderDomain: ["orders"],
  orderPlan: ["orders"],
  renewDomain: ["orders", "domains"],
  setDomainAutoRenew: ["domains", "managedomains"],
  changePlan: ["orders", "products"],
  cancelService: ["orders", "products"],
  setDomainNameservers: ["domains", "managedomains"],
  setDomainLock: ["domains", "managedomains"],
  transferDomainOut: ["domains", "managedomains"],
};

/** What a login holds on an account. */
export type Holding = Pick<ManagedAccount, "owner" | "permissions">;

/** Whether the login itself may make a change; nobody can hand on what they may not do. */
export function mayChange({ owner, permissions }: Holding, operation: ChangeOperation): boolean {
  return owner || NEEDED[operation].every((permission) => permissions.includes(permission));
}

/** The changes of a kind that the login may not make. */
export function changesNotHeld(holding: Holding, kind: ChangeScope): ChangeOperation[] {
  return CHANGES[kind].filter((operation) => !mayChange(holding, operation));
}

/** Whether the login may make any change of a kind. */
export function mayChangeSome(holding: Holding, kind: ChangeScope): boolean {
  return changesNotHeld(holding, kind).length < CHANGES[kind].length;
}
