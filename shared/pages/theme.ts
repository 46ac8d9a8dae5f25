import { type Brand, type BrandSettings, brandFrom } from "./brand.ts";
import { type Stylesheet, stylesheetFor } from "./stylesheet.ts";

/** The provider's branding of pages; made once per isolate. */
export interface Theme {
  brand: Brand;
  stylesheet: Stylesheet;
}

/** @throws {Error} naming an invalid setting. */
export function themeFrom(settings: BrandSettings): Theme {
  const brand = brandFrom(settings);
  return { brand, stylesheet: stylesheetFor(brand) };
}
