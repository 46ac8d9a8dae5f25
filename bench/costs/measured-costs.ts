import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countedWorld, type Usage, usageOf } from "../../test/support/counting/counted-world.ts";
import { seedStores } from "../../test/support/seeded-stores.ts";
import type { World } from "../../test/support/world.ts";
import { DAILY_CRON } from "../../workers/account/scheduled-work.ts";
import { costOf, type OperationCost } from "./costs.ts";
import {
  ACCOUNT_OPERATIONS,
  CATALOGUE_OPERATIONS,
  CONNECTION_OPERATIONS,
  type MeasuredOperation,
  measureOperations,
} from "./operations.ts";

/** Work that goes on without requests. */
export interface StandingCost {
  name: string;
  usage: Usage;
  perDay: number;
}

/** What was measured of a whole system. */
export interface MeasuredCosts {
  catalogue: OperationCost[];
  account: OperationCost[];
  connection: OperationCost[];
  standing: StandingCost[];
}

const MINUTES_A_DAY = 1_440;

/** Starts a system and measures each operation in it, and each scheduled job. */
export async function measureCosts(): Promise<MeasuredCosts> {
  const stores = mkdtempSync(join(tmpdir(), "scale-"));
  await seedStores(stores);
  const world = await countedWorld({ hasServer: true }).start(stores);
  const measured = async (operations: MeasuredOperation[]) => {
    const all = await measureOperations(world, operations);
    return all.map(({ name, usage }) => costOf(name, usage));
  };
  try {
    return {
      catalogue: await measured(CATALOGUE_OPERATIONS),
      account: await measured(ACCOUNT_OPERATIONS),
      connection: await measured(CONNECTION_OPERATIONS),
      standing: await measureStanding(world),
    };
  } finally {
    await world.close();
    rmSync(stores, { recursive: true });
  }
}

async function measureStanding(world: World): Promise<StandingCost[]> {
  const cron = async (name: string, worker: string, at: string, perDay: number) => {
    const run = () => world.system.getWorker(worker).scheduled(at);
    return { name, usage: await usageOf(world, run), perDay };
  };
  return [
    await cron("the account's instructions, every minute", "frontdesk-account", "* * * * *", MINUTES_A_DAY),
    await cron("the account's clearing, once a day", "frontdesk-account", DAILY_CRON, 1),
    await cron("the billing engine's jobs, every five minutes", "frontdesk-billing", "*/5 * * * *", MINUTES_A_DAY / 5),
  ];
}
