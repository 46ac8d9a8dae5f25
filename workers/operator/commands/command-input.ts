import type { CommandField } from "./command-list.ts";

/** What is wrong with an input: one sentence for each field. */
export class InputError extends Error {}

const MAX_TEXT = 300;
const MAX_BECAUSE = 500;
const NUMBER = /^[1-9]\d{0,14}$/;

/** The name that every act's reason is given under. */
export const BECAUSE = "because";
/** The name that the code of a preview is given under. */
export const CONFIRM = "confirm";

/** Checked values of a command's fields. */
export class CommandInput {
  readonly #values: Map<string, string | number>;

  private constructor(values: Map<string, string | number>) {
    this.#values = values;
  }

  /**
   * Checks what was sent; an empty value is as good as none.
   * @param sent by field, as texts or numbers
   * @throws {InputError} that says what is wrong
   */
  static read(fields: readonly CommandField[], sent: Record<string, unknown>): CommandInput {
    const known = new Set([...fields.map(({ name }) => name), BECAUSE, CONFIRM]);
    const problems = Object.keys(sent).flatMap((name) => (known.has(name) ? [] : [`${name} is no field of this.`]));
    const values = new Map<string, string | number>();
    for (const field of fields) {
      const given = sent[field.name];
      const text = typeof given === "number" ? String(given) : given;
      if (text === undefined || text === null || text === "") {
        if (!field.isOptional) problems.push(`${field.name} is missing.`);
        continue;
      }
      const problem = typeof text === "string" ? problemWith(field, text) : `${field.name} is no text.`;
      if (problem) problems.push(problem);
      else values.set(field.name, field.kind === "number" ? Number(text) : String(text));
    }
    if (problems.length > 0) throw new InputError(problems.join(" "));
    return new CommandInput(values);
  }

  text(name: string): string {
    const value = this.#values.get(name);
    if (typeof value !== "string") throw new Error(`${name} is no text of this command`);
    return value;
  }

  optionalText(name: string): string | null {
    return this.#values.has(name) ? this.text(name) : null;
  }

  number(name: string): number {
    const value = this.#values.get(name);
    if (typeof value !== "number") throw new Error(`${name} is no number of this command`);
    return value;
  }

  /** The values by field, in the order of the fields. */
  toJSON(): [string, string | number][] {
    return [...this.#values];
  }

  optionalNumber(name: string): number | null {
    return this.#values.has(name) ? this.number(name) : null;
  }
}

/** The reason of an act: what was found out, for whoever looks at it later. @throws {InputError} */
export function reasonIn(sent: Record<string, unknown>): string {
  const given = sent[BECAUSE];
  const reason = typeof given === "string" ? given.trim() : "";
  if (reason === "") throw new InputError("Say why, for whoever looks at it later: because.");
  if (reason.length > MAX_BECAUSE) throw new InputError(`because has at most ${MAX_BECAUSE} characters.`);
  if (/\p{Cc}/u.test(reason)) throw new InputError("because is one line, without control characters.");
  return reason;
}

function problemWith({ name, kind, choices = [] }: CommandField, text: string): string | null {
  switch (kind) {
    case "number":
      return NUMBER.test(text) ? null : `${name} is a number.`;
    case "choice":
      return choices.includes(text) ? null : `${name} is ${choices.join(" or ")}.`;
    case "text":
      if (text.length > MAX_TEXT) return `${name} has at most ${MAX_TEXT} characters.`;
      return /\p{Cc}/u.test(text) ? `${name} has control characters.` : null;
  }
}
