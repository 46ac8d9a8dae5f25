import { describe, expect, test, vi } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import {
  type CommandTable,
  defineCommand,
  didYouMean,
  read,
  runCommandLine,
  UsageError,
  wholeNumber,
} from "../../../scripts/command-line.ts";
import { COMMANDS } from "../../../scripts/commands.ts";

const options = {
  "dry-run": { type: "boolean", about: "Changes nothing." },
  to: { type: "string", value: "folder", about: "Where to.", default: "here" },
} as const;
const PATH = ["backup"];
const readIn = (words: string[], more: object = {}, environment = {}) =>
  read({ options, ...more }, PATH, words, environment);

describe("the arguments of a command line", () => {
  test("are parsed into options, words and settings", () => {
    expect(readIn(["--to=x", "DOMAIN=a.example", "--dry-run"], { hasSettings: true })).toEqual({
      options: { "dry-run": true, to: "x" },
      words: [],
      settings: ["DOMAIN=a.example"],
    });
    expect(readIn(["one"], { words: { name: "case", max: 2 } }, { npm_config_dry_run: "" })).toEqual({
      options: { "dry-run": false, to: "here" },
      words: ["one"],
      settings: [],
    });
  });

  test.each<[string[], object, object, string]>([
    [["--dry-runn"], {}, {}, "Unknown option of backup: --dry-runn. Did you mean --dry-run? npm run backup -- --help"],
    [["dry-run"], { hasSettings: true }, {}, "dry-run is neither an option nor a setting (NAME=value)."],
    [["DOMAIN=x"], {}, {}, "DOMAIN=x is no option."],
    [["--to"], {}, {}, "--to needs a value."],
    [["--dry-run=true"], {}, {}, "--dry-run takes no value: true"],
    [["a", "b"], { words: { name: "case", max: 1 } }, {}, "Too many arguments: b."],
    [["wolk"], { words: { name: "proof", max: 1, known: ["walk", "fuzz"] } }, {}, "Did you mean walk?"],
    [
      [],
      {},
      { npm_config_dry_run: "true" },
      "npm keeps --dry-run for itself. Put -- before it: npm run backup -- --dry-run",
    ],
  ])("%j are refused", (words, more, environment, said) => {
    expect(() => readIn(words, more, environment)).toThrow(UsageError);
    expect(() => readIn(words, more, environment)).toThrow(said);
  });

  test("lead to a suggestion of the closest word, and numbers must be whole", () => {
    expect(didYouMean("relase", ["release", "reset"])).toBe(" Did you mean release?");
    expect([didYouMean("x", []), didYouMean("FOO", ["MAIL_FROM"])]).toEqual(["", ""]);
    expect(wholeNumber("12")).toBe(12);
    for (const text of ["", "-1", "1.5", "many"]) expect(() => wholeNumber(text)).toThrow("not a whole number");
  });
});

describe("the command line", () => {
  const ran: unknown[] = [];
  const command = defineCommand({ options, run: (given) => void ran.push(given.options) });
  const entry = { about: "Backs up.", load: async () => ({ command }) };
  const table: CommandTable = {
    backup: entry,
    prove: { about: "Proofs.", commands: { walk: entry, fuzz: entry } },
    bench: { about: "Measures.", fallback: "compare", commands: { compare: entry, costs: entry } },
  };

  async function run(...words: string[]) {
    ran.length = 0;
    const log = vi.spyOn(console, "log").mockReturnValue();
    const error = vi.spyOn(console, "error").mockReturnValue();
    const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    await runCommandLine(table, words).catch(() => {});
    const said = [...log.mock.calls, ...error.mock.calls].flat().join("\n");
    const isFailed = exit.mock.calls.length > 0;
    for (const spy of [log, error, exit]) spy.mockRestore();
    return { said, isFailed };
  }

  test("runs a command, a subcommand or the default subcommand", async () => {
    await run("backup", "--dry-run");
    expect(ran).toEqual([{ "dry-run": true, to: "here" }]);
    await run("prove", "walk");
    await run("bench");
    expect(ran).toHaveLength(1);
    await run("bench", "--dry-run");
    expect(ran).toEqual([{ "dry-run": true, to: "here" }]);
  });

  test.each([
    [["backpu"], "Unknown command: backpu. Did you mean backup?"],
    [["prove", "wakl"], "Unknown subcommand of prove: wakl. Did you mean walk?"],
    [["bench", "cost"], "Unknown subcommand of bench: cost. Did you mean costs?"],
    [["prove"], "npm run prove -- <subcommand>"],
    [["prove", "constructor"], "Unknown subcommand of prove: constructor"],
  ])("refuses %j", async (words, text) => {
    const { said, isFailed } = await run(...words);
    expect([said.includes(text), isFailed, ran], said).toEqual([true, true, []]);
  });
});

test("package.json has exactly the commands of the table, and at most twenty", () => {
  const calls = Object.entries(packageJson.scripts).map(([name, call]) => [name, call.replace(/^exec /, "")]);
  expect(calls).toEqual(Object.keys(COMMANDS).map((name) => [name, `node scripts/setup.mjs ${name}`]));
  expect(calls.length).toBeLessThanOrEqual(20);
});
