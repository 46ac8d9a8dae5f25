/** The scope that every connection has. */
export const BASE_SCOPE = "account:read";
/** What an access token can be good for (RFC 6749 §3.3); all but the first are ticked. */
export const SCOPES = [BASE_SCOPE, "billing:write", "domains:write"] as const;
export type Scope = (typeof SCOPES)[number];

/** The kinds of change that a customer can tick. */
export const CHANGE_SCOPES = ["billing:write", "domains:write"] as const;
export type ChangeScope = (typeof CHANGE_SCOPES)[number];

/** The operations that each kind of change opens to: an API token may be given one of them alone. */
export const CHANGES = {
  "billing:write": ["orderDomain", "orderPlan", "renewDomain", "setDomainAutoRenew", "changePlan", "cancelService"],
  "domains:write": ["setDomainNameservers", "setDomainLock", "transferDomainOut"],
} as const satisfies Record<ChangeScope, readonly string[]>;
export type ChangeOperation = (typeof CHANGES)[ChangeScope][number];

/** Scopes in the order of {@link SCOPES}, each once. */
export function inOrder(scopes: Iterable<string>): Scope[] {
  const asked = new Set(scopes);
  return SCOPES.filter((scope) => asked.has(scope));
}

/** The scope that a change needs. */
export function scopeOf(operation: ChangeOperation): ChangeScope {
  const scope = CHANGE_SCOPES.find((kind) => (CHANGES[kind] as readonly string[]).includes(operation));
  if (!scope) throw new Error(`no scope opens ${operation}`);
  return scope;
}
