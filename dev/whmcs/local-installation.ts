import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxRegistry } from "../sandbox/sandbox-registry.ts";
import { LIMITS } from "./addon/addon-lists.ts";
import type { RegisteredName } from "./provisioning/registrar.ts";
import type { WhmcsState } from "./state.ts";
import { WhmcsSimulator } from "./whmcs-simulator.ts";

/** A demonstration does not wait for tomorrow: work that is due today runs within the minute. */
const DAILY_RUN_MS = 60_000;

/**
 * The simulated installation of local work. It keeps its port, so that links and connections survive a restart. It also keeps its data: the
 * Worker's database names its orders, and no other order may ever get the number of an earlier one.
 */
export interface LocalInstallation {
  simulator: WhmcsSimulator;
  /** Settings and secrets of the Worker for WHMCS. */
  settings: Record<string, string>;
  /** The settings as `NAME=value` lines, for a provider's commands; its secrets are valid until the next start. */
  settingsFile: string;
  /** Stores its data in its file, as it does every minute. */
  keep(): void;
  /** Ends it, and its daily runs. */
  stop(): Promise<void>;
}

/** The stored data of an installation: its port, its rows, and the registrar's. */
interface KeptInstallation {
  port: number;
  state: WhmcsState;
  names: RegisteredName[];
}

/**
 * Starts the simulator on its previous port, or on a free one. Without its file it begins with the demonstration's customers.
 * @param stores the folder of the system's stores
 * @param origin of the system: customers are redirected there
 * @param registry for domain checks; null for the real ones
 */
export async function startInstallation(
  stores: string,
  origin: string,
  registry: SandboxRegistry | null,
): Promise<LocalInstallation> {
  const file = join(stores, "simulator.json");
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as KeptInstallation) : null;
  const options = { returnTo: `${origin}/sign-in/returned`, ...(kept && { state: kept.state }) };
  const start = (port: number) => WhmcsSimulator.start(options, port);
  const simulator = await start(kept?.port ?? 0).catch(() => start(0));
  simulator.addon.options.signedCalls = LIMITS.SIGNED;
  const { registrar } = simulator.installation;
  for (const held of kept?.names ?? []) registrar.names.set(held.name, held);
  if (registry) registrar.whenRegistered = (name) => registry.register(name);
  mkdirSync(stores, { recursive: true });
  const port = Number(new URL(simulator.url).port);
  const keep = () => {
    const stored: KeptInstallation = { port, state: simulator.state, names: [...registrar.names.values()] };
    // If the process ends meanwhile, the previous file stays.
    writeFileSync(`${file}.new`, JSON.stringify(stored));
    renameSync(`${file}.new`, file);
  };
  keep();
  const days = setInterval(() => {
    simulator.control.runDay();
    keep();
  }, DAILY_RUN_MS).unref();
  const stop = () => {
    clearInterval(days);
    return simulator.stop();
  };
  const settings = { ...settingsFor(simulator), ...ACTING_SETTINGS };
  const settingsFile = join(stores, "simulator.env");
  writeFileSync(settingsFile, settingsText(settings), { mode: 0o600 });
  return { simulator, settings, settingsFile, keep, stop };
}

export function settingsText(settings: Record<string, string>): string {
  const lines = Object.entries({ BILLING: "whmcs", ...settings }).map(([name, value]) => `${name}=${value}\n`);
  return lines.join("");
}

/** Settings that allow orders and changes. */
export const ACTING_SETTINGS = {
  WHMCS_ORDER_GATEWAY: "mailin",
  ORDERS_NEED_PAYMENT_METHOD: "true",
};

/** The settings of the Worker for WHMCS with a simulator, for reads only. */
export function settingsFor({ url, addon }: WhmcsSimulator): Record<string, string> {
  return {
    WHMCS_URL: url,
    MAIL_FROM: "no-reply@maple.example",
    DEMONSTRATION: "true",
    FRONTDESK_BRIDGE_KEY: addon.options.key,
  };
}
