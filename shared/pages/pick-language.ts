import { LANGUAGES, type Language } from "../platform/language.ts";

interface PickedLanguage {
  language: Language;
  /** Whether the address names it; if not, it came from `Accept-Language`, and caches must vary by that. */
  asked: boolean;
}

/** The language of a page: the address's `lang`, else the browser's preference, else English. */
export function pickLanguage(url: URL, acceptLanguage: string | null): PickedLanguage {
  const named = url.searchParams.getAll("lang");
  const asked = named.length === 1 ? LANGUAGES.find((language) => language === named[0]) : undefined;
  if (asked) return { language: asked, asked: true };
  return { language: preferred(acceptLanguage ?? "") ?? "en", asked: false };
}

/** The preferred supported language of an `Accept-Language` header (RFC 9110 §12.5.4), regions ignored. */
function preferred(header: string): Language | undefined {
  const ranges = header.split(",").flatMap((range) => {
    const match = /^\s*([a-z]{1,8})(?:-[a-z0-9]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(range);
    const language = LANGUAGES.find((known) => known === match?.[1]?.toLowerCase());
    const weight = Number(match?.[2] ?? 1);
    return language && weight > 0 ? [{ language, weight }] : [];
  });
  return ranges.sort((one, other) => other.weight - one.weight)[0]?.language;
}
