import type { JournalTiming } from "../../../durable-objects/account/journal/journal.ts";
import {
  awaitsOperator,
  isOpen,
  isPastDeliveryWindow,
  type Journal,
  type JournalEvent,
  type LookupResult,
  transition,
} from "../../../durable-objects/account/journal/journal.ts";
import { exploreStates } from "./explore-states.ts";

/**
 * The bounds of an explicit-state model of one key with its requests, object, alarm and billing system. At any step the
 * object can stop or be replaced while its previous instance still runs. The billing system acts on a request at any
 * time within the delivery window. The model explores every sequence of steps and uses the transitions of the real
 * journal.
 */
export interface Bounds {
  requests: number;
  stops: number;
  alarms: number;
  /** The number of times that the operator truthfully settles the action. */
  decisions: number;
  /** Whether an action can take effect after the delivery window. The answer "nothing was done" can then be wrong. */
  isLate: boolean;
}

/** The mistakes that the model must detect. */
export const MISTAKES = [
  ...(["record after the answer", "forget the key on an error", "send again", "no delivery window"] as const),
  ...(["the window is read after the lookup", "wait between writing and sending"] as const),
  ...(["free the key before the window ends", "a stop forgets what is being sent"] as const),
  ...(["what is stuck needs no delivery window", "the operator needs no delivery window"] as const),
  ...(["the operator's word gives the key free", "the operator's done follows what was said"] as const),
] as const;
export type Mistake = (typeof MISTAKES)[number];

type Row = Journal<"value", "no"> | null;

/** The work of an object in memory. `epoch` distinguishes a stopped instance from the active one. */
interface Running {
  epoch: number;
  step: "reserved" | "written" | "awaiting" | "answered";
  reference: string;
  answer?: "done" | "unknown";
}

interface State {
  row: Row;
  epoch: number;
  running: Running[];
  search: {
    epoch: number;
    reference: string;
    isPastWindow: boolean;
    step: "asked" | "absent" | "done" | "failed";
  } | null;
  /** The requests that were sent and have not taken effect yet. `age` is in ticks. */
  underway: { reference: string; age: number }[];
  placed: string[];
  sends: number;
  /** The answers that the customer has received. `settled` means that the operator settled the action as done. */
  said: { placed: boolean; notPlaced: boolean; settled: boolean };
  left: Bounds;
  clock: number;
  references: number;
}

/**
 * All times are in ticks of the model. A request takes effect at most two ticks after it is sent, or never. A late
 * action becomes `STUCK` before the delivery window ends, so the model explores its transitions both before and after
 * that time.
 */
const TIMING: JournalTiming = {
  ...{ preparationTimeoutMs: 1, answerTimeoutMs: 1, lookupTimeoutMs: 1, deliveryWindowMs: 3, stuckAfterMs: 2 },
  ...{ alertIntervalMs: 1_000, retentionMs: 1_000, lookupDelaysMs: [0], lateLookupDelaysMs: [1], alarmRetryMs: 1 },
};
const MAX_EFFECT = 2;
const NOTHING = { kind: "nothing", isSwept: true } as const;
const LAST_TICK = 5;

export interface ModelVerdict {
  states: number;
  /** The number of times that the model reached each final state. The test fails if one is never reached. */
  reached: Record<"DONE" | "NOT_PLACED" | "STUCK" | "PLACED_LATE" | "STOPPED" | "SETTLED" | "FOUND_LATE", number>;
  violation: string | null;
}

/** Explores every sequence of steps. */
export function explore(bounds: Bounds, mistake: Mistake | null): ModelVerdict {
  const first: State = {
    ...{ row: null, search: null, running: [], underway: [], placed: [], left: bounds },
    ...{ epoch: 0, sends: 0, clock: 0, references: 0, said: { placed: false, notPlaced: false, settled: false } },
  };
  const reached = { DONE: 0, NOT_PLACED: 0, STUCK: 0, PLACED_LATE: 0, STOPPED: 0, SETTLED: 0, FOUND_LATE: 0 };
  const visit = ({ row, placed, clock, epoch, left }: State) => {
    if (row?.state === "DONE") reached.DONE++;
    if (row?.state === "NOT_PLACED") reached.NOT_PLACED++;
    if (row?.state === "STUCK") reached.STUCK++;
    if (placed.length > 0 && clock > 1) reached.PLACED_LATE++;
    if (epoch > 0) reached.STOPPED++;
    if (row?.stuckReason === "found_late") reached.FOUND_LATE++;
    if (left.decisions < bounds.decisions && row && !isOpen(row)) reached.SETTLED++;
  };
  const steps = (state: State) => stepsFrom(state, mistake);
  return { ...exploreStates({ first, violationIn, visit, stepsFrom: steps }), reached };
}

