import { describe, expect, test } from "vitest";
import { helpIn, readArguments, usage } from "../../../scripts/operate/arguments.ts";
import { confirmationIn, textOf } from "../../../scripts/operate/print-answer.ts";
import { readInput } from "../../../workers/operator/commands/command.ts";
import { COMMANDS } from "../../../workers/operator/commands/command-table.ts";
import { cellWords } from "../../../workers/operator/commands/words.ts";

const REFERENCE = "--begins-with-dashes.mws4w580";

describe("the arguments of npm run operate", () => {
  test("are read in the order of the fields or by name, and a reference may start with dashes", () => {
    const words = ["settle", "--outcome=done", "1001", REFERENCE, "7001", "--because", "it is there"];
    expect(readArguments(words)).toEqual({
      name: "settle",
      isSent: true,
      sent: { account: "1001", reference: REFERENCE, outcome: "done", order: "7001", because: "it is there" },
      isJson: false,
    });
    expect(readArguments(["stuck", "--json"])).toEqual({ name: "stuck", isSent: false, sent: {}, isJson: true });
  });

  test.each<[string, string[], RegExp]>([
    ["nothing", [], /Name a command/],
    ["another command", ["lists"], /Unknown command/],
    ["an inherited name", ["constructor"], /Unknown command/],
    ["an unknown option", ["stuck", "--force"], /no --force/],
    ["a reason for a command without one", ["stuck", "--because", "x"], /no --because/],
    ["an option without its value", ["action", "--account"], /needs a value/],
    ["a word too many", ["stuck", "1001"], /Too many arguments: 1001/],
    ["no reference", ["action", "1001"], /needs reference/],
    ["no reason", ["settle", "1001", "a.b", "done"], /--because/],
    ["an empty reason", ["settle", "1001", "a.b", "done", "--because", "  "], /--because/],
  ])("are refused with the reason if they contain %s", (_, words, why) => {
    expect(() => readArguments(words)).toThrow(why);
  });

  test("lead to help for all commands or for one, and a mistake shows only the help of its command", () => {
    for (const words of [["help"], ["-h"], ["--help"]]) expect(helpIn(words)).toBe(usage());
    for (const words of [
      ["help", "settle"],
      ["settle", "--help"],
    ]) {
      expect(helpIn(words)).toContain("settle <account>");
      expect(helpIn(words)).not.toContain("unlock");
    }
    expect(helpIn(["action", "1001", "help"])).toBeNull();
    const wrong = () => readArguments(["action", "1001"]);
    expect(wrong).toThrow("action <account> <reference>");
    expect(wrong).not.toThrow("unlock");
    expect(() => readArguments(["lists"])).toThrow("-- help");
  });
});

test("the audit log records ids as subjects and no other input", () => {
  const document = "https://assistant.example/client.json";
  expect(COMMANDS.end.subject({ by: "application", id: document })).toBe(`application:${document}`);
  const typed = "Jane Doe jane@maple.example";
  const subjects = [
    COMMANDS.hold.subject({ store: typed }),
    COMMANDS.pause.subject({ host: typed, minutes: 5 }),
    COMMANDS.end.subject({ by: "connection", id: typed }),
    ...(COMMANDS.application.subjects?.({ application: typed }, null) ?? []),
  ];
  expect(subjects).toEqual(["store:other", "host:other", "connection:other", "application:other"]);
});

const NOW = Date.parse("2026-11-24T14:22:02Z");

