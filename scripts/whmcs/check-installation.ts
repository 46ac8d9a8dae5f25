import { getAdminDetails } from "../../workers/billing-whmcs/answers/provider.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import type { WhmcsSecrets } from "../secrets-file.ts";
import { checkCustomers } from "./check-customers.ts";
import { checkPrices } from "./check-prices.ts";
import { clockFinding, type Finding, stop, versionFinding } from "./findings.ts";
import { Installation } from "./installation.ts";
import { Questions } from "./questions.ts";
import { statusFindings } from "./status-findings.ts";

/** Asks an installation everything that the Worker will ask it. Changes nothing there, and names no customer. */
export async function checkInstallation(texts: WhmcsSettingTexts, secrets: WhmcsSecrets): Promise<Finding[]> {
  if (!secrets.FRONTDESK_BRIDGE_KEY) {
    return [
      stop("FRONTDESK_BRIDGE_KEY is not set: put the addon's key into provider.secrets.env or into the environment."),
    ];
  }
  const check = new Questions(texts, new Installation(texts, secrets));
  const status = await check.whmcs.status();
  check.say(...statusFindings(status, texts.WHMCS_URL));
  // Where nothing answers, the other questions would say so again.
  if (status.kind !== "ok" || !status.value.administrator) return check.findings;
  check.say(versionFinding(status.value.whmcs || null));
  await checkClock(check);
  await checkPrices(check);
  await checkCustomers(check);
  return check.findings;
}

async function checkClock(check: Questions): Promise<void> {
  const asked = Date.now();
  const admin = await check.read(getAdminDetails, {});
  const now = (asked + Date.now()) / 2;
  if (admin) check.say(clockFinding(admin.requestTime, check.texts.TIME_ZONE || "UTC", now));
}
