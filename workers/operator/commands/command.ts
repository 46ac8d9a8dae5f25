import type { ActResult, OperatorAnswer } from "../../../shared/operator-contract/answers.ts";
import type { OperatorContext } from "../composition.ts";
import { ConsoleError } from "../responses.ts";

/**
 * One input of a command. A text has one line, and a number is positive. A time (`instant`) is RFC 3339 in UTC and in
 * the past; its value is epoch milliseconds.
 */
export interface FieldRule {
  kind: "text" | "number" | "choice" | "instant";
  label: string;
  /** The values of a choice; absent for other kinds. */
  choices?: readonly string[];
  isOptional?: true;
}

/** The inputs of a command by name, in the order of the command-line arguments. */
export type FieldSet = Record<string, FieldRule>;

type FieldValue<Field extends FieldRule> =
  | (Field extends { kind: "number" | "instant" }
      ? number
      : Field extends { choices: readonly (infer Choice)[] }
        ? Choice
        : string)
  | (Field extends { isOptional: true } ? null : never);

/** The validated values of a command's fields. */
export type FieldValues<Fields extends FieldSet = FieldSet> = {
  [Name in keyof Fields]: FieldValue<Fields[Name]>;
};

export const COMMAND_GROUPS = ["Look up", "Act", "Watch", "Restore"] as const;

interface CommandWords {
  group: (typeof COMMAND_GROUPS)[number];
  /**
   * The command's name in the navigation and as a heading. The label of an act is imperative, because it is also the
   * label of the button.
   */
  label: string;
  /** A short description of the command, for the page and the terminal. */
  title: string;
}

/** A command that changes nothing. */
export interface ReadCommand<Fields extends FieldSet = FieldSet> extends CommandWords {
  effect: "read";
  fields: Fields;
  /** @throws {InputError} if the request contradicts itself */
  run(input: FieldValues<Fields>, context: OperatorContext): Promise<OperatorAnswer>;
  /**
   * Returns the subjects whose data the command shows, for the audit. A subject, such as `login:12`, never contains a
   * name or an e-mail address. Absent if the command does not concern individual customers.
   */
  subjects?(input: FieldValues<Fields>, answer: OperatorAnswer | null): string[];
  /**
   * Lets a customer see that an operator read their data. A command with this method requires POST and an operator who
   * may act. Never throws.
   */
  announce?(input: FieldValues<Fields>, context: OperatorContext): Promise<void>;
  /** Returns the complete answer as JSON, which may be longer than a page can show. */
  stream?(input: FieldValues<Fields>, context: OperatorContext): Promise<ReadableStream<Uint8Array>>;
}

/** A command that changes something. The audit records the act and its reason before the act runs. */
export interface ActCommand<Fields extends FieldSet = FieldSet> extends CommandWords {
  effect: "act";
  fields: Fields;
  /**
   * Returns the subject of the act for the audit, such as `connection:<id>`. It never contains a name or an e-mail
   * address.
   */
  subject(input: FieldValues<Fields>): string;
  /** The read command whose answer the form of this act shows. Its fields are also fields of the act. */
  about?: string;
  /**
   * Returns a text for the operator to confirm: the effect and the affected customers. Returns `null` if {@link run}
   * will refuse the act with a reason.
   */
  preview(input: FieldValues<Fields>, context: OperatorContext): Promise<string | null>;
  /** @throws {InputError} if the request contradicts itself */
  run(input: FieldValues<Fields>, context: OperatorContext, because: string): Promise<ActResult>;
}

export type OperatorCommand = ReadCommand | ActCommand;

/** A command with its name in the table. */
export type NamedCommand<Command extends OperatorCommand = OperatorCommand> = Command & { name: string };

/**
 * Returns whether a command requires POST and an operator who may act, because it changes something or a customer sees
 * it.
 */
export function isSent(command: OperatorCommand): boolean {
  return command.effect === "act" || command.announce !== undefined;
}

/** Declares a read command with typed fields. */
export function read<const Fields extends FieldSet>(command: Omit<ReadCommand<Fields>, "effect">): ReadCommand<Fields> {
  return { ...command, effect: "read" };
}

