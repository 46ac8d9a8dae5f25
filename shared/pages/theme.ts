import { type Brand, type BrandSettings, brandFrom } from "./brand.ts";
import { palettesFor, type Scheme } from "./palette.ts";
import { type Stylesheet, stylesheetFor } from "./stylesheet.ts";

/** The provider's branding of pages, created once per isolate. */
export interface Theme {
  brand: Brand;
  stylesheet: Stylesheet;
  /** The colours of the browser's own frame, one per scheme. */
  pageColours: { scheme: Scheme; colour: string }[];
}

/**
 * Creates the theme from the settings.
 * @throws {Error} for an invalid setting, with its name
 */
export function themeFrom(settings: BrandSettings): Theme {
  const brand = brandFrom(settings);
  const palettes = palettesFor(brand.colour);
  const pageColours = (["light", "dark"] as const).map((scheme) => ({ scheme, colour: palettes[scheme].page }));
  return { brand, stylesheet: stylesheetFor(palettes), pageColours };
}
