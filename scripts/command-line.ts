import process from "node:process";
import { parseArgs } from "node:util";
import { keepSayingSo } from "./heartbeat.ts";

/** An option of a command. */
export interface Option {
  type: "boolean" | "string";
  /** The description in `--help`. */
  about: string;
  /** The name of its value in `--help`. */
  value?: string;
  short?: string;
  default?: string;
}

type Options = Readonly<Record<string, Option>>;

/** The values of options by name. If the type of the options is unknown, those of any command. */
type Values<Of extends Options> = string extends keyof Of
  ? Record<string, string | boolean | undefined>
  : {
      [Name in keyof Of]: Of[Name]["type"] extends "boolean"
        ? boolean
        : Of[Name] extends { default: string }
          ? string
          : string | undefined;
    };

/** The parsed arguments of a command. */
export interface Given<Of extends Options = Options> {
  options: Values<Of>;
  /** Words that are neither options nor settings. */
  words: string[];
  /** Words of the form `NAME=value`. */
  settings: string[];
}

/** The words that a command accepts next to its options. */
interface Words {
  /** The name of the words in `--help`. */
  name: string;
  max: number;
  /** The only accepted words. */
  known?: readonly string[];
}

export interface Command<Of extends Options = Options> {
  options: Of;
  /** Absent if the command accepts no words. */
  words?: Words;
  /** Whether the command accepts `NAME=value` words. */
  hasSettings?: boolean;
  /** Whether the command parses its own arguments, including `--help`. */
  isRaw?: boolean;
  /** Whether to print a line every ten seconds while the command runs. */
  isLong?: boolean;
  /** Whether to print an error with its stack. */
  hasStack?: boolean;
  /** Additional text for `--help`. */
  notes?: string;
  /** @returns the exit code, or a promise of it; for any other value, the process ends when its work ends */
  run(given: Given<Of>): unknown;
}

/** A command of the table. Its module is loaded when the command runs. */
export interface Entry {
  /** A description in one sentence. */
  about: string;
  load(): Promise<{ command: Command }>;
}

/** A command with subcommands. */
export interface Group {
  about: string;
  commands: Readonly<Record<string, Entry>>;
  /** The subcommand that runs by default. */
  fallback?: string;
}

export type CommandTable = Readonly<Record<string, Entry | Group>>;

/** A mistake in the command line. Nothing was done. */
export class UsageError extends Error {}

export function defineCommand<const Of extends Options>(command: Command<Of>): Command {
  return command as unknown as Command;
}

/** Runs the command that the words name. Prints a failure and sets the exit code to 1. */
export async function runCommandLine(table: CommandTable, words: readonly string[]): Promise<void> {
  try {
    await runEntry(found(table, words[0], "command"), [words[0] ?? ""], words.slice(1));
  } catch (error) {
    fail((error as Error).message);
  }
}

async function runEntry(entry: Entry | Group, path: string[], words: readonly string[]): Promise<void> {
  if ("commands" in entry) {
    const [first] = words;
    if (isHelp(first)) return console.log(groupHelp(entry, path));
    const isNamed = first !== undefined && (first in entry.commands || !entry.fallback || !first.startsWith("-"));
    if (!isNamed && !entry.fallback) throw new UsageError(groupHelp(entry, path));
    const name = isNamed ? first : (entry.fallback as string);
    const sub = found(entry.commands, name, `subcommand of ${path.join(" ")}`);
    return runEntry(sub, [...path, name], isNamed ? words.slice(1) : words);
  }
  const { command } = await entry.load();
  if (!command.isRaw && words.some(isHelp)) return console.log(commandHelp(entry.about, command, path));
  const given = command.isRaw ? { options: {}, words: [...words], settings: [] } : read(command, path, words);
  const stop = command.isLong ? keepSayingSo(path.join(" ")) : () => {};
  try {
    const code = await command.run(given);
    if (typeof code === "number") process.exit(code);
  } catch (error) {
    fail(
      command.hasStack && !(error instanceof UsageError) ? String((error as Error).stack) : (error as Error).message,
    );
  } finally {
    stop();
  }
}

