import { type CallFacts, closeFacts, factsOf, openFacts } from "./call-facts.ts";
import { type Measurement, pointOf } from "./metric-point.ts";
import type { EndedRun } from "./scheduled-runs.ts";

/** The bindings of a Worker that is measured. They exist only with METRICS=true. */
export interface MetricsBindings {
  METRICS?: Pick<AnalyticsEngineDataset, "writeDataPoint">;
  /** The deployed version. */
  RELEASE?: { id: string; tag: string };
}

/**
 * The metrics of a Worker. Each call and each piece of work writes one data point to Analytics Engine. A failed or slow
 * write never affects the measured work.
 */
export class Metrics {
  readonly #dataset: NonNullable<MetricsBindings["METRICS"]>;
  readonly #of: Pick<Measurement, "worker" | "release">;

  private constructor(dataset: NonNullable<MetricsBindings["METRICS"]>, of: Pick<Measurement, "worker" | "release">) {
    this.#dataset = dataset;
    this.#of = of;
  }

  /**
   * Creates the metrics of a Worker.
   * @returns `undefined` if the Worker has no dataset
   */
  static on({ METRICS: dataset, RELEASE: release }: MetricsBindings, worker: string): Metrics | undefined {
    if (!dataset) return undefined;
    return new Metrics(dataset, { worker, release: release?.tag || release?.id });
  }

  write(measured: Omit<Measurement, "worker" | "release">): void {
    try {
      this.#dataset.writeDataPoint(pointOf({ ...measured, ...this.#of }));
    } catch {
      // expected: a failed data point must not fail the call, and logging each one would cost more than the data is
      // worth
    }
  }

  /** Records a scheduled run. */
  ran({ work, tookMs, hasSucceeded, count }: EndedRun): void {
    this.write({
      work: `cron:${work}`,
      transport: "cron",
      status: hasSucceeded ? 200 : 500,
      ms: tookMs,
      count: count ?? 1,
    });
  }

  /** Runs an object's alarm and records it. */
  async alarm(name: string, run: () => Promise<void>): Promise<void> {
    const began = Date.now();
    let status = 500;
    try {
      await run();
      status = 200;
    } finally {
      this.write({ work: `alarm:${name}`, transport: "alarm", status, ms: Date.now() - began });
    }
  }

  /** Runs one call and collects its facts. If no operation ran, this method writes the data point. */
  async request<Value>(
    requestId: string,
    answer: () => Promise<Value>,
    unmeasured: () => RequestSummary,
  ): Promise<Value> {
    const began = Date.now();
    const facts = openFacts(requestId);
    try {
      return await answer();
    } finally {
      closeFacts(requestId);
      if (!facts.isMeasured) {
        this.write({ transport: "http", ...unmeasured(), ...timesOf(facts), ms: Date.now() - began });
      }
    }
  }

  /**
   * Runs an operation and writes its data point, unless the operation throws.
   * @param summary returns the outcome's status and code
   */
  async operation<Value>(
    requestId: string,
    run: () => Promise<Value>,
    summary: (value: Value) => OperationSummary,
  ): Promise<Value> {
    const began = Date.now();
    const outer = factsOf(requestId);
    const facts = outer ?? openFacts(requestId);
    // The calls of a batch share one request id and its facts, so only the times that this call adds are recorded.
    const before = timesOf(facts);
    facts.isMeasured = true;
    try {
      const value = await run();
      const { billingMs, registryMs } = facts;
      this.write({
        ...{ cache: facts.cache, outcome: facts.outcome, ...summary(value) },
        billingMs: billingMs - before.billingMs,
        registryMs: registryMs - before.registryMs,
        ms: Date.now() - began,
      });
      return value;
    } finally {
      if (!outer) closeFacts(requestId);
    }
  }
}

type RequestSummary = Pick<Measurement, "work" | "status">;
type OperationSummary = Pick<
  Measurement,
  "work" | "transport" | "status" | "code" | "client" | "version" | "cache" | "outcome"
>;

function timesOf({ billingMs, registryMs }: CallFacts): Pick<CallFacts, "billingMs" | "registryMs"> {
  return { billingMs, registryMs };
}
