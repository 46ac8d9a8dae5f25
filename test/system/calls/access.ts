import type { Access, LimitEffect } from "../../../shared/api/definition/operation.ts";
import type { KnownAccount } from "./known-account.ts";
import type { ServedOperation } from "./served-api.ts";

/** A caller, with the access that its credential grants. */
export interface Caller {
  /** The kind in the report, or the name that the customer gave the connection. */
  kind: string;
  /** The `Authorization` headers that the caller sends. */
  authorization: readonly string[];
  /** Null if the credential is not valid. */
  grant: Grant | null;
}

export interface Grant {
  account: KnownAccount;
  scopes: readonly string[];
  /** The operations that an API token lists; null if its scopes decide. */
  operations?: readonly string[] | null;
  /** `service:2101`, `domain:ana.dev`; null for the whole account. */
  limit: string | null;
  /** The login's permissions; null if it has all of them. */
  permissions: readonly string[] | null;
  /** The login has since lost the account. */
  isLost?: boolean;
}

/** The access that one way of calling an operation needs. */
export interface Needed extends Pick<Access, "scope" | "permissions"> {
  limit: LimitEffect;
  /** The operation that an API token with listed operations must list. */
  opensWith: string;
}

export const NOBODY: Caller = { kind: "none", authorization: [], grant: null };

/** Reads the access that an operation needs from its description; null if anyone may call it. */
function neededBy({ id, scopes, permissions, limitedTo }: ServedOperation): Needed | null {
  if (scopes === null) return null;
  const scope = scopes.find((one) => one !== BASE_SCOPE) ?? BASE_SCOPE;
  return { scope, permissions, limit: limitedTo as LimitEffect, opensWith: id };
}

const BASE_SCOPE = "account:read";

/**
 * Checks a caller's permissions and limit. Returns the code of the refusal that comes before the input is read, and the
 * permissions that the login lacks.
 * @param isWithin whether the target is within the connection's limit; unknown by default
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

/** Returns the code that refuses a caller for any input; null if the caller may call the operation. */
export function denialOf(caller: Caller, operation: ServedOperation): string | null {
  const needed = neededBy(operation);
  if (needed === null) return null;
  const { code, lacked } = refusalOf(caller, needed);
  return code ?? (lacked.length > 0 ? `permission_denied: ${lacked.join(", ")}` : null);
}
