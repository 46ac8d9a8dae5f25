import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { eraseAgain } from "../erasures/erase-again.ts";
import type { OperatorContext } from "../operator-context.ts";
import type { ActHandler, ReadHandler } from "./command-handler.ts";
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

const accept: ActHandler = {
  subjectOf: (input) => `store:${input.text("store")}`,
  async carryOut(input, context) {
    const { account, billing } = context;
    const store = input.text("store");
    const stores = await (store === BILLING ? heldByBilling(context) : account.held());
    const isHeld = stores.some((row) => row.store === store);
    // First: what was erased since is in it again, and nobody remembers that at three in the morning.
    const erased = isHeld ? await eraseAgain(store, context) : null;
    const { isDone, text } = await (store === BILLING ? billing.accept() : account.accept(store));
    return { isDone, text: erased === null ? text : `${text} ${erased}` };
  },
};

async function heldByBilling({ billing }: Pick<OperatorContext, "billing">): Promise<ShownRow[]> {
  return (await billing.held()).map(({ store, since }) => ({ store, since: new Date(since).toISOString() }));
}

/** Stores that went back: see docs/restoring.md. */
export const storeCommands = { held, accept };

const FIRST =
  "Find out first who restored what: docs/restoring.md says what each store has lost, and what to repair before.";
