import type { Catalogue } from "../../../shared/billing-contract/catalogue.ts";
import { brokenNameRule } from "../../../shared/domain-names/name-rules.ts";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import { takesNewNames } from "../../../shared/domain-names/registration-terms.ts";
import type { Language } from "../../../shared/platform/language.ts";
import type { Currency } from "../../../shared/platform/money.ts";
import { labelOf, type SoldName } from "./sold-name.ts";

const MAX_CLOSE_NAMES = 10;
const MAX_OTHER_EXTENSIONS = 4;

/** The extension of the country or union that uses a currency. USD has none, because `.us` is for residents only. */
const OF_CURRENCY: Partial<Record<Currency, string>> = { CAD: ".ca", EUR: ".eu" };

const AFFIXED: Record<Language, (label: string) => string[]> = {
  en: (label) => [`get-${label}`, `my-${label}`, `${label}-hq`, `${label}-shop`],
  fr: (label) => [`mon-${label}`, `la-${label}`, `${label}-boutique`, `${label}-atelier`],
};

/**
 * Returns up to ten similar domains that their registries' rules allow. Domains with the same label under other
 * extensions come first. Domains with a hyphen added or removed follow, then domains with a common word before or after
 * the label.
 * @param asked domains to leave out
 */
export function closeNames(names: readonly SoldName[], catalogue: Catalogue, asked: readonly SoldName[]): SoldName[] {
  const others = otherExtensions(catalogue, asked);
  const rules: ((label: string, own: string) => string[])[] = [
    (label) => others.map((tld) => label + tld),
    (label, own) => [hyphenated(label) + own],
    (label, own) => AFFIXED[catalogue.language](label).map((affixed) => affixed + own),
  ];
  const texts = new Set(rules.flatMap((rule) => names.flatMap((name) => rule(labelOf(name), name.extension.tld))));
  for (const { name } of asked) texts.delete(name.unicode);
  return [...texts].flatMap((text) => allowedName(text, catalogue) ?? []).slice(0, MAX_CLOSE_NAMES);
}

/**
 * Returns up to four extensions that the caller did not request: the extension for the currency first, then the others
 * in the provider's order.
 */
function otherExtensions({ extensions, currency }: Catalogue, asked: readonly SoldName[]): string[] {
  const sold = extensions.map(({ tld }) => tld).filter(takesNewNames);
  const own = sold.filter((tld) => tld === OF_CURRENCY[currency]);
  const isAsked = (tld: string) => asked.some(({ extension }) => extension.tld === tld);
  return [...new Set([...own, ...sold])].filter((tld) => !isAsked(tld)).slice(0, MAX_OTHER_EXTENSIONS);
}

/** Removes a label's hyphens. If a label has none, adds hyphens between letters and digits. */
function hyphenated(label: string): string {
  if (label.includes("-")) return label.replaceAll("-", "");
  return label.replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, "-");
}

function allowedName(text: string, { extensions }: Catalogue): SoldName | null {
  const name = parseDomainName(text);
  const extension = extensions.find(({ tld }) => tld === text.slice(text.indexOf(".")));
  if ("refused" in name || !extension || brokenNameRule(name.unicode, extension.tld)) return null;
  return { name, extension };
}
