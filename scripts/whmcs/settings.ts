import { readFileSync } from "node:fs";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import { installationName } from "../deployment/installation.ts";
import { providerText, readProviderSettings, settingWords } from "../provider-settings.ts";
import { readWhmcsSecrets, secretsText, type WhmcsSecrets } from "../secrets-file.ts";
import { settingsOfAll, WHMCS_SECRETS, workersOn } from "../workers.ts";

/** The settings and secrets with which a command calls WHMCS. */
export interface WhmcsAccess {
  texts: WhmcsSettingTexts;
  /** The origin where customers sign in; empty if the front door has no configured origin. */
  origin: string;
  secrets: WhmcsSecrets;
}

/** The arguments of a command for WHMCS. */
export interface WhmcsWords {
  /** Settings as `NAME=value`, which override those in `provider.env`. */
  settings: readonly string[];
  /** The path of a file with settings and secrets that replaces `provider.env` and the secrets file. */
  file?: string | undefined;
}

/** The option that names a file with settings and secrets. */
export const SETTINGS_FILE = {
  settings: { type: "string", value: "file", about: "A file with settings and secrets, instead of all others." },
} as const;

/**
 * Reads the settings and secrets for a command.
 * @throws Error that describes an invalid setting
 */
export function whmcsAccess({ settings: given, file }: WhmcsWords): WhmcsAccess {
  const { text, secrets } = settingSource(given, file);
  const { settings } = readProviderSettings([text, "BILLING=whmcs", ...settingWords(given)].join("\n"));
  const texts = { ...settingsOfAll(workersOn("whmcs")), ...settings } as unknown as WhmcsSettingTexts;
  return { texts, origin: settings.AUTH_ORIGIN || settings.ORIGIN || "", secrets };
}

function settingSource(
  given: readonly string[],
  file: string | undefined,
): Pick<WhmcsAccess, "secrets"> & { text: string } {
  if (file === undefined) {
    const secrets = readWhmcsSecrets(secretsText(installationName(given)));
    return { text: providerText(given), secrets };
  }
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  const isSecret = (line: string) => (WHMCS_SECRETS as readonly string[]).includes(line.split("=")[0]?.trim() ?? "");
  const secrets = readWhmcsSecrets(lines.filter(isSecret).join("\n"), {});
  return { text: lines.filter((line) => !isSecret(line)).join("\n"), secrets };
}