function violationIn({ placed, said, left }: State): string | null {
  if (placed.length > 1) return "one key, two orders";
  if (said.placed && said.notPlaced) return "said both placed and not placed";
  if (said.settled && placed.length === 0) return "said settled as done, and it is not";
  if (!left.isLate && said.notPlaced && placed.length > 0) return "reported as not placed, but placed";
  if (said.placed && placed.length === 0) return "said placed, and it is not";
  return null;
}

/** Copies a state. Journals are immutable, so the copies share them. `structuredClone` takes ten times as long. */
function copyOf(state: State): State {
  return {
    ...state,
    running: state.running.map((running) => ({ ...running })),
    search: state.search && { ...state.search },
    underway: state.underway.map((request) => ({ ...request })),
    placed: [...state.placed],
    said: { ...state.said },
    left: { ...state.left },
  };
}

function stepsFrom(state: State, mistake: Mistake | null): State[] {
  const next: State[] = [];
  const add = (change: (copy: State) => void) => {
    const copy = copyOf(state);
    change(copy);
    next.push(copy);
  };
  const apply = (copy: State, reference: string, event: JournalEvent<"value", "no">) => {
    if (copy.row?.reference === reference) copy.row = transition(copy.row, event, TIMING);
  };

  if (state.left.requests > 0) {
    add((copy) => {
      copy.left.requests--;
      const { row } = copy;
      if (row?.state === "DONE") copy.said[row.value === null ? "settled" : "placed"] = true;
      const isFree = row === null || (mistake === "free the key before the window ends" && row.state === "NOT_PLACED");
      const isRepeated = mistake === "send again" && row?.state === "SENDING" && !copy.search;
      if (row?.state === "NOT_PLACED") copy.said.notPlaced = true;
      if (!isFree && !isRepeated) return;
      const reference = `r${copy.references++}`;
      if (mistake !== "record after the answer") copy.row = reserved(reference);
      copy.running.push({ epoch: copy.epoch, step: "reserved", reference });
    });
  }

  for (const [index, running] of state.running.entries()) {
    const isAlive = running.epoch === state.epoch;
    const edit = (change: (copy: State, own: Running) => void) =>
      add((copy) => {
        const own = copy.running[index];
        if (own) change(copy, own);
      });
    const end = (copy: State) => copy.running.splice(index, 1);
    switch (running.step) {
      case "reserved":
        // The storage rejects writes of a replaced object.
        if (!isAlive) {
          edit((copy) => end(copy));
          break;
        }
        edit((copy, own) => {
          if (mistake !== "record after the answer") {
            apply(copy, own.reference, { type: "sent", at: copy.clock });
            if (copy.row?.reference !== own.reference || copy.row.state !== "SENDING") return void end(copy);
          }
          own.step = "written";
          if (mistake !== "wait between writing and sending") send(copy, own);
        });
        edit((copy, own) => {
          apply(copy, own.reference, { type: "withdrawn" });
          end(copy);
        });
        break;
      case "written":
        edit((copy, own) => send(copy, own));
        break;
      case "awaiting":
        edit((copy, own) => {
          own.step = "answered";
          own.answer = copy.placed.includes(own.reference) ? "done" : "unknown";
        });
        break;
      case "answered":
        edit((copy, own) => {
          end(copy);
          if (!isAlive) return;
          if (own.answer === "unknown") {
            if (mistake === "forget the key on an error") copy.row = null;
            else apply(copy, own.reference, { type: "answered", answer: { kind: "unknown" }, at: copy.clock });
            return;
          }
          if (mistake === "record after the answer")
            copy.row = { ...reserved<"value", "no">(own.reference), state: "SENDING" };
          apply(copy, own.reference, { type: "answered", answer: { kind: "done", value: "value" }, at: copy.clock });
          // Earlier answers and the operator's answers remain in force.
          if (copy.row?.state === "NOT_PLACED") copy.said.notPlaced = true;
          else if (copy.row === null || copy.row.value !== null) copy.said.placed = true;
        });
        break;
    }
  }

  // The billing system acts on a request or drops it.
  for (const index of state.underway.keys()) {
    add((copy) => {
      const [effect] = copy.underway.splice(index, 1);
      if (effect) copy.placed.push(effect.reference);
    });
    add((copy) => {
      copy.underway.splice(index, 1);
    });
  }

  const { row, search } = state;
  const isSwept = row !== null && row.state === "NOT_PLACED" && (row.nextLookupAt ?? LAST_TICK + 1) <= state.clock;
  if (!search && row && (isOpen(row) || isSwept) && state.left.alarms > 0) {
    add((copy) => {
      copy.left.alarms--;
      const isHasty = mistake === "what is stuck needs no delivery window" && row.state === "STUCK";
      const isPastWindow = mistake === "no delivery window" || isHasty || isPastDeliveryWindow(row, copy.clock, TIMING);
      copy.search = { epoch: copy.epoch, reference: row.reference, isPastWindow, step: "asked" };
    });
  }
  if (search?.step === "asked") {
    add((copy) => {
      if (copy.search) copy.search.step = copy.placed.includes(search.reference) ? "done" : "absent";
    });
    // Before that time, a failed lookup only changes the time of the next lookup.
    if (state.clock >= TIMING.stuckAfterMs) {
      add((copy) => {
        if (copy.search) copy.search.step = "failed";
      });
    }
  }
  if (search && search.step !== "asked") {
    add((copy) => {
      copy.search = null;
      if (search.epoch !== copy.epoch) return;
      const isLate = mistake === "the window is read after the lookup" && copy.row !== null;
      const isPastWindow =
        isLate && copy.row ? isPastDeliveryWindow(copy.row, copy.clock, TIMING) : search.isPastWindow;
      const found: LookupResult<"value", "no"> =
        search.step === "done" ? { kind: "done", value: "value" } : { kind: search.step as "absent" | "failed" };
      apply(copy, search.reference, { type: "looked_up", found, isPastWindow, at: copy.clock });
    });
  }

  if (row && awaitsOperator(row) && state.left.decisions > 0) {
    add((copy) => {
      copy.left.decisions--;
      const isHasty = mistake === "the operator needs no delivery window";
      const isPastWindow = isHasty || isPastDeliveryWindow(row, copy.clock, TIMING);
      const isDone = copy.placed.includes(row.reference);
      const decision = isDone ? ({ kind: "done", problem: "no" } as const) : NOTHING;
      apply(copy, row.reference, { type: "settled_by_operator", decision, isPastWindow, at: copy.clock });
      if (mistake === "the operator's done follows what was said" && isDone && copy.row) {
        copy.row = { ...copy.row, value: "value", problem: null };
      }
      if (mistake === "the operator's word gives the key free") copy.row = null;
    });
  }

  if (state.left.stops > 0) {
    add((copy) => {
      copy.left.stops--;
      copy.epoch++;
      if (copy.row?.state === "RESERVED") apply(copy, copy.row.reference, { type: "withdrawn" });
      if (mistake === "a stop forgets what is being sent" && copy.row?.state === "SENDING") copy.row = null;
    });
  }

  // Time passes only when no request is overdue: each one takes effect or is dropped in time.
  const longest = state.left.isLate ? LAST_TICK : MAX_EFFECT;
  if (state.clock < LAST_TICK && state.underway.every(({ age }) => age < longest)) {
    add((copy) => {
      copy.clock++;
      for (const request of copy.underway) request.age++;
    });
  }
  return next;
}

function send(copy: State, own: Running): void {
  own.step = "awaiting";
  copy.sends++;
  copy.underway.push({ reference: own.reference, age: 0 });
}

/** Returns the initial state of a key: reserved and not sent, as in a new journal row. */
export function reserved<Value, Problem>(reference: string): Journal<Value, Problem> {
  return {
    state: "RESERVED",
    reference,
    sentAt: null,
    nextLookupAt: null,
    lookups: 0,
    settledAt: null,
    value: null,
    problem: null,
    stuckReason: null,
    alertedAt: null,
  };
}
