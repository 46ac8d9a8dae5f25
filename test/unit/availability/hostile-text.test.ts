import { expect, test } from "vitest";
import { classifyWhois } from "../../../workers/catalogue/availability/classify/classify-whois.ts";

const NAME = "maple-bakery.example";

/**
 * Returns the CPU time in milliseconds for classifying texts that repeat one piece. The function takes the lower of two
 * measurements because garbage collection can run at any time.
 */
function costOf(piece: string, texts: number, length: number): number {
  const text = piece.repeat(Math.floor(length / piece.length));
  const costs = [1, 2].map(() => {
    const started = process.cpuUsage();
    for (let count = 0; count < texts; count++)
      for (const end of ["", "x", "\n"]) classifyWhois({ text: `x${text}${end}`, name: NAME });
    return process.cpuUsage(started).user / 1_000;
  });
  return Math.min(...costs);
}

test.each([
  ...[" ", "a", "a.", "% ", ":", "a:\n", "=", "(", "\n", "the a ", "is in the ", "maximum ", "not found\n"],
  ...["no match for ", "Registrar:\n", "domain pending.\n", "ns1.a.example\n", "connection to "],
])("the cost of a hostile text of 64 KiB does not grow with the square of its length: %j", (piece) => {
  // A quadratic cost would be 64 times as high.
  expect(costOf(piece, 1, 65_536)).toBeLessThan(10 * costOf(piece, 64, 1_024) + 500);
});
