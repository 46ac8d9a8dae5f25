import type { RatePolicy } from "../platform/rate-limit.ts";

/** What a provider sets about the settings of domains; a whole number as text, because settings are text. */
export interface SettingLimit {
  /** How often nameservers, locks and auto-renewal of one account may be set in any hour, counted together. */
  SETTINGS_PER_HOUR: string;
}

/** @throws when it is not a positive whole number, naming it. */
export function checkSettingLimit({ SETTINGS_PER_HOUR: quota }: SettingLimit): void {
  if (!/^[1-9]\d{0,8}$/.test(quota)) throw new Error(`SETTINGS_PER_HOUR is not a positive whole number: ${quota}`);
}

/** The settings of one account in any hour, counted together, whichever connection they come through. */
export function settingPolicy({ SETTINGS_PER_HOUR: quota }: SettingLimit): RatePolicy {
  return { id: "settings", name: "settings", quota: Number(quota), windowSeconds: 3_600 };
}
