import { getProducts, getTldPricing } from "../../workers/billing-whmcs/answers/products.ts";
import { getPromotions } from "../../workers/billing-whmcs/answers/provider.ts";
import { ListAnswer } from "../../workers/billing-whmcs/bridge/messages.ts";
import { defineCommand } from "../command-line.ts";
import { Installation, NO_KEY } from "./installation.ts";
import { orderSettingsSql } from "./order-settings-sql.ts";
import { CatalogueWords, planMapSql } from "./plan-map-sql.ts";
import { SETTINGS_FILE, whmcsAccess } from "./settings.ts";

export const command = defineCommand({
  options: SETTINGS_FILE,
  hasSettings: true,
  notes: "To be edited and loaded: npm run --silent whmcs -- plans > plans.sql",
  async run({ settings: given, options: { settings: file } }) {
    const { texts, secrets } = whmcsAccess({ settings: given, file });
    if (!secrets.FRONTDESK_BRIDGE_KEY) throw new Error(NO_KEY);
    const whmcs = new Installation(texts, secrets);
    const products = await whmcs.read({ name: getProducts.name, answer: ListAnswer }, {});
    if (products.kind !== "ok")
      throw new Error(`${getProducts.name} gave no products (${products.kind}): npm run whmcs -- check says why.`);
    const promotions = await whmcs.rows(getPromotions, {});
    if (promotions.kind !== "ok")
      console.error(`${getPromotions.name} gave no promotions (${promotions.kind}): none is named.`);
    const catalogue = await whmcs.call("catalogue", CatalogueWords);
    if (catalogue.kind !== "ok") throw new Error("The addon gives no catalogue: npm run whmcs -- check says why.");
    const planMap = planMapSql(
      products.body.rows,
      promotions.kind === "ok" ? promotions.body.rows : [],
      catalogue.body.products,
    );
    console.log(
      texts.WHMCS_ORDER_GATEWAY === "" ? planMap : `${planMap}\n${orderSettingsSql(await extensions(whmcs))}`,
    );
  },
});

async function extensions(whmcs: Installation): Promise<string[]> {
  const pricing = await whmcs.read(getTldPricing, {});
  if (pricing.kind !== "ok")
    throw new Error(`${getTldPricing.name} gave no extensions (${pricing.kind}): npm run whmcs -- check says why.`);
  return pricing.body.map(({ tld }) => tld);
}
