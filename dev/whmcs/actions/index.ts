import { isTruthy, type Parameters } from "../parameters.ts";
import type { Spelling } from "../spelling.ts";
import type { Actions, Installation, ReceivedCall } from "./action.ts";
import { clientActions } from "./clients.ts";
import { holdingActions } from "./holdings.ts";
import { invoiceActions } from "./invoices.ts";
import { orderActions } from "./orders.ts";
import { providerActions } from "./provider.ts";
import { registrarActions } from "./registrar.ts";
import { upgradeActions } from "./upgrades.ts";

/** The simulated actions. */
export const ACTIONS: Actions = {
  ...{ ...clientActions, ...holdingActions, ...invoiceActions, ...orderActions },
  ...{ ...providerActions, ...registrarActions, ...upgradeActions },
};

/**
 * Returns whether a call changes something. With `calconly`, the action that orders an upgrade only returns a quote.
 */
export function isWrite(name: string, { calconly }: Parameters): boolean {
  return !name.includes("Get") && !isTruthy(calconly);
}

/** The addon's own reads. They always have the same spelling. */
const OWN_READS = ["GetCancelledPackages", "GetClientsDetails", "GetEvents", "GetOpenRenewal", "GetOrder", "GetOrders"];

/** Runs an action, records it if it is a successful write, and formats its result. */
export function runAction(
  { installation, spelling }: { installation: Installation; spelling: Spelling },
  { action, parameters: given }: ReceivedCall,
): Record<string, unknown> {
  const { quirks, journal } = installation;
  const known = ACTIONS[action];
  if (!known) return { result: "error", message: `Invalid API Action: "${action}" is not a valid API action` };
  const understood = Object.entries(given).filter(([name]) => !quirks.ignores(name, action));
  const answered = known(installation, Object.fromEntries(understood));
  if ("error" in answered) return { result: "error", message: answered.error };
  if (isWrite(action, given)) journal.push({ action, parameters: given });
  const members =
    "rows" in answered ? { rows: answered.rows.map((row) => ({ ...quirks.extraMembers, ...row })) } : answered.members;
  const spelled = OWN_READS.includes(action) ? members : (spelling.spell(members) as typeof members);
  return { result: "success", ...quirks.extraMembers, ...spelled };
}
