import process from "node:process";
import { getPlatformProxy } from "wrangler";
import { PROJECT, STATE } from "../scripts/workers.ts";
import { type BillingEnv, embeddedBilling, runtime } from "../workers/billing/embedded-billing.ts";
import { prepareStores } from "./prepare-stores.ts";
import { advanceRegistrar } from "./registrar-access.ts";

/** `npm run demo:advance -- 30d` moves the demonstration's clock on; what is due on each day of it is done. */
const DAY_MS = 86_400_000;
const MOST_DAYS = 3_660;

const days = Number(/^(\d{1,4})d$/.exec(process.argv[2] ?? "")?.[1]);
if (!(days >= 1 && days <= MOST_DAYS)) {
  console.error(`Say how many days, from 1d to ${MOST_DAYS}d: npm run demo:advance -- 30d`);
  process.exit(1);
}
prepareStores();
const { env, dispose } = await getPlatformProxy<BillingEnv & Record<string, unknown>>({
  configPath: `${PROJECT}/workers/billing/wrangler.toml`,
  persist: { path: `${STATE}/v3` },
});
try {
  // What needs the registrar is left to the running system, which has one.
  const engine = embeddedBilling(
    env,
    runtime(() => {}),
  );
  for (let day = 0; day < days; day++) {
    await env.DB.prepare(
      `INSERT INTO demonstration_clock VALUES (1, ?1)
       ON CONFLICT (only_row) DO UPDATE SET offset_ms = offset_ms + ?1`,
    )
      .bind(DAY_MS)
      .run();
    await engine.passTime();
  }
  const offset = await env.DB.prepare("SELECT offset_ms FROM demonstration_clock").first<number>("offset_ms");
  await advanceRegistrar(days * DAY_MS);
  console.log(`The demonstration's clock is ${(offset ?? 0) / DAY_MS} days ahead. npm run reset sets it back.`);
} finally {
  await dispose();
}
