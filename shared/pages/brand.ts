import type { Text } from "../platform/language.ts";
import { parseColour, type Rgb } from "./colour.ts";

export interface BrandSettings {
  BRAND_NAME: string;
  /** The colour as `#rrggbb`. */
  BRAND_COLOUR: string;
  /** The absolute URL of an image. If empty, pages show the first letter of the name. */
  BRAND_LOGO_URL: string;
  /** Additional links for the header, one per line: English words | French words | URL. */
  BRAND_MENU: string;
  /** Additional links for the footer, in the same form. */
  BRAND_LINKS: string;
  /** The absolute URL of the picture in link previews on other sites. If empty, previews have the icon. */
  SOCIAL_IMAGE: string;
  /** The absolute URL of the provider's own page; empty if there is none. */
  TERMS_URL: string;
  /** The absolute URL of the provider's own page; empty if there is none. */
  PRIVACY_URL: string;
  /** The absolute URL of the provider's own page; empty if there is none. */
  STATUS_URL: string;
  /** The absolute URL of the provider's own page, or a `mailto:` URL; empty if there is neither. */
  SUPPORT_URL: string;
  /** The absolute URL of the provider's own page; empty if there is none. */
  SIGN_UP_URL: string;
}

export interface Brand {
  name: string;
  colour: Rgb;
  logo: URL | null;
  /** The links of the header. */
  menu: BrandLink[];
  links: BrandLink[];
  socialImage: string | null;
  /** The absolute URL of the provider's own page; `null` if there is none. */
  terms: string | null;
  /** The absolute URL of the provider's own page; `null` if there is none. */
  privacy: string | null;
  /** The absolute URL of the provider's own page; `null` if there is none. */
  status: string | null;
  /** The absolute URL of the provider's own page, or a `mailto:` URL; `null` if there is neither. */
  support: string | null;
  /** The absolute URL of the provider's own page; `null` if there is none. */
  signUp: string | null;
}

/** A link to an absolute URL or to a path of this site. */
export interface BrandLink {
  label: Text;
  address: string;
}

/** Matches control characters, and direction marks, which would reverse the words after the name. */
const UNSEEN_CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Reads the settings when a Worker starts, so that a mistake stops the deployment.
 * @throws {Error} for an invalid setting, with its name
 */
export function brandFrom(settings: BrandSettings): Brand {
  const name = brandNameFrom(settings);
  return {
    ...{ name, colour: brandColourFrom(settings), logo: readLogo(settings.BRAND_LOGO_URL.trim()) },
    menu: readLinks(settings, "BRAND_MENU"),
    links: readLinks(settings, "BRAND_LINKS"),
    socialImage: readAddress(settings, "SOCIAL_IMAGE", WEB),
    terms: readAddress(settings, "TERMS_URL", WEB),
    privacy: readAddress(settings, "PRIVACY_URL", WEB),
    status: readAddress(settings, "STATUS_URL", WEB),
    support: readAddress(settings, "SUPPORT_URL", [...WEB, "mailto:"]),
    signUp: readAddress(settings, "SIGN_UP_URL", WEB),
  };
}

/**
 * Returns the brand's name without control characters.
 * @throws {Error} if no characters are left
 */
export function brandNameFrom({ BRAND_NAME }: Pick<BrandSettings, "BRAND_NAME">): string {
  const name = BRAND_NAME.replace(/\s+/g, " ").replace(UNSEEN_CONTROLS, "").trim();
  if (name === "") throw new Error("BRAND_NAME is empty.");
  return name;
}

/**
 * Parses the brand's colour.
 * @throws {Error} if it is not `#rrggbb`
 */
export function brandColourFrom({ BRAND_COLOUR }: Pick<BrandSettings, "BRAND_COLOUR">): Rgb {
  const colour = parseColour(BRAND_COLOUR.trim());
  if (!colour) throw new Error("BRAND_COLOUR is not a colour such as #0b6e4f.");
  return colour;
}

/** Returns the first letter of a name, for pages that show it instead of a logo. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return (first?.segment ?? "").toUpperCase();
}

function readLogo(address: string): URL | null {
  if (address === "") return null;
  const logo = URL.parse(address);
  if (logo?.protocol !== "https:" && logo?.protocol !== "http:")
    throw new Error("BRAND_LOGO_URL is not a web address.");
  return logo;
}

const WEB = ["https:", "http:"];

function readAddress(
  settings: BrandSettings,
  name: "SOCIAL_IMAGE" | "TERMS_URL" | "PRIVACY_URL" | "STATUS_URL" | "SUPPORT_URL" | "SIGN_UP_URL",
  schemes: string[],
): string | null {
  const text = settings[name].trim();
  if (text === "") return null;
  const address = URL.parse(text);
  if (!address || !schemes.includes(address.protocol)) {
    throw new Error(`${name} is not a web address${schemes.includes("mailto:") ? " or mailto:" : ""}.`);
  }
  return address.href;
}

function readLinks(settings: BrandSettings, name: "BRAND_MENU" | "BRAND_LINKS"): BrandLink[] {
  const lines = settings[name]
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.map((line, index) => {
    const [en, fr, address, ...rest] = line.split("|").map((part) => part.trim());
    if (!en || !fr || !address || rest.length > 0 || !/^(?:https?:\/\/|mailto:|\/(?!\/))/.test(address)) {
      throw new Error(`${name}, line ${index + 1}, is not: English words | French words | address.`);
    }
    return { label: { en, fr }, address };
  });
}
