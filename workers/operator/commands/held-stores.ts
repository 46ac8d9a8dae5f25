import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { eraseAgain } from "../erasures/erase-again.ts";
import type { OperatorContext } from "../operator-context.ts";
import type { ActHandler, ReadHandler } from "./command-handler.ts";

/** The store that the billing Worker answers for; the account Worker answers for all others. */
const BILLING = "billing-database";

const held: ReadHandler = async (_, context) => {
  const rows = await heldRows(context);
  return { tables: { held: rows }, notes: [rows.length === 0 ? "No store went back." : FIRST] };
};

const accept: ActHandler = {
  subjectOf: (input) => `store:${input.text("store")}`,
  async carryOut(input, context) {
    const { account, billing } = context;
    const store = input.text("store");
    const isHeld = (await heldRows(context)).some((row) => row.store === store);
    // First: what was erased since is in it again, and nobody remembers that at three in the morning.
    const erased = isHeld ? await eraseAgain(store, context) : null;
    const { isDone, text } = await (store === BILLING ? billing.accept() : account.accept(store));
    return { isDone, text: erased === null ? text : `${text} ${erased}` };
  },
};

async function heldRows({ account, billing }: Pick<OperatorContext, "account" | "billing">): Promise<ShownRow[]> {
  const [others, own] = await Promise.all([account.held(), billing.held()]);
  return [...others, ...own.map(({ store, since }) => ({ store, since: new Date(since).toISOString() }))];
}

/** Stores that went back: see docs/restoring.md. */
export const storeCommands = { held, accept };

const FIRST =
  "Find out first who restored what: docs/restoring.md says what each store has lost, and what to repair before.";
