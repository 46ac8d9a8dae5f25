import type { OperatorAnswer, ShownRow } from "../../../shared/operator-contract/answers.ts";
import { shownInstant } from "../../../shared/operator-contract/shown-rows.ts";
import type { CircuitStatus, CopyStatus } from "../../../shared/operator-contract/status.ts";
import type { LastRun } from "../../../shared/platform/scheduled-runs.ts";
import type { OperatorContext } from "../operator-context.ts";
import { ACCOUNT_PART, BILLING_PART, CATALOGUE_PART, OWN_PART, Parts } from "./parts.ts";

type StatusContext = Pick<
  OperatorContext,
  "account" | "billing" | "catalogue" | "erasures" | "ownHolds" | "runs" | "requestId"
>;

/** How everything is, as far as each part says. */
export async function status(context: StatusContext): Promise<OperatorAnswer> {
  const parts = new Parts(context.requestId);
  const tables = await statusTables(context, parts);
  return { tables, notes: [...notesOn(tables), ...parts.notes] };
}

/** What stands on the first page: what is stuck, and how everything is. */
export async function overview(context: StatusContext): Promise<OperatorAnswer> {
  const parts = new Parts(context.requestId);
  const [stuck, tables] = await Promise.all([
    parts.ask(ACCOUNT_PART, () => context.account.stuck()),
    statusTables(context, parts),
  ]);
  const nothing = stuck?.length === 0 ? ["Nothing is stuck."] : [];
  return { tables: { ...(stuck && { stuck }), ...tables }, notes: [...nothing, ...notesOn(tables), ...parts.notes] };
}

async function statusTables(
  { account, billing, catalogue, erasures, ownHolds, runs }: StatusContext,
  parts: Parts,
): Promise<Record<string, ShownRow[]>> {
  const [ofAccount, ofBilling, ofCatalogue, own, heldThere, heldByBilling, heldHere, forgetting] = await Promise.all([
    parts.ask(ACCOUNT_PART, () => account.status()),
    parts.ask(BILLING_PART, () => billing.status()),
    parts.ask(CATALOGUE_PART, () => catalogue.status()),
    parts.ask(OWN_PART, () => runs.list()),
    parts.ask(ACCOUNT_PART, () => account.held()),
    parts.ask(BILLING_PART, () => billing.held()),
    parts.ask(OWN_PART, () => ownHolds.list()),
    parts.ask(OWN_PART, () => erasures.openCounts()),
  ]);
  const held = heldThere && heldByBilling && heldHere && [heldThere, heldByBilling, heldHere].flat().length;
  const { waitingOrders, unsentMails, actingStopped } = ofBilling ?? {};
  return {
    counts: countRows({
      [HELD]: held,
      "actions that wait for you": ofAccount?.stuckActions.count,
      "instructions that are not carried out yet": ofAccount?.openInstructions,
      "paid orders older than an hour": waitingOrders?.count,
      "mails to customers that wait for more than an hour": unsentMails?.count,
      "mails about connections that failed within 7 days": ofAccount?.failedMails,
      "erasures that are not done": forgetting?.open,
      "erasures that are not done an hour after they began": forgetting?.late,
    }),
    ...(actingStopped && { actingStopped: [{ ...actingStopped, at: shownInstant(actingStopped.at) }] }),
    scheduledWork: [...(ofAccount?.runs ?? []), ...(ofBilling?.runs ?? []), ...(own ?? [])].map(runRow),
    ...(waitingOrders && {
      waitingOrders: waitingOrders.rows.map(({ since, ...order }) => ({ ...order, since: shownInstant(since) })),
    }),
    circuits: [...(ofBilling?.circuits ?? []), ...(ofCatalogue?.circuits ?? [])].map(circuitRow),
    copies: [
      ...(ofBilling?.copies ?? []).map(copyRow),
      ...(ofCatalogue?.copies.length === 0 ? [NO_COPY] : (ofCatalogue?.copies ?? []).map(copyRow)),
    ],
  };
}

const HELD = "stores on hold";

/** The key-value store drops a price list that is too old to be served. */
const NO_COPY: ShownRow = { name: "prices: none in the store, the next question reads them", readAt: null };

function countRows(counts: Record<string, number | null | undefined>): ShownRow[] {
  return Object.entries(counts).map(([what, count]) => ({ what, count: count ?? null }));
}

function notesOn({ counts = [] }: Record<string, ShownRow[]>): string[] {
  const held = Number(counts.find(({ what }) => what === HELD)?.count ?? 0);
  return held > 0
    ? ["What is on hold refuses orders and changes, and does no scheduled work, until you resume it: see held."]
    : [];
}

function runRow({ work, outcome, beganAt, succeededAt, count, isLate }: LastRun): ShownRow {
  return { work, outcome, beganAt: shownInstant(beganAt), succeededAt: shownInstant(succeededAt), count, isLate };
}

function circuitRow({ name, failedAt, openUntil, isOpen, isPausedByOperator = false }: CircuitStatus): ShownRow {
  return { name, isOpen, isPausedByOperator, failedAt: shownInstant(failedAt), openUntil: shownInstant(openUntil) };
}

function copyRow({ name, readAt, maxAgeMs }: CopyStatus): ShownRow {
  return { name, readAt: shownInstant(readAt), servedForMinutes: Math.round(maxAgeMs / 60_000) };
}
