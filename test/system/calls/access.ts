import type { Access, LimitEffect } from "../../../shared/api/definition/operation.ts";
import type { KnownAccount } from "./known-account.ts";
import type { ServedOperation } from "./served-api.ts";

/** A caller, with the access that its credential grants. */
export interface Caller {
  /** The name of this kind of caller in reports and failure messages. */
  kind: string;
  /** The `Authorization` headers that the caller sends. */
  authorization: readonly string[];
  /** The access that the credential grants; `null` if the credential is invalid. */
  grant: Grant | null;
}

export interface Grant {
  account: KnownAccount;
  scopes: readonly string[];
  /** The operations that an API token lists; `null` if the scopes alone decide. */
  operations?: readonly string[] | null;
  /** The limit of the connection, such as `service:2101` or `domain:ana.dev`; `null` for the whole account. */
  limit: string | null;
  /** The permissions of the login; `null` if the login has all of them. */
  permissions: readonly string[] | null;
  /** Whether the login has since lost access to the account. */
  isLost?: boolean;
}

/** The access that one way of calling an operation needs. */
export interface Needed extends Pick<Access, "scope" | "permissions"> {
  limit: LimitEffect;
  /** The operation that an API token must list, if the token lists operations. */
  opensWith: string;
}

export const NOBODY: Caller = { kind: "none", authorization: [], grant: null };

/** Returns the access that an operation's description requires; `null` if anyone may call the operation. */
function neededBy({ id, scopes, permissions, limitedTo }: ServedOperation): Needed | null {
  if (scopes === null) return null;
  const scope = scopes.find((one) => one !== BASE_SCOPE) ?? BASE_SCOPE;
  return { scope, permissions, limit: limitedTo as LimitEffect, opensWith: id };
}

const BASE_SCOPE = "account:read";

/**
 * Compares a caller's access with the access that a call needs.
 * @param isWithin whether the target is within the connection's limit; `true` by default
 * @returns the problem code that refuses the caller before the input is read, or `null`; and the permissions that the
 * login lacks
 */
export function refusalOf(
  { grant }: Caller,
  { scope, permissions, limit, opensWith }: Needed,
  isWithin = true,
): { code: string | null; lacked: string[] } {
  const lacked = permissions.filter((one) => grant?.permissions?.includes(one) === false);
  const has = (needed: string) =>
    grant?.operations ? grant.operations.includes(opensWith) : grant?.scopes.includes(needed) === true;
  if (!grant) return { code: "unauthorized", lacked };
  if (grant.isLost) return { code: "access_lost", lacked };
  if (scope !== BASE_SCOPE && !has(scope)) return { code: "insufficient_scope", lacked };
  const isOutside = limit === "outside" || (limit === "item" && !isWithin);
  return { code: grant.limit !== null && isOutside ? "outside_limit" : null, lacked };
}

/** Returns why an operation refuses a caller for any input; `null` if the caller may call the operation. */
export function denialOf(caller: Caller, operation: ServedOperation): string | null {
  const needed = neededBy(operation);
  if (needed === null) return null;
  const { code, lacked } = refusalOf(caller, needed);
  return code ?? (lacked.length > 0 ? `permission_denied: ${lacked.join(", ")}` : null);
}
