import type { ActHandler, ReadHandler } from "./command-handler.ts";

const held: ReadHandler = async (_, { account }) => {
  const rows = await account.held();
  return { tables: { held: rows }, notes: [rows.length === 0 ? "No store went back." : FIRST] };
};

const accept: ActHandler = {
  subjectOf: (input) => `store:${input.text("store")}`,
  carryOut: (input, { account }) => account.accept(input.text("store")),
};

/** Stores that went back: see docs/restoring.md. */
export const storeCommands = { held, accept };

const FIRST =
  "Find out first who restored what: docs/restoring.md says what each store has lost, and what to repair before.";
