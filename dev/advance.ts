import { defineCommand, UsageError } from "../scripts/command-line.ts";
import { fireCron, runStatement } from "./local-api.ts";
import { addressOf, controlRegistry, findSystem, type RunningRegistrar } from "./running-system.ts";

const DAY_MS = 86_400_000;
const MAX_DAYS = 3_660;

/**
 * Moves the demonstration's clock forward day by day, and runs the billing system's scheduled work once for each day.
 * The running system does this work, because only that process has the databases open.
 */
export const command = defineCommand({
  options: {},
  words: { name: "days, such as 30d", max: 1 },
  isLong: true,
  async run({ words }) {
    const days = Number(/^(\d{1,4})d$/.exec(words[0] ?? "")?.[1]);
    if (!(days >= 1 && days <= MAX_DAYS))
      throw new UsageError(`Give the number of days, from 1d to ${MAX_DAYS}d: npm run demo -- advance 30d`);
    const running = await findSystem();
    if (!running) throw new Error("No demonstration is running. Start it with npm start.");
    if (running.billing === "whmcs") throw new Error("A demonstration on WHMCS is running: its clock is the real one.");
    await advance(addressOf(running), running.registrar, days);
    return 0;
  },
});

async function advance(origin: string, registrar: RunningRegistrar | null, days: number): Promise<void> {
  let offset = 0;
  for (let day = 0; day < days; day++) {
    offset = await nextDay(origin);
    if (registrar) await controlRegistry(registrar, { to: new Date(Date.now() + offset) });
    await fireCron(origin, "frontdesk-billing", "*/5 * * * *");
  }
  console.log(`The demonstration's clock is ${offset / DAY_MS} days ahead. npm run reset sets it back.`);
}

/**
 * Moves the clock to the next day.
 * @returns the clock's new offset, in milliseconds
 */
async function nextDay(origin: string): Promise<number> {
  const rows = await runStatement(
    origin,
    "DB",
    `INSERT INTO demonstration_clock VALUES (1, ${DAY_MS})
     ON CONFLICT (only_row) DO UPDATE SET offset_ms = offset_ms + ${DAY_MS} RETURNING offset_ms`,
  );
  const offset = Number(rows[0]?.[0]);
  if (!(offset > 0)) throw new Error("the clock was not moved");
  return offset;
}
