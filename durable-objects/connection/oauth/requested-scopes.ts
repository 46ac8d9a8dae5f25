import { inOrder, type Scope } from "../../../shared/account-access/scopes.ts";

/** The `scope` parameter of a token request (RFC 6749 §6). */
export interface RequestedScopes {
  /** The scopes to issue: those requested that the connection still has. */
  issued: Scope[];
  /** A scope was requested that the customer never granted. */
  isWider: boolean;
}

/**
 * Reads the `scope` parameter. Absent, or without a known scope, it requests all scopes of the connection. Every token has
 * `account:read`. A scope that the customer removed since the consent is left out, not refused.
 * @param agreed the connection's scopes now
 * @param granted those of its consent
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
