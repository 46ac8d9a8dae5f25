import { initialOf } from "../../../shared/pages/brand.ts";
import { parseColour, type Rgb } from "../../../shared/pages/colour.ts";
import { palettesFor } from "../../../shared/pages/palette.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import { type Segment, strokesOf } from "./letter-strokes.ts";

/** Returns the response for `/favicon.svg`: the brand's initial on the brand's colour. */
export function favicon({ brand }: Theme): Response {
  const { light } = palettesFor(brand.colour);
  const letter = initialOf(brand.name).replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`);
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

/**
 * Returns the handler of `/icon.png`, the favicon for clients and directories that do not accept SVG. Each isolate
 * draws the icon once.
 */
export function icon({ brand }: Theme): () => Promise<Response> {
  const { light } = palettesFor(brand.colour);
  let drawn: Uint8Array<ArrayBuffer> | undefined;
  return async () => {
    drawn ??= await iconPng(initialOf(brand.name), channels(light.brand), channels(light["on-brand"]));
    return new Response(drawn, {
      headers: {
        "Content-Type": "image/png",
        "Cache-Control": "public, max-age=86400",
        "X-Content-Type-Options": "nosniff",
      },
    });
  };
}

/**
 * Returns the channels of a colour.
 * @throws {Error} for a colour that is not `#rrggbb`
 */
function channels(colour: string): Rgb {
  const read = parseColour(colour);
  if (!read) throw new Error(`not a colour: ${colour}`);
  return read;
}

/** Width and height in pixels, as server directories require. */
const SIZE = 512;
/** Pixels per unit of the letter's box. */
const UNIT = 18;
const HALF_STROKE = 22;
const SHADES = 256;

/** Returns a square PNG of a character on a coloured background, with 256 shades between the two colours. */
export async function iconPng(sign: string, ground: Rgb, ink: Rgb): Promise<Uint8Array<ArrayBuffer>> {
  const palette = Array.from({ length: SHADES }, (_, index) => {
    const share = index / (SHADES - 1);
    return ground.map((part, at) => Math.round(255 * (part + ((ink[at] ?? 0) - part) * share)));
  }).flat();
  const chunks = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    // Eight bits per pixel, with a palette.
    await chunk("IHDR", Uint8Array.of(0, 0, SIZE >> 8, SIZE & 0xff, 0, 0, SIZE >> 8, SIZE & 0xff, 8, 3, 0, 0, 0)),
    await chunk("PLTE", Uint8Array.from(palette)),
    await chunk("IDAT", await deflated(drawn(strokesOf(sign)))),
    await chunk("IEND", new Uint8Array()),
  ];
  return joined(chunks);
}

/** Draws the strokes. Each row has a byte for the filter type "none", then a shade for each pixel. */
function drawn(strokes: Segment[]): Uint8Array<ArrayBuffer> {
  const [left, top] = [SIZE / 2 - 5 * UNIT, SIZE / 2 - 7 * UNIT];
  const placed = strokes.map(
    ([x1, y1, x2, y2]): Segment => [
      ...([left + x1 * UNIT, top + y1 * UNIT] as const),
      ...([left + x2 * UNIT, top + y2 * UNIT] as const),
    ],
  );
  const margin = HALF_STROKE + 1;
  const rows = new Uint8Array(SIZE * (SIZE + 1));
  for (const [x1, y1, x2, y2] of placed) {
    const [fromX, toX] = [Math.floor(Math.min(x1, x2) - margin), Math.ceil(Math.max(x1, x2) + margin)];
    const [fromY, toY] = [Math.floor(Math.min(y1, y2) - margin), Math.ceil(Math.max(y1, y2) + margin)];
    const [dx, dy] = [x2 - x1, y2 - y1];
    const squared = dx * dx + dy * dy || 1;
    for (let y = fromY; y <= toY; y++) {
      for (let x = fromX; x <= toX; x++) {
        const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / squared));
        const distance = Math.sqrt((x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2);
        const shade = Math.round(Math.min(1, Math.max(0, HALF_STROKE + 0.5 - distance)) * (SHADES - 1));
        const at = y * (SIZE + 1) + 1 + x;
        if (shade > (rows[at] ?? 0)) rows[at] = shade;
      }
    }
  }
  return rows;
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Returns a PNG chunk: length, name, data and checksum (PNG, Third Edition, §5.3). */
async function chunk(name: string, data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const named = await joined([name, data]);
  return joined([bigEndian(data.length), named, bigEndian(checksum(named))]);
}

function bigEndian(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Computes CRC-32 as in annex D of the PNG standard. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

async function joined(parts: (string | Uint8Array<ArrayBuffer>)[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
