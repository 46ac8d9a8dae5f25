import type { ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type { Page, ServiceListKey } from "../../../shared/billing-contract/customer.ts";

/** Page size of the list of services. */
const AT_ONCE = 100;

/** Lists the services within the limit, ended ones included. */
export type ServicesWithin = (list: {
  status: "all";
  limit: number;
  after?: ServiceListKey;
}) => Promise<Pick<Page<ServiceListKey, ServiceListKey>, "items" | "next">>;

/**
 * Log entries as a limited connection may see them: without targets outside its limit. The
 * log is the application's: another of its connections, or this one before it was narrowed, may have had a wider limit.
 */
export async function withTargetsWithin<Entry extends { target: string | null }>(
  entries: Entry[],
  limit: ResourceLimit,
  services: ServicesWithin,
): Promise<Entry[]> {
  if (limit.kind === "account") return entries;
  const own = limit.kind === "service" ? `service:${limit.id}` : `domain:${limit.name}`;
  const within = new Set([own]);
  // A limit to a domain name includes its services, which the billing system knows, and of their zones the one of that name.
  if (limit.kind === "domain" && entries.some(({ target }) => target !== null && OF_SERVICE.test(target))) {
    for await (const { id } of allOf(services)) within.add(`service:${id}`).add(`zone:${id}/${limit.name}`);
  }
  const isWithin = (target: string) =>
    within.has(target) || (limit.kind === "service" && target.startsWith(`zone:${limit.id}/`));
  return entries.map((entry) => (entry.target === null || isWithin(entry.target) ? entry : { ...entry, target: null }));
}

const OF_SERVICE = /^(?:service|zone):/;

async function* allOf(services: ServicesWithin): AsyncGenerator<ServiceListKey> {
  let after: ServiceListKey | null | undefined;
  do {
    const page = await services({ status: "all", limit: AT_ONCE, ...(after && { after }) });
    yield* page.items;
    after = page.next;
  } while (after);
}
