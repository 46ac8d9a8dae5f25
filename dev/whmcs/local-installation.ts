import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxRegistry } from "../sandbox/sandbox-registry.ts";
import { WhmcsSimulator } from "./whmcs-simulator.ts";

/** A demonstration does not wait for tomorrow: what is due today is done within the minute. */
const DAILY_RUN_MS = 60_000;

/** The simulated installation of local work: it stores nothing but its port, so that links and connections survive a restart. */
export interface LocalInstallation {
  simulator: WhmcsSimulator;
  /** Settings and secrets of the Worker for WHMCS. */
  settings: Record<string, string>;
  /** The same as `NAME=value` lines, for the commands of a provider; its secrets are good until the next start. */
  settingsFile: string;
}

/**
 * Starts the simulator on the port it had before, or on a free one.
 * @param stores the folder of the system's stores
 * @param origins where the system answers: customers are sent back there
 * @param registry what domain checks ask; null where that is the real ones
 * @param addonVersion of the addon: version 1 signs customers in and nothing else
 */
export async function startInstallation(
  stores: string,
  origins: string[],
  registry: SandboxRegistry | null,
  addonVersion: 1 | 2 = 1,
): Promise<LocalInstallation> {
  const file = join(stores, "simulator.json");
  const returnTo = origins.map((origin) => `${origin}/sign-in/returned`);
  const start = (port: number) => WhmcsSimulator.start({ returnTo, addonVersion }, port);
  const simulator = await start(portIn(file)).catch(() => start(0));
  if (registry) simulator.installation.registrar.whenRegistered = (name) => registry.register(name);
  mkdirSync(stores, { recursive: true });
  setInterval(() => simulator.control.runDay(), DAILY_RUN_MS).unref();
  writeFileSync(file, JSON.stringify({ port: Number(new URL(simulator.url).port) }));
  const settings = { ...settingsFor(simulator), ...ACTING_SETTINGS };
  const settingsFile = join(stores, "simulator.env");
  writeFileSync(settingsFile, settingsText(settings), { mode: 0o600 });
  return { simulator, settings, settingsFile };
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
  NAMESERVERS: "ns1.maple.example | ns2.maple.example",
  ORDERS_NEED_PAYMENT_METHOD: "true",
};

/** What the Worker for WHMCS is set to in front of a simulator, to be read alone. */
export function settingsFor({ url, openId, admission, addon, installation }: WhmcsSimulator): Record<string, string> {
  return {
    WHMCS_URL: url,
    WHMCS_ISSUER: url,
    WHMCS_OIDC_CLIENT: openId.options.clientId,
    WHMCS_OIDC_SECRET: openId.options.clientSecret,
    WHMCS_OIDC_SUBJECT: "user",
    CLIENT_AREA_URL: url,
    TIME_ZONE: installation.timeZone,
    TAX_NAMES: "GST | QST",
    MAIL_FROM: "no-reply@maple.example",
    DEMONSTRATION: "true",
    WHMCS_IDENTIFIER: admission.identifier,
    WHMCS_SECRET: admission.secret,
    FRONTDESK_BRIDGE_KEY: addon.options.key,
  };
}
