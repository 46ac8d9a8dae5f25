import type { SchemaStatement } from "./schema-changes.ts";
import type { Schema } from "./schemas.ts";

/** A Worker at a release that could be gone back to, and as it is now. */
export interface RollbackWorker {
  name: string;
  /** Null: the release had no such Worker, which stays as it is. */
  before: Schema | null;
  now: Schema;
  /** The statements of a migration of now. */
  statementsOf(migration: string): SchemaStatement[];
}

/** Whether and how the service goes back to a release. */
export interface RollbackVerdict {
  isPossible: boolean;
  /** Why not; otherwise what is to be known, a line each. */
  lines: string[];
}

/**
 * A release can be gone back to where no class of objects was made, renamed or deleted since (the platform refuses it), and no
 * migration since took away what it needs. Tables that were added since stay, and are not read.
 * @param version of the release
 */
export function rollbackVerdict(version: string, workers: readonly RollbackWorker[]): RollbackVerdict {
  const reasons = workers.flatMap((worker) => obstaclesOf(version, worker));
  if (reasons.length > 0) return { isPossible: false, lines: reasons };
  return {
    isPossible: true,
    lines: workers.flatMap(({ name, before, now }) => {
      if (!before) return [`${name}: not in that release; stays as it is`];
      const added = now.migrations.filter((file) => !before.migrations.includes(file));
      return added.length === 0 ? [] : [`${name}: ${added.join(", ")} stay, and are not read`];
    }),
  };
}

function obstaclesOf(version: string, { name, before, now, statementsOf }: RollbackWorker): string[] {
  if (!before) return [];
  const classes = now.classes.filter((tag) => !before.classes.includes(tag));
  const migrations = now.migrations.filter((file) => !before.migrations.includes(file));
  return [
    ...(classes.length > 0
      ? [
          `${name}: classes of objects have changed since (${classes.join(", ")}), which the platform goes back over for nobody`,
        ]
      : []),
    ...migrations.flatMap((file) => {
      const needed = statementsOf(file).filter(
        ({ kind, contracts }) => kind !== "expanding" && !isAtLeast(version, contracts),
      );
      return needed.map(({ text }) => `${name}: ${file} took away what it needs (${text})`);
    }),
  ];
}

/** Whether a version is another one or later. @param other null: no version is */
function isAtLeast(version: string, other: string | null): boolean {
  if (other === null) return false;
  const [own, least] = [version, other].map((text) => text.split(".").map(Number));
  for (const [index, number] of (least ?? []).entries()) {
    const difference = (own?.[index] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** The call that gives all of a Worker's requests to a version of before. @param config its configuration, as written */
export function rollbackCall(name: string, config: string, id: string, because: string): string[] {
  return ["rollback", id, "--name", name, "-c", config, "--message", because, "--yes"];
}

/** The newest version of a release among those that wrangler lists; null: none is. */
export function versionOf(listed: unknown, release: string): string | null {
  const versions = (Array.isArray(listed) ? listed : []) as {
    id: string;
    metadata: { created_on: string };
    annotations?: Record<string, string>;
  }[];
  const own = versions.filter(({ annotations }) => annotations?.["workers/tag"] === release);
  return own.toSorted((one, other) => other.metadata.created_on.localeCompare(one.metadata.created_on))[0]?.id ?? null;
}
