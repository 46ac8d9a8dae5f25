import { projectConfigurations, type WrittenWorker } from "../configurations.ts";
import { keepJurisdiction, keepsJurisdiction, readJurisdiction } from "./deployment-records.ts";
import { clashes, type Installation, jurisdictionProblem, otherInstallations } from "./installation.ts";
import { onDatabase } from "./locked.ts";
import { storesOf } from "./stores.ts";

/** @throws Error where another installation has one of its names or its host name */
export function refuseClashes(installation: Installation, domain: string | undefined): void {
  const configurations = projectConfigurations();
  const names = [...configurations.map(({ name }) => name), ...storesOf(configurations).map(({ name }) => name)];
  const [clash] = clashes(installation, otherInstallations(installation.name), names, domain);
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

/** @throws Error where a database says otherwise; one that says nothing is told, where the installation's file does */
export function compareJurisdiction(
  { name, stored }: Installation,
  workers: WrittenWorker[],
  jurisdiction: string,
): void {
  for (const worker of workers.filter(({ source, database }) => database && keepsJurisdiction(source))) {
    const database = onDatabase(worker);
    const made = readJurisdiction(database, worker.source);
    if (made === null && stored) keepJurisdiction(database, jurisdiction);
    if ((made ?? jurisdiction) !== jurisdiction || (made === null && !stored && jurisdiction !== "")) {
      throw new Error(
        `JURISDICTION is ${jurisdiction || "empty"}, and the database of ${name} was made with ${made || "none"}.`,
      );
    }
  }
}
