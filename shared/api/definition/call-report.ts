import type { RateState } from "../../platform/rate-limit.ts";

/** What a call did besides giving its value. A member that is absent did not happen. */
export interface CallReport {
  /** What is left of the limits that it was counted against. */
  rates?: RateState[];
  /** Epoch milliseconds until which the value may be used: data that it was made from ages. */
  freshUntil?: number;
  /** The action was recorded before it was tried. */
  isRecorded?: boolean;
  /** The value was given before under the same idempotency key. */
  isReplayed?: boolean;
}

/** A value with the report of the call that gave it. */
export class Reported<Value> {
  readonly value: Value;
  readonly report: CallReport;

  constructor(value: Value, report: CallReport) {
    this.value = value;
    this.report = report;
  }
}

/** An error with the report of the call that it ended; the cause is what was thrown. */
export class ReportedError extends Error {
  readonly report: CallReport;

  constructor(report: CallReport, options: { cause: unknown }) {
    super("the call failed after it was counted or recorded", options);
    this.name = "ReportedError";
    this.report = report;
  }
}

/** What an operation returns where its answer depends on reported values: it is fresh as long as all of them are. */
export function reported<Value>(value: Value, ...reports: CallReport[]): Reported<Value> {
  return new Reported(value, merged(reports));
}

/** Does what a report goes before, whatever becomes of it. @throws {ReportedError} */
export async function reporting<Value>(
  report: CallReport,
  work: () => Value | Reported<Value> | Promise<Value | Reported<Value>>,
): Promise<Reported<Value>> {
  try {
    const done = await work();
    return done instanceof Reported ? reported(done.value, report, done.report) : reported(done, report);
  } catch (thrown) {
    if (!(thrown instanceof ReportedError)) throw new ReportedError(report, { cause: thrown });
    throw new ReportedError(merged([report, thrown.report]), { cause: thrown.cause });
  }
}

function merged(reports: CallReport[]): Required<CallReport> {
  return {
    rates: reports.flatMap(({ rates }) => rates ?? []),
    freshUntil: Math.min(...reports.map(({ freshUntil }) => freshUntil ?? Number.POSITIVE_INFINITY)),
    isRecorded: reports.some(({ isRecorded }) => isRecorded),
    isReplayed: reports.some(({ isReplayed }) => isReplayed),
  };
}
