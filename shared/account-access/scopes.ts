/** The scope that every connection has. */
export const BASE_SCOPE = "account:read";
/** The scope for changes to DNS zones. It is available only if a server that hosts zones is connected. */
export const ZONES_SCOPE = "zones:write";
/** The scopes of an access token (RFC 6749 §3.3). The customer can tick all but the first, which every token has. */
export const SCOPES = [BASE_SCOPE, "billing:write", "domains:write", ZONES_SCOPE] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes that allow changes. The customer can tick each of them. */
export const CHANGE_SCOPES = ["billing:write", "domains:write", ZONES_SCOPE] as const;
export type ChangeScope = (typeof CHANGE_SCOPES)[number];

/** Sorts scopes in the order of {@link SCOPES} and removes duplicates. */
export function inOrder(scopes: Iterable<string>): Scope[] {
  const asked = new Set(scopes);
  return SCOPES.filter((scope) => asked.has(scope));
}
