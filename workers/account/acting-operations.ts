import { COMMAND_NAMES } from "../../durable-objects/account/command-map.ts";
import { ASK_KINDS, type Asks } from "../../shared/account-access/asks.ts";
import { CHANGE_SCOPES, type ChangeScope, type Scope, ZONES_SCOPE } from "../../shared/account-access/scopes.ts";
import type { ResourceLimit } from "../../shared/billing-contract/call.ts";
import type { Holding } from "../../shared/billing-contract/customer.ts";
import type { ActingDefinitions, ActingOperation } from "./actions/acting-operation.ts";
import { accountOperations } from "./operations/index.ts";

/** The definition of each command, in the order in which pages and mails list them. */
export const commandDefinitions = Object.fromEntries(
  COMMAND_NAMES.map((name) => [name, accountOperations.find(({ id }) => id === name)]),
) as ActingDefinitions;

/** The operations that change an account: an API token may be given one of them alone. */
const ACTING: readonly ActingOperation[] = Object.values(commandDefinitions);

/** The scope that an operation needs; undefined for one that is not known. */
export function scopeOf(id: string): Scope | undefined {
  return ACTING.find((operation) => operation.id === id)?.access.scope;
}

/** The acting operations that a scope opens. @param given the ids of those that were given alone */
export function operationsUnder(scope: ChangeScope, given?: readonly string[]): ActingOperation[] {
  return ACTING.filter(({ access, id }) => access.scope === scope && (given?.includes(id) ?? true));
}

/** What decides which kinds of change a customer can allow at all. */
export interface Provider {
  /** The billing system takes changes. */
  acts: boolean;
  /** A server with zones is connected; null while that is not known. */
  hasZones: boolean | null;
}

/** The kinds of change that a customer can allow. */
export function offeredScopes({ acts, hasZones }: Provider): ChangeScope[] {
  if (!acts) return [];
  return CHANGE_SCOPES.filter((scope) => scope !== ZONES_SCOPE || hasZones === true);
}

/** What a login holds on an account. */
export type Held = Pick<Holding, "owner" | "permissions">;

/** Whether the login itself may call an operation; nobody can hand on what they may not do. */
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

/** Whether a resource limit lets an operation through for anything at all. */
export function isWithin({ kind }: ResourceLimit, { access, target }: ActingOperation): boolean {
  if (kind === "account") return true;
  return access.limit !== "outside" && !(kind === "service" && target?.kind === "domain");
}

/** What a customer can ask about before one of these operations is done, in the order in which pages list it. */
export function asksAbout(operations: readonly ActingOperation[]): (keyof Asks)[] {
  return ASK_KINDS.filter((kind) => operations.some(({ asks }) => asks.includes(kind)));
}
