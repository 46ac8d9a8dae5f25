import { checkWhmcsSettings } from "../../workers/billing-whmcs/whmcs-settings.ts";
import type { Setting } from "../setting-rows.ts";
import { WELL_KNOWN_SITES } from "../well-known-sites.ts";

/** Settings of the Worker for WHMCS, besides those that it shares with others. docs/whmcs.md says what each is for. */
export const WHMCS_SETTINGS: readonly Setting[] = [
  row("WHMCS_URL"),
  row("CLIENT_AREA_URL"),
  row("TIME_ZONE", "UTC"),
  row("TAX_NAMES"),
  row("PRICES_INCLUDE_TAX_PERCENT"),
  row("WHMCS_ORDER_GATEWAY"),
  row("NAMESERVERS"),
  row("BLOCKED_SITE_NAMES", WELL_KNOWN_SITES),
];

function row(name: string, standard = ""): Setting {
  const about = "See docs/whmcs.md.";
  return { name, type: "text", default: standard, workers: ["billing-whmcs"], about, check: checkWhmcsSettings };
}