describe("the input of a command", () => {
  const { fields } = COMMANDS.settle;
  const good = { account: 1001, reference: "a.b", outcome: "done", because: "x" };

  test("is checked by its fields, and an empty value is treated as missing", () => {
    const input = readInput(fields, { ...good, account: "1001", order: "" }, NOW);
    expect(input).toEqual({ account: 1001, reference: "a.b", outcome: "done", order: null });
    const since = readInput(COMMANDS.erasures.fields, { since: "2026-11-23T04:00:00Z" }, NOW);
    expect(since).toEqual({ since: Date.parse("2026-11-23T04:00:00Z"), store: null });
    for (const wrong of [
      "yesterday",
      "2026-11-23",
      "2026-11-23T04:00:00+02:00",
      "2026-13-23T04:00:00Z",
      "2026-02-30T04:00:00Z",
    ])
      expect(() => readInput(COMMANDS.erasures.fields, { since: wrong }, NOW)).toThrow(/an instant in UTC/);
    const future = () => readInput(COMMANDS.erasures.fields, { since: "2026-11-24T14:22:03Z" }, NOW);
    expect(future).toThrow("since is in the future");
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ["an account that is not a number", { account: "1001;" }, /account must be a number/],
    ["a number that is not exact", { account: "9007199254740993" }, /account must be a number/],
    ["a negative number", { account: -1 }, /account must be a number/],
    ["an order that is not a number", { order: "0" }, /order must be a number/],
    ["another outcome", { outcome: "maybe" }, /done or nothing/],
    ["an object instead of a text", { reference: {} }, /must be a string/],
    ["a long text", { reference: "a".repeat(301) }, /at most 300/],
    ["a control character", { reference: "a\u0007" }, /control/],
    ["an unknown field", { who: "me" }, /who is not a field/],
    ["a missing field", { reference: undefined }, /reference is missing/],
  ])("is refused if it contains %s", (_, sent, why) => {
    expect(() => readInput(fields, { ...good, ...sent }, NOW)).toThrow(why);
  });
});

describe("the console's reply in a terminal", () => {
  test("shows columns, times and booleans in words", () => {
    const row = {
      endedAt: "2026-11-24T13:44:02.118Z",
      pausedUntil: "2026-11-24T15:44:02Z",
      hasCard: 0,
      request_id: "r-1",
    };
    expect(textOf({ status: 200, body: { tables: { ofBilling: [row] }, notes: [] } }, NOW).text).toBe(
      "MAILS TO CUSTOMERS\nEnded           Paused until  Saved card  Request\n37 minutes ago  in 1 hour     no          r-1",
    );
  });

  test("shows JSON in a cell as names and values, and other text unchanged", () => {
    const parties = JSON.stringify({ seller: { name: "Maple", lines: ["1 Road", "Montréal"], taxNumber: null } });
    expect(cellWords("parties", parties, NOW)).toBe("Seller: Name: Maple, Lines: 1 Road; Montréal, Tax number: –");
    expect(cellWords("subject", "[urgent] help", NOW)).toBe("[urgent] help");
    expect(cellWords("why", "ended_by_provider", NOW)).toBe("ended by provider");
    expect(cellWords("state", "STUCK", NOW)).toBe("stuck");
  });

  test("shows a line per row, a column per filled field, and no control characters", () => {
    const body = {
      tables: {
        stuck: [
          { account: 1001, target: null, code: null, reference: "a\u001b[31mb" },
          { account: 1002, target: "domain:ana.dev", code: null, reference: "c" },
        ],
      },
      notes: ["A note."],
    };
    expect(textOf({ status: 200, body }, NOW)).toEqual({
      text: "STUCK ACTIONS\nAccount  Target          Reference\n1001     –               a�[31mb\n1002     domain:ana.dev  c\n\nA note.",
      isGood: true,
    });
  });

  test("requests confirmation and shows the effect of an act, but only if the act requires it", () => {
    const said = { done: false, text: "This ends 2\u001b[31m connections." };
    const body = { ...said, confirm: "0a1b2c3d" };
    expect(confirmationIn({ status: 409, body })).toEqual({
      text: "This ends 2�[31m connections.",
      confirm: "0a1b2c3d",
    });
    expect(confirmationIn({ status: 409, body: said })).toBeNull();
    expect(confirmationIn({ status: 302, body: null })).toBeNull();
  });

  test("changes neither the writing direction nor the terminal's colour", () => {
    const body = { tables: { stuck: [{ target: "a\u202eb" }] }, notes: ["c\u2066d\u001b[31m.", "e\nf"] };
    expect(textOf({ status: 200, body }, NOW).text).toBe("STUCK ACTIONS\nTarget\na�b\n\nc�d�[31m.\n\ne\nf");
  });

  test("fails for an act that was not done, a problem, or the page of another site", () => {
    const said = { done: false, text: "Nothing was settled." };
    expect(textOf({ status: 409, body: said }, NOW)).toEqual({ text: said.text, isGood: false });
    const problem = { detail: "You may read here.", request_id: "r-1" };
    expect(textOf({ status: 403, body: problem }, NOW).text).toBe("You may read here. (request r-1)");
    expect(textOf({ status: 302, body: null }, NOW)).toMatchObject({
      isGood: false,
      text: expect.stringContaining("HTTP 302"),
    });
  });
});
