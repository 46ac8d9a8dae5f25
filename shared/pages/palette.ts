import { formatColour, parseColour, type Rgb, readableOn } from "./colour.ts";

/** Each key is a custom property of the stylesheet. */
const LIGHT = {
  page: "#f5f6f4",
  card: "#ffffff",
  /** Background of areas inside a card: chips, code, notes. */
  tint: "#eef3f0",
  line: "#d9dfdb",
  /** Borders of controls: contrast 3:1. */
  control: "#7f8b85",
  text: "#17211c",
  muted: "#57635d",
  danger: "#a4262c",
  warning: "#7d5200",
};

/** The colours of one scheme: with the provider's, readable on page, card and tint, and the colour of text on it. */
export type Palette = typeof LIGHT & Record<"brand" | "on-brand", string>;
export type Scheme = "light" | "dark";

const DARK: typeof LIGHT = {
  page: "#0f1412",
  card: "#171e1b",
  tint: "#1d2622",
  line: "#2b3531",
  control: "#6f7d76",
  text: "#e8efeb",
  muted: "#9fb0a8",
  danger: "#ff9a94",
  warning: "#e8b65a",
};

/** AA for text of any size (WCAG 2.2, 1.4.3). */
const TEXT_CONTRAST = 4.5;
/** Higher on dark surfaces, where a colour that just reaches AA looks dull. */
const TEXT_CONTRAST_IN_THE_DARK = 7;

export function palettesFor(brandColour: Rgb): Record<Scheme, Palette> {
  return {
    light: withBrand(LIGHT, brandColour, TEXT_CONTRAST, LIGHT.card),
    dark: withBrand(DARK, brandColour, TEXT_CONTRAST_IN_THE_DARK, DARK.page),
  };
}

function withBrand(fixed: typeof LIGHT, colour: Rgb, ratio: number, onBrand: string): Palette {
  const surfaces = [fixed.page, fixed.card, fixed.tint].map((surface) => parseColour(surface) as Rgb);
  return { ...fixed, brand: formatColour(readableOn(colour, surfaces, ratio)), "on-brand": onBrand };
}