/** Declares an act with typed fields. */
export function act<const Fields extends FieldSet>(command: Omit<ActCommand<Fields>, "effect">): ActCommand<Fields> {
  return { ...command, effect: "act" };
}

/** Converts the result of a trial run to a preview; `null` if the act is refused. */
export function textIfDone({ isDone, text }: ActResult): string | null {
  return isDone ? text : null;
}

/** Thrown for invalid input. The message has one sentence for each error. */
export class InputError extends ConsoleError {
  constructor(message: string) {
    super(400, "invalid_input", message);
  }
}

export const MAX_TEXT = 300;
const MAX_BECAUSE = 500;
const NUMBER = /^[1-9]\d{0,14}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/;

/** The field with the reason for an act. */
export const BECAUSE = "because";
/** The field with the code that confirms a preview. */
export const CONFIRM = "confirm";

/**
 * Validates the submitted values. An empty value is treated as absent.
 * @param sent the submitted values by field, as texts or numbers
 * @param now epoch milliseconds
 * @throws {InputError} with all errors
 */
export function readInput<Fields extends FieldSet>(
  fields: Fields,
  sent: Record<string, unknown>,
  now: number,
): FieldValues<Fields> {
  const known = new Set([...Object.keys(fields), BECAUSE, CONFIRM]);
  const problems = Object.keys(sent).flatMap((name) =>
    known.has(name) ? [] : [`${name} is not a field of this command.`],
  );
  const input: Record<string, string | number | null> = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = sent[name];
    const text = typeof given === "number" ? String(given) : given;
    if (text === undefined || text === null || text === "") {
      if (!field.isOptional) problems.push(`${name} is missing.`);
      input[name] = null;
      continue;
    }
    const problem = typeof text === "string" ? problemWith(name, field, text, now) : `${name} must be a string.`;
    if (problem) problems.push(problem);
    else input[name] = fieldValue(field, String(text));
  }
  if (problems.length > 0) throw new InputError(problems.join(" "));
  return input as FieldValues<Fields>;
}

/** Returns the reason for an act, which the audit stores. @throws {InputError} if it is missing or invalid */
export function reasonIn(sent: Record<string, unknown>): string {
  const given = sent[BECAUSE];
  const reason = typeof given === "string" ? given.trim() : "";
  if (reason === "") throw new InputError("Give the reason for the act in the field because.");
  if (reason.length > MAX_BECAUSE) throw new InputError(`because has at most ${MAX_BECAUSE} characters.`);
  if (/\p{Cc}/u.test(reason)) throw new InputError("because is one line, without control characters.");
  return reason;
}

function fieldValue({ kind }: FieldRule, text: string): string | number {
  return kind === "number" ? Number(text) : kind === "instant" ? Date.parse(text) : text;
}

function problemWith(name: string, { kind, choices = [] }: FieldRule, text: string, now: number): string | null {
  switch (kind) {
    case "number":
      if (NUMBER.test(text)) return null;
      return `${name} must be a number${text.includes("@") ? ": find lists it for an address" : ""}.`;
    case "instant":
      // `Date` accepts a day that the month does not have, and converts it to a day of the next month.
      if (!INSTANT.test(text) || new Date(text).toJSON()?.slice(0, 10) !== text.slice(0, 10))
        return `${name} must be an instant in UTC, such as 2026-11-23T04:00:00Z.`;
      return Date.parse(text) <= now ? null : `${name} is in the future.`;
    case "choice":
      return choices.includes(text) ? null : `${name} must be ${choices.join(" or ")}.`;
    case "text":
      if (text.length > MAX_TEXT) return `${name} has at most ${MAX_TEXT} characters.`;
      return /\p{Cc}/u.test(text) ? `${name} has control characters.` : null;
  }
}

/**
 * Returns an entered id for the audit; it may be the URL of a metadata document. Returns `other` for any other text, so
 * that the audit does not record it.
 */
export function idOr(text: string): string {
  return /^[\w:./-]+$/.test(text) ? text : "other";
}
