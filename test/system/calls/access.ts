import type { Access, LimitEffect } from "../../../shared/api/definition/operation.ts";
import type { KnownAccount } from "./known-account.ts";
import type { ServedOperation } from "./served-api.ts";

/** A caller, and what its credential allows. */
export interface Caller {
  /** The kind in the report, or the name that the customer chose. */
  kind: string;
  /** The `Authorization` headers of its requests. */
  authorization: readonly string[];
  /** Null if the credential is not valid. */
  grant: Grant | null;
}

export interface Grant {
  account: KnownAccount;
  scopes: readonly string[];
  /** The single operations of an API token; null if its scopes decide. */
  operations?: readonly string[] | null;
  /** `service:2101`, `domain:ana.dev`; null for the whole account. */
  limit: string | null;
  /** The login's permissions; null if it has all of them. */
  permissions: readonly string[] | null;
  /** The login has since lost the account. */
  isLost?: boolean;
}

/** What is needed to call an operation in one way. */
export interface Needed extends Pick<Access, "scope" | "permissions"> {
  limit: LimitEffect;
  /** The operation that an API token with single operations must have been given. */
  opensWith: string;
}

export const NOBODY: Caller = { kind: "none", authorization: [], grant: null };

/** What an operation needs, from its description; null if anyone may call it. */
function neededBy({ id, scopes, permissions, limitedTo }: ServedOperation): Needed | null {
  if (scopes === null) return null;
  const scope = scopes.find((one) => one !== BASE_SCOPE) ?? BASE_SCOPE;
  return { scope, permissions, limit: limitedTo as LimitEffect, opensWith: id };
}

const BASE_SCOPE = "account:read";

/**
 * The judge of permissions and limits. It gives the code that refuses a caller before its input is read, and the permissions that
 * the login lacks.
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

/** Why an operation refuses a caller, whatever the input; null if the caller may call it. */
export function denialOf(caller: Caller, operation: ServedOperation): string | null {
  const needed = neededBy(operation);
  if (needed === null) return null;
  const { code, lacked } = refusalOf(caller, needed);
  return code ?? (lacked.length > 0 ? `permission_denied: ${lacked.join(", ")}` : null);
}
