import type { Call, ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type {
  CustomerReads,
  CustomerService,
  LimitLists,
  WantedLists,
} from "../../../shared/billing-contract/customer.ts";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import type { SignedIn } from "../../../shared/pages/sign-in/session.ts";
import { readLimitLists } from "../queries/billing-answers.ts";

const MAX_OFFERED = 500;

/**
 * The result of confirming a limit. For `inside`, `name` is the limit's name, or `null` for a whole account. `service`
 * is present if the limit is a service.
 */
type ConfirmedLimit =
  | { outcome: "inside"; name: string | null; service?: CustomerService }
  /** The account has no such item, or the login may not see it. Responses do not distinguish the two cases. */
  | { outcome: "outside" }
  | { outcome: "unavailable" };

/** The login that reads the lists. It sees only what its permissions allow. */
interface LimitActor extends Call {
  billing: Pick<CustomerReads, "listDomains" | "listServices">;
  signedIn: Pick<SignedIn, "loginId">;
}

export const NO_LISTS = { domains: null, services: null } as const;

/**
 * Returns the domains and services that a page offers as a limit.
 * @param within the current limit
 */
export function offeredLists(within: ResourceLimit): WantedLists {
  const list = { status: "active", within, limit: MAX_OFFERED } as const;
  return { domains: list, services: list };
}

/** Returns the list that can confirm that a limit belongs to an account. The value from a form alone proves nothing. */
export function confirmingList(limit: ResourceLimit): WantedLists {
  const list = { status: "all", within: limit, limit: 1 } as const;
  return { domains: limit.kind === "domain" ? list : null, services: limit.kind === "service" ? list : null };
}

/** Reads the possible limits within the current limit. */
export function limitChoices(by: LimitActor, accountId: number, within: ResourceLimit): Promise<LimitLists> {
  return readLimitLists(by, { ...by.signedIn, accountId }, offeredLists(within));
}

/** Returns a function that reads the possible limits, once for all connections of a page with the same limit. */
export function rememberedChoices(by: LimitActor): ChoicesIn {
  const asked = new Map<string, Promise<LimitLists>>();
  return (accountId, within) => {
    const key = `${accountId} ${writeLimit(within)}`;
    const choices = asked.get(key) ?? limitChoices(by, accountId, within);
    asked.set(key, choices);
    return choices;
  };
}

export type ChoicesIn = (accountId: number, within: ResourceLimit) => Promise<LimitLists>;

/** Reads the list that confirms a limit, and looks up the limit in it. */
export async function readAndConfirmLimit(
  by: LimitActor,
  accountId: number,
  limit: ResourceLimit,
): Promise<ConfirmedLimit> {
  return confirmLimit(await readLimitLists(by, { ...by.signedIn, accountId }, confirmingList(limit)), limit);
}

/** Looks up a limit in the {@link confirmingList} for it. */
export function confirmLimit({ domains, services }: LimitLists, limit: ResourceLimit): ConfirmedLimit {
  switch (limit.kind) {
    case "account":
      return { outcome: "inside", name: null };
    case "domain": {
      if (!domains) return { outcome: "unavailable" };
      const [domain] = domains.items;
      return domain ? { outcome: "inside", name: readable(domain.name) } : { outcome: "outside" };
    }
    case "service": {
      if (!services) return { outcome: "unavailable" };
      const [service] = services.items;
      return service ? { outcome: "inside", name: serviceName(service), service } : { outcome: "outside" };
    }
  }
}

/** Reads a form's `limit`: `all`, `service:<id>` or `domain:<name>`. Returns `null` for anything else. */
export function readLimit(value: string): ResourceLimit | null {
  if (value === "all") return { kind: "account" };
  const service = /^service:([1-9]\d{0,14})$/.exec(value)?.[1];
  if (service) return { kind: "service", id: Number(service) };
  if (!value.startsWith("domain:")) return null;
  const name = parseDomainName(value.slice("domain:".length));
  return "ascii" in name ? { kind: "domain", name: name.ascii } : null;
}

export function writeLimit(limit: ResourceLimit): string {
  switch (limit.kind) {
    case "account":
      return "all";
    case "service":
      return `service:${limit.id}`;
    case "domain":
      return `domain:${limit.name}`;
  }
}

/** Returns a domain name in Unicode. */
export function readable(name: string): string {
  const parsed = parseDomainName(name);
  return "unicode" in parsed ? parsed.unicode : name;
}

/** Returns a name for a service from its plan and its domain, because neither is unique alone. */
export function serviceName({ id, plan, domain }: CustomerService): string {
  return `${plan}, ${domain ? readable(domain) : `#${id}`}`;
}
