import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDomainName } from "../shared/domain-names/parse-domain.ts";
import { didYouMean } from "./command-line.ts";
import { billingSystemNamed } from "./configurations.ts";
import { FIRST, installationName } from "./deployment/installation.ts";
import { type Observability, observabilityFrom } from "./deployment/observability.ts";
import { type Check, configOf, type Setting } from "./setting-rows.ts";
import { SETTINGS } from "./settings.ts";
import { type BillingSystemName, PROJECT, readSettings, settingsOfAll, workersOn } from "./workers.ts";

/** A provider's settings for the Workers and for the deployment. */
export interface ProviderSettings {
  billing: BillingSystemName;
  settings: Record<string, string>;
  /** The host name of the front door. */
  domain: string | undefined;
  observability: Observability;
}

/** Returns the settings in a command's arguments. They override those in the file. */
export function settingWords(words: readonly string[]): string[] {
  return words.filter((word) => /^[A-Z_]+=/.test(word) && !word.startsWith("NAME="));
}

/** Returns an installation's settings from its file and from the arguments of a command. */
export function providerText(words: readonly string[]): string {
  const file = join(PROJECT, fileOf(words));
  return [existsSync(file) ? readFileSync(file, "utf8") : "", ...settingWords(words)].join("\n");
}

/**
 * Describes for error messages where an installation's settings come from: its file, whether the file exists, and
 * whether the command line contains settings.
 */
export function providerFile(words: readonly string[]): string {
  const file = fileOf(words);
  const place = existsSync(join(PROJECT, file)) ? file : `${file} (there is none)`;
  return settingWords(words).length > 0 ? `${place} and the command line` : place;
}

function fileOf(words: readonly string[]): string {
  const name = installationName(words);
  return name === FIRST ? "provider.env" : `provider.${name}.env`;
}

/**
 * Reads and checks the settings of `provider.env`. If `ORIGIN` is not set, it becomes the origin of `DOMAIN`, because a
 * service with a domain responds only there.
 * @param file the file's name, for error messages
 * @throws {Error} that describes the unknown or invalid settings
 */
export function readProviderSettings(text: string, file = "provider.env"): ProviderSettings {
  const given = readSettings(text, file);
  const { DOMAIN: domain } = given;
  const isOfDeployment = (name: string) => SETTINGS.some((row) => row.name === name && row.workers.length === 0);
  const settings = Object.fromEntries(Object.entries(given).filter(([name]) => !isOfDeployment(name)));
  const billing = billingSystemNamed(given.BILLING ?? "embedded");
  const declared = settingsOfAll(workersOn(billing));
  if (domain && !settings.ORIGIN) settings.ORIGIN = `https://${domain}`;
  const all = { ...declared, ...given, ...settings };
  const problems = [
    ...Object.keys(settings).flatMap(nameProblems),
    ...unusedProblems(Object.keys(settings), billing),
    ...(domain ? domainProblems(domain, settings.ORIGIN ?? "") : []),
    ...refusalsOf(all, billing),
  ];
  if (problems.length > 0) throw new Error([...new Set(problems)].map((problem) => `${file}: ${problem}`).join("\n"));
  return { billing, settings, domain, observability: observabilityFrom(given) };
}

function nameProblems(name: string): string[] {
  const rows = SETTINGS.filter((row) => row.name === name);
  if (rows.length === 0) {
    const names = SETTINGS.filter(({ isInternal }) => !isInternal).map((row) => row.name);
    return [`${name} is not a setting of any Worker.${didYouMean(name, names)}`];
  }
  return rows.some(({ isInternal }) => isInternal) ? [`${name} is not for a provider to set.`] : [];
}

/** Reports settings that only the Workers of the other billing system use. */
function unusedProblems(names: string[], billing: BillingSystemName): string[] {
  const used = settingsOfAll(workersOn(billing));
  const unused = names.filter(
    (name) => !(name in used) && SETTINGS.some((row) => row.name === name && !row.isInternal),
  );
  if (unused.length === 0) return [];
  return [`BILLING=${billing} does not use ${unused.join(", ")}: remove ${unused.length === 1 ? "it" : "them"}.`];
}

function domainProblems(domain: string, origin: string): string[] {
  const parsed = parseDomainName(domain);
  if ("refused" in parsed || parsed.ascii !== domain)
    return [`DOMAIN is not a host name such as desk.provider.com: ${domain}`];
  if (URL.canParse(origin) && new URL(origin).host !== domain) {
    return [`ORIGIN (${origin}) is not on DOMAIN (${domain}), so nothing would answer there.`];
  }
  return [];
}

/** Returns the settings that exist with a billing system. */
export function settingsOn(billing: BillingSystemName): Setting[] {
  const configs = workersOn(billing).map(({ config }) => config);
  return SETTINGS.filter(
    ({ workers }) => workers.length === 0 || workers.some((worker) => configs.includes(configOf(worker))),
  );
}

/** Runs the checks that each Worker runs when it starts, so that errors are reported before any Worker is deployed. */
function refusalsOf(settings: Record<string, string>, billing: BillingSystemName): string[] {
  const rows = settingsOn(billing);
  const flags = rows.filter(({ type, name }) => type === "`true`" && !["", "true"].includes(settings[name] ?? ""));
  return [
    ...flags.map(({ name }) => `${name} must be true or empty: ${settings[name]}`),
    ...problemsOf(settings, [...new Set(rows.flatMap(({ check }) => check ?? []))]),
  ];
}

function problemsOf(settings: Record<string, string>, checks: Check[]): string[] {
  return checks.flatMap((check) => {
    try {
      check(settings as never);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}
