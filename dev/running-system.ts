import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { UsageError } from "../scripts/command-line.ts";
import { BILLING_SYSTEMS, STATE } from "../scripts/workers.ts";
import { LOCAL_WORKERS } from "./local-api.ts";
import { WAIT_LIMITS, waitUntilReady, whyNoAnswer } from "./wait-until-ready.ts";

/** The file with the URLs of a running system, for commands on the same stores. Only the current user can read it. */
const FILE = join(STATE, "running.json");

const REGISTRAR = z.strictObject({ url: z.string(), user: z.string(), token: z.string() });
const RUNNING = z.strictObject({
  pid: z.int(),
  port: z.int(),
  billing: z.enum(BILLING_SYSTEMS),
  registrar: REGISTRAR.nullable(),
  /**
   * The URLs of the simulated Stripe and of a simulated billing system's client area, and the URL for planning faults
   * of the simulated cPanel server.
   */
  simulators: z.strictObject({
    stripe: z.string().nullable(),
    clientArea: z.string().nullable(),
    serverFaults: z.string(),
  }),
});

/** The account at the sandbox registry's registrar. */
export type RunningRegistrar = z.infer<typeof REGISTRAR>;

/** A running system on this machine's stores. `registrar` is `null` if the system uses the real registries. */
export type RunningSystem = z.infer<typeof RUNNING>;

/**
 * The lock file. It is next to the stores, because the stores may be moved. The operating system releases the lock when
 * the process ends.
 */
const LOCK = `${STATE}.lock`;
const SQLITE_BUSY = 5;
/** The open lock file, while this process uses the stores. */
let lock: DatabaseSync | undefined;

/**
 * Locks the stores for this process until it ends.
 * @throws {UsageError} if another process uses them
 */
export function lockStores(): void {
  mkdirSync(dirname(LOCK), { recursive: true });
  lock = new DatabaseSync(LOCK);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause;
    const other = leftSystem();
    const state = other
      ? `already runs on these stores, on port ${other.port} (process ${other.pid})`
      : "is starting on these stores";
    throw new UsageError(
      `A demonstration ${state}. Stop it first, or use other stores: FRONTDESK_STATE=<folder> npm start`,
      { cause },
    );
  }
}

/** Records that this process runs a system on the stores. */
export function leaveSystem(system: Omit<RunningSystem, "pid">): void {
  forgetSystem();
  writeFileSync(FILE, JSON.stringify({ pid: process.pid, ...system }), { mode: 0o600 });
}

export function forgetSystem(): void {
  rmSync(FILE, { force: true });
}

/**
 * Returns the system that uses the stores, even if it does not respond yet.
 * @returns `null` if no system was recorded, or if its process has ended
 */
export function leftSystem(): RunningSystem | null {
  try {
    const system = RUNNING.parse(JSON.parse(readFileSync(FILE, "utf8")));
    process.kill(system.pid, 0);
    return system;
  } catch {
    // expected: no system was recorded, or it ended without removing its file
    return null;
  }
}

/**
 * Returns the result of {@link leftSystem} once the system responds.
 * @throws {Error} if the system does not respond within two minutes
 */
export async function findSystem(): Promise<RunningSystem | null> {
  let system = leftSystem();
  await waitUntilReady(
    async () => {
      system = leftSystem();
      return system && (await whyNoAnswer(addressOf(system) + LOCAL_WORKERS));
    },
    { ...WAIT_LIMITS, say: console.error },
  );
  return system;
}

/** Returns the URL of a system on this machine, for people and their applications. */
export function originOf({ port }: { port: number }): string {
  return `http://localhost:${port}`;
}

/**
 * Returns the URL that the runtime listens on. It does not contain `localhost`, because some machines resolve that name
 * differently.
 */
export function addressOf({ port }: { port: number }): string {
  return `http://127.0.0.1:${port}`;
}

/**
 * Moves the registry's clock forward, or sets the provider's balance at the registrar, in US cents.
 * @throws {Error} if the registry rejects the change
 */
export async function controlRegistry(
  { url, user, token }: RunningRegistrar,
  change: { to?: Date; balance?: number },
): Promise<void> {
  const answer = await fetch(`${url}/control`, {
    method: "PUT",
    headers: { Authorization: `Basic ${btoa(`${user}:${token}`)}`, "Content-Type": "application/json" },
    body: JSON.stringify(change),
  });
  if (!answer.ok) throw new Error(`the sandbox registry did not change: ${await answer.text()}`);
}
