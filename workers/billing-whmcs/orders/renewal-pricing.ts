import type { CustomerDomain } from "../../../shared/billing-contract/customer.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { ExtensionPricing } from "../answers/products.ts";
import type { NetPrice } from "../catalogue/prices.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import type { RenewalPrices } from "./action-rows.ts";

/**
 * Returns which of the two prices WHMCS charges for a renewal, according to earlier invoices. Without such an invoice,
 * returns `list`.
 */
export async function renewalPricing({ db }: WhmcsContext): Promise<keyof RenewalPrices> {
  return (await db.prepare("SELECT priced_by FROM renewal_pricing").first<keyof RenewalPrices>("priced_by")) ?? "list";
}

/**
 * Records which price WHMCS charges, if the two prices differ and the subtotal of a renewal invoice equals one of them.
 */
export async function learnRenewalPricing(
  { db }: WhmcsContext,
  { list, own }: RenewalPrices,
  subtotal: MinorUnits,
): Promise<void> {
  if (list === own || (subtotal !== list && subtotal !== own)) return;
  const learn = db.prepare("INSERT OR REPLACE INTO renewal_pricing (only_row, priced_by) VALUES (1, ?)");
  await learn.bind(subtotal === own ? "own" : "list").run();
}

/**
 * Returns the renewal prices by years, including the fee in grace or redemption. The map is empty if the extension has
 * no renewals in the domain's status.
 * @param extension the extension, with prices without tax
 * @param net removes the tax from the recurring amount
 */
export function renewalPricesOf(
  { status, renewalPrice, renewalYears }: CustomerDomain,
  extension: ExtensionPricing | null,
  net: NetPrice,
): ReadonlyMap<number, RenewalPrices> {
  if (!extension) return new Map();
  const { renew, graceFee, redemptionFee } = extension;
  const fees = { grace: graceFee, redemption: redemptionFee };
  const fee = status === "grace" || status === "redemption" ? fees[status] : 0;
  if (fee === null) return new Map();
  const recurring = renewalPrice === null ? null : net(renewalPrice);
  return new Map(
    Object.entries(renew).map(([years, listed]) => {
      const own = recurring !== null && Number(years) === renewalYears ? recurring : listed;
      return [Number(years), { list: listed + fee, own: own + fee }];
    }),
  );
}
