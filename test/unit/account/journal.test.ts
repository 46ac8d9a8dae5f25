import { expect, test } from "vitest";
import type { Journal, LookupResult } from "../../../durable-objects/account/journal/journal.ts";
import {
  alertAt,
  awaitsOperator,
  isPastDeliveryWindow,
  TIMING,
  transition,
} from "../../../durable-objects/account/journal/journal.ts";
import { reserved } from "./journal-model.ts";

type Row = Journal<string, string>;
const HOUR = 3_600_000;

/** Returns the row, or throws if the transition deleted it. */
function there(row: Row | null): Row {
  if (!row) throw new Error("the key is free");
  return row;
}
const sent = (at = 0) => there(transition(reserved<string, string>("r"), { type: "sent", at }, TIMING));
const searched = (row: Row, found: LookupResult<string, string>, at: number, isPastWindow = true) =>
  there(transition(row, { type: "looked_up", found, isPastWindow, at }, TIMING));

test("no transition sends an action twice", () => {
  const outcomes: LookupResult<string, string>[] = [
    ...[{ kind: "under_way" as const }, { kind: "done" as const, value: "v" }],
    ...[{ kind: "refused" as const, problem: "p" }, { kind: "absent" as const }, { kind: "ambiguous" as const }],
  ];
  const rows = [sent(), ...outcomes.map((found) => searched(sent(), found, 1))];
  expect(rows.map(({ state }) => state)).toEqual(["SENDING", "PLACED", "DONE", "FAILED", "NOT_PLACED", "STUCK"]);
  for (const row of rows) {
    expect(transition(row, { type: "sent", at: 9 }, TIMING)).toBe(row);
    expect(transition(row, { type: "withdrawn" }, TIMING)).toBe(row);
  }
});

test("an ambiguous action stays stuck until the billing system reports that it was done or refused", () => {
  const stuck = searched(searched(sent(), { kind: "under_way" }, 1), { kind: "ambiguous" }, 2);
  expect(stuck).toMatchObject({ state: "STUCK", stuckReason: "ambiguous" });
  for (const kind of ["absent", "under_way", "failed", "ambiguous"] as const) {
    const later = searched(stuck, { kind }, 999 * HOUR);
    expect(later, kind).toMatchObject({ state: "STUCK", stuckReason: "ambiguous", nextLookupAt: expect.any(Number) });
  }
  expect(searched(stuck, { kind: "done", value: "v" }, 3)).toMatchObject({ state: "DONE", stuckReason: null });
  expect(searched(stuck, { kind: "refused", problem: "p" }, 3).state).toBe("FAILED");
});

test("a final absence immediately settles an action as not placed, even if the action was in progress", () => {
  const never = { kind: "absent", isFinal: true } as const;
  expect(searched(sent(), never, 5, false)).toMatchObject({ state: "NOT_PLACED", settledAt: 5 });
  const placed = searched(sent(), { kind: "under_way" }, 1);
  expect(searched(placed, never, 5, false).state).toBe("NOT_PLACED");
  const ambiguous = searched(sent(), { kind: "ambiguous" }, 1);
  expect(searched(ambiguous, never, 5, false)).toMatchObject({ state: "STUCK", stuckReason: "ambiguous" });
});

test("an action that was in progress and disappears is stuck after an hour, and then not placed", () => {
  const placed = searched(sent(), { kind: "under_way" }, 1);
  expect(searched(placed, { kind: "absent" }, HOUR - 1).state).toBe("PLACED");
  const stuck = searched(placed, { kind: "absent" }, HOUR);
  expect(stuck).toMatchObject({ state: "STUCK", stuckReason: "late" });
  expect(searched(stuck, { kind: "absent" }, HOUR + 1).state).toBe("NOT_PLACED");
});

test("a late lookup that fails is retried relative to the current time, even if it was overdue", () => {
  const row = searched(sent(), { kind: "absent" }, 0);
  expect(searched(row, { kind: "failed" }, 99 * HOUR).nextLookupAt).toBe(99 * HOUR + 60_000);
});

