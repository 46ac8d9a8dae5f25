import { checkWhmcsSettings } from "../../workers/billing-whmcs/whmcs-settings.ts";
import type { Setting } from "../setting-rows.ts";

/** The settings that only the WHMCS Worker reads. docs/deploy/whmcs.md describes them. */
export const WHMCS_SETTINGS: readonly Setting[] = [
  row("WHMCS_URL"),
  row("PRICES_INCLUDE_TAX_PERCENT"),
  row("WHMCS_ORDER_GATEWAY"),
  row("ORDERS_NEED_PAYMENT_METHOD"),
];

function row(name: string): Setting {
  const about = "See docs/deploy/whmcs.md.";
  return { name, type: "text", default: "", workers: ["billing-whmcs"], about, check: checkWhmcsSettings };
}
