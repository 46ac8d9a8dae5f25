import type { RateState } from "../../platform/rate-limit.ts";

/**
 * The metadata of a call: its rate limits, its freshness, and whether it was recorded. A field is absent if it does not
 * apply to the call.
 */
export interface CallReport {
  rates?: RateState[];
  /**
   * Time until which the value may be reused, in epoch milliseconds. The oldest data behind the value determines it.
   */
  freshUntil?: number;
  /** Whether the action was recorded before it was executed. */
  isRecorded?: boolean;
  /** Whether the value is the stored result of an earlier call with the same idempotency key. */
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

/**
 * An error that was thrown after its call was counted or recorded. It has the call's report, and `cause` is the
 * original error.
 */
export class ReportedError extends Error {
  readonly report: CallReport;

  constructor(report: CallReport, options: { cause: unknown }) {
    super("the call failed after it was counted or recorded", options);
    this.name = "ReportedError";
    this.report = report;
  }
}

/** Attaches reports to a value. The report that expires first limits the value's freshness. */
export function withReport<Value>(value: Value, ...reports: CallReport[]): ReportedValue<Value> {
  return new ReportedValue(value, reports.length > 1 ? merged(reports) : (reports[0] ?? {}));
}

/**
 * Runs `work` and attaches `report` to its result or to the error that it throws. Reports that `work` itself attached
 * are merged with `report`.
 * @throws {ReportedError} if `work` throws
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
    // If a call counted twice against a policy, report the state after the last count.
    rates: [...new Map(reports.flatMap(({ rates = [] }) => rates.map((rate) => [rate.policy.id, rate]))).values()],
    freshUntil: Math.min(...reports.map(({ freshUntil }) => freshUntil ?? Number.POSITIVE_INFINITY)),
    isRecorded: reports.some(({ isRecorded }) => isRecorded),
    isReplayed: reports.some(({ isReplayed }) => isReplayed),
  };
}
