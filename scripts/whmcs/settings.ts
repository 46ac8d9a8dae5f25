import { readFileSync } from "node:fs";
import process from "node:process";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import { installationName } from "../deployment/installation.ts";
import { providerText, readProviderSettings, settingWords } from "../provider-settings.ts";
import { readWhmcsSecrets, secretsText, type WhmcsSecrets } from "../secrets-file.ts";
import { settingsOfAll, WHMCS_SECRETS, workersOn } from "../workers.ts";

/** What an operator's command needs to ask WHMCS. */
export interface WhmcsAccess {
  texts: WhmcsSettingTexts;
  /** Where customers are sent back to after a sign-in; null where the front door has no origin of its own. */
  returnTo: string | null;
  secrets: WhmcsSecrets;
  /** `WHMCS_CHECK_URL`: where this machine reaches WHMCS, where the Worker goes through a tunnel. */
  reachedAt: string | undefined;
}

/**
 * From `provider.env`, with what stands behind the command in its place, and the secrets. `--settings=FILE` names one file that has
 * both, in place of everything else that is set here. Ends the process where they are wrong.
 */
export function whmcsAccess(): WhmcsAccess {
  try {
    const { text, secrets, reachedAt } = settingSource();
    const { settings } = readProviderSettings([text, "BILLING=whmcs", ...settingWords(process.argv)].join("\n"));
    const texts = { ...settingsOfAll(workersOn("whmcs")), ...settings } as unknown as WhmcsSettingTexts;
    const origin = settings.AUTH_ORIGIN || settings.ORIGIN;
    const returnTo = origin ? `${origin}/sign-in/returned` : null;
    return { texts, returnTo, secrets, reachedAt };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

function settingSource(): Pick<WhmcsAccess, "secrets" | "reachedAt"> & { text: string } {
  const file = process.argv.find((word) => word.startsWith("--settings="))?.slice("--settings=".length);
  if (file === undefined) {
    const text = providerText(process.argv);
    const secrets = readWhmcsSecrets(secretsText(installationName(process.argv)));
    return { text, secrets, reachedAt: process.env.WHMCS_CHECK_URL || undefined };
  }
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  const isSecret = (line: string) => (WHMCS_SECRETS as readonly string[]).includes(line.split("=")[0]?.trim() ?? "");
  const secrets = readWhmcsSecrets(lines.filter(isSecret).join("\n"), {});
  return { text: lines.filter((line) => !isSecret(line)).join("\n"), secrets, reachedAt: undefined };
}
