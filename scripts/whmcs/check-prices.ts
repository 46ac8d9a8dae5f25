import { CURRENCIES, DEFAULT_CURRENCY } from "../../shared/platform/money.ts";
import {
  type ExtensionPricing,
  getProducts,
  getTldPricing,
  type ProductPrices,
} from "../../workers/billing-whmcs/answers/products.ts";
import { getPromotions, type OwnSettings } from "../../workers/billing-whmcs/answers/provider.ts";
import { pricesOf, taxInPrices } from "../../workers/billing-whmcs/catalogue/prices.ts";
import { type Finding, ok, stop, warn } from "../findings.ts";
import type { Questions } from "./questions.ts";

/** Checks the products, prices and taxes from which the catalogue is built. */
export async function checkPrices(check: Questions, settings: OwnSettings): Promise<void> {
  const { currencies, tax_enabled: enabled, tax_type: type } = settings;
  check.say(taxFinding(taxInPrices(enabled, type), check.texts.PRICES_INCLUDE_TAX_PERCENT));
  const products = await check.rows(getProducts, {});
  await check.rows(getPromotions, {});
  const known = currencies.filter(({ code }) => CURRENCIES.some((sold) => sold === code));
  const extensions = new Map<string, ExtensionPricing[]>();
  for (const { id, code } of known) {
    const pricing = await check.read(getTldPricing, { currencyid: id });
    if (pricing) extensions.set(code, pricing);
  }
  // Even without a currency, the call checks whether the action works.
  if (known.length === 0) await check.read(getTldPricing, {});
  if (products) check.say(currencyFinding(products.rows, extensions));
  if (products) tellProducts(check, products.rows);
  const [some] = extensions.values();
  if (some) check.say(ok(`${some.length} extensions of domain names.`));
}

function tellProducts(check: Questions, products: ProductPrices[]): void {
  check.say(ok(`${products.length} products; npm run whmcs -- plans prints a plan map of them.`));
  const unread = unreadPricesFinding(products);
  if (unread) check.say(unread);
}

/**
 * Compares the tax that the Worker deducts from prices with WHMCS's tax settings.
 * @param percent PRICES_INCLUDE_TAX_PERCENT; empty if it is not set
 */
function taxFinding(found: ReturnType<typeof taxInPrices>, percent: string): Finding {
  const isSet = percent !== "";
  switch (found) {
    case "none":
      return !isSet || Number(percent) === 0
        ? ok("Prices are without tax.")
        : warn(`Prices are without tax (TaxEnabled, TaxType), and PRICES_INCLUDE_TAX_PERCENT takes ${percent} % out of them: take it
      out of provider.env.`);
    case "included":
      return isSet
        ? ok(`Prices include ${percent} % of tax.`)
        : stop("Prices include tax (TaxType): set PRICES_INCLUDE_TAX_PERCENT, or the catalogue stays empty.");
    case "unknown":
      return isSet
        ? warn(
            `TaxEnabled and TaxType cannot be read, so ${percent} % is deducted from prices (PRICES_INCLUDE_TAX_PERCENT).`,
          )
        : stop(`TaxEnabled and TaxType cannot be read, so it is unknown whether prices include tax. Set PRICES_INCLUDE_TAX_PERCENT (0 where
      they include none), or the catalogue stays empty.`);
  }
}

/**
 * Reports the currencies that the catalogue will have.
 * @param extensions the extension prices of each currency in WHMCS, by currency code
 */
function currencyFinding(products: ProductPrices[], extensions: ReadonlyMap<string, ExtensionPricing[]>): Finding {
  const all = CURRENCIES.join(", ");
  const known = CURRENCIES.filter((code) => extensions.has(code));
  if (known.length === 0) return warn(`No currency of the catalogue (${all}) is there: it stays empty.`);
  const sold = known.filter((code) => {
    const prices = products.flatMap((product) => pricesOf(product, code, (amount) => amount));
    const isNameSold = (extensions.get(code) ?? []).some(
      ({ register, transfer, renew }) => 1 in register || transfer !== null || 1 in renew,
    );
    return isNameSold || prices.some(({ billingCycle }) => billingCycle !== "free");
  });
  if (sold.length === 0) return warn(`Nothing has a price in ${known.join(", ")}: the catalogue stays empty.`);
  if (sold.includes(DEFAULT_CURRENCY)) return ok(`Prices in ${sold.join(", ")}.`);
  return warn(`Prices in ${sold.join(", ")}, and none in ${DEFAULT_CURRENCY}, the catalogue's default: a call without a currency is
      answered in ${sold[0]}, and ${DEFAULT_CURRENCY} is refused by name.`);
}

/** Reports prices that cannot be read; `null` if all prices in the catalogue's currencies can be read. */
function unreadPricesFinding(products: ProductPrices[]): Finding | null {
  const unread = products.flatMap(({ id, unreadPrices }) => {
    const members = CURRENCIES.flatMap((code) => unreadPrices[code] ?? []);
    return members.length > 0 ? [`product ${id} (${members.join(", ")})`] : [];
  });
  if (unread.length === 0) return null;
  return warn(
    `GetProducts: some prices cannot be read. The price list would omit these products: ${unread.slice(0, 10).join("; ")}.`,
  );
}
