import { brandLetter } from "../../../shared/pages/brand.ts";
import { parseColour, type Rgb } from "../../../shared/pages/colour.ts";
import { palettesFor } from "../../../shared/pages/palette.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import { iconPng } from "./icon-png.ts";

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
