import { randomUUID } from "node:crypto";
import type { WrittenWorker } from "../configurations.ts";
import { giveLockBack, LOCK_STAYS, type RunStatements, renewLock, takeLock } from "./deployment-records.ts";
import { askWrangler, type WranglerCalls } from "./wrangler.ts";

/** The Worker whose database has the lock. */
const OWNER = "workers/account/wrangler.toml";

/** Called before each call that changes the installation. @throws Error naming the release that has taken the lock over */
export type KeepLock = () => void;

/** Does what changes an installation, while no other deployment does. @throws Error naming the release that is being deployed */
export async function locked(
  workers: readonly WrittenWorker[],
  { release, isTakenOver }: { release: string; isTakenOver: boolean },
  work: (keepLock: KeepLock) => Promise<void>,
): Promise<void> {
  const database = onDatabase(accountWorker(workers));
  const lock = { holder: randomUUID(), release };
  const held = takeLock(database, lock, isTakenOver);
  if (held) throw new Error(held);
  try {
    await work(() => {
      const lost = renewLock(database, lock);
      if (lost) throw new Error(lost);
    });
  } finally {
    giveBack(database, lock);
  }
}

/** @throws Error where it is not among them */
export function accountWorker(workers: readonly WrittenWorker[]): WrittenWorker {
  const owner = workers.find(({ source }) => source === OWNER);
  if (!owner) throw new Error(`${OWNER} is not deployed`);
  return owner;
}

/** What is asked of wrangler, each change after a look at the lock. */
export function callsUnderLock(calls: WranglerCalls, keepLock: KeepLock): WranglerCalls {
  const afterLook =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      keepLock();
      return call(...args);
    };
  return { ...calls, run: afterLook(calls.run), upload: afterLook(calls.upload) };
}

/** What was done, or why it failed, is not changed by a lock that stays. */
function giveBack(database: RunStatements, lock: Parameters<typeof giveLockBack>[1]): void {
  try {
    giveLockBack(database, lock);
  } catch (error) {
    console.error(`${LOCK_STAYS} ${(error as Error).message}`);
  }
}

/** The database of a Worker that is deployed. */
export function onDatabase({ config, database = "" }: WrittenWorker): RunStatements {
  return (statements) =>
    askWrangler(["d1", "execute", database, "-c", config, "--remote", "--yes", "--json", "--command", statements]);
}
