import type { ActResult, OperatorAnswer, ShownRow } from "../../../shared/operator-contract/answers.ts";
import { shownInstant } from "../../../shared/operator-contract/shown-rows.ts";
import type { OperatorContext } from "../composition.ts";
import { ACCOUNT_PART, BILLING_PART, OWN_PART, Parts, pagesOf } from "./parts.ts";

/**
 * The names of the billing Worker's store, this Worker's store and the account Worker's database. All other stores
 * belong to the account Worker.
 */
const BILLING = "billing-database";
const OWN = "operator-database";
const ACCOUNT = "account-database";
/** The maximum number of actions or erasures that one sentence lists. */
const MAX_NAMED = 50;

interface StoreToResume {
  store: string;
  /** The time that the store was restored to, in epoch milliseconds; `null` if the operator gave none. */
  restored: number | null;
}

/** Returns the stores that are on hold, from each part that answers. */
export async function heldStores({ account, billing, ownHolds }: OperatorContext, parts: Parts): Promise<ShownRow[]> {
  const found = await Promise.all([
    parts.ask(ACCOUNT_PART, () => account.held()),
    parts.ask(BILLING_PART, () => billing.held()),
    parts.ask(OWN_PART, () => ownHolds.list()),
  ]);
  return found.flatMap((stores) => stores ?? []).map(({ store, since }) => ({ store, since: shownInstant(since) }));
}

/** Runs `held`: returns the stores that are on hold. */
export async function listHeld(context: OperatorContext): Promise<OperatorAnswer> {
  const parts = new Parts(context.requestId);
  const held = await heldStores(context, parts);
  const none = held.length === 0 && parts.notes.length === 0 ? ["No store is on hold."] : [];
  return { tables: { held }, notes: [...none, ...parts.notes] };
}

/** Returns whether a store is on hold. @throws if the Worker of the store does not answer */
async function isOnHold(store: string, { account, billing, ownHolds }: OperatorContext): Promise<boolean> {
  const held = await (store === BILLING ? billing.held() : store === OWN ? ownHolds.list() : account.held());
  return held.some((one) => one.store === store);
}

const HOLD_STOPS = "orders and changes get a 503, and scheduled work does not run. Reads continue.";

/** Describes the effect of `hold` and the affected customers; `null` if the store is unknown or already on hold. */
export async function previewHold({ store }: { store: string }, context: OperatorContext): Promise<string | null> {
  const isStore = store === BILLING || store === OWN || (await context.account.isStore(store));
  if (!isStore || (await isOnHold(store, context))) return null;
  const whose = store.includes(":") ? store.replace(":", " ") : "every customer";
  return `This puts ${store} on hold until you resume it. For ${whose}, ${store === OWN ? "nothing changes; open erasures wait." : HOLD_STOPS}`;
}

/** Runs `hold`: puts a store on hold. */
export function holdStore(store: string, { account, billing, ownHolds }: OperatorContext): Promise<ActResult> {
  if (store === BILLING) return billing.hold();
  return store === OWN ? ownHolds.hold(store) : account.hold(store);
}

/**
 * Describes the effect of `resume`, and the data that contradicts the restored state; `null` if the store is not on
 * hold.
 */
export async function previewResume(
  { store, restored }: StoreToResume,
  context: OperatorContext,
): Promise<string | null> {
  if (!(await isOnHold(store, context))) return null;
  const said = [
    `This ends the hold of ${store}: orders, changes and scheduled work resume.`,
    store === BILLING && restored !== null ? await missingText(restored, context) : null,
    store === OWN ? await openErasuresText(context) : await undoneErasuresText({ store, restored }, context),
  ].filter((text) => text !== null);
  return said.join(" ");
}

/** Runs `resume`: resumes a store. */
export async function resumeStore({ store, restored }: StoreToResume, context: OperatorContext): Promise<ActResult> {
  const { account, billing, ownHolds } = context;
  if (store === OWN) return ownHolds.resume(store);
  if (store === BILLING) return billing.resume(restored !== null);
  const ended = store === ACCOUNT ? await endEnded(context) : 0;
  const { isDone, text } = await account.resume(store);
  return {
    isDone,
    text: ended === 0 ? text : `${text} ${ended} connections that had already ended have been ended again.`,
  };
}

/**
 * Ends connections that the index or their Durable Object records as ended, because a restore may have reopened them.
 * Returns their number.
 */
async function endEnded({ account, requestId }: OperatorContext): Promise<number> {
  let total = 0;
  for await (const { ended } of pagesOf((after) => account.endEndedConnections(after ?? "", requestId))) total += ended;
  return total;
}

/** Lists actions that journals record as done but the restored database lacks. It does not repair them. */
async function missingText(since: number, { account, requestId }: OperatorContext): Promise<string> {
  const missing: ShownRow[] = [];
  const pages = pagesOf((after) => account.missingActions(since, after ?? "", requestId));
  for await (const { rows } of pages) missing.push(...rows);
  if (missing.length === 0) return "The database has everything that the journals record as done since then.";
  const named = missing.map(({ account: of, operation, target, order, isUnanswered }) => {
    const number = order === null ? "" : `, order ${order}`;
    return `account ${of} ${operation} ${target ?? ""}${number}${isUnanswered ? " (no answer)" : ""}`;
  });
  return `The journals record as done what the database lacks: ${listed(named, "")}. Enter it, or refund it.`;
}

/**
 * Describes the erasures in a restored list that will continue; `null` if there are none. A cancelled erasure may be
 * among them.
 */
async function openErasuresText({ erasures }: OperatorContext): Promise<string | null> {
  const { open } = await erasures.openCounts();
  return open === 0
    ? null
    : `Erasures that continue once it resumes: ${open}. First cancel those that had been cancelled: erasures lists them.`;
}

/** Lists the commands that repeat erasures which the restore of a store has undone; `null` if there are none. */
async function undoneErasuresText(
  { store, restored }: StoreToResume,
  { erasures, isHeld }: OperatorContext,
): Promise<string | null> {
  if (await isHeld()) return LEDGER_HELD;
  const rows = await erasures.repeatsSince(restored ?? 0, store);
  if (rows.length === 0) return null;
  const named = rows.map(({ repeat }) => repeat);
  const when = restored === null ? `If ${store} was restored, repeat` : "Repeat";
  return `${when} the later erasures: ${listed(named, ", which erasures --since lists")}.`;
}

/** Joins at most {@link MAX_NAMED} names. @param hint where to find the others */
function listed(names: string[], hint: string): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more${hint}` : "";
  return `${names.slice(0, MAX_NAMED).join("; ")}${more}`;
}

/** The reason why no erasure can be requested or repeated now. */
export const LEDGER_HELD =
  "The console's own database is on hold, so its list of erasures may be wrong: resume it first.";
