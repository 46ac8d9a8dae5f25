import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storesOf as localStoresOf } from "../../dev/prepare-stores.ts";
import { billingSystemNamed, type WrittenWorker, writeConfigurations } from "../configurations.ts";
import { providerFile, providerText, readProviderSettings } from "../provider-settings.ts";
import { installationName, readInstallation } from "./installation.ts";

/** Wrangler's option that selects the deployed or the local copy of a store. */
export type Place = "--remote" | "--local";

/** The stores that a command works on. */
export interface AskedStores {
  /** Whether to use the deployed stores or those of the local demonstration. */
  remote: boolean;
  /** The billing system of the demonstration. */
  billing: string;
  /** The `NAME=value` arguments of the command. */
  settings: readonly string[];
}

/** What to do if the stores do not exist. */
export const WHAT_TO_DO: Record<Place, string> = {
  "--remote": "is NAME right, and has this installation been deployed?",
  "--local": "run `npm start` once, or give the same --billing or FRONTDESK_STATE.",
};

/**
 * Writes the configurations with which wrangler finds the stores, and deletes them when the work ends.
 * @throws Error if the command is for the local demonstration and the demonstration has no stores
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
    // Wrangler looks for local stores only in the configuration's folder.
    mkdirSync(join(folder, ".wrangler"));
    symlinkSync(storesOf(billing), join(folder, ".wrangler", "state"));
    return await work(writeConfigurations(billing, folder, installation), place);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
