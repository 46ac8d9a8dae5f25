import { INTERNATIONALIZED, LEAST_LENGTH } from "../domain-names/name-rules.ts";
import { parseDomainName } from "../domain-names/parse-domain.ts";
import { REGISTRATION_YEARS } from "../domain-names/registration-terms.ts";

/**
 * Parses the setting `BLOCKED_SITE_NAMES`: names that no site may have, nor one under them, separated by white space.
 * @throws {Error} naming the setting and an entry that is no domain name
 */
export function blockedSiteNames(text: string): ReadonlySet<string> {
  const names = text.split(/\s+/).filter((entry) => entry !== "");
  return new Set(
    names.map((entry) => {
      const parsed = parseDomainName(entry);
      if ("refused" in parsed) throw new Error(`BLOCKED_SITE_NAMES: ${entry} ${parsed.refused.en}`);
      return parsed.ascii;
    }),
  );
}

/** For the check before a deployment. @throws {Error} as {@link blockedSiteNames} does */
export function checkSiteNameSettings({ BLOCKED_SITE_NAMES: text = "" }: { BLOCKED_SITE_NAMES?: string }): void {
  blockedSiteNames(text);
}

/**
 * Whether no account may have a site of the name: it is blocked, or a known extension such as `co.uk`. An extension of the price
 * list, and a name of another account, is the billing system's to find.
 */
export function isReservedSite(site: string | null, blocked: ReadonlySet<string>): boolean {
  return (site !== null && isKnownExtension(`.${site}`)) || withParents(site).some((name) => blocked.has(name));
}

/** `shop.example.com` and `example.com`; empty without a name. */
export function withParents(site: string | null): string[] {
  const labels = site?.split(".") ?? [];
  return labels.slice(0, -1).map((_, position) => labels.slice(position).join("."));
}

/** Whether the tables list the extension. @param tld with its first dot, such as `.co.uk` */
function isKnownExtension(tld: string): boolean {
  return [REGISTRATION_YEARS, LEAST_LENGTH, INTERNATIONALIZED].some((fact) => fact.sourceOf(tld) !== null);
}
