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
  /** The admission, if the transport has already admitted the call. The transport then also disposes of it. */
  admission?: Admission | undefined;
  /** Keeps the isolate alive for work that continues after the response. */
  waitUntil: (work: Promise<unknown>) => void;
}

/** The caller, as far as the transport can identify it. */
export interface Caller {
  via: "http" | "mcp";
  address: string;
  /** Whether the caller acts through a connection to an account. */
  isSignedIn?: boolean;
  /**
   * Whether the customer declined, in their client, to open the page that the previous answer to this call requested.
   */
  hasDeclined?: boolean;
}

export interface CallScope<Needs extends Access = Access>
  extends Pick<OperationCall, "addresses" | "caller" | "requestId" | "waitUntil"> {
  operation: Pick<AnyOperation<never, Needs>, "id" | "effect" | "access">;
  target: Target | null;
  /** The idempotency key; `null` if the operation needs none. */
  idempotencyKey: string | null;
  /** The admission of the call. Absent if the operation needs no credential. */
  admission: Admission | undefined;
}

/** The outcome of a call, and the state of the rate limits that counted it. */
export type Outcome = ({ answer: Answer } | ProblemOutcome) & {
  rates: RateState[];
  /** Whether the answer is the stored result of an earlier call with the same idempotency key. Absent otherwise. */
  isReplayed?: boolean;
};

export interface ProblemOutcome {
  problem: Problem;
  challenge?: string | undefined;
}

/** One major version of an API. The versions of an API may share a gate and an answer cache. */
export interface Api<Context, Needs extends Access = Access> {
  version: ApiVersion;
  /** The sentence that tools and documents show if the version is deprecated. */
  deprecation?: string | undefined;
  operations: readonly AnyOperation<Context, Needs>[];
  /** The gate, if any operation needs a credential. */
  gate?: Gate;
  contextFor: (scope: CallScope<Needs>) => Context | Promise<Context>;
  answers: AnswerCache;
  now: () => number;
  /** The measurements, if calls are measured. */
  metrics?: Metrics | undefined;
}

/** Returns the API version for new clients, which is the newest one that is not deprecated. */
export function currentOf<Context, Needs extends Access>(apis: readonly Api<Context, Needs>[]): Api<Context, Needs> {
  const current = apis.findLast(({ version }) => version.deprecated === undefined) ?? apis.at(-1);
  if (!current) throw new Error("an API without operations");
  return current;
}

/**
 * Runs one call of an operation. Every transport uses this function. The steps are, in this order: credential and rate
 * limit, scopes, resource limit, parameters, idempotency key and body, stored answer, operation. The transport has
 * already checked the route, method, size, form and media type. The promise never rejects.
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

/** Runs a call that has an accepted credential or needs none. The promise never rejects. */
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

/**
 * Returns a stored or new answer.
 * @throws {ReportedError} if the call fails after it was counted or recorded
 */
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
 * Returns the state of an operation's hourly limit if `included` lacks it because the call was refused before it was
 * counted. The state is not read after a failure (5xx), or if the login no longer manages the account.
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

/**
 * Records a call, unless a rate limit refused it. The response waits for the record only if the call ends the
 * connection.
 */
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

/**
 * Returns the requested language if the operation has a language parameter. A refusal uses that language even if the
 * rest of the input is invalid.
 */
function languageOf<Context>({ input }: AnyOperation<Context>, sent: Sent): Language {
  const lang = "lang" in input.shape ? peek(sent, "lang") : undefined;
  return LANGUAGES.find((language) => language === lang) ?? "en";
}
