import { log, logFailure, valueOrLogged } from "./log.ts";

/** The last run of a piece of scheduled work. Times are in epoch milliseconds, and `null` until they are known. */
export interface LastRun {
  work: string;
  intervalMs: number;
  beganAt: number | null;
  /** Time at which the last run ended, whatever its outcome. */
  endedAt: number | null;
  succeededAt: number | null;
  /** The outcome of the last run. With `awaited`, no run has begun since the database was created. */
  outcome: "awaited" | "running" | "succeeded" | "failed";
  /** The number of items that the run processed, such as deleted rows; `null` if the work does not count items. */
  count: number | null;
  /**
   * Whether the work is late. Work is late if no run has succeeded for {@link LATE_AFTER_INTERVALS} intervals, or if it
   * has never succeeded and its last run failed.
   */
  isLate: boolean;
}

/** A run that has ended. */
export interface EndedRun {
  work: string;
  tookMs: number;
  hasSucceeded: boolean;
  count: number | null;
}

/** The report that a job returns when it ends. */
export interface RunReport {
  /** The number of items that the run processed, such as deleted rows. */
  count?: number;
  /** Whether some of the work failed. The failure is already logged. */
  hasFailed?: boolean;
}

/**
 * Work is late only after several intervals, because cron triggers guarantee nothing: they may be missed or fire twice.
 */
const LATE_AFTER_INTERVALS = 3;
/** The interval at which an isolate looks for overdue work. */
const LOOK_EVERY_MS = 60_000;

interface RunRow {
  work: string;
  began_at: number;
  ended_at: number | null;
  succeeded_at: number | null;
  outcome: LastRun["outcome"];
  count: number | null;
}

/**
 * The scheduled work of a Worker. The last run of each piece of work is recorded in the table `scheduled_runs` of the
 * Worker's database. The work runs even if the record cannot be written.
 */
export class ScheduledRuns<Work extends string> {
  readonly #db: D1Database;
  readonly #intervals: Readonly<Record<Work, number>>;
  readonly #now: () => number;
  readonly #onEnded: (run: EndedRun) => void;
  #lookedAt = 0;

  /**
   * Creates the scheduled work.
   * @param intervals milliseconds between runs, by the name of the work
   */
  constructor(
    db: D1Database,
    intervals: Readonly<Record<Work, number>>,
    now: () => number,
    onEnded: (run: EndedRun) => void = () => {},
  ) {
    this.#db = db;
    this.#intervals = intervals;
    this.#now = now;
    this.#onEnded = onEnded;
  }

