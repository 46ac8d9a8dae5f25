import { CHANGE_SCOPES } from "../../../shared/account-access/scopes.ts";
import { PERMISSIONS } from "../../../shared/billing-contract/call.ts";
import { ACTING, type Call, KEYED, ownMembers } from "./calls.ts";

const acting = (least: number) => (call: Call) => (ACTING.includes(call) ? least : 0);
const keyed = (least: number) => (call: Call) => (KEYED.includes(call) ? least : 0);
const members = (least: number) => (call: Call) => ownMembers(call.operation).length * least;

/** None, each alone, all but each, all. */
const sets = (of: readonly unknown[]) => 2 + 2 * of.length;
const commands = new Set(ACTING.map(({ operation }) => operation.id)).size;

/** How many cells each call has at least in each dimension, by what the definitions have. */
export const LEAST_CELLS: Record<string, (call: Call) => number> = {
  scope: () => 2 * sets(CHANGE_SCOPES) + 1 + CHANGE_SCOPES.length + commands,
  permission: () => sets(PERMISSIONS),
  // Of two other accounts' things, of nothing, and of another kind.
  "foreign id": members(4),
  "malformed id": members(6),
  // Each limit, with own, foreign, unknown and other ids in every combination.
  limit: (call) => 5 * 4 ** ownMembers(call.operation).length,
  "invalid credential": () => 12,
  "refreshed credential": () => 1,
  "lost access": (call) => (ownMembers(call.operation).length > 0 ? 2 : 1),
  "rate limit": () => 1,
  "malformed key": (call) => (KEYED.includes(call) ? 7 : acting(1)(call)),
  approval: (call) => call.row.asks.length,
  "held store": () => 1,
  action: acting(1),
  "known key": keyed(3),
  "another caller's key": keyed(3),
  "hourly limit": acting(2),
  "domain checks": (call) => (call.row.id === "quoteDomainOrder" ? 2 : 0),
};

/** The same of the catalogue's tools, which every connection may call. */
export const LEAST_CATALOGUE_CELLS: Record<string, (call: Call) => number> = {
  // Each limit, no scope, no permission.
  "catalogue tool": () => 7,
  "invalid credential": () => 2,
  "rate limit": () => 1,
  "domain checks": (call) => (call.row.id === "checkDomain" ? 2 : 0),
};
