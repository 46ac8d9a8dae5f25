import { noteCache } from "../../platform/call-facts.ts";
import { LANGUAGES, type Language } from "../../platform/language.ts";
import { log, logFailure } from "../../platform/log.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { RateState } from "../../platform/rate-limit.ts";
import { type CallReport, ReportedError, ReportedValue } from "../definition/call-report.ts";
import {
  type Access,
  type AnyOperation,
  declaredProblems,
  hourlyLimitOf,
  isTagged,
  mayBeStored,
  successStatus,
  type Target,
  targetText,
} from "../definition/operation.ts";
import { type Problem, toProblem } from "../definition/problems.ts";
import type { ApiVersion } from "../versions/api-versions.ts";
import { type Answer, type AnswerCache, toAnswer } from "./answer.ts";
import type { Admission, CallRecord, ClientKind, Gate, PresentedCredential } from "./gate.ts";
import { peek, readInput, readTarget, type Sent } from "./read-input.ts";

/** One call, as the transport received it. */
export interface OperationCall extends Omit<PresentedCredential, "address"> {
  sent: Sent;
  caller: Caller;
  /** The transport's own admission of the call, if any. The transport also disposes of it. */
  admission?: Admission | undefined;
  /** Keeps the isolate alive for work that continues after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

/** The caller, as far as known, and the transport. */
export interface Caller {
  via: "http" | "mcp";
  address: string;
  /** The caller acts through a connection to an account. */
  isSignedIn?: boolean;
  /** The customer declined, in their client, the request in the previous answer to this call. */
  hasDeclined?: boolean;
}

export interface CallScope<Needs extends Access = Access>
  extends Pick<OperationCall, "addresses" | "caller" | "requestId" | "waitUntil"> {
  operation: Pick<AnyOperation<never, Needs>, "id" | "effect" | "access">;
  target: Target | null;
  /** Null if the operation needs none. */
  idempotencyKey: string | null;
  /** Absent if anyone may call the operation. */
  admission: Admission | undefined;
}

/** The outcome of a call, and the remainder of the limits that counted it. */
export type Outcome = ({ answer: Answer } | ProblemOutcome) & {
  rates: RateState[];
  /** The answer was given earlier under the same idempotency key. Otherwise absent. */
  isReplayed?: boolean;
};

export interface ProblemOutcome {
  problem: Problem;
  challenge?: string | undefined;
}

/** One major version of an API. The versions of an API may share a gate and cached answers. */
export interface Api<Context, Needs extends Access = Access> {
  version: ApiVersion;
  /** The sentence in its tools and document while the version is deprecated. */
  deprecation?: string | undefined;
  operations: readonly AnyOperation<Context, Needs>[];
  /** Present if operations need a credential. */
  gate?: Gate;
  contextFor: (scope: CallScope<Needs>) => Context | Promise<Context>;
  answers: AnswerCache;
  now: () => number;
  /** Present if calls are measured. */
  metrics?: Metrics | undefined;
}

/** Returns the version for new clients: the newest that is not deprecated. */
export function currentOf<Context, Needs extends Access>(apis: readonly Api<Context, Needs>[]): Api<Context, Needs> {
  const current = apis.findLast(({ version }) => version.deprecated === undefined) ?? apis.at(-1);
  if (!current) throw new Error("an API without operations");
  return current;
}

/**
 * Runs one call of an operation. Every transport uses this function. The order is: credential and rate, scopes,
 * resource limit, parameters, idempotency key and body, stored answer, operation. The transport has already checked the
 * route, method, size, form and media type. Never throws.
 */
export async function runOperation<Context, Needs extends Access>(
  api: Api<Context, Needs>,
  operation: AnyOperation<Context, Needs>,
  call: OperationCall,
): Promise<Outcome> {
  const { metrics, version } = api;
  if (!metrics) return run(api, operation, call);
  let client: ClientKind = "none";
  return metrics.operation(
    call.requestId,
    () =>
      run(api, operation, call, (admission) => {
        client = admission.client;
      }),
    (outcome) => ({
      ...{ work: operation.id, transport: call.caller.via, version: version.major, client },
      ...("problem" in outcome
        ? { status: outcome.problem.status, code: outcome.problem.code }
        : { status: successStatus(operation) }),
    }),
  );
}

async function run<Context, Needs extends Access>(
  api: Api<Context, Needs>,
  operation: AnyOperation<Context, Needs>,
  call: OperationCall,
  onAdmitted?: (admission: Admission) => void,
): Promise<Outcome> {
  if (!operation.access) return runAdmitted(api, operation, call, undefined);
  if (call.admission) {
    onAdmitted?.(call.admission);
    return runAdmitted(api, operation, call, call.admission);
  }
  try {
    if (!api.gate) throw new Error("an operation that needs a credential, in an API without a gate");
    const [admitted] = await api.gate.admit({ ...call, address: call.caller.address }, 1);
    if (!admitted) throw new Error("the gate admitted no request");
    using admission = admitted;
    onAdmitted?.(admission);
    return await runAdmitted(api, operation, call, admission);
  } catch (refusal) {
    return { ...toProblemOutcome(api, operation, call, undefined, refusal), rates: [] };
  }
}

/** Runs a call with an accepted credential, or one that needs none. Never throws. */
async function runAdmitted<Context, Needs extends Access>(
  api: Api<Context, Needs>,
  operation: AnyOperation<Context, Needs>,
  call: OperationCall,
  admission: Admission | undefined,
): Promise<Outcome> {
  const target = readTarget(operation, call.sent);
  const rates = admission ? [admission.rate] : [];
  let ended: { answer: Answer } | ProblemOutcome;
  let report: CallReport;
  try {
    if (admission?.refusal) throw admission.refusal;
    await admission?.authorize(operation, target);
    const result = await answerOf(api, operation, call, admission, target ?? null);
    ended = { answer: result.value };
    report = result.report;
  } catch (thrown) {
    const isReported = thrown instanceof ReportedError;
    ended = toProblemOutcome(api, operation, call, admission, isReported ? thrown.cause : thrown);
    report = isReported ? thrown.report : {};
  }
  rates.push(...(report.rates ?? []));
  if ("problem" in ended) rates.push(...(await missingHourlyRate(operation, admission, ended.problem, rates)));
  if (admission && !admission.refusal && !report.isRecorded) {
    await recordCall(admission, operation, call, target ?? null, ended);
  }
  return { ...ended, rates, ...(report.isReplayed && { isReplayed: true }) };
}

/** Returns a stored or new answer. @throws {ReportedError} for an error after the call was counted or recorded */
async function answerOf<Context, Needs extends Access>(
  api: Api<Context, Needs>,
  operation: AnyOperation<Context, Needs>,
  { sent, addresses, caller, requestId, waitUntil }: OperationCall,
  admission: Admission | undefined,
  target: Target | null,
): Promise<ReportedValue<Answer>> {
  const { input, key: idempotencyKey } = readInput(operation, sent);

  const now = api.now();
  const key = mayBeStored(operation)
    ? `${api.version.major} ${operation.id} ${addresses.site} ${JSON.stringify(input)}`
    : null;
  const stored = key === null ? undefined : api.answers.get(key, now);
  if (stored) {
    noteCache(requestId, "isolate");
    return new ReportedValue(stored, {});
  }

  const context = await api.contextFor({
    addresses,
    caller,
    operation,
    target,
    idempotencyKey,
    requestId,
    admission,
    waitUntil,
  });
  const done = await operation.run(context, input);
  const { value, report } = done instanceof ReportedValue ? done : new ReportedValue(done, {});
  const freshUntil = Math.min(now + operation.freshFor * 1000, report.freshUntil ?? Number.POSITIVE_INFINITY);
  const answer = await toAnswer(value, freshUntil, isTagged(operation));
  if (key !== null && answer.freshUntil > now) api.answers.set(key, answer);
  return new ReportedValue(answer, report);
}

function toProblemOutcome<Context, Needs extends Access>(
  { gate }: Api<Context, Needs>,
  operation: AnyOperation<Context, Needs>,
  call: OperationCall,
  admission: Admission | undefined,
  error: unknown,
): ProblemOutcome {
  const { addresses, requestId, caller, authorization, sent } = call;
  const language = languageOf(operation, sent);
  const logFields = { operation: operation.id, ...admission?.logFields };
  const problem = toProblem(error, { site: addresses.site, language, requestId, logFields });
  const { code } = problem;
  if (!declaredProblems(operation).includes(code)) {
    log("undeclared_problem", { request_id: requestId, operation: operation.id, code });
  }
  return {
    problem,
    challenge: gate?.challenge({ code, via: caller.via, addresses, authorization, operation, admission }),
  };
}

/**
 * Returns an operation's hourly limit if the answer's rates lack it because the call was refused before it was counted.
 * A login that has lost the account does not see it. It is not read after a failure (5xx).
 */
async function missingHourlyRate<Context>(
  operation: AnyOperation<Context>,
  admission: Admission | undefined,
  { code, status }: Problem,
  included: RateState[],
): Promise<RateState[]> {
  const limit = hourlyLimitOf(operation);
  if (!limit || !admission || admission.refusal || included.some(({ policy }) => policy.id === limit)) return [];
  if (code === "access_lost" || status >= 500) return [];
  const rate = await admission.hourlyRate(limit);
  return rate ? [rate] : [];
}

/** Records a call, unless a rate limit refused it. The caller waits for the record only if it ends the connection. */
async function recordCall<Context>(
  admission: Admission,
  operation: AnyOperation<Context>,
  { caller, requestId, waitUntil }: OperationCall,
  target: Target | null,
  ended: { answer: Answer } | ProblemOutcome,
): Promise<void> {
  const problem = "problem" in ended ? ended.problem : null;
  if (problem?.code === "rate_limited") return;
  const record: CallRecord = {
    operation: operation.id,
    target: target && targetText(target),
    outcome: problem === null ? "succeeded" : problem.status < 500 ? "refused" : "failed",
    status: problem?.status ?? successStatus(operation),
    code: problem?.code ?? null,
    via: caller.via,
    requestId,
  };
  const fields = { request_id: requestId, ...admission.logFields, operation: operation.id };
  const recording = logFailure("not_recorded", admission.record(record, operation), fields);
  if (problem?.code === "access_lost") await recording;
  else waitUntil(recording);
}

/** Returns the requested language, if the operation takes one. A refusal uses it even if the other input is invalid. */
function languageOf<Context>({ input }: AnyOperation<Context>, sent: Sent): Language {
  const lang = "lang" in input.shape ? peek(sent, "lang") : undefined;
  return LANGUAGES.find((language) => language === lang) ?? "en";
}
