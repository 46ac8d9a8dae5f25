import type { Text } from "../platform/language.ts";
import { Fact, GENERIC, GENERIC_AT_ONCE, PLACES } from "./fact.ts";

/** The minimum length of a label, in characters of its Unicode form. */
export const LEAST_LENGTH = new Fact<number>(1, [
  [1, "R OD", `${GENERIC} ${GENERIC_AT_ONCE} .at .co .de .fr .re .uk`],
  [1, "R OD LB", ".ai"],
  [1, "R LB", ".co.nz .nz"],
  [1, "?", `${PLACES} .africa .co.uk .es .ie .me.uk .org.uk`],
  [2, "R OD", ".be .ca .eu .org .qc.ca .shop"],
  [2, "R OD HC", ".nl"],
  [2, "R HX", ".pt"],
  [2, "R RB HX", ".com.au .net.au"],
  [3, "R OD", ".blog .ch .it .li .lu .us"],
  [3, "R OD LB", ".name"],
  [3, "R GA", ".corsica"],
  [3, "P NIXI", ".in"],
]);

/**
 * The non-ASCII characters that a label may have, as a character class of a regular expression. An empty string means
 * that a label may have none, and `null` means that the characters are unknown.
 */
type Characters = string | null;

const LATIN = "\\p{scx=Latin}";
const HAN = "\\p{scx=Han}";
const CYRILLIC = "\\p{scx=Cyrillic}";
const GREEK = "\\p{scx=Greek}";
const ARABIC = "\\p{scx=Arabic}";
const HEBREW = "\\p{scx=Hebrew}";
const THAI = "\\p{scx=Thai}";
const DEVANAGARI = "\\p{scx=Devanagari}";
const JAPANESE = `${HAN}\\p{scx=Hiragana}\\p{scx=Katakana}`;
const HANGUL = "\\p{scx=Hangul}";

/** The characters of internationalized domain names. If a source lists languages, the value is their scripts. */
export const INTERNATIONALIZED = new Fact<Characters>(null, [
  ["", "R OD", ".io .tv .uk .us"],
  ["", "R OD A26 LB", ".ai"],
  ["", "R A23", ".co.uk .in .me.uk .org.uk"],
  ["", "R HX A23", ".com.au .net.au"],
  ["", "R GA", ".corsica"],
  ["ßàáâãäåæçèéêëìíîïñòóôõöùúûüýÿœ", "P AFNICIDN", ".fr .re"],
  ["áàéèíïóòúüñç·", "R A23 HX", ".es"],
  [`${LATIN}${GREEK}${CYRILLIC}`, "R HC", ".eu"],
  [LATIN, "R OD A23", ".agency .company .digital .email .life .media .services .solutions"],
  [`${LATIN}${HAN}`, "R OD A23", ".news .studio"],
  [`${LATIN}${JAPANESE}${HANGUL}`, "R OD A23", ".biz"],
  [`${LATIN}${CYRILLIC}${ARABIC}${HAN}${DEVANAGARI}${HANGUL}\\p{scx=Mongolian}`, "R OD A23", ".me"],
  [
    `${LATIN}${CYRILLIC}${GREEK}${ARABIC}${HEBREW}${THAI}${DEVANAGARI}${JAPANESE}${HANGUL}\\p{scx=Tamil}`,
    "R OD A23",
    ".consulting",
  ],
  [`${ARABIC}${GREEK}${HEBREW}${THAI}${JAPANESE}${HANGUL}`, "R OD A23", ".website"],
  [
    null,
    "R OD",
    ".app .at .be .blog .ca .cc .ch .cloud .co .com .de .design .dev .group .info .it .li .lu .mobi .name .net .nl .online .org .page .pro .qc.ca .shop .site .space .store .tech .world .xyz",
  ],
  [null, "R A23", ".co.nz .nz"],
  [null, "R HX", ".pt"],
  [null, "?", `${PLACES} .africa .ie`],
]);

/**
 * Alphabets with letters that look alike. ICANN's Guidelines for the Implementation of IDNs allow one script per label.
 */
const LOOK_ALIKE = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];

/** Matches Greek and Cyrillic letters that look like Latin ones (Unicode UTS #39, confusables.txt). */
const LATIN_TWINS = /^[0-9-αικνορυωасеһіјӏорԛѕухѵԝѡ]+$/u;

/**
 * Returns a warning if a domain name looks like a Latin one, ignoring accents. Otherwise returns `null`.
 * @param name the domain name in its Unicode form
 */
export function lookAlikeWarning(name: string): Text | null {
  const label = name.slice(0, name.indexOf(".")).normalize("NFD").replace(/\p{M}/gu, "");
  if (!/\p{L}/u.test(label) || !LATIN_TWINS.test(label)) return null;
  return {
    en: "Every letter of this name is Greek or Cyrillic and looks like a Latin one. It differs from the name that it resembles.",
    fr: "Chaque lettre de ce nom est grecque ou cyrillique et ressemble à une lettre latine. Ce n’est pas le nom auquel il ressemble.",
  };
}

/**
 * Returns the registry's rule that a domain name breaks, as a sentence, or `null` if it breaks no known rule.
 * @param name a domain name directly under the extension, in its Unicode form, lower case
 * @param tld the extension with its first dot
 */
export function brokenNameRule(name: string, tld: string): Text | null {
  if (LEAST_LENGTH.sourceOf(`.${name}`) !== null) {
    return {
      en: `.${name} is an extension itself: names are registered under it.`,
      fr: `.${name} est elle-même une extension : les noms s’enregistrent sous elle.`,
    };
  }
  const label = name.slice(0, name.indexOf("."));
  const least = LEAST_LENGTH.of(tld);
  if ([...label].length < least) {
    return {
      en: `Names under ${tld} have at least ${least} characters.`,
      fr: `Les noms en ${tld} ont au moins ${least} caractères.`,
    };
  }
  const beyond = label.replace(/[a-z0-9-]/g, "");
  if (beyond === "") return null;
  const characters = INTERNATIONALIZED.of(tld);
  if (characters === "") {
    return {
      en: `Names under ${tld} have only the letters a to z, digits and hyphens.`,
      fr: `Les noms en ${tld} n’ont que les lettres a à z, des chiffres et des traits d’union.`,
    };
  }
  const refused = characters && [...beyond].find((character) => !new RegExp(`[${characters}]`, "u").test(character));
  if (refused) {
    return {
      en: `The registry of ${tld} does not accept “${refused}” in names.`,
      fr: `Le registre de ${tld} n’accepte pas « ${refused} » dans les noms.`,
    };
  }
  return LOOK_ALIKE.filter((script) => script.test(label)).length > 1
    ? {
        en: "Registries refuse names that mix letters of the Latin, Greek and Cyrillic alphabets.",
        fr: "Les registres refusent les noms qui mêlent des lettres des alphabets latin, grec et cyrillique.",
      }
    : null;
}
