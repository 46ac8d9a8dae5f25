import { expect, test } from "vitest";
import type { SettleRefusal } from "../../../durable-objects/account/account-port.ts";
import type { JournalState, StuckReason } from "../../../durable-objects/account/journal/journal.ts";
import {
  compareWithJournal,
  judgeInstruction,
  type Lookup,
} from "../../../durable-objects/account/outcomes/operator-decision.ts";

const VALUE = { orderId: 7001 } as never;
const REASON = { en: "no", fr: "non" };
const FOUND = {
  done: { kind: "done", value: VALUE },
  refused: { kind: "refused", problem: { code: "refused", reason: REASON } },
  absent: { kind: "absent" },
  several: { kind: "ambiguous" },
  "under way": { kind: "under_way" },
  unanswered: { kind: "failed" },
} satisfies Record<string, Lookup["found"]>;
type Said = keyof typeof FOUND;

function judge(
  said: Said,
  word: "nothing" | "done" | `done ${number}`,
  { operation = "renewDomain", reason = "ambiguous" as StuckReason, isPastWindow = true } = {},
) {
  const [outcome, order] = word.split(" ") as ["done" | "nothing", string | undefined];
  const instruction = { outcome, orderId: order === undefined ? null : Number(order) };
  const lookup = { found: FOUND[said], isPastWindow };
  const verdict = judgeInstruction({ operation, stuckReason: reason }, instruction, lookup);
  if (!("result" in verdict)) return verdict;
  return verdict.result.state === "refused" ? verdict.result.reason : verdict.result.state;
}

test.each<[Said, nothing: SettleRefusal | "swept" | "final" | "unanswered", done: string, order: string]>([
  ["done", "says_done", "done", "done"],
  ["refused", "final", "says_refused", "says_refused"],
  ["absent", "swept", "says_absent", "done"],
  ["several", "final", "order_not_named", "done"],
  ["under way", "says_under_way", "order_not_named", "done"],
  ["unanswered", "unanswered", "unanswered", "unanswered"],
])(
  "if the billing system reports %s, the instruction “nothing” gives %s, “done” gives %s and “done” with an order %s",
  (said, nothing, done, order) => {
    const settled = nothing === "swept" || nothing === "final";
    const isSwept = nothing === "swept";
    expect(judge(said, "nothing")).toEqual(
      settled ? { decision: { kind: "nothing", isSwept }, orderId: null } : nothing,
    );
    for (const [word, expected] of [
      ["done", done],
      ["done 7001", order],
    ] as const) {
      const verdict = judge(said, word);
      if (expected === "done") expect(verdict).toMatchObject({ decision: { kind: "done" }, orderId: 7001 });
      else expect(verdict).toBe(expected);
    }
  },
);

test("an action cannot be settled as not done while its request may still arrive", () => {
  for (const said of ["absent", "several", "refused"] as const)
    expect(judge(said, "nothing", { isPastWindow: false }), said).toBe("too_early");
});

test("an order number that differs from the billing system's is refused", () => {
  expect(judge("done", "done 7002", { reason: "found_late" })).toBe("says_other_order");
});

test("a cancellation takes no order number, and is not settled as done if the billing system reports it as absent", () => {
  const operation = "cancelService";
  expect(judge("several", "done", { operation })).toMatchObject({ decision: { kind: "done" }, orderId: null });
  expect(judge("several", "done 7001", { operation })).toBe("makes_no_order");
  expect(judge("absent", "done", { operation })).toBe("says_absent");
});

test("the text stored with the key names the order and corrects an earlier answer", () => {
  const sentenceOf = (reason: StuckReason) => JSON.stringify(judge("done", "done", { reason }));
  expect(sentenceOf("found_late")).toMatch(/An earlier answer.*said that nothing was done.*as order 7001\./);
  expect(sentenceOf("ambiguous")).toMatch(/request was done, as order 7001\./);
  expect(sentenceOf("ambiguous")).not.toContain("earlier answer");
});

test.each<[JournalState, orderId: number | null, nothing: string, done: string]>([
  ["DONE", 7001, "says_done", "settled_itself"],
  ["DONE", 7002, "says_done", "says_other_order"],
  ["NOT_PLACED", 7001, "settled_itself", "says_absent"],
  ["PLACED", null, "not_stuck", "not_stuck"],
  ["RESERVED", null, "not_stuck", "not_stuck"],
  ["STUCK", 7001, "not_stuck", "not_stuck"],
])(
  "a row in the state %s with order %s is compared with the instruction: “nothing” gives %s, “done” gives %s",
  (state, orderId, ...expected) => {
    const row = { state, value: state === "DONE" ? VALUE : null };
    const results = (["nothing", "done"] as const).map((outcome) => compareWithJournal(row, { outcome, orderId }));
    expect(results.map((result) => ("reason" in result ? result.reason : result.state))).toEqual(expected);
  },
);

test.each([[null], [{}], [{ orderId: null }], [{ orderId: "7001" }], ["text"]])(
  "for a value without an order, such as %j, the operator's order number is used",
  (value) => {
    const row = { state: "DONE" as const, value: value as never };
    const settled = { state: "carried_out", reason: "settled_itself", orderId: 5 };
    expect(compareWithJournal(row, { outcome: "done", orderId: 5 })).toEqual(settled);
    expect(compareWithJournal(row, { outcome: "nothing", orderId: null })).toMatchObject({ orderId: null });
  },
);
