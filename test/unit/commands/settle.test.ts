import { expect, test } from "vitest";
import { listAnswer, obstacleTo, showAnswer } from "../../../scripts/settle/answers.ts";
import { readArguments } from "../../../scripts/settle/arguments.ts";
import {
  holderOf,
  InstructionRow,
  instructionsAbout,
  newInstruction,
  OrderHolder,
  StuckRow,
  stuckActions,
} from "../../../scripts/settle/statements.ts";
import { Migrations } from "../../support/migrations.ts";

const REFERENCE = "--begins-with-dashes.mws4w580";
const NOW = Date.parse("2026-11-22T17:00:00Z");
const DAY = 86_400_000;
const PLACE = { account: 1001, reference: REFERENCE };

/** The account Worker's database with a stuck action of that reference in each billing system. */
function databaseWith(...installations: string[]) {
  const db = new Migrations("workers/account/migrations").upTo(5);
  const row = db.prepare(
    `INSERT INTO stuck_actions (installation, account_id, reference, login_id, operation, target, state, reason, sent_at, since, seen_at)
     VALUES (?, 1001, ?, 11, 'renewDomain', 'domain:ana.dev', 'STUCK', 'found_late', ?, ?, ?)`,
  );
  for (const installation of installations) row.run(installation, REFERENCE, NOW - 3 * DAY, NOW - 2 * DAY, NOW);
  const rowsOf = (sql: string): unknown[] => db.prepare(sql).all();
  return { db, rowsOf, stuck: () => StuckRow.array().parse(rowsOf(stuckActions(null))) };
}

const settling = (words: string) => {
  const { command } = readArguments([
    "settle",
    "1001",
    REFERENCE,
    ...words.split(" "),
    "--because",
    "it's; 'there' – é",
  ]);
  return command.name === "settle" ? command : expect.fail("another command");
};

test("arguments are read wherever the options stand; a reference may begin with dashes", () => {
  const words = [
    "--remote",
    "settle",
    "1001",
    REFERENCE,
    "done",
    "--because=it is there",
    "7001",
    "--installation",
    "",
  ];
  expect(readArguments(words)).toEqual({
    command: { name: "settle", ...PLACE, outcome: "done", orderId: 7001, because: "it is there" },
    options: { isRemote: true, isWhmcs: false, installation: "" },
  });
  expect(readArguments(["list"]).command).toEqual({ name: "list" });
  expect(readArguments(["show", "1001", REFERENCE]).command).toEqual({ name: "show", ...PLACE });
});

const SETTLE = ["settle", "1001", "a.b"];
test.each<[string, string[], RegExp]>([
  ["nothing", [], /what to do/],
  ["another command", ["lists"], /no command/],
  ["an unknown option", ["list", "--force"], /no option/],
  ["an option without its value", ["list", "--installation"], /needs a value/],
  ["a word too many", ["list", "1001"], /Too much/],
  ["no reference", ["show", "1001"], /Name the account/],
  ["an account that is no number", ["show", "1001;", "a.b"], /account is a number/],
  ["a number that is not exact", ["show", "9007199254740993", "a.b"], /account is a number/],
  ["a reference with a space", ["show", "1001", "a b"], /64 visible/],
  ["a long reference", ["show", "1001", "a".repeat(65)], /64 visible/],
  ["no outcome", SETTLE, /done or nothing/],
  ["an order that is no number", [...SETTLE, "done", "0", "--because", "x"], /order is a number/],
  ["an order where nothing was done", [...SETTLE, "nothing", "7", "--because", "x"], /no order/],
  ["no reason", [...SETTLE, "done"], /--because/],
  ["an empty reason", [...SETTLE, "done", "--because", "  "], /--because/],
  ["a reason of two lines", [...SETTLE, "done", "--because", "a\nb"], /one line/],
  ["a long reason", [...SETTLE, "done", "--because", "a".repeat(501)], /at most 500/],
  ["two systems", ["list", "--remote", "--whmcs"], /this machine/],
])("%s is refused, and says why", (_, words, why) => {
  expect(() => readArguments(words)).toThrow(why);
});

