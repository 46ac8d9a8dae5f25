import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { checkStripeSecrets } from "../workers/billing/engine/payments/payment-settings.ts";
import { didYouMean } from "./command-line.ts";
import { FIRST } from "./deployment/installation.ts";
import { PROJECT, readSettings, SECRETS, STRIPE_SECRETS, WHMCS_SECRETS } from "./workers.ts";

/** The name of the secrets file in error messages. */
export const SECRETS_FILE = "provider.secrets.env";

/** Returns the path of an installation's secrets file, which has `NAME=value` lines. Git ignores the file. */
function secretsFile(installation: string = FIRST): string {
  return join(PROJECT, installation === FIRST ? SECRETS_FILE : `provider.${installation}.secrets.env`);
}

/** Returns the content of an installation's secrets file, or an empty string if the file does not exist. */
export function secretsText(installation?: string): string {
  const file = secretsFile(installation);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** The secrets of the WHMCS Worker that are set in the environment or in the secrets file. */
export type WhmcsSecrets = Partial<Record<(typeof WHMCS_SECRETS)[number], string>>;

/**
 * Returns the lines with the secrets of one Worker.
 * @throws Error with the name of a secret that no Worker uses
 */
export function secretLines(text: string, secrets: readonly string[]): string {
  refuseUnknown(text);
  const isOwn = (line: string) => secrets.includes(line.split("=", 1)[0]?.trim() ?? "");
  return text
    .split(/\r?\n/)
    .filter(isOwn)
    .map((line) => `${line}\n`)
    .join("");
}

function refuseUnknown(text: string): void {
  const unknown = Object.keys(readSettings(text, SECRETS_FILE)).filter((name) => !SECRETS.includes(name));
  const problems = unknown.map((name) => `${SECRETS_FILE}: ${name}: no such secret.${didYouMean(name, SECRETS)}`);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/**
 * Checks Stripe's secrets if the file contains them. The file may omit secrets that are already deployed.
 * @throws Error with the name of an invalid secret, never with its value
 */
export function refuseStripeSecrets(settings: Record<string, string>, text: string): void {
  const given = readSettings(text, SECRETS_FILE);
  if (STRIPE_SECRETS.some((name) => given[name])) checkStripeSecrets({ DEMONSTRATION: "", ...settings, ...given });
}

/**
 * Reads secrets from the environment, or from the file if the environment does not have them.
 * @throws Error with the name of a secret that no Worker uses
 */
export function readWhmcsSecrets(text = secretsText(), environment: NodeJS.ProcessEnv = process.env): WhmcsSecrets {
  const inFile = readSettings(text, SECRETS_FILE);
  refuseUnknown(text);
  return Object.fromEntries(
    WHMCS_SECRETS.flatMap((name) => {
      const value = environment[name] || inFile[name];
      return value ? [[name, value]] : [];
    }),
  );
}
