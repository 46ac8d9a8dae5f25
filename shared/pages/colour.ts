/** A colour as its red, green and blue values in sRGB, each from 0 to 1. */
export type Rgb = readonly [number, number, number];

/** Parses `#rrggbb`. Returns `null` for any other text. */
export function parseColour(text: string): Rgb | null {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return null;
  const channel = (at: number) => Number.parseInt(text.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

/** Formats a colour as `#rrggbb`. */
export function formatColour(colour: Rgb): string {
  const channel = (value: number) =>
    Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  return `#${colour.map(channel).join("")}`;
}

/** Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * Mixes another colour into a colour.
 * @param share the share of the other colour, from 0 to 1
 */
export function mixed(colour: Rgb, other: Rgb, share: number): Rgb {
  const channel = (at: 0 | 1 | 2) => colour[at] + (other[at] - colour[at]) * share;
  return [channel(0), channel(1), channel(2)];
}

/**
 * Returns the colour if its contrast with every background reaches the ratio. Otherwise, returns the nearest colour of
 * the same hue that reaches it. That colour is darker on light backgrounds and lighter on dark ones.
 */
export function readableOn(colour: Rgb, backgrounds: readonly Rgb[], ratio: number): Rgb {
  const isReadable = (candidate: Rgb) => backgrounds.every((background) => contrast(candidate, background) >= ratio);
  if (isReadable(colour)) return colour;
  const { lightness, chroma, hue } = toOklch(colour);
  const towards = backgrounds.every((background) => luminance(background) > MIDDLE_LUMINANCE) ? 0 : 1;
  for (let step = 1; step < STEPS; step++) {
    const reached = lightness + ((towards - lightness) * step) / STEPS;
    const candidate = fromOklch({ lightness: reached, chroma: chroma * vividness(reached, lightness), hue });
    if (isReadable(candidate)) return candidate;
  }
  return [towards, towards, towards];
}

/**
 * Returns the factor that adapts the chroma to a lightness. Lighter colours need more chroma to look as vivid, and
 * darker ones need less.
 */
function vividness(lightness: number, from: number): number {
  return Math.sqrt(lightness / Math.max(from, 0.01));
}

const STEPS = 200;
/** The luminance at which black and white have the same contrast. */
const MIDDLE_LUMINANCE = 0.179;

/** Returns the relative luminance of a colour (WCAG 2.2). */
function luminance(colour: Rgb): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear([red, green, blue]: Rgb): Rgb {
  const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return [channel(red), channel(green), channel(blue)];
}

/** A colour by perceived lightness, chroma and hue (CSS Color 4, OKLCH). The hue is in radians. */
interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

function toOklch(colour: Rgb): Oklch {
  const [red, green, blue] = linear(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** Returns the most vivid colour in the sRGB gamut that has this lightness and hue and at most this chroma. */
function fromOklch({ lightness, chroma, hue }: Oklch): Rgb {
  for (let share = 1; share > 0; share -= 0.05) {
    const colour = mix(lightness, chroma * share * Math.cos(hue), chroma * share * Math.sin(hue));
    if (colour.every((value) => value > -0.0005 && value < 1.0005)) return clamp(colour);
  }
  return clamp(mix(lightness, 0, 0));
}

function mix(lightness: number, a: number, b: number): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channel = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
  return [
    channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Returns the nearest colour that `#rrggbb` can express. */
function clamp(colour: Rgb): Rgb {
  const channel = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255) / 255;
  return [channel(colour[0]), channel(colour[1]), channel(colour[2])];
}
