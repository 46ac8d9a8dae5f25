import { Holds, storeHolds } from "../../shared/holds/holds.ts";
import { themeFrom } from "../../shared/pages/theme.ts";
import { Metrics } from "../../shared/platform/metrics.ts";
import { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import { Signer } from "../../shared/platform/service-key.ts";
import { identification, type Operator } from "./access/identify.ts";
import { Audit } from "./audit/audit.ts";
import type { OperatorEnv } from "./environment.ts";
import { Erasures } from "./erasures/erasures.ts";

/** Milliseconds between runs of the scheduled work. */
const WORK_INTERVALS = { erasures: 300_000 } as const;

/** The services of the operator console, created once per isolate. */
export type OperatorServices = ReturnType<typeof openOperator>;

/**
 * Creates the services of the operator console.
 * @param keepAlive keeps the isolate running for work that continues after its request
 * @throws {Error} naming a wrong setting
 */
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
    /** Returns whether the console's own database is on hold. If it is, its list of erasures is unreliable. */
    isHeld: () => ownHolds.isHeld("operator-database"),
    audit: new Audit(env.OPERATOR_DB, now),
    erasures: new Erasures(env.OPERATOR_DB, env.BILLING_SYSTEM, now),
    /** Milliseconds during which an erasure can be cancelled. */
    erasureDelayMs: env.DEMONSTRATION === "true" ? 0 : ERASURE_DELAY_MS,
    runs: new ScheduledRuns(env.OPERATOR_DB, WORK_INTERVALS, now, (run) => metrics?.ran(run)),
    metrics,
    now,
    keepAlive,
  };
}

/** The dependencies of a command. They exist only after the operator has been identified. */
export type OperatorContext = OperatorServices & { operator: Operator; requestId: string };

/** The delay before an erasure begins. Until then, an operator can cancel it. After that, it cannot be undone. */
const ERASURE_DELAY_MS = 600_000;

const FORM_KEY_BYTES = 32;

/**
 * Reads the random key that signs the console's forms. The first caller creates it, and all isolates use the same key.
 */
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
