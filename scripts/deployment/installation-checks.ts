import { projectConfigurations, type WrittenWorker } from "../configurations.ts";
import { clashes, type Installation, jurisdictionProblem, otherInstallations } from "./installation.ts";
import { readJurisdiction } from "./jurisdiction-record.ts";
import { storesOf } from "./stores.ts";
import type { WranglerCalls } from "./wrangler.ts";

/** @throws Error where another installation has one of its names or its host name */
export function refuseClashes(installation: Installation, domain: string | undefined, installations: string): void {
  const configurations = projectConfigurations();
  const names = [...configurations.map(({ name }) => name), ...storesOf(configurations).map(({ name }) => name)];
  const [clash] = clashes(installation, otherInstallations(installation.name, installations), names, domain);
  if (clash) throw new Error(clash);
}

/** @throws Error where the installation's file says that it was made in another one */
export function refuseOtherJurisdiction(
  installation: Installation,
  jurisdiction: string,
  workers: WrittenWorker[],
): void {
  const hasStores = storesOf(workers.map(({ configuration }) => configuration)).some(({ id }) => id !== undefined);
  const problem = jurisdictionProblem(installation, jurisdiction, hasStores);
  if (problem) throw new Error(problem);
}

/** @throws Error if a database was made in another jurisdiction. One without a record was just made, or has no jurisdiction. */
export function compareJurisdiction(
  wrangler: WranglerCalls,
  { name, stored }: Installation,
  workers: WrittenWorker[],
  jurisdiction: string,
): void {
  for (const worker of workers.filter(({ database }) => database)) {
    const made = readJurisdiction(wrangler, worker) ?? (stored ? jurisdiction : "");
    if (made === jurisdiction) continue;
    throw new Error(
      `JURISDICTION is ${jurisdiction || "empty"}, and the database of ${name} was made with ${made || "none"}.`,
    );
  }
}
