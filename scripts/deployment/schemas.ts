import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "smol-toml";
import * as z from "zod";
import { PROJECT, WORKERS } from "../workers.ts";
import { git } from "./release-name.ts";

/** What decides whether a Worker's versions can stand beside one another. */
export interface Schema {
  /** Tags of `[[migrations]]` in the configuration: what was done to the Worker's classes of objects. */
  classes: string[];
  /** Files of its database's migrations. */
  migrations: string[];
}

/** A Worker's schema as it was released. An applied migration is never run again, so its text is kept as well, by its SHA-256. */
const RELEASED = z.strictObject({ classes: z.array(z.string()), migrations: z.record(z.string(), z.string()) });

const RELEASES = z.array(z.strictObject({ version: z.string(), workers: z.record(z.string(), RELEASED) }));

/** A version of the whole service, oldest first in `releases.json`. */
export type Release = z.infer<typeof RELEASES>[number];

const FILE = join(PROJECT, "releases.json");

export function readReleases(): Release[] {
  return RELEASES.parse(JSON.parse(readFileSync(FILE, "utf8")));
}

export function keepReleases(releases: readonly Release[]): void {
  writeFileSync(FILE, `${JSON.stringify(releases, null, 2)}\n`);
}

/** The releases with the one of today added. @throws Error where there is one of that version already, with other schemas, or a released migration has changed */
export function withPresentRelease(releases: readonly Release[], version: string): Release[] {
  const workers = Object.fromEntries(
    WORKERS.map(({ config }) => {
      const { classes, migrations } = presentSchema(config);
      return [config, { classes, migrations: digestsOf(join(PROJECT, dirname(config), "migrations"), migrations) }];
    }),
  );
  for (const [source, { migrations }] of Object.entries(releases.at(-1)?.workers ?? {})) {
    const changed = Object.keys(migrations).find((file) => workers[source]?.migrations[file] !== migrations[file]);
    if (changed)
      throw new Error(`${source}: ${changed} is released, and has changed since: change the tables in a new one.`);
  }
  const known = releases.find((release) => release.version === version);
  if (!known) return [...releases, { version, workers }];
  if (JSON.stringify(known.workers) === JSON.stringify(workers)) return [...releases];
  throw new Error(`${version} is released, with other tables or classes: raise the version in package.json.`);
}

/** The schema that a Worker had in a release; null: the release had no such Worker. */
export function releasedSchema({ workers }: Release, source: string): Schema | null {
  const released = workers[source];
  return released ? { classes: released.classes, migrations: Object.keys(released.migrations) } : null;
}

/** SHA-256 of each file in a folder, in hexadecimal. */
export function digestsOf(folder: string, files: readonly string[]): Record<string, string> {
  const digest = (file: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, file)))
      .digest("hex");
  return Object.fromEntries(files.map((file) => [file, digest(file)]));
}

/** @param source configuration of a Worker in the project */
export function presentSchema(source: string): Schema {
  const folder = join(PROJECT, dirname(source), "migrations");
  const migrations = existsSync(folder) && source !== FRONT_DOOR ? readdirSync(folder).toSorted() : [];
  return { classes: classesIn(readFileSync(join(PROJECT, source), "utf8")), migrations };
}

/** The same in a commit; null where the commit is not known here, or had no such Worker. */
export function schemaAt(commit: string, source: string): Schema | null {
  const toml = git(["show", `${commit}:${source}`]);
  if (toml === null) return null;
  const listed = git(["ls-tree", "--name-only", commit, `${dirname(source)}/migrations/`]) ?? "";
  const files = source === FRONT_DOOR ? [] : listed.split("\n").filter((line) => line !== "");
  return {
    classes: classesIn(toml),
    migrations: files.map((file) => file.slice(file.lastIndexOf("/") + 1)).toSorted(),
  };
}

/** Its configuration lies in the project's own folder. */
const FRONT_DOOR = "wrangler.toml";

/** The tags that one of two has and the other has not. */
export function changedClasses(one: Schema, other: Schema): string[] {
  return [
    ...one.classes.filter((tag) => !other.classes.includes(tag)),
    ...other.classes.filter((tag) => !one.classes.includes(tag)),
  ];
}

function classesIn(toml: string): string[] {
  const { migrations = [] } = parse(toml) as { migrations?: { tag: string }[] };
  return migrations.map(({ tag }) => tag);
}
