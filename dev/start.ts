import { createServer } from "node:net";
import process from "node:process";
import { settingsOfAll, WORKERS } from "../scripts/workers.ts";
import { fireCronTriggers } from "./cron-triggers.ts";
import { type LocalSystem, startLocalSystem } from "./local-system.ts";
import { prepareStores } from "./prepare-stores.ts";
import { leftSystem, originOf } from "./running-system.ts";
import { welcome } from "./welcome.ts";

/**
 * `npm start -- --live` asks the real registries; without it the sandbox registry answers in their place. `npm start -- --whmcs`
 * runs in front of a simulated WHMCS in place of the embedded billing engine, and with `--addon` besides uses its addon. With
 * `--zone-tools` DNS zones are among the tools.
 */
const live = process.argv.includes("--live");
const zoneTools = process.argv.includes("--zone-tools");
const billing = process.argv.includes("--whmcs") ? "whmcs" : "embedded";
const addon = process.argv.includes("--addon");
const port = portFrom(process.env.PORT);
if (addon && billing !== "whmcs") fail("--addon is of --whmcs");
refuseJurisdiction();
await refuseTakenPort();
await refuseTakenStores();

const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort());
console.log("Preparing local state…");
const stores = prepareStores(billing);
console.log("Starting the Workers…");
const system = await start();
console.log(welcome(originOf({ port }), { live, whmcs: system.whmcs, serverFaults: system.serverFaults }));
fireCronTriggers(originOf({ port }), billing, ending.signal, console.error);
const code = await system.ended;
process.exit(code ?? (ending.signal.aborted ? 0 : 1));

async function start(): Promise<LocalSystem> {
  try {
    return await startLocalSystem({
      port,
      billing,
      stores,
      live,
      addon,
      zoneTools,
      logLevel: "warn",
      signal: ending.signal,
    });
  } catch (error) {
    if (ending.signal.aborted) process.exit(0);
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function portFrom(text: string | undefined): number {
  const port = Number(text ?? "8787");
  if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`PORT must be a number from 1 to 65535, not ${text}.`);
  return port;
}

/** The local runtime throws at every object that is looked up in one. */
function refuseJurisdiction(): void {
  if (!process.env.JURISDICTION && !settingsOfAll(WORKERS).JURISDICTION) return;
  fail("JURISDICTION is set, and there are no jurisdictions on this machine: leave it to npm run deploy.");
}

async function refuseTakenPort(): Promise<void> {
  if (await isTaken(port)) fail(`Port ${port} is taken. Choose another one: PORT=${port + 1} npm start`);
}

/** Two systems on the same databases would lock each other out of them. */
async function refuseTakenStores(): Promise<void> {
  const other = leftSystem();
  if (!other || !(await isTaken(other.port))) return;
  fail(
    `A demonstration runs on these stores already, on port ${other.port} (process ${other.pid}). End it first, or keep this one's stores elsewhere: FRONTDESK_STATE=<folder> npm start`,
  );
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(true));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(false)));
  });
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
