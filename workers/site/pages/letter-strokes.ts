/** A line between two points in the letter's box, which is 10 wide and 14 high. `y` points downwards. */
export type Segment = [x1: number, y1: number, x2: number, y2: number];

/** Letters and digits as strokes, in SVG path commands: `M`, `L` and `Q` with absolute points. */
const STROKES: Record<string, string> = {
  A: "M0 14L5 0L10 14M2 9L8 9",
  B: "M1 7L5 7Q8.8 7 8.8 3.5Q8.8 0 5 0L1 0L1 14L5.5 14Q9.5 14 9.5 10.4Q9.5 7 5.5 7",
  C: "M9.5 2.5Q7.8 0 5 0Q.5 0 .5 7Q.5 14 5 14Q7.8 14 9.5 11.5",
  D: "M1 0L1 14L4 14Q9.5 14 9.5 7Q9.5 0 4 0L1 0",
  E: "M9 0L1 0L1 14L9 14M1 7L8 7",
  F: "M9 0L1 0L1 14M1 7L8 7",
  G: "M9.5 2.5Q7.8 0 5 0Q.5 0 .5 7Q.5 14 5 14Q9.5 14 9.5 9.5L9.5 8L5.5 8",
  H: "M1 0L1 14M9 0L9 14M1 7L9 7",
  I: "M5 0L5 14",
  J: "M8 0L8 10Q8 14 4.5 14Q1.5 14 1 11",
  K: "M1 0L1 14M9 0L1 8.5M3.6 5.8L9.5 14",
  L: "M1 0L1 14L9 14",
  M: "M.5 14L.5 0L5 8L9.5 0L9.5 14",
  N: "M1 14L1 0L9 14L9 0",
  O: "M5 0Q9.8 0 9.8 7Q9.8 14 5 14Q.2 14 .2 7Q.2 0 5 0",
  P: "M1 14L1 0L5.5 0Q9.5 0 9.5 4Q9.5 8 5.5 8L1 8",
  Q: "M5 0Q9.8 0 9.8 7Q9.8 14 5 14Q.2 14 .2 7Q.2 0 5 0M6 10.5L9.8 14.5",
  R: "M1 14L1 0L5.5 0Q9.5 0 9.5 4Q9.5 8 5.5 8L1 8M5.2 8L9.5 14",
  S: "M9 2.4Q7.6 0 5 0Q1 0 1 3.5Q1 6.2 5 7Q9.3 7.9 9.3 10.6Q9.3 14 5 14Q2 14 .7 11.4",
  T: "M.3 0L9.7 0M5 0L5 14",
  U: "M1 0L1 9.5Q1 14 5 14Q9 14 9 9.5L9 0",
  V: "M0 0L5 14L10 0",
  W: "M-1 0L2 14L5 3L8 14L11 0",
  X: "M.5 0L9.5 14M9.5 0L.5 14",
  Y: "M0 0L5 7L10 0M5 7L5 14",
  Z: "M.7 0L9.3 0L.7 14L9.3 14",
  0: "M5 0Q9.4 0 9.4 7Q9.4 14 5 14Q.6 14 .6 7Q.6 0 5 0",
  1: "M2.5 3L5.5 0L5.5 14",
  2: "M1 3.6Q1.4 0 5 0Q9 0 9 3.6Q9 6.4 5.6 9.2L.8 14L9.4 14",
  3: "M1 0L9 0L5 5.6Q9.4 5.8 9.4 9.8Q9.4 14 4.8 14Q1.6 14 .6 11.4",
  4: "M7 14L7 0L.5 10L9.8 10",
  5: "M8.6 0L2 0L1.4 6.2Q3 5 5 5Q9.4 5 9.4 9.5Q9.4 14 4.8 14Q1.8 14 .6 11.6",
  6: "M8 0Q1 4 1 9.4Q1 14 5 14Q9.2 14 9.2 9.6Q9.2 5.6 5.2 5.6Q1.6 5.6 1 9",
  7: "M.8 0L9.4 0L4 14",
  8: "M5 6.6Q1.4 6.2 1.4 3.3Q1.4 0 5 0Q8.6 0 8.6 3.3Q8.6 6.2 5 6.6Q.6 7 .6 10.3Q.6 14 5 14Q9.4 14 9.4 10.3Q9.4 7 5 6.6",
  9: "M2 14Q9 10 9 4.6Q9 0 5 0Q.8 0 .8 4.4Q.8 8.4 4.8 8.4Q8.4 8.4 9 5",
};

/** The ring that is drawn for any other character. */
const RING = "M5 1Q11 1 11 7Q11 13 5 13Q-1 13 -1 7Q-1 1 5 1";

/** Number of lines that approximate a curve. */
const CURVE_STEPS = 10;

/**
 * Returns the strokes of a character without its accents, or a ring if it is neither a letter from A to Z nor a digit.
 */
export function strokesOf(sign: string): Segment[] {
  const plain = sign
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toUpperCase();
  const segments: Segment[] = [];
  let [x, y] = [0, 0];
  const lineTo = (toX: number, toY: number) => {
    segments.push([x, y, toX, toY]);
    [x, y] = [toX, toY];
  };
  for (const [, command, points = ""] of (STROKES[plain] ?? RING).matchAll(/([MLQ])([^MLQ]+)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = points.split(" ").map(Number);
    if (command === "M") [x, y] = [a, b];
    else if (command === "L") lineTo(a, b);
    else {
      const [fromX, fromY] = [x, y];
      for (let step = 1; step <= CURVE_STEPS; step++) {
        const t = step / CURVE_STEPS;
        const at = (from: number, by: number, to: number) => (1 - t) ** 2 * from + 2 * t * (1 - t) * by + t ** 2 * to;
        lineTo(at(fromX, a, c), at(fromY, b, d));
      }
    }
  }
  return segments;
}