  /**
   * Runs a piece of work and records its start and its outcome.
   * @throws the error of `job`
   */
  async run(work: Work, requestId: string, job: () => Promise<RunReport | undefined>): Promise<void> {
    const fields = { request_id: requestId, work };
    const beganAt = this.#now();
    await logFailure("run_not_recorded", this.#begin(work, beganAt), fields);
    let count: number | null = null;
    let hasSucceeded = false;
    try {
      const report = (await job()) ?? {};
      count = report.count ?? null;
      hasSucceeded = !report.hasFailed;
    } finally {
      const endedAt = this.#now();
      await logFailure("run_not_recorded", this.#end(work, endedAt, hasSucceeded, count), fields);
      this.#onEnded({ work, tookMs: endedAt - beganAt, hasSucceeded, count });
    }
  }

  /** Returns the last run of every piece of work, including work that never ran. */
  async list(): Promise<LastRun[]> {
    const { results } = await this.#db.prepare("SELECT * FROM scheduled_runs").all<RunRow>();
    const rows = new Map(results.map((row) => [row.work, row]));
    const now = this.#now();
    return Object.entries<number>(this.#intervals).map(([work, intervalMs]) =>
      toLastRun(work, intervalMs, rows.get(work), now),
    );
  }

  /** Checks whether any of the work is late. */
  async isAnyLate(): Promise<boolean> {
    return (await this.list()).some(({ isLate }) => isLate);
  }

  /**
   * Runs work whose trigger has not fired for {@link LATE_AFTER_INTERVALS} intervals. Requests to the Worker call this
   * method, so that work continues even if the triggers stop. Each isolate looks for overdue work at most once a
   * minute, and only one isolate claims it. The method never throws.
   * @param keepAlive keeps the isolate alive for the work
   */
  catchUp(
    keepAlive: (work: Promise<unknown>) => void,
    runWork: (work: Work, requestId: string) => Promise<unknown>,
  ): void {
    const now = this.#now();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    keepAlive(this.#runOverdue(now, crypto.randomUUID(), runWork));
  }

  async #runOverdue(
    now: number,
    requestId: string,
    runWork: (work: Work, requestId: string) => Promise<unknown>,
  ): Promise<void> {
    const taken = await valueOrLogged("run_not_recorded", this.#takeOverdue(now), { request_id: requestId });
    for (const { work, beganAt } of taken ?? []) {
      const fields = { request_id: requestId, work };
      log("scheduled_work_late", { ...fields, minutes: Math.floor((now - beganAt) / 60_000) });
      await logFailure("scheduled_work_failed", runWork(work, requestId), fields);
    }
  }

  async #begin(work: Work, at: number): Promise<void> {
    await this.#db
      .prepare(
        `INSERT INTO scheduled_runs (work, began_at, outcome) VALUES (?, ?, 'running')
         ON CONFLICT (work) DO UPDATE SET began_at = excluded.began_at, outcome = excluded.outcome`,
      )
      .bind(work, at)
      .run();
  }

  async #end(work: Work, at: number, hasSucceeded: boolean, count: number | null): Promise<void> {
    await this.#db
      .prepare(
        `UPDATE scheduled_runs SET ended_at = ?2, outcome = ?3, count = ?4,
           succeeded_at = CASE ?3 WHEN 'succeeded' THEN ?2 ELSE succeeded_at END WHERE work = ?1`,
      )
      .bind(work, at, hasSucceeded ? "succeeded" : "failed", count)
      .run();
  }

  /**
   * Claims the overdue work for this isolate and returns it. Work without a row in the table gets one, and its first
   * run is expected from now on.
   */
  async #takeOverdue(now: number): Promise<{ work: Work; beganAt: number }[]> {
    const works = Object.keys(this.#intervals) as Work[];
    const overdue = works.map((work) => now - this.#intervals[work] * LATE_AFTER_INTERVALS);
    const taken = await this.#db.batch<RunRow>(
      works.flatMap((work, at) => [
        this.#db
          .prepare(
            "INSERT INTO scheduled_runs (work, began_at, outcome) VALUES (?, ?, 'awaited') ON CONFLICT (work) DO NOTHING",
          )
          .bind(work, now),
        this.#db.prepare("SELECT * FROM scheduled_runs WHERE work = ? AND began_at < ?").bind(work, overdue[at]),
        this.#db
          .prepare(
            "UPDATE scheduled_runs SET began_at = ?, outcome = 'running' WHERE work = ? AND began_at < ? RETURNING *",
          )
          .bind(now, work, overdue[at]),
      ]),
    );
    return works.flatMap((work, at) => {
      const before = taken[at * 3 + 1]?.results[0];
      return before && taken[at * 3 + 2]?.results[0] ? [{ work, beganAt: before.began_at }] : [];
    });
  }
}

function toLastRun(work: string, intervalMs: number, row: RunRow | undefined, now: number): LastRun {
  if (!row) {
    const never = { beganAt: null, endedAt: null, succeededAt: null, count: null };
    return { work, intervalMs, ...never, outcome: "awaited", isLate: false };
  }
  const { began_at, ended_at, succeeded_at, outcome, count } = row;
  const since = succeeded_at ?? began_at;
  return {
    ...{ work, intervalMs, outcome, count },
    beganAt: outcome === "awaited" ? null : began_at,
    endedAt: ended_at,
    succeededAt: succeeded_at,
    isLate: now - since > intervalMs * LATE_AFTER_INTERVALS || (succeeded_at === null && outcome === "failed"),
  };
}
