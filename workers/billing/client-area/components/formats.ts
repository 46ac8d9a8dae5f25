import { parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { formatMoney } from "../../../../shared/pages/formats.ts";
import { type MinorUnits, toMajorUnits } from "../../../../shared/platform/money.ts";
import type { OwnRequest } from "../area-request.ts";

/** An amount of the account that is looked at. */
export function moneyOf({ account, visit }: OwnRequest, amount: MinorUnits): string {
  return formatMoney(toMajorUnits(amount), account.currency, visit.language);
}

/** A domain name as people write it. */
export function readableName(name: string): string {
  const parsed = parseDomainName(name);
  return "refused" in parsed ? name : parsed.unicode;
}

/** An id of an address; null for what none can be. */
export function idOf(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
