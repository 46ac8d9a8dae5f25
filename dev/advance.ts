import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import process from "node:process";
import { fireCron, runStatement } from "./local-api.ts";
import { startLocalSystem } from "./local-system.ts";
import { printMails } from "./outbox/print-mails.ts";
import { readOutbox } from "./outbox/read-outbox.ts";
import { prepareStores } from "./prepare-stores.ts";
import { advanceRegistry, findSystem, originOf, type RunningRegistrar } from "./running-system.ts";

/**
 * `npm run demo:advance -- 30d` moves the demonstration's clock on; what is due on each day of it is done. The running
 * system does it: nobody else has its databases open, and its mails are in its outbox. Where none runs, one is started
 * for as long as it takes.
 */
const DAY_MS = 86_400_000;
const MAX_DAYS = 3_660;

const days = Number(/^(\d{1,4})d$/.exec(process.argv[2] ?? "")?.[1]);
if (!(days >= 1 && days <= MAX_DAYS)) fail(`Say how many days, from 1d to ${MAX_DAYS}d: npm run demo:advance -- 30d`);

try {
  const running = await findSystem();
  if (running?.billing === "whmcs") fail("A demonstration in front of WHMCS runs: its clock is the real one.");
  await (running ? advance(originOf(running), running.registrar) : advanceAlone());
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
process.exit(0);

async function advanceAlone(): Promise<void> {
  console.log("No demonstration runs: one is started to do it.");
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
  const stores = prepareStores("embedded");
  const port = await freePort();
  const { registrar, ended } = await startLocalSystem({
    ...{ port, stores, billing: "embedded", live: false, logLevel: "error" },
    signal: ending.signal,
  });
  await advance(originOf({ port }), registrar);
  printMails(await readOutbox(originOf({ port })));
  ending.abort();
  await ended;
}

async function advance(origin: string, registrar: RunningRegistrar | null): Promise<void> {
  let offset = 0;
  for (let day = 0; day < days; day++) {
    offset = await nextDay(origin);
    if (registrar) await advanceRegistry(registrar, new Date(Date.now() + offset));
    await fireCron(origin, "frontdesk-billing", "*/5 * * * *");
  }
  console.log(`The demonstration's clock is ${offset / DAY_MS} days ahead. npm run reset sets it back.`);
}

/** How far the clock is ahead after it, in milliseconds. */
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
