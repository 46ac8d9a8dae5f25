import type { ActResult, OperatorAnswer, ShownRow } from "../../../shared/operator-contract/answers.ts";
import { shownInstant } from "../../../shared/operator-contract/shown-rows.ts";
import type { OperatorContext } from "../composition.ts";
import { ACCOUNT_PART, BILLING_PART, OWN_PART, Parts, pagesOf } from "./parts.ts";

/** The stores of the billing Worker and of this Worker. The account Worker has the others. */
const BILLING = "billing-database";
const OWN = "operator-database";
const ACCOUNT = "account-database";
/** The maximum number of actions or erasures in one sentence. */
const MAX_NAMED = 50;

interface StoreToResume {
  store: string;
  /** The instant of the restored state, epoch milliseconds. Null if the operator gave none. */
  restored: number | null;
}

/** Returns the stores on hold, from each part that answers. */
export async function heldStores({ account, billing, ownHolds }: OperatorContext, parts: Parts): Promise<ShownRow[]> {
  const found = await Promise.all([
    parts.ask(ACCOUNT_PART, () => account.held()),
    parts.ask(BILLING_PART, () => billing.held()),
    parts.ask(OWN_PART, () => ownHolds.list()),
  ]);
  return found.flatMap((stores) => stores ?? []).map(({ store, since }) => ({ store, since: shownInstant(since) }));
}

/** `held`: the stores on hold. */
export async function listHeld(context: OperatorContext): Promise<OperatorAnswer> {
  const parts = new Parts(context.requestId);
  const held = await heldStores(context, parts);
  const none = held.length === 0 && parts.notes.length === 0 ? ["No store is on hold."] : [];
  return { tables: { held }, notes: [...none, ...parts.notes] };
}

/** @throws if the store's Worker does not answer */
async function isOnHold(store: string, { account, billing, ownHolds }: OperatorContext): Promise<boolean> {
  const held = await (store === BILLING ? billing.held() : store === OWN ? ownHolds.list() : account.held());
  return held.some((one) => one.store === store);
}

const HOLD_STOPS = "orders and changes get a 503, and scheduled work does not run. Reads continue.";

/** Describes the effect of `hold`, and the affected customers. Null if the store is already on hold, or unknown. */
export async function previewHold({ store }: { store: string }, context: OperatorContext): Promise<string | null> {
  const isStore = store === BILLING || store === OWN || (await context.account.isStore(store));
  if (!isStore || (await isOnHold(store, context))) return null;
  const whose = store.includes(":") ? store.replace(":", " ") : "every customer";
  return `This puts ${store} on hold until you resume it. For ${whose}, ${store === OWN ? "nothing changes; open erasures wait." : HOLD_STOPS}`;
}

/** `hold`: puts a store on hold. */
export function holdStore(store: string, { account, billing, ownHolds }: OperatorContext): Promise<ActResult> {
  if (store === BILLING) return billing.hold();
  return store === OWN ? ownHolds.hold(store) : account.hold(store);
}

/** Describes the effect of `resume`, and any contradictions. Null if the store is not on hold. */
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

/** `resume`: resumes a store. */
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

/** Ends connections that the index or their object records as ended. */
async function endEnded({ account, requestId }: OperatorContext): Promise<number> {
  let total = 0;
  for await (const { ended } of pagesOf((after) => account.endEndedConnections(after ?? "", requestId))) total += ended;
  return total;
}

/** Lists actions that journals record as done and the restored database does not have. Repairs none. */
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

/** The erasures of a restored list that continue. A cancelled one may be among them. */
async function openErasuresText({ erasures }: OperatorContext): Promise<string | null> {
  const { open } = await erasures.openCounts();
  return open === 0
    ? null
    : `Erasures that continue once it resumes: ${open}. First cancel those that had been cancelled: erasures lists them.`;
}

/** The commands that repeat erasures which a store's restore has undone. Null if there are none. */
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

/** Lists at most {@link MAX_NAMED} names. @param hint where to find the others */
function listed(names: string[], hint: string): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more${hint}` : "";
  return `${names.slice(0, MAX_NAMED).join("; ")}${more}`;
}

/** The reason why nothing is erased. */
export const LEDGER_HELD =
  "The console's own database is on hold, so its list of erasures may be wrong: resume it first.";