test("an instruction is written once, as it was said, for what is stuck alone", () => {
  const { rowsOf } = databaseWith("");
  const command = settling("done 7001");
  const before = Date.now();
  expect(rowsOf(newInstruction("", command))).toEqual([{ id: 1 }]);
  expect(rowsOf(newInstruction("", command)), "one at a time").toEqual([]);
  expect(rowsOf(newInstruction("other", command)), "not stuck there").toEqual([]);
  expect(rowsOf(newInstruction("", { ...command, reference: "x' OR 1 --" }))).toEqual([]);
  const [told, ...more] = InstructionRow.array().parse(rowsOf(instructionsAbout(PLACE)));
  expect(more).toEqual([]);
  expect(told).toMatchObject({
    outcome: "done",
    orderId: 7001,
    because: "it's; 'there' – é",
    state: "asked",
    result: null,
  });
  expect(told?.askedAt).toBeGreaterThanOrEqual(before - 1_000);
});

test("an order that was named for another action is taken, unless it was named in vain", () => {
  const { db, rowsOf } = databaseWith("", "other");
  rowsOf(newInstruction("other", settling("done 7001")));
  const second = { ...PLACE, reference: "second.ref" };
  const holders = () => OrderHolder.array().parse(rowsOf(holderOf(7001, second)));
  expect(holders()).toEqual([{ installation: "other", ...PLACE }]);
  expect(OrderHolder.array().parse(rowsOf(holderOf(7001, PLACE))), "its own").toEqual([]);
  const stuck = StuckRow.array().parse(rowsOf(stuckActions(PLACE)));
  const of = (installation: string) => stuck.filter((row) => row.installation === installation && { ...row });
  expect(obstacleTo(of(""), { orderId: 7001 }, holders()), "another billing system's order").toBeNull();
  const idle = of("other").map((row) => ({ ...row, instruction: null }));
  expect(obstacleTo(idle, { orderId: 7001 }, holders())).toContain(REFERENCE);
  db.exec("UPDATE settle_instructions SET state = 'refused'");
  expect(holders()).toEqual([]);
});

test("several billing systems with the same action are asked for, as is an unknown or a waiting one refused", () => {
  const { rowsOf, stuck } = databaseWith("", "other");
  expect(obstacleTo(stuck(), { orderId: null }, [])).toContain('--installation "" or --installation other');
  expect(rowsOf(newInstruction(null, settling("nothing"))), "nothing is written meanwhile").toEqual([]);
  const [one] = stuck();
  expect(obstacleTo(one ? [one] : [], { orderId: null }, [])).toBeNull();
  expect(obstacleTo([], { orderId: null }, [])).toContain("no stuck action");
  expect(rowsOf(newInstruction("other", settling("nothing")))).toHaveLength(1);
  const [asked] = stuck().filter(({ installation }) => installation === "other");
  expect(obstacleTo(asked ? [asked] : [], { orderId: null }, [])).toContain("on its way");
});

test("the list is a plain table; the billing system is a column where one has a name", () => {
  expect(listAnswer([], NOW)).toBe("Nothing is stuck.");
  const [header, line] = listAnswer(databaseWith("").stuck(), NOW).split("\n");
  expect(header).toMatch(/^ACCOUNT {2}REFERENCE +OPERATION +TARGET +STATE +SENT +STUCK FOR +INSTRUCTION$/);
  expect(line).toBe(
    `1001     ${REFERENCE}  renewDomain  domain:ana.dev  STUCK found_late  2026-11-19 17:00 UTC  2 d        -`,
  );
  expect(listAnswer(databaseWith("", "other").stuck(), NOW)).toMatch(
    /^INSTALLATION {2}ACCOUNT[\s\S]*\n"" {12}1001[\s\S]*\nother/,
  );
});

test("an action is shown with what ends it and what was said of it; what ended is still shown", () => {
  const { db, rowsOf, stuck } = databaseWith("");
  rowsOf(newInstruction("", settling("nothing")));
  const shown = () => showAnswer(stuck(), InstructionRow.array().parse(rowsOf(instructionsAbout(PLACE))), NOW);
  expect(shown()).toMatch(
    /state +STUCK found_late\n[\s\S]*undo it there[\s\S]*nothing {2}asked\n {2}because: it's; 'there' – é$/,
  );
  db.exec("DELETE FROM stuck_actions");
  expect(shown()).toMatch(/^It is not stuck any more\./);
  expect(showAnswer([], [], NOW)).toContain("no stuck action");
});
