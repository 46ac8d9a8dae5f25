import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxRegistry } from "../sandbox/sandbox-registry.ts";
import { LIMITS } from "./addon/addon-lists.ts";
import type { RegisteredName } from "./provisioning/registrar.ts";
import type { WhmcsState } from "./state.ts";
import { WhmcsSimulator } from "./whmcs-simulator.ts";

/** The interval between daily runs. It is short, so that the work for today runs within a minute. */
const DAILY_RUN_MS = 60_000;

/**
 * The simulated installation for local work. It keeps its port, so that links and connections survive a restart. It
 * also keeps its data. The Worker's database refers to its orders by number, so a number must never be used for another
 * order.
 */
export interface LocalInstallation {
  simulator: WhmcsSimulator;
  /** The settings and secrets of the Worker for WHMCS. */
  settings: Record<string, string>;
  /**
   * A file with the settings as `NAME=value` lines, for a provider's commands. Its secrets are valid until the next
   * start.
   */
  settingsFile: string;
  /** Stores the installation's data in its file. This also happens every minute. */
  keep(): void;
  /** Stops the installation and its daily runs. */
  stop(): Promise<void>;
}

/** The stored data of an installation: its port, its rows, and the registrar's domains. */
interface KeptInstallation {
  port: number;
  state: WhmcsState;
  names: RegisteredName[];
}

/**
 * Starts the simulator on its previous port, or on a free one. If there is no stored data, it begins with the
 * demonstration's customers.
 * @param stores the folder of the system's stores
 * @param origin the origin of the system, to which customers are redirected
 * @param registry the sandbox registry for domain checks; `null` for the real registries
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
    // If the process ends during the write, the previous file stays.
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

/** Returns the settings with which the Worker for WHMCS can read from a simulator. */
export function settingsFor({ url, addon }: WhmcsSimulator): Record<string, string> {
  return {
    WHMCS_URL: url,
    MAIL_FROM: "no-reply@maple.example",
    DEMONSTRATION: "true",
    FRONTDESK_BRIDGE_KEY: addon.options.key,
  };
}
