import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { STATE } from "../scripts/workers.ts";
import { REGISTRY_FILE } from "./prepare-stores.ts";
import { PACE } from "./sandbox/manner.ts";
import { SandboxRegistry } from "./sandbox/sandbox-registry.ts";

/** Where a running demonstration says how its registrar is reached; only its owner reads it, for the token in it. */
const FILE = join(STATE, "registrar.json");

/** Leaves where the registrar of a demonstration is for other commands, until it ends. */
export function leaveRegistrarAccess({ endpoints, registrarToken }: SandboxRegistry): void {
  // Made anew: the mode counts for a new file only.
  rmSync(FILE, { force: true });
  writeFileSync(FILE, JSON.stringify({ address: endpoints.registrar, token: registrarToken }), { mode: 0o600 });
}

export function forgetRegistrarAccess(): void {
  rmSync(FILE, { force: true });
}

/**
 * Moves the sandbox registry's clock on: of the running demonstration, or else of what it keeps until the next start.
 * @throws when the registrar answers, and refuses
 */
export async function advanceRegistrar(ms: number): Promise<void> {
  if (await advanceRunning(ms)) return;
  const registry = await SandboxRegistry.start({}, PACE, { file: REGISTRY_FILE });
  try {
    registry.advance(new Date(registry.now().getTime() + ms));
  } finally {
    await registry.stop();
  }
}

async function advanceRunning(ms: number): Promise<boolean> {
  const access = readAccess();
  if (!access) return false;
  const ask = (init: RequestInit = {}) =>
    fetch(`http://${access.address}/clock`, {
      ...init,
      headers: { Authorization: `Bearer ${access.token}`, "Content-Type": "application/json" },
      signal: AbortSignal.timeout(5_000),
    }).catch(() => null);
  const asked = await ask();
  // What was left by one that was killed: nobody answers, or somebody else does.
  if (!asked?.ok) return false;
  const { now } = (await asked.json()) as { now: string };
  const to = new Date(Date.parse(now) + ms).toISOString();
  const moved = await ask({ method: "PUT", body: JSON.stringify({ to }) });
  if (!moved?.ok) throw new Error(`the sandbox registrar's clock was not moved to ${to}`);
  return true;
}

function readAccess(): { address: string; token: string } | null {
  try {
    return JSON.parse(readFileSync(FILE, "utf8"));
  } catch {
    return null;
  }
}
