import { BECAUSE, CONFIRM } from "../../workers/operator/commands/command-input.ts";
import {
  COMMAND_NAMES,
  commandNamed,
  definitionOf,
  type OperatorCommand,
  type OperatorCommandName,
} from "../../workers/operator/commands/command-list.ts";

/** What `npm run operate` is asked. */
export interface OperateCall {
  name: OperatorCommandName;
  kind: OperatorCommand["kind"];
  /** The fields' values, and the reason of an act. */
  sent: Record<string, string>;
  /** The answer as it came, in place of tables. */
  isJson: boolean;
}

export class UsageError extends Error {
  /** How it is said rightly. */
  readonly usage: string;

  constructor(message: string, usage = "npm run operate -- help lists the commands.") {
    super(message);
    this.usage = usage;
  }
}

const HELP = ["help", "-h", "--help"];

/** What is to be said where help is asked for, of all commands or of one; null where it is not. */
export function helpIn(words: string[]): string | null {
  const asked = words.findIndex((word) => HELP.includes(word));
  // Behind a command with fields the word may be a value.
  if (asked === -1 || (asked > 0 && words[asked] === "help")) return null;
  const name = commandNamed(words[asked === 0 ? 1 : 0] ?? "");
  return name === null ? usage() : usageOf(name);
}

/** A command with its fields, in the order in which they are given. */
function usageOf(name: OperatorCommandName): string {
  const { kind, title, fields, isConfirmed } = definitionOf(name);
  const words = fields.map(({ name: field, choices, isOptional }) => {
    const word = choices ? choices.join("|") : `<${field}>`;
    return isOptional ? `[${word}]` : word;
  });
  const because = kind === "act" ? ['--because "…"'] : [];
  const confirm = isConfirmed ? ["[--confirm <code>]"] : [];
  return `  ${[name, ...words, ...because, ...confirm].join(" ")}\n      ${title}`;
}

/** All commands. */
export function usage(): string {
  return `npm run operate -- <command>\n\n${COMMAND_NAMES.map(usageOf).join("\n")}

Fields are given in this order, or by name: --<field> <value>. --json prints the answer as it came.
--because says what you found out, for whoever looks at it later; nothing that a customer wrote.
What asks for --confirm says first what it would do, with the code that confirms it.
Without OPERATOR_ORIGIN in the environment the demonstration on this machine is asked; with it also CF_ACCESS_CLIENT_ID
and CF_ACCESS_CLIENT_SECRET, a service token of Cloudflare Access that OPERATORS names.`;
}

/** @throws {UsageError} that says what is wrong */
export function readArguments(words: string[]): OperateCall {
  const [first, ...rest] = words;
  if (first === undefined) throw new UsageError("Say what to do.", usage());
  const name = commandNamed(first);
  if (name === null) throw new UsageError(`${first} is no command.`);
  const { kind, fields, isConfirmed } = definitionOf(name);
  const ofActs = [...(kind === "act" ? [BECAUSE] : []), ...(isConfirmed ? [CONFIRM] : [])];
  const named = new Set([...fields.map((field) => field.name), ...ofActs]);
  const sent: Record<string, string> = {};
  const places: string[] = [];
  let isJson = false;
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] as string;
    const [, field, own] = /^--([a-z]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (word === "--json") isJson = true;
    else if (field === undefined) places.push(word);
    else if (!named.has(field)) throw new UsageError(`${name} has no --${field}.`, usageOf(name));
    else {
      const value = own ?? rest[++at];
      if (value === undefined) throw new UsageError(`--${field} needs a value.`, usageOf(name));
      sent[field] = value;
    }
  }
  const open = fields.filter((field) => !(field.name in sent));
  if (places.length > open.length)
    throw new UsageError(`Too much: ${places.slice(open.length).join(" ")}`, usageOf(name));
  places.forEach((value, at) => {
    sent[open[at]?.name ?? ""] = value;
  });
  const missing = fields.find((field) => !field.isOptional && !(field.name in sent));
  if (missing) throw new UsageError(`${name} needs ${missing.name}.`, usageOf(name));
  if (kind === "act" && !sent[BECAUSE]?.trim())
    throw new UsageError('Say why, for whoever looks at it later: --because "…".', usageOf(name));
  return { name, kind, sent, isJson };
}
