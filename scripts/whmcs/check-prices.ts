import { CURRENCIES } from "../../shared/platform/money.ts";
import {
  type ExtensionPricing,
  getProducts,
  getTldPricing,
  type ProductPrices,
} from "../../workers/billing-whmcs/answers/products.ts";
import { getConfigurationValue, getCurrencies, getPromotions } from "../../workers/billing-whmcs/answers/provider.ts";
import { taxInPrices } from "../../workers/billing-whmcs/catalogue/prices.ts";
import { ok } from "./findings.ts";
import { currencyFinding, taxFinding, unreadPricesFinding } from "./price-findings.ts";
import type { Questions } from "./questions.ts";

/** What the catalogue is made of. */
export async function checkPrices(check: Questions): Promise<void> {
  await checkTax(check);
  const currencies = await check.rows(getCurrencies, {});
  const products = await check.rows(getProducts, {});
  await check.rows(getPromotions, {});
  const known = currencies?.rows.filter(({ code }) => CURRENCIES.some((sold) => sold === code)) ?? [];
  const extensions = new Map<string, ExtensionPricing[]>();
  for (const { id, code } of known) {
    const pricing = await check.read(getTldPricing, { currencyid: id });
    if (pricing) extensions.set(code, pricing);
  }
  // The role is asked for what it allows, whether or not there is a currency.
  if (known.length === 0) await check.read(getTldPricing, {});
  if (currencies && products) check.say(currencyFinding(products.rows, extensions));
  if (products) tellProducts(check, products.rows);
  const [some] = extensions.values();
  if (some) check.say(ok(`${some.length} extensions of domain names.`));
}

function tellProducts(check: Questions, products: ProductPrices[]): void {
  check.say(
    ok(`${products.length} products; npm run whmcs -- plans prints a plan map of them. Which of them are billed pro rata is not told by
    the API: set pro_rata of those in it.`),
  );
  const unread = unreadPricesFinding(products);
  if (unread) check.say(unread);
}

async function checkTax(check: Questions): Promise<void> {
  const enabled = await check.read(getConfigurationValue, { setting: "TaxEnabled" });
  const type = await check.read(getConfigurationValue, { setting: "TaxType" });
  if (enabled === null || type === null) return;
  check.say(taxFinding(taxInPrices(enabled, type), check.texts.PRICES_INCLUDE_TAX_PERCENT));
}
