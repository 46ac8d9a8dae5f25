import { isOpen, isPastDeliveryWindow } from "../../../../durable-objects/account/journal/journal.ts";
import { find } from "./addon.ts";
import {
  BEGUN,
  type Found,
  heard,
  isTargetTaken,
  LAST_TICK,
  type Lookup,
  type ModelMistake,
  type ModelState,
  moved,
  placed,
  TIMING,
  type WorkerRow,
} from "./state.ts";

export function lookupSteps(state: ModelState, mistake: ModelMistake | null): ModelState[] {
  const { lookup, journal, clock, row } = state;
  const isSwept = journal.state === "NOT_PLACED" && (journal.nextLookupAt ?? LAST_TICK + 1) <= clock;
  if (!lookup) {
    if (state.left.lookups === 0 || !(isOpen(journal) || isSwept) || journal.stuckReason === "found_late") return [];
    const left = { ...state.left, lookups: state.left.lookups - 1 };
    return [
      { ...state, left, lookup: { isPastWindow: isPastDeliveryWindow(journal, clock, TIMING), step: { at: "asked" } } },
    ];
  }
  const { step, isPastWindow } = lookup;
  const at = (next: Lookup["step"], change: Partial<ModelState> = {}): ModelState => ({
    ...{ ...state, ...change },
    lookup: { isPastWindow, step: next },
  });
  const say = (found: Found, change: Partial<ModelState> = {}) => at({ at: "answered", found }, change);
  const lateLoss = moved(row, "lose", { state: "lost" });
  switch (step.at) {
    case "asked":
      return [at({ at: "row was read", row })];
    case "row was read":
      return readRow(state, step.row, mistake, at, say);
    case "orders were read": {
      const [only, ...others] = step.candidates;
      if (only === undefined) return [say({ kind: "absent" }, { row: lossOf(state, step.row) })];
      if (others.length > 0) return [say({ kind: "ambiguous" }, { row: lossOf(state, step.row) })];
      return [say(foundIn(state, placed(state, only)), { row: placed(state, only) })];
    }
    case "addon has answered": {
      const { outcome } = step;
      if (outcome.state !== "done") {
        const kind = outcome.state === "several" ? "ambiguous" : outcome.state;
        return [say({ kind }, outcome.state === "absent" ? { row: lateLoss } : {})];
      }
      if (isTargetTaken(state)) return [say({ kind: "failed" })];
      const restored: WorkerRow = { state: "lost", begunAt: 0, sentAt: 0, watermark: 0, order: null };
      const now = placed({ ...state, row: row ?? (step.row ? null : restored) }, outcome.order);
      // A row that says nothing was sent, and is not to be made again: a person is to look.
      return [say(now?.state === "withdrawn" ? { kind: "ambiguous" } : foundIn(state, now), { row: now })];
    }
    case "answered": {
      const event = { type: "looked_up", found: step.found, isPastWindow, at: clock } as const;
      return [heard({ ...state, lookup: null }, event)];
    }
  }
}

/** The row, lost where the delivery window of what was sent is over. */
function lossOf({ clock, row }: ModelState, { sentAt }: WorkerRow): WorkerRow | null {
  const isPast = clock - (sentAt ?? clock) >= TIMING.deliveryWindowMs;
  return isPast ? moved(row, "lose", { state: "lost" }) : row;
}

function foundIn({ orders }: ModelState, row: WorkerRow | null): Found {
  const value = row?.state === "placed" && row.order !== null ? orders[row.order] : undefined;
  return value ? { kind: "done", value } : { kind: "under_way" };
}

function readRow(
  state: ModelState,
  read: WorkerRow | null,
  mistake: ModelMistake | null,
  at: (next: Lookup["step"], change?: Partial<ModelState>) => ModelState,
  say: (found: Found, change?: Partial<ModelState>) => ModelState,
): ModelState[] {
  const { clock, row, orders, other } = state;
  const isOwnTaken = mistake === "an order of its own is another's";
  const unaccounted = (above: number) =>
    [...orders.keys()].filter((order) => {
      const isTaken = (isOwnTaken && row?.order === order) || (other === "placed" && orders[order] === "other");
      return order >= above && !isTaken;
    });
  /** What else tells of an action of which no row says that it was sent: the addon, or an order that nothing accounts for. */
  const withoutRow = (change: Partial<ModelState> = {}): ModelState => {
    if (state.left.hasAddon) {
      const [outcome, addon] = find(state, mistake);
      return at({ at: "addon has answered", row: read, outcome }, { ...change, addon });
    }
    if (unaccounted(1).length === 0) return say({ kind: "absent" }, change);
    return say({ kind: isTargetTaken(state) ? "failed" : "ambiguous" }, change);
  };
  const isTrusted = mistake === "a row that was not sent is absent";
  switch (read?.state) {
    case undefined:
      return [mistake === "no row is absent" ? say({ kind: "absent" }) : withoutRow()];
    case "begun": {
      if (read && clock - read.begunAt < BEGUN) return [say({ kind: "under_way" })];
      if (row?.state !== "begun") return [say({ kind: "under_way" })];
      const closed = { row: moved(row, "withdraw", { state: "withdrawn" }) };
      return [isTrusted ? say({ kind: "absent" }, closed) : withoutRow(closed)];
    }
    case "withdrawn":
      return [isTrusted ? say({ kind: "absent" }) : withoutRow()];
    case "sending":
    case "lost": {
      if (!read) return [];
      if (mistake === "lost is absent although its order is there" && read.state === "lost")
        return [say({ kind: "absent" })];
      if (state.left.hasAddon) {
        const [outcome, addon] = find(state, mistake);
        const isForgotten = outcome.state === "absent" && mistake !== "the addon's word alone";
        // What was sent through it and is not there: an order that nothing accounts for is the second witness.
        if (!isForgotten || unaccounted(read.watermark).length === 0)
          return [at({ at: "addon has answered", row: read, outcome }, { addon })];
        const isAnothers = read.state === "lost" && isTargetTaken(state);
        return [
          say({ kind: isAnothers ? "failed" : "ambiguous" }, { addon, row: isAnothers ? row : lossOf(state, read) }),
        ];
      }
      if (read.state === "lost" && isTargetTaken(state) && mistake !== "search while another one is being sent")
        return [say({ kind: "failed" })];
      const above = mistake === "search without the watermark" ? 0 : read.watermark;
      return [at({ at: "orders were read", row: read, candidates: unaccounted(above) })];
    }
    default:
      return [say(foundIn(state, read ?? null))];
  }
}
