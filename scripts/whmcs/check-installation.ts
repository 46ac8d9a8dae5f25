import * as z from "zod";
import { getAdminDetails, whmcsDetails } from "../../workers/billing-whmcs/api/actions/provider.ts";
import { asList } from "../../workers/billing-whmcs/api/lists.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import type { WhmcsSecrets } from "../secrets-file.ts";
import { checkCustomers } from "./check-customers.ts";
import { checkPrices } from "./check-prices.ts";
import { checkSignIn } from "./check-sign-in.ts";
import {
  clockFinding,
  type Finding,
  ok,
  reachedFinding,
  refusalFinding,
  stop,
  versionFinding,
  warn,
} from "./findings.ts";
import { Installation } from "./installation.ts";
import { Questions } from "./questions.ts";

/** Asks an installation everything that the Worker will ask it. Changes nothing there, and names no customer. */
export async function checkInstallation(
  texts: WhmcsSettingTexts,
  secrets: WhmcsSecrets,
  reachedAt?: string,
): Promise<Finding[]> {
  const missing = (["WHMCS_IDENTIFIER", "WHMCS_SECRET"] as const).filter((name) => !secrets[name]);
  if (missing.length > 0) {
    return [stop(`${missing.join(" and ")} not set: put them into provider.secrets.env or into the environment.`)];
  }
  const check = new Questions(texts, new Installation(texts, secrets, reachedAt), secrets);
  const admitted = await checkAdmission(check);
  // Where nothing answers, the other questions would say so again.
  if (admitted === "no_answer") return check.findings;
  if (admitted === "admitted") {
    await checkVersionAndClock(check);
    await checkPrices(check);
    await checkCustomers(check);
    await checkGateways(check);
    checkRole(check);
  }
  await checkSignIn(check);
  return check.findings;
}

/** What keeps every call from being answered is said once. */
async function checkAdmission(check: Questions): Promise<"admitted" | "refused" | "no_answer"> {
  const asked = await check.whmcs.ask(whmcsDetails.name, {});
  switch (asked.kind) {
    case "not_admitted":
      check.say(
        stop(`The API refuses this caller: ${asked.text}.\n      ${refusalFinding(asked.text, check.secrets)}`),
      );
      return "refused";
    case "no_answer":
      check.say(stop(`No answer from ${check.whmcs.base} (${asked.text}).\n      ${reachedFinding(asked.text)}`));
      return "no_answer";
    default:
      return "admitted";
  }
}

async function checkVersionAndClock(check: Questions): Promise<void> {
  const asked = Date.now();
  const admin = await check.read(getAdminDetails, {});
  const now = (asked + Date.now()) / 2;
  const details = await check.whmcs.read(whmcsDetails, {});
  const told = admin?.version ?? null;
  // Some roles lack this one alone.
  const isSpared = details.kind === "not_allowed" && told !== null;
  if (isSpared) check.say(warn("The API role lacks WhmcsDetails: GetAdminDetails is asked in its place."));
  check.say(versionFinding((isSpared ? null : check.judged(whmcsDetails.name, details)) ?? told));
  if (!admin) return;
  check.adminId = admin.adminId;
  check.say(ok(`The credential is administrator ${admin.adminId}'s; it should be used for nothing else.`));
  check.say(clockFinding(admin.requestTime, check.texts.TIME_ZONE || "UTC", now));
}

/** Not needed for reading. */
async function checkGateways(check: Questions): Promise<void> {
  const asked = await check.whmcs.ask("GetPaymentMethods", {});
  if (asked.kind !== "ok") return;
  const methods = z
    .array(z.object({ module: z.string() }))
    .safeParse(asList(asked.body, "paymentmethods", "paymentmethod", (value) => "module" in value));
  if (methods.success) check.say(ok(`Gateways: ${methods.data.map(({ module }) => module).join(", ") || "none"}.`));
}

function checkRole(check: Questions): void {
  const lacking = check.notAllowed.join(", ");
  check.say(
    lacking === ""
      ? ok("The API role allows every action that is used.")
      : stop(`The API role lacks ${lacking}: tick what it lacks under System Settings › API Credentials › API Roles.`),
  );
}
