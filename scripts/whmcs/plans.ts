import process from "node:process";
import { getProducts } from "../../workers/billing-whmcs/api/actions/get-products.ts";
import { getPromotions } from "../../workers/billing-whmcs/api/actions/provider.ts";
import { Installation } from "./installation.ts";
import { planMapSql } from "./plan-map-sql.ts";
import { whmcsAccess } from "./settings.ts";

/** `npm run --silent whmcs:plans > plans.sql` prints a plan map of the installation's products, to be edited and loaded. */
const { texts, secrets, reachedAt } = whmcsAccess();
const whmcs = new Installation(texts, secrets, reachedAt);
const products = await whmcs.ask(getProducts.name, {});
if (products.kind !== "ok") {
  console.error(`${getProducts.name} gave no products (${products.kind}): npm run whmcs:check says why.`);
  process.exit(1);
}
const promotions = await whmcs.ask(getPromotions.name, {});
if (promotions.kind !== "ok")
  console.error(`${getPromotions.name} gave no promotions (${promotions.kind}): none is named.`);
console.log(planMapSql(products.body, promotions.kind === "ok" ? promotions.body : null));
