import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSettingLimit } from "../shared/account-access/rate-policies.ts";
import { checkMailSettings } from "../shared/mail/mailer.ts";
import { checkSiteNameSettings } from "../shared/ordering/site-names.ts";
import { brandFrom } from "../shared/pages/brand.ts";
import { checkAddressSettings } from "../shared/platform/addresses.ts";
import { jurisdictionFrom } from "../shared/platform/jurisdiction.ts";
import { oauthRules } from "../workers/account/oauth/oauth-settings.ts";
import { hasZoneTools } from "../workers/account/zones/zone-tools.ts";
import { checkPayable, checkPaymentSettings } from "../workers/billing/engine/payments/payment-settings.ts";
import { checkEncrypted, checkWhmcsSettings } from "../workers/billing-whmcs/whmcs-settings.ts";
import { validateCheckSettings } from "../workers/catalogue/availability/check-settings.ts";
import { checkRegistrySettings } from "../workers/catalogue/availability/sources/registry-settings.ts";
import { checkAccessSettings } from "../workers/operator/access/access-settings.ts";
import { discoveryFrom } from "../workers/site/discovery/discovery-settings.ts";
import { checkZoneSettings } from "../workers/zones/zone-settings.ts";
import { billingSystemNamed } from "./configurations.ts";
import { FIRST, installationName } from "./deployment/installation.ts";
import { OBSERVABILITY_SETTINGS, type Observability, observabilityFrom } from "./deployment/observability.ts";
import { type BillingSystemName, PROJECT, readSettings, settingsOfAll, WORKERS, workersOn } from "./workers.ts";

/** What a provider has set: the Workers' settings, and what is deployed, and where. */
export interface ProviderSettings {
  /** The billing system whose Worker is deployed. */
  billing: BillingSystemName;
  settings: Record<string, string>;
  /** Host name of the front door. */
  domain: string | undefined;
  /** The VPC service that leads to WHMCS. */
  tunnel: string | undefined;
  /** What is kept of calls. */
  observability: Observability;
}

/** The settings among the words of a command, which take the place of those of a file. */
export function settingWords(words: readonly string[]): string[] {
  return words.filter((word) => /^[A-Z_]+=/.test(word) && !word.startsWith("NAME="));
}

/** An installation's own settings, from its file and the words of a command. */
export function providerText(words: readonly string[]): string {
  const file = join(PROJECT, fileOf(words));
  return [existsSync(file) ? readFileSync(file, "utf8") : "", ...settingWords(words)].join("\n");
}

/** What a problem of an installation's settings begins with: its file, and whether that is there. */
export function providerFile(words: readonly string[]): string {
  const file = fileOf(words);
  return existsSync(join(PROJECT, file)) ? file : `${file} (there is none)`;
}

function fileOf(words: readonly string[]): string {
  const name = installationName(words);
  return name === FIRST ? "provider.env" : `provider.${name}.env`;
}

/** The billing system whose Worker is deployed; nothing else of the settings is looked at. @throws Error where there is none of that name */
export function billingIn(text: string): BillingSystemName {
  return billingSystemNamed(readSettings(text).BILLING ?? "embedded");
}

/**
 * Reads `provider.env`. `DOMAIN` gives `ORIGIN` where that is not set: a service on a domain answers on its origin alone.
 * @param file that a problem is told of
 * @throws {Error} naming every setting that is unknown or wrong
 */
export function readProviderSettings(text: string, file = "provider.env"): ProviderSettings {
  const { DOMAIN: domain, BILLING: _, WHMCS_TUNNEL: tunnel, ...others } = readSettings(text);
  const isOfSeeing = (name: string) => OBSERVABILITY_SETTINGS.some((known) => known === name);
  const settings = Object.fromEntries(Object.entries(others).filter(([name]) => !isOfSeeing(name)));
  const billing = billingIn(text);
  // Derived, so that nobody changes it by mistake.
  const { BILLING_SYSTEM: _derived, ...declared } = settingsOfAll(workersOn(billing));
  if (domain && !settings.ORIGIN) settings.ORIGIN = `https://${domain}`;
  const problems = [
    ...Object.keys(settings).flatMap((name) => (name in declared ? [] : unknownSetting(name, billing))),
    ...problemsOf(others, [observabilityFrom]),
    ...(domain ? domainProblems(domain, settings.ORIGIN ?? "") : []),
    ...problemsOf({ ...declared, ...settings }, [...CHECKS, ...BILLING_CHECKS[billing]]),
    ...(tunnel || billing !== "whmcs" ? [] : problemsOf({ ...declared, ...settings }, [isEncrypted])),
    ...(tunnel && billing !== "whmcs" ? ["WHMCS_TUNNEL needs BILLING=whmcs."] : []),
  ];
  if (problems.length > 0) throw new Error(problems.map((problem) => `${file}: ${problem}`).join("\n"));
  return { billing, settings, domain, tunnel: tunnel || undefined, observability: observabilityFrom(others) };
}

function unknownSetting(name: string, billing: BillingSystemName): string {
  if (name in settingsOfAll(WORKERS)) return `${name} is not a setting of any Worker that BILLING=${billing} deploys.`;
  return `${name} is not a setting of any Worker.`;
}

function domainProblems(domain: string, origin: string): string[] {
  const address = URL.parse(`https://${domain}`);
  if (address?.host !== domain) return [`DOMAIN is not a host name such as desk.provider.com: ${domain}`];
  if (URL.canParse(origin) && new URL(origin).host !== domain) {
    return [`ORIGIN (${origin}) is not on DOMAIN (${domain}): nothing would be answered there.`];
  }
  return [];
}

type Check = (settings: never) => unknown;

const CHECKS: Check[] = [
  checkAddressSettings,
  brandFrom,
  discoveryFrom,
  validateCheckSettings,
  checkSettingLimit,
  checkRegistrySettings,
  checkMailSettings,
  oauthRules,
  checkZoneSettings,
  hasZoneTools,
  checkAccessSettings,
  ({ JURISDICTION }: { JURISDICTION: string }) => jurisdictionFrom(JURISDICTION),
];

const BILLING_CHECKS: Record<BillingSystemName, Check[]> = {
  embedded: [checkSiteNameSettings, checkPaymentSettings, checkPayable],
  whmcs: [checkWhmcsSettings],
};

/** What is sent to WHMCS has its secrets; without a tunnel it goes over the internet. */
function isEncrypted({ WHMCS_URL }: Record<string, string>): void {
  if (WHMCS_URL && URL.canParse(WHMCS_URL)) checkEncrypted("WHMCS_URL", WHMCS_URL);
}

/** What the Workers themselves refuse as they start, before any of them is deployed. */
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
