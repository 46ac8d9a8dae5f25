import { Holds, storeHolds } from "../../shared/holds/holds.ts";
import { themeFrom } from "../../shared/pages/theme.ts";
import { Metrics } from "../../shared/platform/metrics.ts";
import { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import { Signer } from "../../shared/platform/service-key.ts";
import { identification, type Operator } from "./access/identify.ts";
import { Audit } from "./audit/audit.ts";
import type { OperatorEnv } from "./environment.ts";
import { Erasures } from "./erasures/erasures.ts";

/** The work of the cron trigger, with the milliseconds between runs. */
const WORK_INTERVALS = { erasures: 300_000 } as const;

/** The services of the operator console, one per isolate. */
export type OperatorServices = ReturnType<typeof openOperator>;

/** @param keepAlive keeps the isolate alive for work after its request @throws {Error} naming a wrong setting */
export function openOperator(env: OperatorEnv, keepAlive: (work: Promise<unknown>) => void) {
  const now = () => Date.now();
  const metrics = Metrics.on(env, "operator");
  const ownHolds = new Holds(storeHolds(env.STORE_HOLDS, env), now);
  return {
    identify: identification(env),
    theme: themeFrom(env),
    signer: new Signer(async () => ({ original: await readFormKey(env.OPERATOR_DB) })),
    account: env.ACCOUNT,
    catalogue: env.CATALOGUE,
    billing: env.BILLING,
    ownHolds,
    /** Whether the console's own database is on hold. Its list of erasures is then unreliable. */
    isHeld: () => ownHolds.isHeld("operator-database"),
    audit: new Audit(env.OPERATOR_DB, now),
    erasures: new Erasures(env.OPERATOR_DB, env.BILLING_SYSTEM, now),
    /** How long an erasure can be cancelled. */
    erasureDelayMs: env.DEMONSTRATION === "true" ? 0 : ERASURE_DELAY_MS,
    runs: new ScheduledRuns(env.OPERATOR_DB, WORK_INTERVALS, now, (run) => metrics?.ran(run)),
    metrics,
    now,
    keepAlive,
  };
}

/** The context of a command. It exists only after an operator was identified. */
export type OperatorContext = OperatorServices & { operator: Operator; requestId: string };

/** An erasure cannot be undone, but can be cancelled for this long. */
const ERASURE_DELAY_MS = 600_000;

const FORM_KEY_BYTES = 32;

/** Reads the random key of the console's forms. The first caller creates it, and every isolate has the same one. */
async function readFormKey(db: D1Database): Promise<ArrayBuffer> {
  const made = crypto.getRandomValues(new Uint8Array(FORM_KEY_BYTES));
  const [, read] = await db.batch<{ key: number[] }>([
    db.prepare("INSERT OR IGNORE INTO form_key (only_row, key) VALUES (1, ?)").bind(made),
    db.prepare("SELECT key FROM form_key"),
  ]);
  const [row] = read?.results ?? [];
  if (!row) throw new Error("the forms' key was not kept");
  return new Uint8Array(row.key).buffer;
}
