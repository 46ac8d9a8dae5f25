import type { Target } from "../../../shared/api/definition/operation.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { Actor, ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type { CustomerService } from "../../../shared/billing-contract/customer.ts";
import { actorProblem } from "../actions/refusal-problem.ts";
import { BILLING_DEADLINE_MS, type ServiceBilling } from "../queries/billing-answers.ts";

/** A limit to one service or domain. */
export type ItemLimit = Exclude<ResourceLimit, { kind: "account" }>;

/**
 * Checks whether a target is within a limit. A limit to a domain includes the services on that domain and, of their
 * zones, only the domain's own.
 */
export async function isTargetWithin(
  target: Target,
  limit: ItemLimit,
  actor: Actor,
  billing: ServiceBilling,
): Promise<boolean> {
  switch (target.kind) {
    case "zone":
      if (limit.kind === "service") return target.serviceId === limit.id;
      return target.id === limit.name && isServiceOnDomain(target.serviceId, limit, actor, billing);
    case "service":
      if (limit.kind === "service") return target.id === limit.id;
      return typeof target.id === "number" && isServiceOnDomain(target.id, limit, actor, billing);
    case "domain":
      return limit.kind === "domain" && target.id === limit.name;
    case "plan":
    case "order":
      return false;
  }
}

/** Checks whether a service's domain is the domain of the limit or a subdomain of it. */
async function isServiceOnDomain(
  serviceId: number,
  limit: Extract<ResourceLimit, { kind: "domain" }>,
  { loginId, accountId, requestId }: Actor,
  billing: ServiceBilling,
): Promise<boolean> {
  const query = { loginId, accountId, requestId, permissions: [] };
  const read = await askBilling(() => billing.readService(query, serviceId), BILLING_DEADLINE_MS, requestId);
  if (!read.ok) throw actorProblem(read.problem);
  const { service } = read.value;
  return service !== null && isOnDomain(service, limit.name);
}

/** Checks whether a service is for a domain name or one of its subdomains. */
export function isOnDomain({ domain }: Pick<CustomerService, "domain">, name: string): boolean {
  return domain === name || (domain?.endsWith(`.${name}`) ?? false);
}
