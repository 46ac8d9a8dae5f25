import type { Addresses } from "../addresses.ts";
import { LANGUAGES, type Language } from "../language.ts";
import { invalidInput, type Problem, toProblem } from "../problems.ts";
import type { RateState } from "../rate-limit.ts";
import { type Answer, type AnswerCache, toAnswer } from "./answer.ts";
import { refusedMembers } from "./input-errors.ts";
import { type AnyOperation, declaredProblems, mayBeStored } from "./operation.ts";

/** One call, as its transport received it. */
export interface Call {
  /** Path, query and body members together, not yet validated; a function where reading them can be refused. */
  input: () => unknown;
  addresses: Addresses;
  caller: Caller;
  /** Also the `X-Request-Id` of the answer. */
  requestId: string;
  /** Keeps the isolate alive for work that the answer does not wait for. */
  waitUntil: (work: Promise<unknown>) => void;
}

/** Who calls, as far as that is known, and by which transport. */
export interface Caller {
  via: "http" | "mcp";
  /** The network address, as the edge gives it. */
  address: string;
}

/** What the context of a call is made from. */
export interface CallScope {
  addresses: Addresses;
  caller: Caller;
  waitUntil: (work: Promise<unknown>) => void;
  /** Told by whatever reads data that ages, in epoch milliseconds: the answer is good until the first of them ends. */
  freshUntil: (epochMilliseconds: number) => void;
  /** Told by whatever counts the call against a limit. */
  noteRate: (state: RateState) => void;
}

/** How a call ended, and what it left of the limits it was counted against. */
export type Outcome = ({ answer: Answer } | { problem: Problem }) & { rates: RateState[] };

/** A Worker's operations with what they run on. */
export interface Desk<Context> {
  operations: readonly AnyOperation<Context>[];
  contextFor: (scope: CallScope) => Context;
  answers: AnswerCache;
  now: () => number;
}

/**
 * The one path of every answer, whatever its transport: input, stored answer, the operation itself. Route, method, body and
 * media type are checked by the transport before. Never throws.
 */
export async function runOperation<Context>(
  desk: Desk<Context>,
  operation: AnyOperation<Context>,
  call: Call,
): Promise<Outcome> {
  let language: Language = "en";
  const rates: RateState[] = [];
  try {
    const given = call.input();
    language = languageOf(given);
    const parsed = operation.input.safeParse(given);
    if (!parsed.success) {
      const known = Object.keys(operation.input.shape);
      throw invalidInput("invalid_parameter", refusedMembers(parsed.error.issues, given, known, "parameter"));
    }

    const now = desk.now();
    const key = `${operation.id} ${call.addresses.site} ${JSON.stringify(parsed.data)}`;
    const stored = mayBeStored(operation) ? desk.answers.get(key, now) : undefined;
    if (stored) return { answer: stored, rates };

    let freshUntil = now + operation.freshFor * 1000;
    const context = desk.contextFor({
      addresses: call.addresses,
      caller: call.caller,
      waitUntil: call.waitUntil,
      noteRate: (state) => rates.push(state),
      freshUntil: (at) => {
        freshUntil = Math.min(freshUntil, at);
      },
    });
    const answer = await toAnswer(await operation.run(context, parsed.data), freshUntil);
    if (mayBeStored(operation) && answer.freshUntil > now) desk.answers.set(key, answer);
    return { answer, rates };
  } catch (error) {
    const problem = toProblem(error, { site: call.addresses.site, language, requestId: call.requestId });
    if (problem.code === "internal_error") reportUnexpected(operation.id, call.requestId, error);
    if (!declaredProblems(operation).includes(problem.code)) reportUndeclared(operation.id, problem.code);
    return { problem, rates };
  }
}

/** The language asked for where it is one we speak: a refusal follows it even when the rest of the input is wrong. */
function languageOf(input: unknown): Language {
  const lang = typeof input === "object" && input !== null && "lang" in input ? input.lang : undefined;
  return LANGUAGES.find((language) => language === lang) ?? "en";
}

/** One line for us: the operation gave a code that its description does not name. The tests refuse such a line. */
function reportUndeclared(operation: string, code: string): void {
  console.warn(JSON.stringify({ event: "undeclared_problem", operation, code }));
}

/** One line for the operator: which operation failed and where in the code; never what was sent. */
function reportUnexpected(operation: string, requestId: string, error: unknown): void {
  const where = error instanceof Error ? (error.stack ?? error.name).split("\n").slice(1, 4).join(" ") : "";
  const name = error instanceof Error ? error.name : typeof error;
  console.error(JSON.stringify({ event: "internal_error", operation, request_id: requestId, error: name, where }));
}
