import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { getPlatformProxy } from "wrangler";
import { declaredSettings, STATE } from "../scripts/workers.ts";
import { type BillingEnv, embeddedBilling, runtime } from "../workers/billing/embedded-billing.ts";
import { SandboxRegistrar } from "../workers/billing/registrar/sandbox-registrar.ts";
import { BILLING, prepareStores, REGISTRY_FILE } from "./prepare-stores.ts";
import { advanceRegistry, findRegistrar } from "./running-registrar.ts";
import { PACE } from "./sandbox/manner.ts";
import { SandboxRegistry } from "./sandbox/sandbox-registry.ts";

/** `npm run demo:advance -- 30d` moves the demonstration's clock on; what is due on each day of it is done. */
const DAY_MS = 86_400_000;
const MOST_DAYS = 3_660;

const days = Number(/^(\d{1,4})d$/.exec(process.argv[2] ?? "")?.[1]);
if (!(days >= 1 && days <= MOST_DAYS)) {
  console.error(`Say how many days, from 1d to ${MOST_DAYS}d: npm run demo:advance -- 30d`);
  process.exit(1);
}
prepareStores();
const { env, dispose } = await getPlatformProxy<Pick<BillingEnv, "DB"> & Record<string, unknown>>({
  configPath: databaseAlone(),
  persist: { path: `${STATE}/v3` },
});
const { TIME_ZONE = "UTC", NAMESERVERS = "" } = declaredSettings(BILLING);
const running = await findRegistrar();
// Two of them on one file would each write over what the other one did.
const own = running ? null : await SandboxRegistry.start({}, PACE, { file: REGISTRY_FILE });
const registrar = running ?? { endpoint: own?.endpoints.registrar ?? "", token: own?.registrarToken ?? "" };
try {
  const engine = embeddedBilling(
    { DB: env.DB, TIME_ZONE, NAMESERVERS },
    { ...runtime(() => {}), registrar: new SandboxRegistrar(registrar.endpoint, registrar.token) },
  );
  let offset = 0;
  for (let day = 0; day < days; day++) {
    offset = await nextDay(env.DB);
    await advanceRegistry(registrar, new Date(Date.now() + offset));
    await engine.passTime();
  }
  console.log(`The demonstration's clock is ${offset / DAY_MS} days ahead. npm run reset sets it back.`);
} finally {
  await own?.stop();
  await dispose();
}

/** A configuration with the engine's database and nothing else: its Durable Objects are not here. */
function databaseAlone(): string {
  const file = join(STATE, "advance.json");
  writeFileSync(
    file,
    JSON.stringify({
      name: "frontdesk-billing",
      compatibility_date: "2026-10-23",
      d1_databases: [{ binding: "DB", database_name: "frontdesk-billing" }],
    }),
  );
  return file;
}

/** How far the clock is ahead after it, in milliseconds. */
async function nextDay(db: D1Database): Promise<number> {
  const offset = await db
    .prepare(
      `INSERT INTO demonstration_clock VALUES (1, ?1)
       ON CONFLICT (only_row) DO UPDATE SET offset_ms = offset_ms + ?1 RETURNING offset_ms`,
    )
    .bind(DAY_MS)
    .first<number>("offset_ms");
  if (offset === null) throw new Error("the clock was not moved");
  return offset;
}