test("an action that was not placed gets three more lookups before its key is released", () => {
  let row = searched(sent(), { kind: "absent" }, 0);
  const at: (number | null)[] = [];
  while (row.nextLookupAt !== null) {
    at.push(row.nextLookupAt);
    expect(transition(row, { type: "aged", at: 25 * HOUR }, TIMING)).toBe(row);
    row = searched(row, { kind: "absent" }, row.nextLookupAt);
  }
  expect(at).toEqual([...TIMING.lateLookupDelaysMs]);
  expect(transition(row, { type: "aged", at: 24 * HOUR - 1 }, TIMING)).toBe(row);
  expect(transition(row, { type: "aged", at: 24 * HOUR }, TIMING)).toBeNull();
  const found = searched(searched(sent(), { kind: "absent" }, 0), { kind: "done", value: "v" }, 1);
  expect(found).toMatchObject({ state: "STUCK", stuckReason: "found_late", nextLookupAt: null });
  expect(searched(found, { kind: "done", value: "v" }, 2), "the journal gives one answer, not both").toBe(found);
  expect(transition(found, { type: "aged", at: 99 * HOUR }, TIMING)).toBe(found);
});

test("the operator can settle only actions that are stuck or were in progress for too long", () => {
  const done = { kind: "done", problem: "settled" } as const;
  const told = (row: Row, decision: typeof done | { kind: "nothing"; isSwept: boolean } = done, isPastWindow = true) =>
    there(transition(row, { type: "settled_by_operator", decision, isPastWindow, at: 9 }, TIMING));
  const placed = searched(sent(), { kind: "under_way" }, 1);
  const settled = searched(sent(), { kind: "done", value: "v" }, 1);
  const notPlaced = searched(sent(), { kind: "absent" }, 1);
  for (const row of [reserved<string, string>("r"), sent(), placed, settled, notPlaced]) expect(told(row)).toBe(row);

  const ambiguous = searched(sent(), { kind: "ambiguous" }, 1);
  const foundLate = searched(notPlaced, { kind: "done", value: "v" }, 2);
  const long = there(transition(placed, { type: "alerted", at: 2 }, TIMING));
  for (const row of [ambiguous, foundLate, long]) {
    const ended = told(row);
    expect(ended).toMatchObject({ state: "DONE", value: null, problem: "settled", settledAt: 9, stuckReason: null });
    expect(ended).toMatchObject({ nextLookupAt: null, alertedAt: null });
    expect(
      transition(ended, { type: "aged", at: 9 + TIMING.retentionMs }, TIMING),
      "the key is free a day later",
    ).toBeNull();
    expect(told(row, { kind: "nothing", isSwept: false })).toMatchObject({ state: "NOT_PLACED", nextLookupAt: null });
    const swept = told(row, { kind: "nothing", isSwept: true });
    expect(swept).toMatchObject({ state: "NOT_PLACED", nextLookupAt: 9 + (TIMING.lateLookupDelaysMs[0] ?? 0) });
    expect(told(row, { kind: "nothing", isSwept: true }, false), "within the delivery window").toBe(row);
  }
});

test("an older lookup corrects the operator's “not done” only if it found the action done", () => {
  const ambiguous = searched(sent(), { kind: "ambiguous" }, 1);
  const decision = { kind: "nothing", isSwept: false } as const;
  const event = { type: "settled_by_operator", decision, isPastWindow: true, at: 9 } as const;
  const settled = there(transition(ambiguous, event, TIMING));
  for (const kind of ["ambiguous", "under_way", "absent", "failed"] as const)
    expect(searched(settled, { kind }, 10)).toBe(settled);
  expect(searched(settled, { kind: "done", value: "v" }, 10)).toMatchObject({ stuckReason: "found_late" });
});

