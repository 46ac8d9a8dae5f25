import { defineCommand } from "../command-line.ts";
import { printed } from "../findings.ts";
import { checkActing } from "./check-acting.ts";
import { checkInstallation } from "./check-installation.ts";
import { SETTINGS_FILE, type WhmcsWords, whmcsAccess } from "./settings.ts";

export const command = defineCommand({
  options: {
    ...SETTINGS_FILE,
    acting: {
      type: "boolean",
      about: "Also checks orders and changes, and stops if no gateway is set. With a gateway it always checks them.",
    },
  },
  hasSettings: true,
  isLong: true,
  notes: "The check changes nothing in WHMCS and prints no secrets and no customer data.",
  async run({ options, settings }) {
    const { acting, settings: file } = options;
    return (await checkWhmcs({ settings, file }, acting)) > 0 ? 1 : 0;
  },
});

/**
 * Checks everything that the Worker needs from WHMCS, and prints whether customers can be served.
 * @param withActing whether to check orders and changes even if no gateway for orders is set
 * @returns the number of problems that must be fixed first
 */
export async function checkWhmcs(words: WhmcsWords, withActing = false): Promise<number> {
  const { texts, origin, secrets } = whmcsAccess(words);
  console.log(`WHMCS at ${texts.WHMCS_URL}\n`);
  const isActing = withActing || texts.WHMCS_ORDER_GATEWAY !== "";
  const findings = await checkInstallation(texts, secrets);
  if (isActing && findings.every(({ level }) => level !== "stop")) {
    findings.push(...(await checkActing(texts, secrets)));
  }
  const { stops, warnings } = printed(findings);
  if (origin) console.log(`\nCheck manually: the front desk URL in the addon's settings must be ${origin}.`);
  console.log(
    stops > 0
      ? `\nNot ready: ${stops} to fix, ${warnings} to review.`
      : `\nReady: customers can be served${isActing ? ", and may order" : ""}${warnings > 0 ? `; ${warnings} to review` : ""}.`,
  );
  return stops;
}
