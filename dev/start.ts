import { createServer } from "node:net";
import process from "node:process";
import { defineCommand, UsageError } from "../scripts/command-line.ts";
import { keepSayingSo } from "../scripts/heartbeat.ts";
import { settingsOfAll, WORKERS } from "../scripts/workers.ts";
import { fireCronTriggers } from "./cron-triggers.ts";
import { startLocalSystem } from "./local-system.ts";
import { prepareStores } from "./prepare-stores.ts";
import { addressOf, leftSystem, lockStores, originOf } from "./running-system.ts";
import { startHelp, welcome } from "./welcome.ts";

export const command = defineCommand({
  options: {
    live: { type: "boolean", about: "Queries the real registries instead of the sandbox registry." },
    whmcs: { type: "boolean", about: "Runs on a simulated WHMCS instead of the embedded billing engine." },
    "extra-tools": { type: "boolean", about: "Adds the optional tools: a search of several names, and DNS zones." },
  },
  get notes() {
    return startHelp(leftSystem());
  },
  run: ({ options: { live, whmcs, "extra-tools": extraTools } }) => start(live, whmcs, extraTools),
});

/**
 * Starts the system.
 * @returns the exit code, once the system has ended
 */
async function start(live: boolean, whmcs: boolean, extraTools: boolean): Promise<number> {
  const billing = whmcs ? "whmcs" : "embedded";
  const port = portFrom(process.env.PORT);
  refuseJurisdiction();
  await refuseTakenPort(port);
  lockStores();

  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort());
  const stop = keepSayingSo("npm start");
  console.log("Preparing the local stores…");
  const stores = prepareStores(billing);
  console.log("Starting the Workers…");
  const options = { port, billing, stores, live, extraTools, signal: ending.signal } as const;
  const system = await startLocalSystem(options)
    .catch((error) => {
      if (ending.signal.aborted) return null;
      throw error;
    })
    .finally(stop);
  if (!system) return 0;
  console.log(welcome(originOf({ port }), system.whmcs));
  fireCronTriggers(addressOf({ port }), billing, ending.signal, console.error);
  const code = await system.ended;
  return ending.signal.aborted ? 0 : (code ?? 1);
}

function portFrom(text: string | undefined): number {
  const port = Number(text ?? "8787");
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError(`PORT must be a number from 1 to 65535, not ${text}.`);
  return port;
}

/**
 * Refuses to start with a jurisdiction, because the local runtime throws an error for every object in a jurisdiction.
 */
function refuseJurisdiction(): void {
  if (!process.env.JURISDICTION && !settingsOfAll(WORKERS).JURISDICTION) return;
  throw new UsageError("JURISDICTION works only with npm run deploy: unset it for a local run.");
}

async function refuseTakenPort(port: number): Promise<void> {
  if (await isTaken(port))
    throw new UsageError(`Port ${port} is taken. Choose another one: PORT=${port + 1} npm start`);
}

/**
 * Returns whether the port is taken on IPv4 or IPv6. If `localhost` means IPv6, another program could otherwise receive
 * the requests.
 */
async function isTaken(port: number): Promise<boolean> {
  return (await Promise.all(["127.0.0.1", "::1"].map((host) => isTakenAt(host, port)))).some(Boolean);
}

function isTakenAt(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code === "EADDRINUSE" || code === "EACCES"));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}
