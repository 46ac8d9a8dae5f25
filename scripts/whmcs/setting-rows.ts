import { checkWhmcsSettings } from "../../workers/billing-whmcs/whmcs-settings.ts";
import type { Setting } from "../setting-rows.ts";

/** Settings of the Worker for WHMCS, besides those that it shares with others. docs/deploy/whmcs.md says what each is for. */
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
