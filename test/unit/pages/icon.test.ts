import { crc32, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { iconPng } from "../../../workers/site/pages/icons.ts";
import { strokesOf } from "../../../workers/site/pages/letter-strokes.ts";

const GREEN = [0, 0.5, 0.25] as const;
const WHITE = [1, 1, 1] as const;

/** Returns the chunks of a PNG by name, and checks their checksums. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const named = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(named));
    chunks.set(named.subarray(0, 4).toString("latin1"), named.subarray(4));
    at += 12 + length;
  }
  return chunks;
}

test.each(["M", "é", "7", "م", "🍁"])(
  "the icon for %s is a small square PNG with the letter on its background",
  async (sign) => {
    const png = Buffer.from(await iconPng(sign, GREEN, WHITE));
    expect(png.length).toBeLessThan(10_240);
    const chunks = chunksOf(png);
    expect([...chunks.keys()]).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
    const header = chunks.get("IHDR") ?? Buffer.alloc(13);
    expect([header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]]).toEqual([512, 512, 8, 3]);
    const palette = chunks.get("PLTE") ?? Buffer.alloc(0);
    expect([[...palette.subarray(0, 3)], [...palette.subarray(-3)]]).toEqual([
      [0, 128, 64],
      [255, 255, 255],
    ]);
    const rows = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
    expect(rows.length).toBe(512 * 513);
    const inked = rows.filter((shade) => shade === 255).length / (512 * 512);
    expect(inked).toBeGreaterThan(0.02);
    expect(inked).toBeLessThan(0.4);
    // Clients cut off corners and edges.
    expect(rows.subarray(0, 513 * 60).every((shade) => shade === 0)).toBe(true);
  },
);

test("each letter and digit has different strokes inside its box, and accents are ignored", () => {
  const signs = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];
  const drawn = signs.map((sign) => JSON.stringify(strokesOf(sign)));
  expect(new Set(drawn).size).toBe(signs.length);
  expect(strokesOf("É")).toEqual(strokesOf("E"));
  expect(drawn).not.toContain(JSON.stringify(strokesOf("ш")));
  for (const [x1, y1, x2, y2] of signs.flatMap(strokesOf)) {
    for (const x of [x1, x2]) expect(x >= -1 && x <= 11).toBe(true);
    for (const y of [y1, y2]) expect(y >= 0 && y <= 14.5).toBe(true);
  }
});
