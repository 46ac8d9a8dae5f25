import { COMMAND_NAMES } from "../../durable-objects/account/command-map.ts";
import { ASK_KINDS, type Asks } from "../../shared/account-access/asks.ts";
import { CHANGE_SCOPES, type ChangeScope, type Scope, ZONES_SCOPE } from "../../shared/account-access/scopes.ts";
import type { ResourceLimit } from "../../shared/billing-contract/call.ts";
import type { Holding } from "../../shared/billing-contract/customer.ts";
import type { ActingDefinitions, ActingOperation } from "./actions/acting-operation.ts";
import { accountOperations } from "./operations/index.ts";

/** The definition of each command, in the order in which pages and e-mails list them. */
export const commandDefinitions = Object.fromEntries(
  COMMAND_NAMES.map((name) => [name, accountOperations.find(({ id }) => id === name)]),
) as ActingDefinitions;

/** The operations that change an account. An API token may have only some of them. */
const ACTING: readonly ActingOperation[] = Object.values(commandDefinitions);

/** Returns the scope that an operation needs, or `undefined` if no acting operation has this id. */
export function scopeOf(id: string): Scope | undefined {
  return ACTING.find((operation) => operation.id === id)?.access.scope;
}

/**
 * Returns the acting operations within a scope.
 * @param given the ids of the operations that a token has; absent for whole scopes
 */
export function operationsUnder(scope: ChangeScope, given?: readonly string[]): ActingOperation[] {
  return ACTING.filter(({ access, id }) => access.scope === scope && (given?.includes(id) ?? true));
}

/** The facts that decide which kinds of change a customer can allow. */
export interface Provider {
  /** Whether the billing system accepts changes. */
  acts: boolean;
  /** Whether a server with zones is connected; `null` while that is unknown. */
  hasZones: boolean | null;
}

/** Returns the kinds of change that a customer can allow. */
export function offeredScopes({ acts, hasZones }: Provider): ChangeScope[] {
  if (!acts) return [];
  return CHANGE_SCOPES.filter((scope) => scope !== ZONES_SCOPE || hasZones === true);
}

/** The permissions of a login on an account. */
export type Held = Pick<Holding, "owner" | "permissions">;

/** Checks whether the login itself may call an operation. A login cannot grant a permission that it lacks. */
export function mayCall({ owner, permissions }: Held, { access }: ActingOperation): boolean {
  return owner || access.permissions.every((permission) => permissions.includes(permission));
}

export function operationsHeld(holding: Held, scope: ChangeScope): ActingOperation[] {
  return operationsUnder(scope).filter((operation) => mayCall(holding, operation));
}

export function operationsNotHeld(holding: Held, scope: ChangeScope): ActingOperation[] {
  return operationsUnder(scope).filter((operation) => !mayCall(holding, operation));
}

export function mayCallSome(holding: Held, scope: ChangeScope): boolean {
  return operationsUnder(scope).some((operation) => mayCall(holding, operation));
}

/** Checks whether a resource limit allows an operation for at least one target. */
export function isWithin({ kind }: ResourceLimit, { access, target }: ActingOperation): boolean {
  if (kind === "account") return true;
  return access.limit !== "outside" && !(kind === "service" && target?.kind === "domain");
}

/** Returns the approvals that a customer can require for these operations, in the order in which pages show them. */
export function asksAbout(operations: readonly ActingOperation[]): (keyof Asks)[] {
  return ASK_KINDS.filter((kind) => operations.some(({ asks }) => asks.includes(kind)));
}
