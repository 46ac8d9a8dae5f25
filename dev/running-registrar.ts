import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { STATE } from "../scripts/workers.ts";

/** Where `npm start` leaves its registrar for `npm run demo:advance`: only this user may read it. */
const FILE = join(STATE, "running-registrar.json");

const REGISTRAR = z.strictObject({ endpoint: z.string(), token: z.string() });

/** How the sandbox registry's registrar is asked: `host:port`, and its bearer token. */
export type RunningRegistrar = z.infer<typeof REGISTRAR>;

export function leaveRegistrar(registrar: RunningRegistrar): void {
  forgetRegistrar();
  writeFileSync(FILE, JSON.stringify(registrar), { mode: 0o600 });
}

export function forgetRegistrar(): void {
  rmSync(FILE, { force: true });
}

/** Null: nothing runs that has one. What ended without forgetting it does not answer any more. */
export async function findRegistrar(): Promise<RunningRegistrar | null> {
  const registrar = leftRegistrar();
  if (!registrar) return null;
  const answer = await askClock(registrar).catch(() => null);
  return answer?.ok ? registrar : null;
}

/** Moves the registry's clock on. @throws when it was not moved */
export async function advanceRegistry(registrar: RunningRegistrar, to: Date): Promise<void> {
  const answer = await askClock(registrar, { to: to.toISOString() });
  if (!answer.ok) throw new Error(`the sandbox registry's clock was not moved: ${await answer.text()}`);
}

function leftRegistrar(): RunningRegistrar | null {
  try {
    return REGISTRAR.parse(JSON.parse(readFileSync(FILE, "utf8")));
  } catch {
    return null;
  }
}

function askClock({ endpoint, token }: RunningRegistrar, body?: object): Promise<Response> {
  return fetch(`http://${endpoint}/clock`, {
    method: body ? "PUT" : "GET",
    headers: { Authorization: `Bearer ${token}`, ...(body ? { "Content-Type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
