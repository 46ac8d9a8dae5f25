import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { PROJECT } from "../workers.ts";

/** The name of the first installation. Names in the repository's configurations start with it. */
export const FIRST = "frontdesk";

const STORED = z.strictObject({
  /** The jurisdiction of the objects and stores; empty if the platform chose their location. */
  jurisdiction: z.string(),
  /** The host name of the front door; empty if none is configured. */
  domain: z.string(),
  /** Database ids by database name. */
  databases: z.record(z.string(), z.string()),
  namespaces: z.record(z.string(), z.string()),
});

/** The folder of the installation files. */
export const INSTALLATIONS = join(PROJECT, "installations");

/**
 * The record of an installation in `installations/<name>.json`. The file is committed because it contains no secrets.
 */
export type StoredInstallation = z.infer<typeof STORED>;

/** One of several independent copies of the whole service in one Cloudflare account. */
export interface Installation {
  /** The prefix of the names of the installation's Workers, stores and datasets. */
  name: string;
  /**
   * The record of the installation; `null` before its first deployment, or if it was deployed before such records
   * existed.
   */
  stored: StoredInstallation | null;
}

/**
 * Returns the name of the installation: the value of `NAME=` in the arguments of a command, or the first installation's
 * name. The environment is ignored because some shells set `NAME` for another purpose.
 * @throws Error if the name is invalid
 */
export function installationName(words: readonly string[]): string {
  const name = words.findLast((word) => word.startsWith("NAME="))?.slice("NAME=".length) ?? FIRST;
  if (!/^[a-z](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(name)) {
    throw new Error(`NAME must have at most 32 lower-case letters, digits and -: ${name}`);
  }
  if (name === "secrets") throw new Error("NAME=secrets: provider.secrets.env is another installation's.");
  return name;
}

/** Returns an installation's own name for something that the configurations call `frontdesk…`. */
export function renamed(text: string, { name }: Pick<Installation, "name">): string {
  if (/^frontdesk_/.test(text)) return name.replaceAll("-", "_") + text.slice(FIRST.length);
  return /^frontdesk(?=$|-)/.test(text) ? name + text.slice(FIRST.length) : text;
}

function installationFile(name: string, folder = INSTALLATIONS): string {
  return join(folder, `${name}.json`);
}

export function readInstallation(name: string, folder?: string): Installation {
  const file = installationFile(name, folder);
  return { name, stored: existsSync(file) ? readStored(file) : null };
}

export function keepInstallation({ name, stored }: Installation, folder?: string): void {
  const file = installationFile(name, folder);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`);
}

/** Returns the other installations that have a file here. The first installation is one of them even without a file. */
export function otherInstallations(name: string, folder = INSTALLATIONS): Installation[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".json")) : [];
  const names = new Set([FIRST, ...files.map((file) => file.slice(0, -".json".length))]);
  return [...names].filter((other) => other !== name).map((other) => readInstallation(other, folder));
}

/**
 * Returns the conflicts that prevent a deployment next to the other installations: a Worker, store or host name that
 * another one uses.
 * @param names the Worker and store names in the project's configurations
 */
export function clashes(
  installation: Installation,
  others: readonly Installation[],
  names: readonly string[],
  domain: string | undefined,
): string[] {
  const own = new Set(names.map((name) => renamed(name, installation)));
  return others.flatMap((other) => {
    const both = names.map((name) => renamed(name, other)).find((name) => own.has(name));
    return [
      ...(both ? [`NAME=${installation.name}: ${both} is the installation ${other.name}'s.`] : []),
      ...(domain && other.stored?.domain === domain ? [`DOMAIN (${domain}) is the installation ${other.name}'s.`] : []),
    ];
  });
}

/**
 * Returns the reason why the jurisdiction setting is not allowed; `null` if it is. The jurisdiction cannot change after
 * the first deployment.
 * @param hasStores whether the configurations have store ids; without a record, they show an earlier deployment
 */
export function jurisdictionProblem(
  { name, stored }: Installation,
  jurisdiction: string,
  hasStores: boolean,
): string | null {
  if (!stored && !hasStores) return null;
  const made = stored?.jurisdiction ?? "";
  if (made === jurisdiction) return null;
  return `JURISDICTION is ${jurisdiction || "empty"}, but ${name} was created with ${made || "none"}, and this cannot change. Create another installation (NAME=) and move to it.`;
}

function readStored(file: string): StoredInstallation {
  const read = STORED.safeParse(parsed(file));
  if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
  return read.data;
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${(cause as Error).message}`, { cause });
  }
}
