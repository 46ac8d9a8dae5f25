import { type AddonStatus, whyUnused } from "../../workers/billing-whmcs/bridge/addon-use.ts";
import type { BridgeAnswer } from "../../workers/billing-whmcs/bridge/bridge.ts";
import { type Finding, ok, stop, warn } from "./findings.ts";

/** What the addon's status says of how it will be used. @param adminId of the API's own credential; null where it is not known */
export function addonFindings(answer: BridgeAnswer<AddonStatus>, adminId: number | null): Finding[] {
  if (answer.kind === "refused")
    return [stop(`The addon refuses this caller: ${answer.code}. ${refusedBecause(answer.code)}`)];
  if (answer.kind === "unavailable") return [stop(NO_ANSWER)];
  const { version, whmcs, php, hooks, orders, administrator } = answer.value;
  const on = [whmcs && `WHMCS ${whmcs}`, php && `PHP ${php}`].filter(Boolean).join(", ");
  const findings = [ok(`The addon answers, version ${version}${on && ` (${on})`}.`)];
  const reason = whyUnused({ version, administrator }, adminId);
  switch (reason) {
    case null:
      findings.push(ok(USED), orders ? ok(ORDERS) : warn(NO_ORDERS));
      findings.push(hooks ? ok("The addon's hooks are loaded.") : warn(NO_HOOKS));
      break;
    case "old":
      findings.push(
        warn("The addon signs customers in and does nothing else: put this release's in its place, and open its page."),
      );
      break;
    case undefined:
      findings.push(warn("Whose the API credential is was not told: whether the addon is used cannot be said."));
      break;
    default:
      findings.push(
        warn(
          administrator
            ? `The addon's calls run as administrator ${administrator.id}, and the API credential is administrator ${adminId}'s: it is not
      used before both are the same, for its orders would be taken for somebody else's.`
            : "The addon has no administrator: write the username of the API credential's into its settings. Until then it signs in alone.",
        ),
      );
  }
  return findings;
}

const NO_ANSWER = "The addon does not answer: is it uploaded and active, and is FRONTDESK_BRIDGE_KEY its key?";

const USED = `The addon is used: permissions are read exactly; a list takes one round trip; tickets have links; what the plan map does
      not match is told.`;

const ORDERS = `The addon places orders: lost answers are found exactly, and at once; prices are compared inside the order's own call.`;

const NO_ORDERS = `The addon places no orders: they go by the API, and lost answers are looked for. Set Orders in its settings to change that.`;

const NO_HOOKS = `The addon's hooks are not loaded: deactivate and activate it on its page. Until then changes of prices and requests
      to cancel show within three minutes.`;

function refusedBecause(code: string): string {
  return code === "bad_signature"
    ? "FRONTDESK_BRIDGE_KEY is not its key, or the clocks are more than a minute apart."
    : "See its page in WHMCS.";
}
