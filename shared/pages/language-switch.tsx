import { LANGUAGES, type Language } from "../platform/language.ts";
import { samePage, type Visit } from "./visit.ts";

const NAMES: Record<Language, string> = { en: "English", fr: "Français" };

/** Links to this page in each language, except the current one. */
export function LanguageSwitch({ visit }: { visit: Visit }) {
  return (
    <>
      {LANGUAGES.map((language) => (
        <span>
          {language === visit.language ? (
            NAMES[language]
          ) : (
            <a href={samePage(visit, { lang: language })} lang={language} hreflang={language}>
              {NAMES[language]}
            </a>
          )}
        </span>
      ))}
    </>
  );
}
