import type { Child } from "hono/jsx";
import { parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { formatMoney } from "../../../../shared/pages/formats.ts";
import { type MinorUnits, toMajorUnits } from "../../../../shared/platform/money.ts";
import type { SignedInRequest } from "../area-request.ts";

export type DescriptionItem = readonly [label: string, value: Child];

/** Labels with their values, as a description list; null is left out. */
export function DescriptionList({ items }: { items: (DescriptionItem | null)[] }) {
  return (
    <dl class="parameters">
      {items
        .filter((item) => item !== null)
        .map(([label, value]) => (
          <div>
            <dt class="muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export function moneyOf({ account, visit }: SignedInRequest, amount: MinorUnits): string {
  return formatMoney(toMajorUnits(amount), account.currency, visit.language);
}

/** A domain name in Unicode form. */
export function readableName(name: string): string {
  const parsed = parseDomainName(name);
  return "refused" in parsed ? name : parsed.unicode;
}
