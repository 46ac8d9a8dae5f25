import { CatalogueAnswer, type OwnSettings } from "../../workers/billing-whmcs/answers/provider.ts";
import { ADDON_VERSION, AddonStatus } from "../../workers/billing-whmcs/bridge/messages.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import { type Finding, ok, stop, warn } from "../findings.ts";
import type { WhmcsSecrets } from "../secrets-file.ts";
import { checkCustomers } from "./check-customers.ts";
import { checkPrices } from "./check-prices.ts";
import { type Asked, Installation, NO_KEY } from "./installation.ts";
import { Questions } from "./questions.ts";

/**
 * Checks the results of the reads that the Worker needs from a WHMCS installation. The check changes nothing there, and
 * its findings identify no customer.
 */
export async function checkInstallation(texts: WhmcsSettingTexts, secrets: WhmcsSecrets): Promise<Finding[]> {
  if (!secrets.FRONTDESK_BRIDGE_KEY) {
    return [stop(NO_KEY)];
  }
  const check = new Questions(texts, new Installation(texts, secrets));
  const status = await check.whmcs.call("status", AddonStatus);
  check.say(...statusFindings(status, texts.WHMCS_URL));
  // If the addon does not respond or has no administrator, the other calls would only repeat this finding.
  if (status.kind !== "ok" || !status.body.administrator) return check.findings;
  check.say(versionFinding(status.body.whmcs || null));
  const settings = await checkSettings(check);
  if (settings) await checkPrices(check, settings);
  await checkCustomers(check);
  return check.findings;
}

/** Reports which WHMCS settings Frontdesk uses. */
async function checkSettings(check: Questions): Promise<OwnSettings | null> {
  const read = check.judged("catalogue", await check.whmcs.call("catalogue", CatalogueAnswer));
  if (!read) return null;
  const { clientArea, time_zone: timeZone, nameservers, taxes } = read.installation;
  const names = [...new Set(taxes.map(({ name }) => name))];
  check.say(
    clientArea === null
      ? warn("WHMCS's System URL is not https: customers are sent to WHMCS_URL instead.")
      : ok(`Customers are sent to ${clientArea}.`),
    ok(`Times are in ${timeZone}. Taxes: ${names.join(", ") || "none"}.`),
    nameservers.length > 1
      ? ok(`New names get ${nameservers.join(", ")}.`)
      : warn("WHMCS has no default nameservers: new names get those that WHMCS chooses."),
  );
  return read.installation;
}

const OLDEST_VERSION = [8, 1] as const;

function versionFinding(version: string | null): Finding {
  if (version === null) return warn("The version cannot be read.");
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const isOld = major < OLDEST_VERSION[0] || (major === OLDEST_VERSION[0] && minor < OLDEST_VERSION[1]);
  return isOld ? stop(`WHMCS ${version} is older than ${OLDEST_VERSION.join(".")}.`) : ok(`WHMCS ${version}.`);
}

/**
 * Reports the addon's status.
 * @param url the URL of the installation
 */
function statusFindings(answer: Asked<AddonStatus>, url: string): Finding[] {
  if (answer.kind === "refused")
    return [stop(`The addon refuses this caller: ${answer.code} (${answer.text}). ${refusedBecause(answer.code)}`)];
  if (answer.kind !== "ok") {
    const why = answer.kind === "unread" ? answer.members.join(", ") : answer.text;
    return [stop(`The addon at ${url} does not respond (${why}).\n      ${NO_ANSWER}`)];
  }
  const { version, php, hooks, orders, administrator } = answer.body;
  if (version !== ADDON_VERSION)
    return [
      stop(
        `The addon has protocol version ${version}, but this release needs version ${ADDON_VERSION}: ${OTHER_VERSION}`,
      ),
    ];
  return [
    ok(`The addon answers (PHP ${php}). Customers sign in through it.`),
    administrator
      ? ok(`Orders run as ${administrator.username}; use this administrator only for Frontdesk.`)
      : stop(NO_ADMINISTRATOR),
    hooks ? ok("The addon's hooks are loaded.") : warn(NO_HOOKS),
    orders ? ok("The addon's settings let it order and change things.") : ok(NO_ORDERS),
  ];
}

const NO_ANSWER = `WHMCS_URL must be the folder that contains modules/addons/frontdesk, reachable from here, without maintenance mode and without
      a firewall page. The addon must be uploaded and active.`;

const OTHER_VERSION = "replace it with this release's, and open its page.";

const NO_ADMINISTRATOR =
  "The addon has no administrator: write a username into its settings. Until then it can only sign customers in.";

const NO_HOOKS = `The addon's hooks are not loaded: save its settings once. Until then changes of prices
      show within three minutes, and no transfer code is mailed.`;

const NO_ORDERS = "Orders is not ticked in the addon's settings: customers can read their data, but cannot order.";

function refusedBecause(code: string): string {
  return code === "bad_signature"
    ? "FRONTDESK_BRIDGE_KEY must be the addon's key, and the two clocks must not differ by more than a minute."
    : "See its page in WHMCS.";
}
