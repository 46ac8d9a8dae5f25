/** The scope that every connection has. */
export const BASE_SCOPE = "account:read";
/** The scope that can be given only where a server with zones is connected. */
export const ZONES_SCOPE = "zones:write";
/** What an access token can be good for (RFC 6749 §3.3); all but the first are ticked. */
export const SCOPES = [BASE_SCOPE, "billing:write", "domains:write", ZONES_SCOPE] as const;
export type Scope = (typeof SCOPES)[number];

/** The kinds of change that a customer can tick. */
export const CHANGE_SCOPES = ["billing:write", "domains:write", ZONES_SCOPE] as const;
export type ChangeScope = (typeof CHANGE_SCOPES)[number];

/** Scopes in the order of {@link SCOPES}, each once. */
export function inOrder(scopes: Iterable<string>): Scope[] {
  const asked = new Set(scopes);
  return SCOPES.filter((scope) => asked.has(scope));
}
