import type { Addresses } from "../../platform/addresses.ts";
import { LANGUAGES, type Language } from "../../platform/language.ts";
import { log } from "../../platform/log.ts";
import type { RateState } from "../../platform/rate-limit.ts";
import {
  type Access,
  type AnyOperation,
  declaredProblems,
  type Effect,
  type Item,
  mayBeStored,
  successStatus,
} from "../definition/operation.ts";
import { type Problem, toProblem } from "../definition/problems.ts";
import { type Answer, type AnswerCache, toAnswer } from "./answer.ts";
import type { CallRecord } from "./call-record.ts";
import { challengeOf } from "./challenge.ts";
import { type Admission, checkLimit, checkScope, type Gate, refreshedInVain } from "./gate.ts";
import { type HourReader, tellHour } from "./hourly-rate.ts";
import { aboutOf, peek, readInput, type Sent } from "./read-input.ts";

/** One call, as its transport received it. */
export interface Call {
  sent: Sent;
  addresses: Addresses;
  caller: Caller;
  /** The `Authorization` header; null where there is none. */
  authorization: string | null;
  /** Its turn at a connection, where the transport let it in already and releases it. */
  admission?: Admission | undefined;
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
  admission: Admission | undefined;
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
export type Outcome = ({ answer: Answer } | ProblemOutcome) & {
  rates: RateState[];
  /** Given before under the same idempotency key; absent where it was not. */
  isReplayed?: boolean;
};

/** A problem, and the `WWW-Authenticate` header where it asks for a credential or a scope. */
export interface ProblemOutcome {
  problem: Problem;
  challenge?: string | undefined;
}

/** A Worker's operations with what they run on. */
export interface Api<Context> {
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
  api: Api<Context>,
  operation: AnyOperation<Context>,
  call: Call,
): Promise<Outcome> {
  const callState: CallState = {
    language: languageOf(operation, call.sent),
    rates: [],
    admission: undefined,
    about: aboutOf(operation, call.sent),
    action: { isRecorded: false, isReplayed: false },
  };
  const outcome = await execute(api, operation, call, callState).then(
    (answer): Outcome => ({ answer, rates: callState.rates }),
    async (error) => {
      const refused = refusal(error, operation, call, callState);
      await tellHour(api.hourOf, operation, callState, refused.problem, call.requestId);
      return refused;
    },
  );
  if (callState.admission && !callState.admission.refusal && !callState.action.isRecorded) {
    await recordCall(callState.admission, operation, call, callState, outcome);
  }
  if (!call.admission) callState.admission?.release();
  return callState.action.isReplayed ? { ...outcome, isReplayed: true } : outcome;
}

/** What is known of a call while it is carried out. */
interface CallState {
  language: Language;
  rates: RateState[];
  admission: Admission | undefined;
  about: Item | null | undefined;
  action: ActionNote;
}

async function execute<Context>(
  api: Api<Context>,
  operation: AnyOperation<Context>,
  call: Call,
  callState: CallState,
): Promise<Answer> {
  if (operation.access) await checkConnection(api, operation, call, callState);
  const { input, key: idempotencyKey } = readInput(operation, call.sent);

  const now = api.now();
  const key = `${operation.id} ${call.addresses.site} ${JSON.stringify(input)}`;
  const stored = mayBeStored(operation) ? api.answers.get(key, now) : undefined;
  if (stored) return stored;

  let freshUntil = now + operation.freshFor * 1000;
  const context = api.contextFor({
    addresses: call.addresses,
    caller: call.caller,
    operation,
    about: callState.about ?? null,
    idempotencyKey,
    requestId: call.requestId,
    admission: callState.admission,
    waitUntil: call.waitUntil,
    noteRate: (state) => callState.rates.push(state),
    noteAction: (note) => {
      callState.action = note;
    },
    freshUntil: (at) => {
      freshUntil = Math.min(freshUntil, at);
    },
  });
  const answer = await toAnswer(await operation.run(context, input), freshUntil, !operation.access);
  if (mayBeStored(operation) && answer.freshUntil > now) api.answers.set(key, answer);
  return answer;
}

async function checkConnection<Context>(
  api: Api<Context>,
  operation: AnyOperation<Context>,
  call: Call,
  callState: CallState,
): Promise<void> {
  const { gate } = api;
  if (!gate) throw new Error("an operation on an account without a gate");
  const admission = call.admission ?? (await admit(gate, call));
  callState.admission = admission;
  callState.rates.push(admission.rate);
  if (admission.refusal) throw admission.refusal;
  checkScope(operation, admission.grant);
  await checkLimit(operation, admission.grant, callState.about, gate, call.requestId);
}

async function admit(gate: Gate, { authorization, addresses, requestId }: Call): Promise<Admission> {
  const [admission] = await gate.admit({ authorization, addresses, requestId }, 1);
  if (!admission) throw new Error("a request without its turn");
  return admission;
}

function refusal<Context>(
  error: unknown,
  operation: AnyOperation<Context>,
  call: Call,
  callState: CallState,
): ProblemOutcome & { rates: RateState[] } {
  const { addresses, requestId, caller, authorization } = call;
  const account = callState.admission?.grant.accountId;
  const context = { site: addresses.site, language: callState.language, requestId, operation: operation.id, account };
  const problem = toProblem(error, context);
  if (!declaredProblems(operation).includes(problem.code)) {
    log("undeclared_problem", { request_id: requestId, operation: operation.id, code: problem.code });
  }
  const { access } = operation;
  // A client that answers every challenge by refreshing would do so forever.
  const isUseless =
    caller.via === "mcp" &&
    problem.code === "insufficient_scope" &&
    callState.admission !== undefined &&
    refreshedInVain(operation, callState.admission.grant);
  const challenge = isUseless
    ? undefined
    : challengeOf(problem.code, { via: caller.via, addresses, presented: authorization !== null, access });
  return { problem, challenge, rates: callState.rates };
}

/** Takes a call down in its connection's log, unless a limit refused it. Only what ends the connection is waited for. */
async function recordCall<Context>(
  admission: Admission,
  operation: AnyOperation<Context>,
  { caller, requestId, waitUntil }: Call,
  { about }: CallState,
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
  const recording = admission.record(record, operation.access?.scope ?? "account:read").catch((cause) => {
    const account = admission.grant.accountId;
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
