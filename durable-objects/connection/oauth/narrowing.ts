import { inOrder, type Scope } from "../../../shared/account-access/scopes.ts";
import type { ResourceLimit } from "../../../shared/billing-contract/actor.ts";
import type { Agreement, Narrowing } from "../connection-port.ts";

/**
 * The narrowed agreement; null where it would widen scopes or limit. `account:read` always stays.
 * @param scopeOf the scope that an operation needs
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

/** A limit to a domain name includes its services. */
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
