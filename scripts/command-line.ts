import process from "node:process";
import { parseArgs } from "node:util";
import { keepSayingSo } from "./heartbeat.ts";

/** An option of a command. */
export interface Option {
  type: "boolean" | "string";
  /** The description that `--help` prints. */
  about: string;
  /** The placeholder for the option's value in `--help`. */
  value?: string;
  short?: string;
  default?: string;
}

type Options = Readonly<Record<string, Option>>;

/**
 * The values of a command's options, by name. If the exact option types are unknown, every value has the union type.
 */
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
  /** The arguments that are neither options nor settings. */
  words: string[];
  /** The arguments of the form `NAME=value`. */
  settings: string[];
}

/** The plain arguments that a command accepts in addition to its options. */
interface Words {
  /** The placeholder for these arguments in `--help`. */
  name: string;
  max: number;
  /** The accepted values; absent if any value is accepted. */
  known?: readonly string[];
}

export interface Command<Of extends Options = Options> {
  options: Of;
  /** The plain arguments; absent if the command accepts none. */
  words?: Words;
  /** Whether the command accepts `NAME=value` arguments. */
  hasSettings?: boolean;
  /** Whether the command parses its own arguments, including `--help`. */
  isRaw?: boolean;
  /** Whether to print a line to standard error whenever the command has printed nothing for ten seconds. */
  isLong?: boolean;
  /** Whether an error is printed with its stack trace. */
  hasStack?: boolean;
  /** Additional text for `--help`. */
  notes?: string;
  /**
   * Runs the command.
   * @returns the exit code or a promise of one; with any other value, the process exits when no work is left
   */
  run(given: Given<Of>): unknown;
}

/** An entry of the command table. The command's module is loaded when the command runs. */
export interface Entry {
  /** A description of one sentence. */
  about: string;
  load(): Promise<{ command: Command }>;
}

/** A command with subcommands. */
export interface Group {
  about: string;
  commands: Readonly<Record<string, Entry>>;
  /** The name of the default subcommand. */
  fallback?: string;
}

export type CommandTable = Readonly<Record<string, Entry | Group>>;

/** A mistake in the command line. The command has changed nothing. */
export class UsageError extends Error {}

export function defineCommand<const Of extends Options>(command: Command<Of>): Command {
  return command as unknown as Command;
}

/** Runs the command that the arguments name. If it fails, prints the error and exits with code 1. */
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

/**
 * Parses the arguments of a command.
 * @throws {UsageError} if an argument is not accepted; the message may suggest a similar one
 */
export function read(
  { options, words: rule, hasSettings = false }: Pick<Command, "options" | "words" | "hasSettings">,
  path: readonly string[],
  given: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Given {
  const names = Object.keys(options);
  // An `.npmrc` that sets the option to false leaves this variable empty.
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

/**
 * Parses an option value as a whole number of at least 0.
 * @throws {UsageError} if the text is anything else
 */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(number) || number < 0)
    throw new UsageError(`${text} is not a whole number.`);
  return number;
}

/**
 * Returns a "Did you mean" question with the closest known word. Returns an empty string if that word differs in more
 * than half of its letters.
 */
export function didYouMean(word: string, known: readonly string[]): string {
  const [nearest] = known.toSorted((one, other) => distance(word, one) - distance(word, other));
  return nearest !== undefined && distance(word, nearest) <= nearest.length / 2 ? ` Did you mean ${nearest}?` : "";
}

/** Returns the Levenshtein distance: the minimum number of letters to insert, delete or replace. */
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

/** Returns the npm command line for a command. */
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
