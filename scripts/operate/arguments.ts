import {
  BECAUSE,
  COMMAND_GROUPS,
  CONFIRM,
  isSent,
  type OperatorCommand,
} from "../../workers/operator/commands/command.ts";
import { COMMANDS, commandNamed } from "../../workers/operator/commands/command-table.ts";
import { didYouMean, UsageError } from "../command-line.ts";

/** The parsed arguments of `npm run operate`. */
export interface OperateCall {
  name: string;
  isSent: boolean;
  /** The values of the fields, and the reason if the command is an act. */
  sent: Record<string, string>;
  /** Whether to print the answer as JSON instead of tables. */
  isJson: boolean;
}

const HELP = ["help", "-h", "--help"];

/** Returns the help text for all commands or for one; `null` if no help is requested. */
export function helpIn(words: string[]): string | null {
  const asked = words.findIndex((word) => HELP.includes(word));
  // After a command, the word `help` may be the value of a field.
  if (asked === -1 || (asked > 0 && words[asked] === "help")) return null;
  const name = words[asked === 0 ? 1 : 0] ?? "";
  const command = commandNamed(name);
  return command === null ? usage() : usageOf(name, command);
}

/** Describes a command with its fields, in the order in which they are entered. */
function usageOf(name: string, command: OperatorCommand): string {
  const words = Object.entries(command.fields).map(([field, { choices, isOptional }]) => {
    const word = choices ? choices.join("|") : `<${field}>`;
    return isOptional ? `[${word}]` : word;
  });
  const because = ofActs(command).map((field) => (field === BECAUSE ? '--because "…"' : `[--${field} <code>]`));
  return `  ${[name, ...words, ...because].join(" ")}\n      ${command.title}`;
}

/** Returns the additional options of an act. */
function ofActs(command: OperatorCommand): string[] {
  if (command.effect === "read") return [];
  return [BECAUSE, CONFIRM];
}

/** Describes all commands. */
export function usage(): string {
  const groups = COMMAND_GROUPS.map((group) => {
    const commands = Object.entries<OperatorCommand>(COMMANDS).filter(([, command]) => command.group === group);
    return `${group}\n${commands.map(([name, command]) => usageOf(name, command)).join("\n")}`;
  });
  return `npm run operate -- <command>\n\n${groups.join("\n\n")}

Fields are given in this order, or by name: --<field> <value>. --json prints the answer as JSON, with exact times.
--because records the reason for later readers. Never paste a customer's text.
A command that changes something first shows what it would change and for whom, and asks. Without a terminal it prints the code for --confirm.
Without OPERATOR_ORIGIN it calls the local demonstration. With OPERATOR_ORIGIN, also set CF_ACCESS_CLIENT_ID
and CF_ACCESS_CLIENT_SECRET: a Cloudflare Access service token that OPERATORS lists.`;
}

/**
 * Parses the arguments of `npm run operate`.
 * @throws {UsageError} if an argument is invalid
 */
export function readArguments(words: string[]): OperateCall {
  const [name, ...rest] = words;
  if (name === undefined) throw usageError("Name a command.", usage());
  const command = commandNamed(name);
  if (command === null) throw usageError(`Unknown command: ${name}.${didYouMean(name, Object.keys(COMMANDS))}`);
  const fields = Object.keys(command.fields);
  const named = new Set([...fields, ...ofActs(command)]);
  const own = usageOf(name, command);
  const sent: Record<string, string> = {};
  const places: string[] = [];
  let isJson = false;
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] as string;
    const [, field, given] = /^--([a-z]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (word === "--json") isJson = true;
    else if (field === undefined) places.push(word);
    else if (!named.has(field))
      throw usageError(
        `${name} has no --${field}.${didYouMean(
          `--${field}`,
          [...named].map((each) => `--${each}`),
        )}`,
        own,
      );
    else {
      const value = given ?? rest[++at];
      if (value === undefined) throw usageError(`--${field} needs a value.`, own);
      sent[field] = value;
    }
  }
  const open = fields.filter((field) => !(field in sent));
  if (places.length > open.length) throw usageError(`Too many arguments: ${places.slice(open.length).join(" ")}`, own);
  places.forEach((value, at) => {
    sent[open[at] ?? ""] = value;
  });
  const missing = fields.find((field) => !command.fields[field]?.isOptional && !(field in sent));
  if (missing) throw usageError(`${name} needs ${missing}.`, own);
  if (command.effect === "act" && !sent[BECAUSE]?.trim())
    throw usageError('State the reason for later readers: --because "…".', own);
  return { name, isSent: isSent(command), sent, isJson };
}

/** Returns an error with the mistake followed by the correct usage. */
function usageError(message: string, usage = "npm run operate -- help lists the commands."): UsageError {
  return new UsageError(`${message}\n\n${usage}`);
}
