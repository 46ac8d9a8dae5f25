import type { Addresses } from "../platform/addresses.ts";
import { LANGUAGES, type Language } from "../platform/language.ts";
import { log } from "../platform/log.ts";
import type { RateState } from "../platform/rate-limit.ts";
import { type Answer, type AnswerCache, toAnswer } from "./answer.ts";
import type { CallRecord } from "./call-record.ts";
import { challengeOf } from "./challenge.ts";
import { checkLimit, checkScope, type Gate, refreshedInVain, type Turn } from "./gate.ts";
import {
  type Access,
  type AnyOperation,
  declaredProblems,
  type Effect,
  type Item,
  mayBeStored,
  successStatus,
} from "./operation.ts";
import { type Problem, toProblem } from "./problems.ts";
import { aboutOf, peek, readInput, type Sent } from "./read-input.ts";
import { type HourReader, tellHour } from "./tell-hour.ts";

/** One call, as its transport received it. */
export interface Call {
  sent: Sent;
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
  /** It calls for a connection to an account. */
  isSignedIn?: boolean;
}

/** What the context of a call is made from. */
export interface CallScope {
  addresses: Addresses;
  caller: Caller;
  operation: { id: string; effect: Effect; access?: Access };
  /** What the call is about. */
  about: Item | null;
  /** Null for an operation that needs none. */
  idempotencyKey: string | null;
  requestId: string;
  /** The connection's, where the operation needs one. */
  turn: Turn | undefined;
  waitUntil: (work: Promise<unknown>) => void;
  /** Told by whatever reads data that ages, in epoch milliseconds: the answer is good until the first of them ends. */
  freshUntil: (epochMilliseconds: number) => void;
  /** Told by whatever counts the call against a limit. */
  noteRate: (state: RateState) => void;
  /** Told by whatever acts on the account. */
  noteAction: (note: ActionNote) => void;
}

/** What became of an action besides its answer. */
export interface ActionNote {
  /** It was taken down before it was tried. */
  isRecorded: boolean;
  /** The answer is the one that was given before under the same key. */
  isReplayed: boolean;
}

/** How a call ended, and what it left of the limits it was counted against. */
export type Outcome = ({ answer: Answer } | Refusal) & {
  rates: RateState[];
  /** Given before under the same idempotency key; absent where it was not. */
  isReplayed?: boolean;
};

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
  hourOf?: HourReader;
  answers: AnswerCache;
  now: () => number;
}

/**
 * The one path of every answer, whatever its transport. In this order: the credential and the connection's rate; its scopes;
 * its limit; parameters, idempotency key and body; a stored answer; the operation itself. What an operation asks of the billing
 * system is asked in the name of the login, which says first whether the login may; an action then looks for its key, for what
 * is left of the hour, and is tried last. Route, method, size, form and media type of a body are checked by the transport
 * before. Never throws.
 */
export async function runOperation<Context>(
  desk: Desk<Context>,
  operation: AnyOperation<Context>,
  call: Call,
): Promise<Outcome> {
  const course: Course = {
    language: languageOf(operation, call.sent),
    rates: [],
    turn: undefined,
    about: aboutOf(operation, call.sent),
    action: { isRecorded: false, isReplayed: false },
  };
  const outcome = await carryOut(desk, operation, call, course).then(
    (answer): Outcome => ({ answer, rates: course.rates }),
    async (error) => {
      const refused = refusal(error, operation, call, course);
      await tellHour(desk.hourOf, operation, course, refused.problem, call.requestId);
      return refused;
    },
  );
  if (course.turn && !course.turn.refusal && !course.action.isRecorded) {
    await takeDown(course.turn, operation, call, course, outcome);
  }
  if (!call.turn) course.turn?.release();
  return course.action.isReplayed ? { ...outcome, isReplayed: true } : outcome;
}

/** What is known of a call while it is carried out. */
interface Course {
  language: Language;
  rates: RateState[];
  turn: Turn | undefined;
  about: Item | null | undefined;
  action: ActionNote;
}

