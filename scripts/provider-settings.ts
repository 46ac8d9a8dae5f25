import { checkSettingLimit } from "../shared/account-access/rate-policies.ts";
import { checkMailSettings } from "../shared/mail/mail-settings.ts";
import { brandFrom } from "../shared/pages/brand.ts";
import { checkAddressSettings } from "../shared/platform/addresses.ts";
import { oauthRules } from "../workers/account/oauth/oauth-settings.ts";
import { signUpAddress } from "../workers/billing/client-area/cart/sign-up.ts";
import { checkSiteNameSettings } from "../workers/billing/engine/orders/site-names.ts";
import { checkPayable, checkPaymentSettings } from "../workers/billing/engine/payments/payment-settings.ts";
import { validateCheckSettings } from "../workers/catalogue/availability/check-settings.ts";
import { checkRegistrySettings } from "../workers/catalogue/availability/sources/registry-settings.ts";
import { readSettings } from "./workers.ts";

/** What a provider has set: the Workers' settings, and the host name of the front door. */
export interface ProviderSettings {
  settings: Record<string, string>;
  domain: string | undefined;
}

/**
 * Reads `provider.env`. `DOMAIN` gives `ORIGIN` where that is not set: a service on a domain answers on its origin alone.
 * @param declared every setting of every Worker, with its default
 * @throws {Error} naming every setting that is unknown or wrong
 */
export function readProviderSettings(text: string, declared: Record<string, string>): ProviderSettings {
  const { DOMAIN: domain, ...settings } = readSettings(text);
  if (domain && !settings.ORIGIN) settings.ORIGIN = `https://${domain}`;
  const problems = [
    ...Object.keys(settings).flatMap((name) => (name in declared ? [] : `${name} is not a setting of any Worker.`)),
    ...(domain ? domainProblems(domain, settings.ORIGIN ?? "") : []),
    ...problemsOf({ ...declared, ...settings }),
  ];
  if (problems.length > 0) throw new Error(problems.map((problem) => `provider.env: ${problem}`).join("\n"));
  return { settings, domain };
}

function domainProblems(domain: string, origin: string): string[] {
  const address = URL.parse(`https://${domain}`);
  if (address?.host !== domain) return [`DOMAIN is not a host name such as desk.provider.com: ${domain}`];
  if (URL.canParse(origin) && new URL(origin).host !== domain) {
    return [`ORIGIN (${origin}) is not on DOMAIN (${domain}): nothing would be answered there.`];
  }
  return [];
}

/** What the Workers themselves refuse as they start, before any of them is deployed. */
function problemsOf(settings: Record<string, string>): string[] {
  const checks = [
    checkAddressSettings,
    brandFrom,
    signUpAddress,
    validateCheckSettings,
    checkSettingLimit,
    checkRegistrySettings,
    checkMailSettings,
    oauthRules,
    checkSiteNameSettings,
    // Only the embedded billing engine declares it; another billing system takes payments of its own.
    ...("PAYMENT_URL" in settings ? [checkPaymentSettings, checkPayable] : []),
  ] as ((read: unknown) => unknown)[];
  return checks.flatMap((check) => {
    try {
      check(settings);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}
