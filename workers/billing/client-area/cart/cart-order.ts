import type { DomainOrderRequest } from "../../../../shared/billing-contract/actions.ts";
import { parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { REGISTRATION_YEARS } from "../../../../shared/domain-names/registration-terms.ts";
import { extensionOf } from "../../engine/pricing/extension-prices.ts";
import type { AreaRequest } from "../area-request.ts";

/** The order of a domain that the cart's address describes. */
export interface CartOrder extends DomainOrderRequest {
  /** In Unicode form. */
  shown: string;
  /** Terms it can be registered for, in years. */
  yearsSold: readonly number[];
  /** Null: there is no registrar to check the name, ever. */
  retryAfter?: null;
}

/** The order that the cart's address describes; null if its name is not one. @param availabilityOf checks the name */
export async function cartOrderOf(
  request: AreaRequest,
  availabilityOf: AreaRequest["availabilityOf"],
): Promise<CartOrder | null> {
  const { searchParams } = request.visit.url;
  const parsed = parseDomainName((searchParams.get("domain") ?? "").trim());
  if ("refused" in parsed) return null;
  const type = searchParams.get("type") === "transfer" ? "transfer" : "register";
  const yearsSold = REGISTRATION_YEARS.of(extensionOf(parsed.ascii));
  const asked = Number(searchParams.get("years") ?? "");
  const years = type === "transfer" ? 1 : (yearsSold.find((sold) => sold === asked) ?? yearsSold[0] ?? 1);
  const availability = await availabilityOf({ domain: parsed.ascii, type }, request.requestId);
  const never = request.hasRegistrar ? {} : { retryAfter: null };
  return { domain: parsed.ascii, type, years, yearsSold, availability, shown: parsed.unicode, ...never };
}
