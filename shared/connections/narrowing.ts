import type { Reach } from "../billing-customer.ts";
import type { Agreement } from "./connection.ts";
import { inOrder, type Scope, scopeOf } from "./scopes.ts";

/** What a connection is to be narrowed to. */
export interface Narrowing {
  scopes: Scope[];
  limit: Reach;
  limitName: string | null;
}

/** An agreement with less in it; null for what would widen its scopes or its limit. Reading always stays. */
export function narrowed(agreement: Agreement, to: Narrowing): Agreement | null {
  const scopes = inOrder(["account:read", ...to.scopes]);
  if (!scopes.every((scope) => agreement.scopes.includes(scope))) return null;
  if (agreement.limit.kind !== "account" && !sameReach(agreement.limit, to.limit)) return null;
  return {
    ...agreement,
    scopes,
    operations: agreement.operations?.filter((operation) => scopes.includes(scopeOf(operation))) ?? null,
    limit: to.limit,
    limitName: to.limit.kind === "account" ? null : to.limitName,
  };
}

function sameReach(one: Reach, other: Reach): boolean {
  if (one.kind === "service") return other.kind === "service" && other.id === one.id;
  if (one.kind === "domain") return other.kind === "domain" && other.name === one.name;
  return other.kind === "account";
}
