import { describe, expect, test } from "vitest";
import { contrast, formatColour, parseColour, type Rgb } from "../../../shared/pages/colour.ts";
import { type Palette, palettesFor, type Scheme } from "../../../shared/pages/palette.ts";

const AA_TEXT = 4.5;
const AA_CONTROL = 3;
const SURFACES = ["page", "card", "sunk", "tint"] as const;

/** All colours with eight evenly spaced values per channel. */
const steps = [0, 0x24, 0x49, 0x6d, 0x92, 0xb6, 0xdb, 0xff].map((value) => value / 255);
const colours: Rgb[] = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue): Rgb => [red, green, blue])));

const between = (palette: Palette, one: keyof Palette, other: keyof Palette) =>
  contrast(parseColour(palette[one]) as Rgb, parseColour(palette[other]) as Rgb);

describe.each<Scheme>(["light", "dark"])("the %s scheme", (scheme) => {
  test(`links in any provider's colour are readable on every surface (${colours.length} colours)`, () => {
    const unreadable = colours.filter((colour) => {
      const palette = palettesFor(colour)[scheme];
      return SURFACES.some((surface) => between(palette, "brand-ink", surface) < AA_TEXT);
    });
    expect(unreadable.map(formatColour)).toEqual([]);
  });

  test("text on any provider's colour is readable", () => {
    const unreadable = colours.filter((colour) => between(palettesFor(colour)[scheme], "on-brand", "brand") < AA_TEXT);
    expect(unreadable.map(formatColour)).toEqual([]);
  });

  test("text is readable on a selection in any provider's colour", () => {
    const unreadable = colours.filter((colour) => {
      const palette = palettesFor(colour)[scheme];
      return (["text", "muted"] as const).some((name) => between(palette, name, "tint") < AA_TEXT);
    });
    expect(unreadable.map(formatColour)).toEqual([]);
  });

  const palette = palettesFor([0, 0, 0])[scheme];
  test.each(["text", "muted", "faint"] as const)("%s text is readable on every surface", (name) => {
    for (const surface of ["page", "card", "sunk"] as const) {
      expect(between(palette, name, surface), surface).toBeGreaterThanOrEqual(AA_TEXT);
    }
  });

  test.each(["ok", "warning", "danger", "info"] as const)(
    "%s text is readable on its own background and on cards",
    (state) => {
      for (const surface of [`${state}-bg`, "page", "card"] as const) {
        expect(between(palette, state, surface), surface).toBeGreaterThanOrEqual(AA_TEXT);
      }
    },
  );

  test("the edges of a control are visible", () => {
    for (const surface of ["page", "card"] as const)
      expect(between(palette, "control", surface)).toBeGreaterThanOrEqual(AA_CONTROL);
  });
});

test("a readable colour stays unchanged", () => {
  expect(palettesFor(parseColour("#0b6e4f") as Rgb).light.brand).toBe("#0b6e4f");
});

test.each([
  ["#ff0000", "red"],
  ["#ffd400", "yellow"],
  ["#0b6e4f", "green"],
  ["#1a3fd6", "blue"],
])("the readable form of %s is still %s", (colour, name) => {
  const isStill = { red: [0], yellow: [0, 1], green: [1], blue: [2] }[name] as number[];
  for (const { "brand-ink": ink } of Object.values(palettesFor(parseColour(colour) as Rgb))) {
    const channels = parseColour(ink) as Rgb;
    const strongest = Math.min(...isStill.map((channel) => channels[channel] as number));
    const others = channels.filter((_, channel) => !isStill.includes(channel));
    expect(strongest, ink).toBeGreaterThan(Math.max(...others));
  }
});

test("only the form #rrggbb is accepted as a colour", () => {
  for (const text of ["", "red", "#fff", "#12345g", "0b6e4f", "#0b6e4f;}"]) expect(parseColour(text), text).toBeNull();
});
