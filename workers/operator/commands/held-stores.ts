import type { HeldStore } from "../../../shared/holds/holds.ts";
import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { subjectsOf } from "../erasures/subjects-of.ts";
import type { OperatorContext } from "../operator-context.ts";
import type { ActHandler, ConfirmedActHandler, ReadHandler } from "./command-handler.ts";
import { type CommandInput, InputError } from "./command-input.ts";
import { ACCOUNT_PART, BILLING_PART, OWN_PART, Parts } from "./parts.ts";

/** The stores that the billing Worker and the console answer for; the account Worker answers for others. */
const BILLING = "billing-database";
const OWN = "operator-database";
const ACCOUNT = "account-database";
/** Actions that one sentence names. */
const MAX_NAMED = 50;

const held: ReadHandler = async (_, context) => {
  const parts = new Parts(context.requestId);
  const found = await Promise.all([
    parts.ask(ACCOUNT_PART, () => context.account.held()),
    parts.ask(BILLING_PART, () => context.billing.held()),
    parts.ask(OWN_PART, () => context.ownHolds.list()),
  ]);
  const rows = found.flatMap((stores) => stores ?? []).map(shownRow);
  const none = rows.length === 0 && parts.notes.length === 0 ? ["No store is on hold."] : [];
  return { tables: { held: rows }, notes: [...none, ...parts.notes] };
};

const hold: ActHandler = {
  subjectOf,
  carryOut(input, { account, billing, ownHolds }) {
    const store = input.text("store");
    if (store === BILLING) return billing.hold();
    return store === OWN ? ownHolds.hold(store) : account.hold(store);
  },
};

const resume: ConfirmedActHandler = {
  subjectOf,
  async preview(input, context) {
    const store = input.text("store");
    const restored = restoredTo(input);
    const said = [
      store === BILLING && restored !== null ? await missingText(restored, context) : null,
      await erasuresText(store, context),
    ].filter((text) => text !== null);
    return said.length === 0 ? null : said.join(" ");
  },
  async carryOut(input, context) {
    const { account, billing, ownHolds } = context;
    const store = input.text("store");
    const restored = restoredTo(input);
    if (store === OWN) return ownHolds.resume(store);
    if (store === BILLING) return billing.resume(restored !== null);
    const ended = store === ACCOUNT ? await endEnded(context) : 0;
    const { isDone, text } = await account.resume(store);
    return { isDone, text: ended === 0 ? text : `${text} ${ended} connections had ended, and have again.` };
  },
};

const restore: ConfirmedActHandler = {
  subjectOf,
  preview: (input, { account }) => account.restorePreview(input.text("store"), input.text("to")),
  carryOut: (input, { account }) => account.restore(input.text("store"), input.text("to")),
};

/** Ends connections that the index or their object calls ended. */
async function endEnded({ account, requestId }: OperatorContext): Promise<number> {
  let ended = 0;
  for (let after: string | null = ""; after !== null; ) {
    const step: { ended: number; next: string | null } = await account.endEndedConnections(after, requestId);
    ended += step.ended;
    after = step.next;
  }
  return ended;
}

/** What journals call done, and the restored database does not have. Nothing repairs it by guessing. */
async function missingText(since: number, { account, requestId }: OperatorContext): Promise<string | null> {
  const missing: ShownRow[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const step: Awaited<ReturnType<typeof account.missingActions>> = await account.missingActions(
      since,
      after,
      requestId,
    );
    missing.push(...step.rows);
    after = step.next;
  }
  if (missing.length === 0) return "Everything that the journals call done since then is in the database.";
  const named = missing.slice(0, MAX_NAMED).map(({ account: of, operation, target, order, isUnanswered }) => {
    const number = order === null ? "" : `, order ${order}`;
    return `account ${of} ${operation} ${target ?? ""}${number}${isUnanswered ? " (no answer)" : ""}`;
  });
  const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : "";
  return `The journals call done what the database does not have: ${named.join("; ")}${more}. Enter it, or refund it.`;
}

/** The erasures that a restore of a store has undone; null: there are none, or it says so of itself. */
async function erasuresText(store: string, { erasures, isHeld }: OperatorContext): Promise<string | null> {
  if (store === OWN) {
    const open = (await erasures.repeatable(null)).filter(({ doneAt }) => doneAt === null);
    if (open.length === 0) return null;
    return `Erasures that continue once it resumes: ${subjectsOf(open)}. Call off first what was called off: erasures lists them.`;
  }
  if (await isHeld()) return null;
  const repeated = await erasures.repeatable(store);
  if (repeated.length === 0) return null;
  return `If ${store} was restored, it may have again what was erased of ${subjectsOf(repeated)}: erase-again repeats that.`;
}

function subjectOf(input: CommandInput): string {
  return `store:${input.text("store")}`;
}

/** @returns epoch milliseconds; null: it was not restored */
function restoredTo(input: CommandInput): number | null {
  const text = input.optionalText("restored");
  if (text === null) return null;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z$/.test(text))
    throw new InputError("restored is an instant in UTC, such as 2026-11-23T04:00:00Z.");
  return Date.parse(text);
}

function shownRow({ store, since }: HeldStore): ShownRow {
  return { store, since: new Date(since).toISOString() };
}

/** Stores on hold: see docs/restoring.md. */
export const storeCommands = { held, hold, resume, restore };

/** Why nothing is erased. */
export const LEDGER_HELD =
  "The console's own database is on hold, so its list of erasures may be wrong: resume it first.";
