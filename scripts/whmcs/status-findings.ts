import type { BridgeAnswer } from "../../workers/billing-whmcs/bridge/bridge.ts";
import { ADDON_VERSION, type AddonStatus } from "../../workers/billing-whmcs/bridge/messages.ts";
import { type Finding, ok, stop, warn } from "./findings.ts";

/** What the addon's status says. @param url of the installation */
export function statusFindings(answer: BridgeAnswer<AddonStatus>, url: string): Finding[] {
  if (answer.kind === "refused")
    return [stop(`The addon refuses this caller: ${answer.code}. ${refusedBecause(answer.code)}`)];
  if (answer.kind === "unavailable")
    return [stop(`No answer of the addon at ${url} (${answer.cause.reason}).\n      ${NO_ANSWER}`)];
  const { version, php, hooks, orders, administrator } = answer.value;
  if (version !== ADDON_VERSION)
    return [stop(`The addon speaks version ${version}, and this release version ${ADDON_VERSION}: ${OTHER_VERSION}`)];
  return [
    ok(`The addon answers (PHP ${php}). Customers sign in through it.`),
    administrator
      ? ok(`Orders are noted for ${administrator.username}; that administrator should be used for nothing else.`)
      : stop(NO_ADMINISTRATOR),
    hooks ? ok("The addon's hooks are loaded.") : warn(NO_HOOKS),
    orders ? ok("The addon's settings let it order and change things.") : warn(NO_ORDERS),
  ];
}

const NO_ANSWER = `WHMCS_URL has to be the folder that modules/addons/frontdesk is in, reachable from here, without maintenance mode, and without
      a firewall's own page in front of it. The addon has to be uploaded and active.`;

const OTHER_VERSION = "put this release's in its place, and open its page.";

const NO_ADMINISTRATOR =
  "The addon has no administrator: write a username into its settings. Until then it only signs customers in.";

const NO_HOOKS = `The addon's hooks are not loaded: deactivate and activate it on its page. Until then changes of prices
      show within three minutes, and no transfer code is mailed.`;

const NO_ORDERS = "Orders is not ticked in the addon's settings: nothing can be ordered or changed.";

function refusedBecause(code: string): string {
  return code === "bad_signature"
    ? "FRONTDESK_BRIDGE_KEY is not its key, or the clocks are more than a minute apart."
    : "See its page in WHMCS.";
}
