import { brandLetter } from "../../../shared/pages/brand.ts";
import { parseColour, type Rgb } from "../../../shared/pages/colour.ts";
import { palettesFor } from "../../../shared/pages/palette.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import { iconPng } from "./icon-png.ts";

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

/** `/icon.png`: as the favicon, the brand's letter on its colour, for clients and directories that take no SVG. Drawn once per isolate. */
export function icon({ brand }: Theme): () => Promise<Response> {
  const { light } = palettesFor(brand.colour);
  let drawn: Uint8Array<ArrayBuffer> | undefined;
  return async () => {
    drawn ??= await iconPng(brandLetter(brand), channels(light.brand), channels(light["on-brand"]));
    return new Response(drawn, {
      headers: {
        "Content-Type": "image/png",
        "Cache-Control": "public, max-age=86400",
        "X-Content-Type-Options": "nosniff",
      },
    });
  };
}

/** @throws {Error} at a colour of the palette that is not `#rrggbb` */
function channels(colour: string): Rgb {
  const read = parseColour(colour);
  if (!read) throw new Error(`not a colour: ${colour}`);
  return read;
}
