import { type Journal, type LookupResult, transition } from "../../../../durable-objects/account/journal/journal.ts";
import type { JournalTiming } from "../../../../durable-objects/account/journal/journal-timing.ts";
import { type ActionState, STARTS_FROM } from "../../../../workers/billing-whmcs/acting/action-states.ts";

/**
 * An explicit-state model of one action before a billing system that keeps no reference: the account's journal, the Worker's row, the
 * orders of the account, and where it is used the addon's row. Every order of steps within the bounds is tried. What the journal and the
 * row may change from are their own tables.
 */
export interface ModelBounds {
  hasAddon: boolean;
  /** How often the one request comes to the Worker: a binding delivers once. */
  deliveries: number;
  lookups: number;
  /** How often the Worker's database is put back to an earlier moment. */
  restores: number;
  /** How often the addon's row is lost. */
  addonLosses: number;
  /** Whether an order may be made, and a request delivered, after the delivery window. */
  isLate: boolean;
}

/** Ways to get it wrong, each of which has to be found out. */
export const PLAIN_MISTAKES = [
  ...(["send without the fence", "send what began long ago"] as const),
  ...(["search without the watermark", "lost is absent although its order is there"] as const),
  ...(["search while another one is being sent", "act under a reference that is claimed"] as const),
  ...(["an order of its own is another's"] as const),
] as const;

export const RESTORED_MISTAKES = ["no row is absent", "a row that was not sent is absent"] as const;

export const ADDON_MISTAKES = [
  ...([
    "absent without a row that says so",
    "the lock is not asked for",
    "the addon searches without its watermark",
  ] as const),
  ...(["the addon acts under a reference that it has"] as const),
] as const;

export type ModelMistake =
  | (typeof PLAIN_MISTAKES)[number]
  | (typeof RESTORED_MISTAKES)[number]
  | (typeof ADDON_MISTAKES)[number]
  | "the addon's word alone";

/** Whose an order is: this action's, of another key on the same target, or older than both and in nobody's row. */
export type Owner = "own" | "other" | "older";

/** A row of the Worker's table. Orders are known by their place in the account's list. */
export interface WorkerRow {
  state: ActionState;
  begunAt: number;
  sentAt: number | null;
  watermark: number;
  order: number | null;
}

export interface AddonRow {
  state: "under_way" | "done" | "withdrawn";
  watermark: number;
  order: number | null;
}

/** One run of the Worker for the request. */
export interface Call {
  step: "delivered" | "claimed" | "judged" | "sent" | "answered";
  watermark: number;
  /** What it was answered; null: nothing was done. */
  order: number | null;
}

/** A request that has left the Worker. `working` and `ordered`: a process of the addon holds the account's lock. */
export interface Sent {
  call: number;
  step: "on its way" | "working" | "ordered";
  age: number;
}

export type Found = LookupResult<Owner, "no">;

export type AddonOutcome = { state: "done"; order: number } | { state: "absent" | "under_way" | "several" };

export interface Lookup {
  isPastWindow: boolean;
  step:
    | { at: "asked" }
    | { at: "row was read"; row: WorkerRow | null }
    | { at: "orders were read"; row: WorkerRow; candidates: number[] }
    | { at: "addon has answered"; row: WorkerRow | null; outcome: AddonOutcome }
    | { at: "answered"; found: Found };
}

export interface ModelState {
  clock: number;
  journal: Journal<Owner, "no">;
  row: WorkerRow | null;
  addon: AddonRow | null;
  orders: Owner[];
  calls: (Call | null)[];
  sent: Sent[];
  lookup: Lookup | null;
  /** Another key on the same target, which begins once this one is settled. */
  other: null | "begun" | "ordered" | "placed";
  said: { placed: boolean; notPlaced: boolean };
  left: ModelBounds;
}

/** As in the journal's own model: a request has its effect within two ticks of being sent, or never. */
export const TIMING: JournalTiming = {
  ...{ preparationTimeoutMs: 1, answerTimeoutMs: 1, lookupTimeoutMs: 1, deliveryWindowMs: 4, stuckAfterMs: 3 },
  ...{ alertIntervalMs: 1_000, retentionMs: 1_000, lookupDelaysMs: [0], lateLookupDelaysMs: [1], alarmRetryMs: 1 },
};

export const BEGUN = 1;

export const LAST_TICK = 5;

/** The state after the journal has heard something. */
export function heard(state: ModelState, event: Parameters<typeof transition<Owner, "no">>[1]): ModelState {
  const journal = transition(state.journal, event, TIMING) ?? state.journal;
  const said = {
    placed: state.said.placed || journal.state === "DONE",
    notPlaced: state.said.notPlaced || journal.state === "NOT_PLACED",
  };
  return { ...state, journal, said };
}

export function withCall(state: ModelState, index: number, call: Call | null): ModelState {
  return { ...state, calls: state.calls.with(index, call) };
}

/** The row after a change, where it may start from the row's state. */
export function moved(
  row: WorkerRow | null,
  change: keyof typeof STARTS_FROM,
  to: Partial<WorkerRow>,
): WorkerRow | null {
  const from: readonly ActionState[] = STARTS_FROM[change];
  return row && from.includes(row.state) ? { ...row, ...to } : row;
}

/** An order belongs to one row. */
export function placed({ row, orders, other }: ModelState, order: number): WorkerRow | null {
  const isTaken = other === "placed" && orders[order] === "other";
  return isTaken ? row : moved(row, "place", { state: "placed", order });
}

export function isTargetTaken({ other }: ModelState): boolean {
  return other === "begun" || other === "ordered";
}
