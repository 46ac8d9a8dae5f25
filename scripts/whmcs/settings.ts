import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import { readProviderSettings } from "../provider-settings.ts";
import { readWhmcsSecrets, type WhmcsSecrets } from "../secrets-file.ts";
import { PROJECT, settingsOfAll, workersOn } from "../workers.ts";

/** What an operator's command needs to ask WHMCS. */
export interface WhmcsAccess {
  texts: WhmcsSettingTexts;
  /** Where customers are sent back to after a sign-in; null where the front door has no origin of its own. */
  returnTo: string | null;
  secrets: WhmcsSecrets;
  /** `WHMCS_CHECK_URL`: where this machine reaches WHMCS, where the Worker goes through a tunnel. */
  reachedAt: string | undefined;
}

/** From `provider.env`, with what stands behind the command in its place, and the secrets. Ends the process where they are wrong. */
export function whmcsAccess(): WhmcsAccess {
  const file = join(PROJECT, "provider.env");
  const overrides = process.argv.filter((word) => /^[A-Z_]+=/.test(word));
  const set = [existsSync(file) ? readFileSync(file, "utf8") : "", "BILLING=whmcs", ...overrides].join("\n");
  try {
    const { settings } = readProviderSettings(set);
    const texts = { ...settingsOfAll(workersOn("whmcs")), ...settings } as unknown as WhmcsSettingTexts;
    const origin = settings.AUTH_ORIGIN || settings.ORIGIN;
    const returnTo = origin ? `${origin}/sign-in/returned` : null;
    return { texts, returnTo, secrets: readWhmcsSecrets(), reachedAt: process.env.WHMCS_CHECK_URL || undefined };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
