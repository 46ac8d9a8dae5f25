import type { Availability, DomainOrderRequest } from "../../../../shared/billing-contract/domain-orders.ts";
import { extensionOf, parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { REGISTRATION_YEARS } from "../../../../shared/domain-names/registration-terms.ts";
import { REGISTRY_RETRY_S } from "../../../../shared/ordering/refusals.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import { log } from "../../../../shared/platform/log.ts";
import type { AreaRequest } from "../area-request.ts";

/**
 * Returns the availability of a domain, from an uncached check at the registry. A domain that is already registered
 * here cannot be transferred here. Visitors who have not signed in share one limit on checks. The result is `unknown`
 * if that limit is reached, if no registrar is connected, or if the registrar does not respond.
 */
async function availabilityOf(
  { registrar, requestId, visitor, countVisitorQuestion }: AreaRequest,
  { domain, type }: Pick<DomainOrderRequest, "domain" | "type">,
): Promise<Availability> {
  if (!registrar) return "unknown";
  if (!visitor?.signedIn) {
    const counted = await countVisitorQuestion();
    if (counted.outcome === "not_counted") log("address_limit_failed", { request_id: requestId, cause: counted.cause });
    if (counted.outcome !== "counted") return "unknown";
  }
  const checked = await registrar.check(domain, requestId);
  if (!checked.ok) return "unknown";
  if (type === "register" || checked.value !== "taken") return checked.value;
  const read = await registrar.read(domain, requestId);
  if (!read.ok) return "unknown";
  return read.value === null ? "taken" : "unavailable";
}

/** The domain order that the cart's URL describes. */
export interface CartOrder extends DomainOrderRequest {
  /** The domain name in Unicode form. */
  shown: string;
  /** The terms for which the domain can be registered, in years. */
  yearsSold: readonly number[];
}

/**
 * Returns the domain order that the cart's URL describes, with the result of the registry check; `null` if the domain
 * name is invalid.
 */
export async function cartOrderOf(request: AreaRequest): Promise<CartOrder | null> {
  const asked = orderIn(request.visit);
  if (!asked) return null;
  const retryAfter = request.registrar ? REGISTRY_RETRY_S : null;
  return { ...asked, availability: await availabilityOf(request, asked), retryAfter };
}

/**
 * Returns the domain order that the cart's URL describes, without a registry check; `null` if the domain name is
 * invalid.
 */
export function orderIn({ url: { searchParams } }: Visit): Omit<CartOrder, "availability" | "retryAfter"> | null {
  const parsed = parseDomainName((searchParams.get("domain") ?? "").trim());
  if ("refused" in parsed) return null;
  const type = searchParams.get("type") === "transfer" ? "transfer" : "register";
  const yearsSold = REGISTRATION_YEARS.of(extensionOf(parsed.ascii));
  const asked = Number(searchParams.get("years") ?? "");
  const years = type === "transfer" ? 1 : (yearsSold.find((sold) => sold === asked) ?? yearsSold[0] ?? 1);
  return { domain: parsed.ascii, type, years, yearsSold, shown: parsed.unicode };
}

/**
 * Returns the domain and plan in the cart's URL; `null` for each one that is absent. An empty parameter is ignored if
 * the other one has a value.
 */
export function askedIn({ url: { searchParams } }: Visit): { domain: string | null; plan: string | null } {
  const [domain, plan] = [searchParams.get("domain"), searchParams.get("plan")];
  return { domain: plan ? domain || null : domain, plan: domain ? plan || null : plan };
}
