import type { Access, LimitEffect } from "../../../shared/api/definition/operation.ts";
import type { KnownAccount } from "./known-account.ts";
import type { ServedOperation } from "./served-api.ts";

/** Who calls, and what is known to be allowed to them. */
export interface Caller {
  /** What it is, in a word of the report or as the customer chose it. */
  kind: string;
  /** The `Authorization` headers of its requests. */
  authorization: readonly string[];
  /** Null where the credential is good for nothing. */
  grant: Grant | null;
}

export interface Grant {
  account: KnownAccount;
  scopes: readonly string[];
  /** The single operations of an API token; null where its scopes decide. */
  operations?: readonly string[] | null;
  /** `service:2101`, `domain:ana.dev`; null where the whole account is open. */
  limit: string | null;
  /** Of the login; null where it has them all. */
  permissions: readonly string[] | null;
  /** The login has lost the account since. */
  isLost?: boolean;
}

/** What is needed to call an operation in one way. */
export interface Needed extends Pick<Access, "scope" | "permissions"> {
  limit: LimitEffect;
  /** The operation that an API token with single operations must have been given. */
  opensWith: string;
}

export const NOBODY: Caller = { kind: "none", authorization: [], grant: null };

/** What an operation needs, as its description says it; null where anyone may call it. */
function neededBy({ id, scopes, permissions, limitedTo }: ServedOperation): Needed | null {
  if (scopes === null) return null;
  const scope = scopes.find((one) => one !== BASE_SCOPE) ?? BASE_SCOPE;
  return { scope, permissions, limit: limitedTo as LimitEffect, opensWith: id };
}

const BASE_SCOPE = "account:read";

/**
 * The judge of permissions and limits: the code that a caller is refused with before its input is read, and after it the permissions
 * that the login lacks.
 * @param isWithin whether the target is within the connection's limit; by default nothing is known of it
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

/** Why a caller cannot succeed with an operation, whatever it sends; null where it may. */
export function denialOf(caller: Caller, operation: ServedOperation): string | null {
  const needed = neededBy(operation);
  if (needed === null) return null;
  const { code, lacked } = refusalOf(caller, needed);
  return code ?? (lacked.length > 0 ? `permission_denied: ${lacked.join(", ")}` : null);
}
