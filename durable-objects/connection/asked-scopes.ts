import { inOrder, type Scope } from "../../shared/account-access/scopes.ts";

/** What `scope` of a token request asks for (RFC 6749 §6). */
export interface RequestedScopes {
  /** What the token is issued with: what was asked for, as far as the connection still has it. */
  issued: Scope[];
  /** Something was asked for that the customer never granted. */
  isWider: boolean;
}

/**
 * Reads `scope` of a token request: absent, or without a scope that is known here, it asks for all that the connection has.
 * Reading belongs to every token, as it does to every connection. What the customer took away since is left out, not refused:
 * the application asks for what it was granted.
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
