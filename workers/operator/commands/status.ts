import type { OperatorAnswer, ShownRow } from "../../../shared/operator-contract/answers.ts";
import { runRows, type StatusTables } from "../../../shared/operator-contract/status.ts";
import type { OperatorContext } from "../composition.ts";
import { heldStores } from "./held-stores.ts";
import { ACCOUNT_PART, BILLING_PART, CATALOGUE_PART, OWN_PART, Parts } from "./parts.ts";

type StatusContext = Pick<
  OperatorContext,
  "account" | "billing" | "catalogue" | "erasures" | "ownHolds" | "runs" | "requestId"
>;

/** In the order in which they are shown. */
const TABLES = ["counts", "actingStopped", "scheduledWork", "waitingOrders", "circuits", "copies"] as const;
const HELD_NOTE =
  "What is on hold refuses orders and changes, and does no scheduled work, until you resume it: see held.";

/** How everything is, as far as each part says. */
export async function status(context: StatusContext): Promise<OperatorAnswer> {
  const { account, billing, catalogue, requestId } = context;
  const parts = new Parts(requestId);
  const [held, ...statuses] = await Promise.all([
    heldStores(context, parts),
    parts.ask(ACCOUNT_PART, () => account.status()),
    parts.ask(BILLING_PART, () => billing.status()),
    parts.ask(CATALOGUE_PART, () => catalogue.status()),
    parts.ask(OWN_PART, () => ownStatus(context)),
  ]);
  const counts = [{ what: "stores on hold", count: held.length }];
  const all: (StatusTables | null)[] = [{ counts }, ...statuses];
  const joined = TABLES.map((name): [string, ShownRow[]] => [name, all.flatMap((one) => one?.[name] ?? [])]);
  return {
    tables: Object.fromEntries(joined.filter(([, rows]) => rows.length > 0)),
    notes: [...(held.length > 0 ? [HELD_NOTE] : []), ...parts.notes],
  };
}

/** The first page: what is stuck, and how everything is. */
export async function overview(context: StatusContext): Promise<OperatorAnswer> {
  const parts = new Parts(context.requestId);
  const [stuck, { tables, notes }] = await Promise.all([
    parts.ask(ACCOUNT_PART, () => context.account.stuck()),
    status(context),
  ]);
  const nothing = stuck?.length === 0 ? ["Nothing is stuck."] : [];
  return {
    tables: { ...(stuck && { stuck }), ...tables },
    notes: [...new Set([...nothing, ...notes, ...parts.notes])],
  };
}

async function ownStatus({ erasures, runs }: StatusContext): Promise<StatusTables> {
  const { open, late } = await erasures.openCounts();
  return {
    counts: [
      { what: "erasures that are not done", count: open },
      { what: "erasures that are not done an hour after they began", count: late },
    ],
    scheduledWork: runRows(await runs.list()),
  };
}