async function carryOut<Context>(
  desk: Desk<Context>,
  operation: AnyOperation<Context>,
  call: Call,
  course: Course,
): Promise<Answer> {
  if (operation.access) await checkConnection(desk, operation, call, course);
  const { input, key: idempotencyKey } = readInput(operation, call.sent);

  const now = desk.now();
  const key = `${operation.id} ${call.addresses.site} ${JSON.stringify(input)}`;
  const stored = mayBeStored(operation) ? desk.answers.get(key, now) : undefined;
  if (stored) return stored;

  let freshUntil = now + operation.freshFor * 1000;
  const context = desk.contextFor({
    addresses: call.addresses,
    caller: call.caller,
    operation,
    about: course.about ?? null,
    idempotencyKey,
    requestId: call.requestId,
    turn: course.turn,
    waitUntil: call.waitUntil,
    noteRate: (state) => course.rates.push(state),
    noteAction: (note) => {
      course.action = note;
    },
    freshUntil: (at) => {
      freshUntil = Math.min(freshUntil, at);
    },
  });
  const answer = await toAnswer(await operation.run(context, input), freshUntil, !operation.access);
  if (mayBeStored(operation) && answer.freshUntil > now) desk.answers.set(key, answer);
  return answer;
}

async function checkConnection<Context>(
  desk: Desk<Context>,
  operation: AnyOperation<Context>,
  call: Call,
  course: Course,
): Promise<void> {
  const { gate } = desk;
  if (!gate) throw new Error("an operation on an account without a gate");
  const turn = call.turn ?? (await turnOf(gate, call));
  course.turn = turn;
  course.rates.push(turn.rate);
  if (turn.refusal) throw turn.refusal;
  checkScope(operation, turn.pass);
  await checkLimit(operation, turn.pass, course.about, gate, call.requestId);
}

async function turnOf(gate: Gate, { authorization, addresses, requestId }: Call): Promise<Turn> {
  const [turn] = await gate.admit({ authorization, addresses, requestId }, 1);
  if (!turn) throw new Error("a request without its turn");
  return turn;
}

function refusal<Context>(
  error: unknown,
  operation: AnyOperation<Context>,
  call: Call,
  course: Course,
): Refusal & { rates: RateState[] } {
  const { addresses, requestId, caller, authorization } = call;
  const account = course.turn?.pass.accountId;
  const scene = { site: addresses.site, language: course.language, requestId, operation: operation.id, account };
  const problem = toProblem(error, scene);
  if (!declaredProblems(operation).includes(problem.code)) {
    log("undeclared_problem", { request_id: requestId, operation: operation.id, code: problem.code });
  }
  const { access } = operation;
  // A client that answers every challenge by refreshing would do so forever.
  const isUseless =
    caller.via === "mcp" &&
    problem.code === "insufficient_scope" &&
    course.turn !== undefined &&
    refreshedInVain(operation, course.turn.pass);
  const challenge = isUseless
    ? undefined
    : challengeOf(problem.code, { via: caller.via, addresses, presented: authorization !== null, access });
  return { problem, challenge, rates: course.rates };
}

/** Takes a call down in its connection's log, unless a limit refused it. Only what ends the connection is waited for. */
async function takeDown<Context>(
  turn: Turn,
  operation: AnyOperation<Context>,
  { caller, requestId, waitUntil }: Call,
  { about }: Course,
  outcome: Outcome,
): Promise<void> {
  const problem = "problem" in outcome ? outcome.problem : null;
  if (problem?.code === "rate_limited") return;
  const record: CallRecord = {
    operation: operation.id,
    target: about ? `${about.kind}:${about.id}` : null,
    outcome: problem === null ? "succeeded" : problem.status < 500 ? "refused" : "failed",
    status: problem?.status ?? successStatus(operation),
    code: problem?.code ?? null,
    via: caller.via,
    requestId,
  };
  const recording = turn.record(record, operation.access?.scope ?? "account:read").catch((cause) => {
    const account = turn.pass.accountId;
    log("not_recorded", { request_id: requestId, account, operation: operation.id, cause });
  });
  if (problem?.code === "access_lost") await recording;
  else waitUntil(recording);
}

/**
 * The language asked for, where the operation takes one and we speak it: a refusal follows it even when the rest of the
 * input is wrong.
 */
function languageOf<Context>({ input }: AnyOperation<Context>, sent: Sent): Language {
  const lang = "lang" in input.shape ? peek(sent, "lang") : undefined;
  return LANGUAGES.find((language) => language === lang) ?? "en";
}
