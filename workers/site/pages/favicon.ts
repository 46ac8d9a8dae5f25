import { brandLetter } from "../../../shared/pages/brand.ts";
import { palettesFor } from "../../../shared/pages/palette.ts";
import type { Theme } from "../../../shared/pages/theme.ts";

/** `/favicon.svg`: the brand's letter on its colour. */
export function favicon({ brand }: Theme): Response {
  const { light } = palettesFor(brand.colour);
  const letter = brandLetter(brand).replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${light.brand}"/><text x="16" y="22.5" font-family="system-ui, sans-serif" font-size="19" font-weight="700" text-anchor="middle" fill="${light["on-brand"]}">${letter}</text></svg>`;
  return new Response(svg, {
    headers: {
      "Content-Type": "image/svg+xml",
      "Cache-Control": "public, max-age=86400",
      "Content-Security-Policy": "default-src 'none'",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
