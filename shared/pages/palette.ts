import { contrast, formatColour, mixed, parseColour, type Rgb, readableOn } from "./colour.ts";

/** The colours of the light scheme. Each key becomes a custom property of the stylesheet. */
const LIGHT = {
  page: "#ffffff",
  card: "#ffffff",
  /** The background of the footer and of areas inside a card, such as code and summaries. */
  sunk: "#f6f8f7",
  line: "#e2e7e4",
  /** Borders of controls, with a contrast of at least 3:1. */
  control: "#7b8782",
  text: "#101a16",
  muted: "#46524c",
  /** Hints and column headings. This colour is readable only on pages, cards and sunk areas. */
  faint: "#626e68",
  // The colours of states do not follow the brand, so a red brand never looks like an error.
  ok: "#146c43",
  "ok-bg": "#e8f5ee",
  warning: "#7a4a00",
  "warning-bg": "#fff4dd",
  "warning-line": "#eccf8e",
  danger: "#b3261e",
  "danger-bg": "#fdeeec",
  info: "#1c5a9c",
  "info-bg": "#eaf2fb",
};

const DARK: typeof LIGHT = {
  page: "#0e1412",
  card: "#151d1a",
  sunk: "#0a0f0d",
  line: "#29342f",
  control: "#74817b",
  text: "#eef4f1",
  muted: "#bcc8c2",
  faint: "#94a19b",
  ok: "#74d3a4",
  "ok-bg": "#12291f",
  warning: "#f2c46d",
  "warning-bg": "#2b2312",
  "warning-line": "#574517",
  danger: "#ff9c93",
  "danger-bg": "#331a18",
  info: "#93c2f5",
  "info-bg": "#14243a",
};

/**
 * The colours of one scheme. The provider's colour determines `brand` (filled buttons), `on-brand` (their text),
 * `brand-ink` (links, borders of the selection, focus) and `tint` (background of the selection).
 */
export type Palette = typeof LIGHT & Record<"brand" | "on-brand" | "brand-ink" | "tint", string>;
export type Scheme = "light" | "dark";

/** The minimum contrast for text of any size at level AA (WCAG 2.2, 1.4.3). */
const TEXT_CONTRAST = 4.5;

export function palettesFor(brand: Rgb): Record<Scheme, Palette> {
  const page = surface(DARK, "page");
  // In the dark scheme, a filled button is brighter than the areas around it.
  const bright = readableOn(brand, [page], 9);
  return {
    light: withBrand(LIGHT, brand, mixed(WHITE, brand, 0.08), readableOn(brand, [surface(LIGHT, "page")], 6)),
    dark: withBrand(DARK, bright, mixed(page, brand, 0.2), bright),
  };
}

const WHITE: Rgb = [1, 1, 1];
const BLACK: Rgb = [0, 0, 0];

function withBrand(fixed: typeof LIGHT, brand: Rgb, tint: Rgb, ink: Rgb): Palette {
  const surfaces = [surface(fixed, "page"), surface(fixed, "card"), surface(fixed, "sunk"), tint];
  return {
    ...fixed,
    brand: formatColour(brand),
    "on-brand": formatColour(contrast(brand, WHITE) >= TEXT_CONTRAST ? WHITE : BLACK),
    "brand-ink": formatColour(readableOn(ink, surfaces, TEXT_CONTRAST)),
    tint: formatColour(tint),
  };
}

function surface(fixed: typeof LIGHT, name: "page" | "card" | "sunk"): Rgb {
  return parseColour(fixed[name]) as Rgb;
}
