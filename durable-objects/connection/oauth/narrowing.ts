import { inOrder, type Scope } from "../../../shared/account-access/scopes.ts";
import type { ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type { Agreement, Narrowing } from "../connection-port.ts";

/**
 * Returns the restricted agreement, or `null` if the change would widen the scopes or the limit. The scope
 * `account:read` always stays.
 * @param scopeOf returns the scope that an operation needs
 */
export function narrowed(
  agreement: Agreement,
  to: Narrowing,
  scopeOf: (operation: string) => Scope | undefined,
): Agreement | null {
  const scopes = inOrder(["account:read", ...to.scopes]);
  if (!scopes.every((scope) => agreement.scopes.includes(scope))) return null;
  if (!isInside(to, agreement.limit)) return null;
  return {
    ...agreement,
    scopes,
    operations: agreement.operations?.filter((id) => scopes.some((scope) => scope === scopeOf(id))) ?? null,
    limit: to.limit,
    limitName: to.limit.kind === "account" ? null : to.limitName,
  };
}

/** Returns whether a limit is inside the agreed limit. A limit to a domain includes the services on that domain. */
function isInside({ limit, within }: Narrowing, agreed: ResourceLimit): boolean {
  switch (agreed.kind) {
    case "account":
      return true;
    case "service":
      return limit.kind === "service" && limit.id === agreed.id;
    case "domain":
      return limit.kind === "domain" ? limit.name === agreed.name : limit.kind === "service" && within === agreed.name;
  }
}

/** The `scope` parameter of a token request (RFC 6749 §6). */
export interface RequestedScopes {
  /** The scopes to issue: the requested scopes that the connection still has. */
  issued: Scope[];
  /** Whether the request contains a scope that the customer never granted. */
  isWider: boolean;
}

/**
 * Reads the `scope` parameter. If it is absent or contains no known scope, it stands for all scopes of the connection.
 * Every token has `account:read`. A scope that the customer removed after the consent is left out without an error.
 * @param agreed the connection's current scopes
 * @param granted the scopes that the customer granted in the consent
 */
export function requestedScopes(
  form: URLSearchParams,
  agreed: readonly Scope[],
  granted: readonly Scope[],
): RequestedScopes {
  const known = inOrder((form.get("scope") ?? "").split(" "));
  if (known.length === 0) return { issued: [...agreed], isWider: false };
  const asked = inOrder(["account:read", ...known]);
  return {
    issued: asked.filter((scope) => agreed.includes(scope)),
    isWider: !asked.every((scope) => granted.includes(scope)),
  };
}
