import type { WrittenWorker } from "../configurations.ts";
import { rowsOf } from "./deployment-records.ts";
import { deployedVersions } from "./gradual.ts";
import { onDatabase } from "./locked.ts";
import { commitOf, isCommitted } from "./release-name.ts";
import { presentSchema, type Schema, schemaAt } from "./schemas.ts";
import { askWrangler } from "./wrangler.ts";

/** What the platform says of a Worker that is deployed. */
export interface DeployedState {
  /** Name of the Worker. */
  name: string;
  /** The releases that take its requests, by their tags; none: it is not deployed. Null: a version without a tag. */
  releases: (string | null)[];
  /** Files of the migrations that are applied to its database. */
  applied: string[];
}

/** How wrangler says that there is no such Worker, or that nothing of it is deployed. */
const NOT_DEPLOYED = /code: 10007\b|has no deployments/;

/** How the platform is asked, and what is not refused. */
export interface StateOptions {
  /** Otherwise the migrations here are taken for those that are applied. */
  isDatabaseAsked?: boolean;
  /** A deployed release may be of a commit that is nowhere any more. */
  isLostAllowed?: boolean | undefined;
}

/**
 * Asks the platform for what is deployed of each Worker; nothing is changed.
 * @throws Error where wrangler does not answer, or where files here are older than what is deployed, or beside it
 */
export function deployedStates(
  workers: readonly WrittenWorker[],
  { isDatabaseAsked = true, isLostAllowed = false }: StateOptions = {},
): { source: string; state: DeployedState }[] {
  const states = workers.map((worker) => ({ source: worker.source, state: deployedState(worker, isDatabaseAsked) }));
  const missing = states.flatMap(({ source, state }) => missingHere(state, source, isLostAllowed));
  if (missing.length === 0) return states;
  throw new Error(
    [...missing, "Bring the files here up to what is deployed (git fetch, git pull). Nothing was changed."].join("\n"),
  );
}

function deployedState(worker: WrittenWorker, isDatabaseAsked: boolean): DeployedState {
  const { name } = worker.configuration;
  const releases = deployedReleases(name);
  if (!worker.database) return { name, releases, applied: [] };
  return {
    name,
    releases,
    applied: isDatabaseAsked ? appliedMigrations(worker) : presentSchema(worker.source).migrations,
  };
}

/**
 * The schema of what is deployed: the migrations that are applied, and the classes of the releases that take requests, as their
 * commits have them. Where no commit says it, those of the files here.
 */
export function deployedSchema({ releases, applied }: DeployedState, source: string): Schema {
  const known = releases.map((release) => schemaOf(release, source)).filter((schema) => schema !== null);
  const schemas = known.length > 0 ? known : [presentSchema(source)];
  return { classes: [...new Set(schemas.flatMap(({ classes }) => classes))], migrations: applied };
}

/**
 * What is deployed of a Worker and not in the files here, a sentence each.
 * @param source configuration in the project
 * @param isLostAllowed a deployed release may be of a commit that is nowhere any more
 */
function missingHere({ name, releases, applied }: DeployedState, source: string, isLostAllowed: boolean): string[] {
  const present = presentSchema(source);
  const migrations = applied.filter((file) => !present.migrations.includes(file));
  return [
    ...migrations.map((file) => `${name}: ${file} is applied to its database, and is not here.`),
    ...releases.flatMap((release) => {
      if (release === null || !isCommitted(release)) return [];
      const deployed = schemaOf(release, source);
      if (!deployed) return isLostAllowed ? [] : [`${name} runs ${release}, whose commit is not known here.`];
      const classes = deployed.classes.filter((tag) => !present.classes.includes(tag));
      return classes.length === 0
        ? []
        : [`${name} runs ${release}, whose classes of objects (${classes}) are not here.`];
    }),
  ];
}

function schemaOf(release: string | null, source: string): Schema | null {
  return release && isCommitted(release) ? schemaAt(commitOf(release), source) : null;
}

function deployedReleases(name: string): (string | null)[] {
  try {
    return deployedVersions(name, { ask: askWrangler }).map(({ release }) => release);
  } catch (error) {
    if (NOT_DEPLOYED.test((error as Error).message)) return [];
    throw error;
  }
}

/** Wrangler makes the table with the first migration that it applies. */
function appliedMigrations(worker: WrittenWorker): string[] {
  const database = onDatabase(worker);
  const [table] = rowsOf(database("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'"));
  return table ? rowsOf(database("SELECT name FROM d1_migrations ORDER BY id")).map(({ name }) => String(name)) : [];
}
