import { AddonStatus } from "../../workers/billing-whmcs/bridge/addon-use.ts";
import { Bridge, directHost } from "../../workers/billing-whmcs/bridge/bridge.ts";
import { addonFindings } from "./addon-findings.ts";
import { BY_OPEN_ID, NOBODY_SIGNS_IN, ok, PROBE, stop, warn } from "./findings.ts";
import type { Questions } from "./questions.ts";

/** Whether customers can sign in, and how. */
export async function checkSignIn(check: Questions): Promise<void> {
  const byUser = await checkOpenId(check);
  const byAddon = await checkAddon(check);
  if (byUser || byAddon) return check.say(ok(byUser ? BY_OPEN_ID : "Customers sign in through the addon."));
  check.say(stop(NOBODY_SIGNS_IN));
}

/** Whether customers can sign in by it. */
async function checkOpenId(check: Questions): Promise<boolean> {
  const { WHMCS_ISSUER: wanted, WHMCS_OIDC_SUBJECT: subject } = check.texts;
  const isChosen = subject === "user";
  const wrong = (text: string) => check.say(isChosen ? stop(text) : warn(text));
  const metadata = await check.whmcs.json("/oauth/openid-configuration.php");
  if (typeof metadata?.issuer !== "string") {
    wrong("There is no OpenID Connect provider at /oauth/openid-configuration.php.");
    return false;
  }
  if (metadata.issuer === wanted) check.say(ok(`Issuer ${metadata.issuer}.`));
  else wrong(`The issuer is ${metadata.issuer}: set WHMCS_ISSUER to it, to the letter.`);
  const { keys } = (await check.whmcs.json("/oauth/certs.php")) ?? {};
  const hasKey = Array.isArray(keys) && keys.length > 0;
  if (!hasKey) {
    wrong(
      "There is no signing key yet (certs.php is empty): make an OpenID Connect credential in WHMCS, which makes one.",
    );
  }
  const hasSecret = Boolean(check.secrets.WHMCS_OIDC_SECRET);
  if (isChosen && !hasSecret) check.say(stop("WHMCS_OIDC_SECRET is not set."));
  if (subject === "account")
    check.say(ok("WHMCS_OIDC_SUBJECT=account: tokens do not tell users apart; the addon does."));
  if (subject === "") check.say(warn(PROBE));
  return isChosen && hasKey && hasSecret && metadata.issuer === wanted;
}

async function checkAddon(check: Questions): Promise<boolean> {
  const { FRONTDESK_BRIDGE_KEY: key } = check.secrets;
  if (!key) {
    check.say(ok("The addon is not used (FRONTDESK_BRIDGE_KEY is not set)."));
    return false;
  }
  const bridge = new Bridge(directHost({ base: check.whmcs.base, key, fetch: check.whmcs.fetch }));
  const answer = await bridge.call("status", {}, AddonStatus, { requestId: undefined });
  check.say(...addonFindings(answer, check.adminId));
  return answer.kind === "ok";
}
