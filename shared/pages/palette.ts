import { formatColour, parseColour, type Rgb, readableOn } from "./colour.ts";

/** The colours of one scheme; each key is a custom property of the stylesheet. */
export interface Palette {
  /** Behind everything. */
  page: string;
  card: string;
  /** Background of areas inside a card: chips, code, notes. */
  tint: string;
  /** Decorative borders. */
  line: string;
  /** Borders of controls: contrast 3:1. */
  control: string;
  text: string;
  muted: string;
  danger: string;
  warning: string;
  /** The provider's colour, made readable on page, card and tint. */
  brand: string;
  /** Text on the provider's colour. */
  "on-brand": string;
}

export type Scheme = "light" | "dark";

type Fixed = Omit<Palette, "brand" | "on-brand">;

const LIGHT: Fixed = {
  page: "#f5f6f4",
  card: "#ffffff",
  tint: "#eef3f0",
  line: "#d9dfdb",
  control: "#7f8b85",
  text: "#17211c",
  muted: "#57635d",
  danger: "#a4262c",
  warning: "#7d5200",
};

const DARK: Fixed = {
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

function withBrand(fixed: Fixed, colour: Rgb, ratio: number, onBrand: string): Palette {
  const surfaces = [fixed.page, fixed.card, fixed.tint].map((surface) => parseColour(surface) as Rgb);
  return { ...fixed, brand: formatColour(readableOn(colour, surfaces, ratio)), "on-brand": onBrand };
}