test("an answer after a late lookup does not settle the action, because the two could contradict each other", () => {
  const found = searched(searched(sent(), { kind: "absent" }, 0), { kind: "done", value: "v" }, 1);
  const answer = { kind: "done", value: "v" } as const;
  expect(transition(found, { type: "answered", answer, at: 2 }, TIMING)).toBe(found);
});

test("the delivery window is longer than the answer timeout, an object's stop and a request together", () => {
  const [STOPPED_OBJECT, MAX_REQUEST] = [30_000, 120_000];
  expect(TIMING.deliveryWindowMs).toBeGreaterThan(TIMING.answerTimeoutMs + STOPPED_OBJECT + MAX_REQUEST);
});

test("the delivery window starts when an action is sent, and an unsent action has none", () => {
  const isPast = (row: Row, now: number) => isPastDeliveryWindow(row, now, TIMING);
  expect(isPast(sent(5), 4 + TIMING.deliveryWindowMs)).toBe(false);
  expect(isPast(sent(5), 5 + TIMING.deliveryWindowMs)).toBe(true);
  expect(isPast(reserved<string, string>("r"), TIMING.deliveryWindowMs)).toBe(false);
});

test("if no answer arrives in time, lookups follow at intervals that grow to a minute", () => {
  const row = sent(7);
  expect(row).toMatchObject({ sentAt: 7, nextLookupAt: 7 + TIMING.answerTimeoutMs });
  const unanswered = there(transition(row, { type: "answered", answer: { kind: "unknown" }, at: 9 }, TIMING));
  expect(unanswered).toMatchObject({ state: "SENDING", nextLookupAt: 9 + 2_000 });
  let asked = unanswered;
  const delays = Array.from({ length: 7 }, () => {
    asked = searched(asked, { kind: "failed" }, 100);
    return (asked.nextLookupAt ?? 0) - 100;
  });
  expect(delays).toEqual([2_000, 5_000, 15_000, 30_000, 60_000, 60_000, 60_000]);
  const placed = searched(row, { kind: "under_way" }, 10);
  expect(transition(placed, { type: "answered", answer: { kind: "unknown" }, at: 11 }, TIMING), "known already").toBe(
    placed,
  );
});

test("a late lookup that finds a trace makes the action stuck, and later lookups are timed from its settlement", () => {
  const notPlaced = searched(sent(), { kind: "absent" }, 100);
  for (const kind of ["under_way", "ambiguous"] as const)
    expect(searched(notPlaced, { kind }, 200), kind).toMatchObject({ state: "STUCK", stuckReason: "found_late" });
  expect(searched(notPlaced, { kind: "absent" }, 900)).toMatchObject({ lookups: 1, nextLookupAt: 100 + HOUR });
});

test("an action waits for the operator if it is stuck, or if an alert reported it as in progress", () => {
  expect(awaitsOperator({ state: "STUCK", alertedAt: null })).toBe(true);
  expect(awaitsOperator({ state: "PLACED", alertedAt: 1 })).toBe(true);
  expect(awaitsOperator({ state: "PLACED", alertedAt: null })).toBe(false);
  expect(awaitsOperator({ state: "SENDING", alertedAt: 1 })).toBe(false);
  expect(alertAt({ state: "STUCK", sentAt: null, alertedAt: 1 }, TIMING), "never sent").toBeNull();
});

test("a second ambiguous result causes no second alert", () => {
  const stuck = there(transition(searched(sent(), { kind: "ambiguous" }, 1), { type: "alerted", at: 2 }, TIMING));
  expect(searched(stuck, { kind: "ambiguous" }, 3).alertedAt).toBe(2);
});

test("a final outcome is replayed for a day after it was settled", () => {
  const done = searched(sent(), { kind: "done", value: "v" }, 5 * HOUR);
  const failed = searched(sent(), { kind: "refused", problem: "p" }, 5 * HOUR);
  for (const row of [done, failed]) {
    expect(transition(row, { type: "aged", at: 29 * HOUR - 1 }, TIMING)).toBe(row);
    expect(transition(row, { type: "aged", at: 29 * HOUR }, TIMING)).toBeNull();
  }
});