/** Parses the arguments of a command. @throws {UsageError} naming an unknown argument and the nearest known one */
export function read(
  { options, words: rule, hasSettings = false }: Pick<Command, "options" | "words" | "hasSettings">,
  path: readonly string[],
  given: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Given {
  const names = Object.keys(options);
  // The variable is empty if an `.npmrc` sets it to false.
  const kept = names.find((name) => environment[`npm_config_${name.replaceAll("-", "_")}`]);
  if (kept !== undefined)
    throw new UsageError(`npm keeps --${kept} for itself. Put -- before it: ${callOf(path)} --${kept}`);
  const all = { ...options, help: { type: "boolean" as const } };
  const { tokens, values, positionals } = parseArgs({
    ...{ args: [...given], options: all, allowPositionals: true, strict: false, tokens: true },
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const option = options[token.name];
    if (!option)
      throw unknown(
        token.rawName,
        names.map((name) => `--${name}`),
        "option",
        path,
      );
    if (option.type === "string" && !token.value) throw new UsageError(`--${token.name} needs a value.`);
    if (option.type === "boolean" && token.value !== undefined)
      throw new UsageError(`--${token.name} takes no value: ${token.value}`);
  }
  const isSetting = (word: string) => hasSettings && /^[A-Z_]+=/.test(word);
  const words = positionals.filter((word) => !isSetting(word));
  for (const word of words) {
    if (!rule) {
      const what = hasSettings ? "neither an option nor a setting (NAME=value)" : "no option";
      throw new UsageError(`${word} is ${what}. ${helpAt(path)}`);
    }
    if (rule.known && !rule.known.includes(word)) throw unknown(word, rule.known, rule.name, path);
  }
  if (rule && words.length > rule.max)
    throw new UsageError(`Too many arguments: ${words.slice(rule.max).join(" ")}. ${helpAt(path)}`);
  const flags = Object.fromEntries(
    names.filter((name) => options[name]?.type === "boolean").map((name) => [name, false]),
  );
  return { options: { ...flags, ...values } as Values<Options>, words, settings: positionals.filter(isSetting) };
}

/** Parses an option's whole number. @throws {UsageError} */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(number) || number < 0)
    throw new UsageError(`${text} is not a whole number.`);
  return number;
}

/** Returns a question with the nearest known word; empty if more than half of the letters differ. */
export function didYouMean(word: string, known: readonly string[]): string {
  const [nearest] = known.toSorted((one, other) => distance(word, one) - distance(word, other));
  return nearest !== undefined && distance(word, nearest) <= nearest.length / 2 ? ` Did you mean ${nearest}?` : "";
}

/** Returns the Levenshtein distance: the number of inserted, deleted or replaced letters. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const replaced = (row[to - 1] as number) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[to] as number) + 1, (next[to - 1] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}

function found<Of extends Entry | Group>(
  table: Readonly<Record<string, Of>>,
  name: string | undefined,
  kind: string,
): Of {
  const entry = name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
  if (entry) return entry;
  throw new UsageError(
    `${name === undefined ? `Name a ${kind}.` : `Unknown ${kind}: ${name}.`}${didYouMean(name ?? "", Object.keys(table)) || ` There are ${Object.keys(table).join(", ")}.`}`,
  );
}

function unknown(word: string, known: readonly string[], kind: string, path: readonly string[]): UsageError {
  return new UsageError(`Unknown ${kind} of ${path.join(" ")}: ${word}.${didYouMean(word, known)} ${helpAt(path)}`);
}

function helpAt(path: readonly string[]): string {
  return `${callOf(path)} --help lists them.`;
}

/** Returns the npm command line of a command. */
function callOf([name = "", ...sub]: readonly string[]): string {
  return [name === "start" || name === "test" ? `npm ${name} --` : `npm run ${name} --`, ...sub].join(" ");
}

function isHelp(word: string | undefined): boolean {
  return word === "--help" || word === "-h";
}

function groupHelp({ about, commands, fallback }: Group, path: readonly string[]): string {
  const rows = Object.entries(commands).map(([name, { about: text }]) => [
    name,
    text + (name === fallback ? " Runs without a name." : ""),
  ]);
  return `${about}\n\n${callOf(path)} <subcommand>\n\n${columns(rows)}\n\n${callOf([...path, "<subcommand>"])} --help says more.`;
}

function commandHelp(about: string, { options, words, hasSettings, notes }: Command, path: readonly string[]): string {
  const beside = words ? [words.max === 1 ? `[<${words.name}>]` : `[<${words.name}>…]`] : [];
  const usage = [callOf(path), ...beside, ...(hasSettings ? ["[NAME=value…]"] : []), "[options]"].join(" ");
  const rows = Object.entries(options).map(([name, { about: text, value, short, default: standard }]) => [
    [short ? `-${short}, ` : "", `--${name}`, value ? ` <${value}>` : ""].join(""),
    text + (standard === undefined ? "" : ` Without it: ${standard}.`),
  ]);
  const known = words?.known ? `\n<${words.name}>: ${words.known.join(", ")}\n` : "";
  return `${about}\n\n${usage}\n${known}\n${columns([...rows, ["-h, --help", "This text."]])}${notes ? `\n\n${notes}` : ""}`;
}

function columns(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([first = ""]) => first.length));
  return rows.map(([first = "", text = ""]) => `  ${first.padEnd(width)}  ${text}`).join("\n");
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
