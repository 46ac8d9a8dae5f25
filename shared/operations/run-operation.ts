import type { Addresses } from "../addresses.ts";
import { LANGUAGES, type Language } from "../language.ts";
import { invalidInput, type Problem, toProblem } from "../problems.ts";
import type { RateState } from "../rate-limit.ts";
import { type Answer, type AnswerCache, toAnswer } from "./answer.ts";
import { challengeOf } from "./challenge.ts";
import { checkAccess, type Gate, type Turn } from "./gate.ts";
import { refusedMembers } from "./input-errors.ts";
import { type Access, type AnyOperation, declaredProblems, mayBeStored } from "./operation.ts";

/** One call, as its transport received it. */
export interface Call {
  /** Path, query and body members together, not yet validated; a function where reading them can be refused. */
  input: () => unknown;
  addresses: Addresses;
  caller: Caller;
  /** The `Authorization` header; null where there is none. */
  authorization: string | null;
  /** Its turn at a connection, where the transport let it in already and releases it. */
  turn?: Turn | undefined;
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
  operation: { id: string; access?: Access };
  /** The connection's, where the operation needs one. */
  turn: Turn | undefined;
  waitUntil: (work: Promise<unknown>) => void;
  /** Told by whatever reads data that ages, in epoch milliseconds: the answer is good until the first of them ends. */
  freshUntil: (epochMilliseconds: number) => void;
  /** Told by whatever counts the call against a limit. */
  noteRate: (state: RateState) => void;
}

/** How a call ended, and what it left of the limits it was counted against. */
export type Outcome = ({ answer: Answer } | Refusal) & { rates: RateState[] };

/** A problem, and the `WWW-Authenticate` header where it asks for a credential or a scope. */
export interface Refusal {
  problem: Problem;
  challenge?: string | undefined;
}

/** A Worker's operations with what they run on. */
export interface Desk<Context> {
  operations: readonly AnyOperation<Context>[];
  /** Where operations need a connection. */
  gate?: Gate;
  contextFor: (scope: CallScope) => Context;
  answers: AnswerCache;
  now: () => number;
}

/**
 * The one path of every answer, whatever its transport. In this order: the credential and the connection's rate, its scopes,
 * its limit, the input, a stored answer, the operation itself (which asks the billing system whether the login may). Route,
 * method, body and media type are checked by the transport before. Never throws.
 */
export async function runOperation<Context>(
  desk: Desk<Context>,
  operation: AnyOperation<Context>,
  call: Call,
): Promise<Outcome> {
  const course: Course = { language: "en", rates: [], turn: undefined };
  const outcome = await carryOut(desk, operation, call, course).then(
    (answer): Outcome => ({ answer, rates: course.rates }),
    (error) => refusal(error, operation, call, course),
  );
  if (course.turn && !course.turn.refusal) await takeDown(course.turn, operation, call, outcome);
  if (!call.turn) course.turn?.release();
  return outcome;
}

/** What is known of a call while it is carried out. */
interface Course {
  language: Language;
  rates: RateState[];
  turn: Turn | undefined;
}

async function carryOut<Context>(
  desk: Desk<Context>,
  operation: AnyOperation<Context>,
  call: Call,
  course: Course,
): Promise<Answer> {
  if (operation.access) {
    const turn = call.turn ?? (await turnOf(desk, call));
    course.turn = turn;
    course.rates.push(turn.rate);
    if (turn.refusal) throw turn.refusal;
    checkAccess(operation, turn.pass);
  }

  const given = call.input();
  course.language = languageOf(given);
  const parsed = operation.input.safeParse(given);
  if (!parsed.success) {
    const known = Object.keys(operation.input.shape);
    throw invalidInput("invalid_parameter", refusedMembers(parsed.error.issues, given, known, "parameter"));
  }

  const now = desk.now();
  const key = `${operation.id} ${call.addresses.site} ${JSON.stringify(parsed.data)}`;
  const stored = mayBeStored(operation) ? desk.answers.get(key, now) : undefined;
  if (stored) return stored;

  let freshUntil = now + operation.freshFor * 1000;
  const context = desk.contextFor({
    addresses: call.addresses,
    caller: call.caller,
    operation,
    turn: course.turn,
    waitUntil: call.waitUntil,
    noteRate: (state) => course.rates.push(state),
    freshUntil: (at) => {
      freshUntil = Math.min(freshUntil, at);
    },
  });
  const answer = await toAnswer(await operation.run(context, parsed.data), freshUntil, !operation.access);
  if (mayBeStored(operation) && answer.freshUntil > now) desk.answers.set(key, answer);
  return answer;
}

async function turnOf<Context>({ gate }: Desk<Context>, { authorization, addresses }: Call): Promise<Turn> {
  if (!gate) throw new Error("an operation on an account without a gate");
  const [turn] = await gate.admit({ authorization, addresses }, 1);
  if (!turn) throw new Error("a request without its turn");
  return turn;
}

function refusal<Context>(error: unknown, operation: AnyOperation<Context>, call: Call, course: Course): Outcome {
  const { addresses, requestId, caller, authorization } = call;
  const problem = toProblem(error, { site: addresses.site, language: course.language, requestId });
  if (problem.code === "internal_error") reportUnexpected(operation.id, requestId, error);
  if (!declaredProblems(operation).includes(problem.code)) reportUndeclared(operation.id, problem.code);
  const { access } = operation;
  const challenge = challengeOf(problem.code, {
    via: caller.via,
    addresses,
    presented: authorization !== null,
    access,
  });
  return { problem, challenge, rates: course.rates };
}

/** Takes a call down in its connection's log. Only what ends the connection is waited for. */
async function takeDown<Context>(
  turn: Turn,
  operation: AnyOperation<Context>,
  { caller, requestId, waitUntil }: Call,
  outcome: Outcome,
): Promise<void> {
  const problem = "problem" in outcome ? outcome.problem : null;
  const recording = turn
    .record({
      operation: operation.id,
      target: null,
      outcome: problem === null ? "succeeded" : problem.status < 500 ? "refused" : "failed",
      status: problem?.status ?? 200,
      code: problem?.code ?? null,
      via: caller.via,
      requestId,
    })
    .catch(() => console.error(JSON.stringify({ event: "not_recorded", operation: operation.id, requestId })));
  if (problem?.code === "access_lost") await recording;
  else waitUntil(recording);
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
