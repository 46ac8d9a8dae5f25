import { type Brand, type BrandSettings, brandFrom } from "./brand.ts";
import { type Stylesheet, stylesheetFor } from "./stylesheet.ts";

/** What makes the pages a provider's own; made once per isolate. */
export interface Theme {
  brand: Brand;
  stylesheet: Stylesheet;
}

/** @throws {Error} naming the setting that is wrong. */
export function themeFrom(settings: BrandSettings): Theme {
  const brand = brandFrom(settings);
  return { brand, stylesheet: stylesheetFor(brand) };
}
