import type { Grant } from "../../../durable-objects/connection/connection-port.ts";
import type { Target } from "../../../shared/api/definition/operation.ts";
import { OperationError } from "../../../shared/api/definition/problems.ts";
import type { GatedOperation } from "../../../shared/api/pipeline/gate.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { Actor, ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type { CustomerService } from "../../../shared/billing-contract/customer.ts";
import { actorProblem, BILLING_DEADLINE_MS, type ServiceBilling } from "../queries/account-queries.ts";

/**
 * Whether a connection's limit to one service or domain allows an operation.
 * @param target null for a name that nothing can have, undefined where the call names nothing
 * @throws {OperationError} `outside_limit`, or what the billing system refuses the look-up of a service with
 */
export async function checkResourceLimit(
  { access }: GatedOperation,
  grant: Grant,
  target: Target | null | undefined,
  billing: ServiceBilling,
  requestId: string,
): Promise<void> {
  const { limit } = grant;
  if (limit.kind === "account" || access?.limit === "whole" || access?.limit === "filtered") return;
  if (access?.limit === "outside") throw outsideLimit();
  // The check of the input says that the name is missing.
  if (target === undefined) return;
  if (target === null) throw outsideLimit();
  if (!(await isTargetWithin(target, limit, { ...grant, requestId }, billing))) throw outsideLimit();
}

/** A limit to a service has all of its zones; a limit to a domain has the zone of that name alone, on the services of the domain. */
export async function isTargetWithin(
  target: Target,
  limit: Exclude<ResourceLimit, { kind: "account" }>,
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

/** Whether a service is on the domain that a connection is limited to, or on a name under it. */
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

/** Whether a service is for a domain name or one under it. */
export function isOnDomain({ domain }: Pick<CustomerService, "domain">, name: string): boolean {
  return domain === name || (domain?.endsWith(`.${name}`) ?? false);
}

function outsideLimit(): OperationError {
  return new OperationError("outside_limit", {
    en: "The customer limited this connection to one service or one domain name, and this is outside of it.",
    fr: "La personne a limité cette connexion à un service ou à un nom de domaine, et ceci n’en fait pas partie.",
  });
}
