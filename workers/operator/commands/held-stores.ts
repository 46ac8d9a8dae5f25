import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { eraseAgain, subjectsOf } from "../erasures/erase-again.ts";
import type { Erasure } from "../erasures/erasures.ts";
import type { OperatorContext } from "../operator-context.ts";
import type { ConfirmedActHandler, ReadHandler } from "./command-handler.ts";
import { ACCOUNT_PART, BILLING_PART, Parts } from "./parts.ts";

/** The store that the billing Worker answers for; the account Worker answers for all others. */
const BILLING = "billing-database";

const held: ReadHandler = async (_, context) => {
  const parts = new Parts(context.requestId);
  const found = await Promise.all([
    parts.ask(ACCOUNT_PART, () => context.account.held()),
    parts.ask(BILLING_PART, () => heldByBilling(context)),
  ]);
  const rows = found.flatMap((stores) => stores ?? []);
  const said = rows.length > 0 ? [FIRST] : parts.notes.length === 0 ? ["No store went back."] : [];
  return { tables: { held: rows }, notes: [...said, ...parts.notes] };
};

const accept: ConfirmedActHandler = {
  subjectOf: (input) => `store:${input.text("store")}`,
  async preview(input, context) {
    const repeated = await erasedFrom(input.text("store"), context);
    return repeated.length === 0
      ? null
      : `Before ${input.text("store")} goes on, this erases again at once what it has of ${subjectsOf(repeated)}. What is newer than an erasure that was done stays.`;
  },
  async carryOut(input, context) {
    const { account, billing } = context;
    const store = input.text("store");
    // First: what was erased since is in it again, and nobody remembers that at three in the morning.
    const repeated = await erasedFrom(store, context);
    const erased = repeated.length === 0 ? "" : ` ${await eraseAgain(repeated, context)}`;
    const { isDone, text } = await (store === BILLING ? billing.accept() : account.accept(store));
    return { isDone, text: text + erased };
  },
};

const restore: ConfirmedActHandler = {
  subjectOf: (input) => `store:${input.text("store")}`,
  preview: (input, { account }) => account.restorePreview(input.text("store"), input.text("to")),
  carryOut: (input, { account }) => account.restore(input.text("store"), input.text("to")),
};

/** What was erased from a store that is held, and is in it again. */
async function erasedFrom(store: string, context: OperatorContext): Promise<Erasure[]> {
  const stores = await (store === BILLING ? heldByBilling(context) : context.account.held());
  return stores.some((row) => row.store === store) ? context.erasures.repeatable(store) : [];
}

async function heldByBilling({ billing }: Pick<OperatorContext, "billing">): Promise<ShownRow[]> {
  return (await billing.held()).map(({ store, since }) => ({ store, since: new Date(since).toISOString() }));
}

/** Stores that went back: see docs/restoring.md. */
export const storeCommands = { held, accept, restore };

const FIRST =
  "Find out first who restored what: docs/restoring.md says what each store has lost, and what to repair before.";
