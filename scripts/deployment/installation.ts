import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { PROJECT } from "../workers.ts";

/** The name of the first installation, and what the names in the project's configurations begin with. */
export const FIRST = "frontdesk";

const STORED = z.strictObject({
  /** Where its objects and stores are; empty: the platform chose. */
  jurisdiction: z.string(),
  /** Host name of its front door; empty: no configured one. */
  domain: z.string(),
  /** Ids by the names that the platform knows them by. */
  databases: z.record(z.string(), z.string()),
  namespaces: z.record(z.string(), z.string()),
});

/** Folder of the files of installations. */
export const INSTALLATIONS = join(PROJECT, "installations");

/** What is kept about an installation in `installations/<name>.json`, which is committed: nothing of it is secret. */
export type StoredInstallation = z.infer<typeof STORED>;

/** One of several independent copies of the whole service in one Cloudflare account. */
export interface Installation {
  /** What the names of its Workers, stores and datasets begin with. */
  name: string;
  /** Null before its first deployment, and where that was before there was such a file. */
  stored: StoredInstallation | null;
}

/**
 * `NAME=` among the words of a command; never from the environment, where some shells set another NAME. @throws Error
 * for an invalid name
 */
export function installationName(words: readonly string[]): string {
  const name = words.findLast((word) => word.startsWith("NAME="))?.slice("NAME=".length) ?? FIRST;
  if (!/^[a-z](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(name)) {
    throw new Error(`NAME must have at most 32 lower-case letters, digits and -: ${name}`);
  }
  if (name === "secrets") throw new Error("NAME=secrets: provider.secrets.env is another installation's.");
  return name;
}

/** The names that an installation gives to what the project's configurations call `frontdesk…`. */
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

/** The other installations that are known here; the first one always. */
export function otherInstallations(name: string, folder = INSTALLATIONS): Installation[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".json")) : [];
  const names = new Set([FIRST, ...files.map((file) => file.slice(0, -".json".length))]);
  return [...names].filter((other) => other !== name).map((other) => readInstallation(other, folder));
}

/**
 * What forbids deploying an installation next to the others: the same name of a Worker or store, or the same host name.
 * @param names of Workers and stores in the project's configurations
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
 * Why the setting may not be what it is; null: it may. A jurisdiction is chosen before the first deployment, and stays.
 * @param hasStores the installation was made before its jurisdiction was kept
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
