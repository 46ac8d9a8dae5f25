import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxRegistry } from "../sandbox/sandbox-registry.ts";
import { LIMITS } from "./addon/addon-lists.ts";
import type { RegisteredName } from "./provisioning/registrar.ts";
import type { WhmcsState } from "./state.ts";
import { WhmcsSimulator } from "./whmcs-simulator.ts";

/** A demonstration does not wait for tomorrow: what is due today is done within the minute. */
const DAILY_RUN_MS = 60_000;

/**
 * The simulated installation of local work. It keeps its port, so that links and connections survive a restart, and what it stores: the
 * Worker's database names its orders, and another one may never have the number of an earlier one.
 */
export interface LocalInstallation {
  simulator: WhmcsSimulator;
  /** Settings and secrets of the Worker for WHMCS. */
  settings: Record<string, string>;
  /** The same as `NAME=value` lines, for the commands of a provider; its secrets are good until the next start. */
  settingsFile: string;
  /** Writes what it stores to its file, as it does every minute. */
  keep(): void;
  /** Ends it, and its days. */
  stop(): Promise<void>;
}

/** What is kept of an installation: its rows, and the registrar's. */
interface KeptInstallation {
  state: WhmcsState;
  names: RegisteredName[];
}

/** Where an installation keeps what it stores. Without the file it begins with the demonstration's customers. */
function installationFile(stores: string): string {
  return join(stores, "simulator-state.json");
}

/**
 * Starts the simulator on the port it had before, or on a free one.
 * @param stores the folder of the system's stores
 * @param origin where the system answers: customers are sent back there
 * @param registry what domain checks ask; null where that is the real ones
 */
export async function startInstallation(
  stores: string,
  origin: string,
  registry: SandboxRegistry | null,
): Promise<LocalInstallation> {
  const file = join(stores, "simulator.json");
  const kept = keptIn(installationFile(stores));
  const options = { returnTo: `${origin}/sign-in/returned`, ...(kept && { state: kept.state }) };
  const start = (port: number) => WhmcsSimulator.start(options, port);
  const simulator = await start(portIn(file)).catch(() => start(0));
  simulator.addon.options.signedCalls = LIMITS.SIGNED;
  const { names } = simulator.installation.registrar;
  for (const held of kept?.names ?? []) names.set(held.name, held);
  if (registry) simulator.installation.registrar.whenRegistered = (name) => registry.register(name);
  mkdirSync(stores, { recursive: true });
  const keep = () =>
    writeWhole(installationFile(stores), JSON.stringify({ state: simulator.state, names: [...names.values()] }));
  const days = setInterval(() => {
    simulator.control.runDay();
    keep();
  }, DAILY_RUN_MS).unref();
  const stop = () => {
    clearInterval(days);
    return simulator.stop();
  };
  writeFileSync(file, JSON.stringify({ port: Number(new URL(simulator.url).port) }));
  const settings = { ...settingsFor(simulator), ...ACTING_SETTINGS };
  const settingsFile = join(stores, "simulator.env");
  writeFileSync(settingsFile, settingsText(settings), { mode: 0o600 });
  return { simulator, settings, settingsFile, keep, stop };
}

/** @throws where the file is none of ours */
function keptIn(file: string): KeptInstallation | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as KeptInstallation) : null;
}

/** A process that ends meanwhile leaves the file of before. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** 0, which is any free one, where none was kept. */
function portIn(file: string): number {
  try {
    return Number((JSON.parse(readFileSync(file, "utf8")) as { port: number }).port);
  } catch {
    // expected: the first start.
    return 0;
  }
}

export function settingsText(settings: Record<string, string>): string {
  return `${Object.entries({ BILLING: "whmcs", ...settings })
    .map(([name, value]) => `${name}=${value}`)
    .join("\n")}\n`;
}

/** So that orders and changes are taken. */
export const ACTING_SETTINGS = {
  WHMCS_ORDER_GATEWAY: "mailin",
  ORDERS_NEED_PAYMENT_METHOD: "true",
};

/** What the Worker for WHMCS is set to in front of a simulator, to be read alone. */
export function settingsFor({ url, addon }: WhmcsSimulator): Record<string, string> {
  return {
    WHMCS_URL: url,
    MAIL_FROM: "no-reply@maple.example",
    DEMONSTRATION: "true",
    FRONTDESK_BRIDGE_KEY: addon.options.key,
  };
}
