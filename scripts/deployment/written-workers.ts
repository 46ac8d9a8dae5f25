import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storesOf as localStoresOf } from "../../dev/prepare-stores.ts";
import { billingSystemNamed, type WrittenWorker, writeConfigurations } from "../configurations.ts";
import { providerFile, providerText, readProviderSettings } from "../provider-settings.ts";
import { installationName, readInstallation } from "./installation.ts";

/** Which copy of a store a command is about. */
export type Place = "--remote" | "--local";

/** Whose stores a command is about. */
export interface AskedStores {
  /** What is deployed; else this machine's demonstration. */
  remote: boolean;
  /** Billing system of the demonstration. */
  billing: string;
  /** `NAME=value` words of the command. */
  settings: readonly string[];
}

/** What to do if there is nothing there. */
export const WHAT_TO_DO: Record<Place, string> = {
  "--remote": "is NAME right, and has this installation been deployed?",
  "--local": "run `npm start` once, or give the same --billing or FRONTDESK_STATE.",
};

/**
 * Writes the configurations by which wrangler finds the stores, for as long as the work takes.
 * @throws Error if the command is for the local demonstration and there is none
 */
export async function withWorkers<Value>(
  { remote, billing: named, settings }: AskedStores,
  work: (workers: WrittenWorker[], place: Place) => Promise<Value>,
  storesOf: typeof localStoresOf = localStoresOf,
): Promise<Value> {
  const place: Place = remote ? "--remote" : "--local";
  const { billing } = remote
    ? readProviderSettings(providerText(settings), providerFile(settings))
    : { billing: billingSystemNamed(named) };
  const installation = remote ? { installation: readInstallation(installationName(settings)) } : {};
  if (!remote && !existsSync(storesOf(billing)))
    throw new Error(`There is no demonstration here: ${WHAT_TO_DO[place]}`);
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-"));
  try {
    // Wrangler looks for the local stores only next to the configuration.
    mkdirSync(join(folder, ".wrangler"));
    symlinkSync(storesOf(billing), join(folder, ".wrangler", "state"));
    return await work(writeConfigurations(billing, folder, installation), place);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
