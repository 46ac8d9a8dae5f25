import process from "node:process";
import { getTldPricing } from "../../workers/billing-whmcs/api/actions/get-tld-pricing.ts";
import { domainName } from "../../workers/billing-whmcs/api/decode.ts";
import { Installation } from "./installation.ts";
import { orderSettingsSql } from "./order-settings-sql.ts";
import { whmcsAccess } from "./settings.ts";

/** `npm run --silent whmcs:orders > orders.sql` prints what orders need beside prices, to be edited and loaded. */
const { texts, secrets, reachedAt } = whmcsAccess();
const pricing = await new Installation(texts, secrets, reachedAt).read(getTldPricing, {});
if (pricing.kind !== "ok") {
  console.error(`${getTldPricing.name} gave no extensions (${pricing.kind}): npm run whmcs:check says why.`);
  process.exit(1);
}
const extensions = pricing.body.flatMap(({ tld }) => domainName.parse(`x.${tld.replace(/^\./, "")}`)?.slice(1) ?? []);
console.log(orderSettingsSql(extensions));
