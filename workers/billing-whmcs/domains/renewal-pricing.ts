import type { CustomerDomain } from "../../../shared/billing-contract/customer.ts";
import { type MinorUnits, scaleHalfUp } from "../../../shared/platform/money.ts";
import type { RenewalPrices } from "../acting/order-request.ts";
import { instantNow } from "../acting/stored-write.ts";
import type { AccountExtension } from "../orders/extension-prices.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

export type RenewalPricing = keyof RenewalPrices;

/** As the last invoice has shown that could tell; the price list's where none has. */
export async function renewalPricing({ db }: WhmcsContext): Promise<RenewalPricing> {
  return (await db.prepare("SELECT priced_by FROM renewal_pricing").first<RenewalPricing>("priced_by")) ?? "list";
}

/** Learns it from the subtotal of a renewal's invoice, where that is one of two different prices. */
export async function learnRenewalPricing(
  context: WhmcsContext,
  prices: RenewalPrices,
  subtotal: MinorUnits,
): Promise<void> {
  const { list, own } = prices;
  if (list === own || (subtotal !== list && subtotal !== own)) return;
  await context.db
    .prepare(
      `INSERT INTO renewal_pricing (only_row, priced_by, seen_at) VALUES (1, ?, ?)
       ON CONFLICT DO UPDATE SET priced_by = excluded.priced_by, seen_at = excluded.seen_at
       WHERE priced_by <> excluded.priced_by`,
    )
    .bind(subtotal === own ? "own" : "list", instantNow(context))
    .run();
}

/**
 * The prices of renewals by years, with the fee of grace or redemption; none at all where the extension takes none of that status.
 * @param taxPercent that is included in the recurring amount
 */
export function renewalPricesOf(
  { status, renewalPrice, renewalYears }: CustomerDomain,
  extension: AccountExtension | null,
  taxPercent: number,
): ReadonlyMap<number, RenewalPrices> {
  if (!extension) return new Map();
  const { renew, graceFee, redemptionFee } = extension;
  const fees = { grace: graceFee, redemption: redemptionFee };
  const fee = status === "grace" || status === "redemption" ? fees[status] : 0;
  if (fee === null) return new Map();
  const recurring = renewalPrice === null ? null : scaleHalfUp(renewalPrice, 100, 100 + taxPercent);
  return new Map(
    [...renew].map(([years, listed]) => {
      const own = recurring !== null && years === renewalYears ? recurring : listed;
      return [years, { list: listed + fee, own: own + fee }];
    }),
  );
}
