import type { RateState } from "../../platform/rate-limit.ts";

/** The metadata of a call: limits it counted against, freshness, recording. A member that is absent did not happen. */
export interface CallReport {
  rates?: RateState[];
  /** Epoch milliseconds until which the value may be used: data that it was made from ages. */
  freshUntil?: number;
  /** The action was recorded before it was tried. */
  isRecorded?: boolean;
  /** The value was given before under the same idempotency key. */
  isReplayed?: boolean;
}

export class ReportedValue<Value> {
  readonly value: Value;
  readonly report: CallReport;

  constructor(value: Value, report: CallReport) {
    this.value = value;
    this.report = report;
  }
}

/** An error thrown after its call was counted or recorded, with the report of that call. `cause` is the original error. */
export class ReportedError extends Error {
  readonly report: CallReport;

  constructor(report: CallReport, options: { cause: unknown }) {
    super("the call failed after it was counted or recorded", options);
    this.name = "ReportedError";
    this.report = report;
  }
}

/** Attaches reports to a value. It is fresh only as long as the value of every report is. */
export function withReport<Value>(value: Value, ...reports: CallReport[]): ReportedValue<Value> {
  return new ReportedValue(value, reports.length > 1 ? merged(reports) : (reports[0] ?? {}));
}

/**
 * Runs `work` and attaches `report` to its result, or to the error that it throws; reports of `work` itself are merged in.
 * @throws {ReportedError}
 */
export async function runWithReport<Value>(
  report: CallReport,
  work: () => Value | ReportedValue<Value> | Promise<Value | ReportedValue<Value>>,
): Promise<ReportedValue<Value>> {
  try {
    const done = await work();
    return done instanceof ReportedValue ? withReport(done.value, report, done.report) : withReport(done, report);
  } catch (thrown) {
    if (!(thrown instanceof ReportedError)) throw new ReportedError(report, { cause: thrown });
    throw new ReportedError(merged([report, thrown.report]), { cause: thrown.cause });
  }
}

function merged(reports: CallReport[]): CallReport {
  return {
    // Of a policy that a call counted against twice, what was left last.
    rates: [...new Map(reports.flatMap(({ rates = [] }) => rates.map((rate) => [rate.policy.id, rate]))).values()],
    freshUntil: Math.min(...reports.map(({ freshUntil }) => freshUntil ?? Number.POSITIVE_INFINITY)),
    isRecorded: reports.some(({ isRecorded }) => isRecorded),
    isReplayed: reports.some(({ isReplayed }) => isReplayed),
  };
}
