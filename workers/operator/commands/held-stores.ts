import { acceptedText, type HeldStore } from "../../../shared/generations/database-generation.ts";
import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { eraseAgain, subjectsOf } from "../erasures/erase-again.ts";
import type { Erasure } from "../erasures/erasures.ts";
import type { OperatorContext } from "../operator-context.ts";
import type { ConfirmedActHandler, ReadHandler } from "./command-handler.ts";
import { ACCOUNT_PART, BILLING_PART, OWN_PART, Parts } from "./parts.ts";

/** The store that the billing Worker answers for; the account Worker answers for others. */
const BILLING = "billing-database";
/** The console's own. */
const OWN = "operator-database";

const held: ReadHandler = async (_, context) => {
  const parts = new Parts(context.requestId);
  const found = await Promise.all([
    parts.ask(ACCOUNT_PART, () => context.account.held()),
    parts.ask(BILLING_PART, () => heldByBilling(context)),
    parts.ask(OWN_PART, async () => (await context.generation.held()).map(shownRow)),
  ]);
  const rows = found.flatMap((stores) => stores ?? []);
  const said = rows.length > 0 ? [FIRST] : parts.notes.length === 0 ? ["No store went back."] : [];
  return { tables: { held: rows }, notes: [...said, ...parts.notes] };
};

const accept: ConfirmedActHandler = {
  subjectOf: (input) => `store:${input.text("store")}`,
  async preview(input, context) {
    const store = input.text("store");
    if (store === OWN) return openErasures(context);
    const lost = store === BILLING ? null : await context.account.acceptPreview(store);
    const repeated = await erasedFrom(store, context);
    const erased =
      repeated.length === 0
        ? null
        : `Before ${store} goes on, this erases again at once what it has of ${subjectsOf(repeated)}. Connections that are newer than an erasure stay; a login or account that the billing system has whole again is emptied again.`;
    return [lost, erased].filter((text) => text !== null).join(" ") || null;
  },
  async carryOut(input, context) {
    const { account, billing, generation } = context;
    const store = input.text("store");
    if (store === OWN) return acceptedText(await generation.accept());
    if (await generation.isHeld()) return { isDone: false, text: LEDGER_HELD };
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
  if (await context.generation.isHeld()) return [];
  const stores = await (store === BILLING ? heldByBilling(context) : context.account.held());
  return stores.some((row) => row.store === store) ? context.erasures.repeatable(store) : [];
}

/** What goes on once the console's own database is accepted; null: nothing. */
async function openErasures({ erasures, generation }: OperatorContext): Promise<string | null> {
  if (!(await generation.isHeld())) return null;
  const open = (await erasures.repeatable(null)).filter(({ doneAt }) => doneAt === null);
  return open.length === 0
    ? null
    : `Erasures that go on once it is accepted: ${subjectsOf(open)}. Call off first what was called off, or has come back since: erasures lists them.`;
}

async function heldByBilling({ billing }: Pick<OperatorContext, "billing">): Promise<ShownRow[]> {
  return (await billing.held()).map(shownRow);
}

function shownRow({ store, since }: HeldStore): ShownRow {
  return { store, since: new Date(since).toISOString() };
}

/** Stores that went back: see docs/restoring.md. */
export const storeCommands = { held, accept, restore };

/** Why nothing is erased. */
export const LEDGER_HELD =
  "The console's own database went back, so its list of erasures may be wrong: accept operator-database first.";

const FIRST =
  "Find out first who restored what: docs/restoring.md says what each store has lost, and what to repair before.";
