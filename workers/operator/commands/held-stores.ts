import type { ActHandler, ReadHandler } from "./command-handler.ts";

/** The store that the billing Worker answers for; the account Worker answers for all others. */
const BILLING = "billing-database";

const held: ReadHandler = async (_, { account, billing }) => {
  const [others, own] = await Promise.all([account.held(), billing.held()]);
  const rows = [...others, ...own.map(({ store, since }) => ({ store, since: new Date(since).toISOString() }))];
  return { tables: { held: rows }, notes: [rows.length === 0 ? "No store went back." : FIRST] };
};

const accept: ActHandler = {
  subjectOf: (input) => `store:${input.text("store")}`,
  carryOut(input, { account, billing }) {
    const store = input.text("store");
    return store === BILLING ? billing.accept() : account.accept(store);
  },
};

/** Stores that went back: see docs/restoring.md. */
export const storeCommands = { held, accept };

const FIRST =
  "Find out first who restored what: docs/restoring.md says what each store has lost, and what to repair before.";
