import { randomUUID } from "node:crypto";
import type { WrittenWorker } from "../configurations.ts";
import { giveLockBack, type RunStatements, takeLock } from "./deployment-records.ts";
import { askWrangler } from "./wrangler.ts";

/** The Worker whose database has the lock. */
const OWNER = "workers/account/wrangler.toml";

/** Does what changes an installation, while no other deployment does. @throws Error naming the release that is being deployed */
export async function locked(
  workers: readonly WrittenWorker[],
  { release, isTakenOver }: { release: string; isTakenOver: boolean },
  work: () => Promise<void>,
): Promise<void> {
  const owner = workers.find(({ source }) => source === OWNER);
  if (!owner) throw new Error(`${OWNER} is not deployed`);
  const database = onDatabase(owner);
  const lock = { holder: randomUUID(), release };
  const held = takeLock(database, lock, isTakenOver);
  if (held) throw new Error(held);
  try {
    await work();
  } finally {
    giveLockBack(database, lock);
  }
}

/** The database of a Worker that is deployed. */
export function onDatabase({ config, database = "" }: WrittenWorker): RunStatements {
  return (statements) =>
    askWrangler(["d1", "execute", database, "-c", config, "--remote", "--yes", "--json", "--command", statements]);
}
