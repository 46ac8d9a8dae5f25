import type { Writable } from "node:stream";
import type { Prefix } from "./names.ts";

/** How an answer's bytes travel: whole, or in one of the ways in which servers fail. */
export type FailureMode = "whole" | "slow" | "hang" | "drip" | "flood" | "truncated" | "empty" | "reset";

const MANNERS: Partial<Record<Prefix, FailureMode>> = {
  slow: "slow",
  hang: "hang",
  drip: "drip",
  flood: "flood",
  truncated: "truncated",
  empty: "empty",
  reset: "reset",
};

/** The failure mode of names with `prefix`. */
export function failureModeOf(prefix: Prefix | null): FailureMode {
  return (prefix && MANNERS[prefix]) ?? "whole";
}

/** How slow and how much the failing manners are. */
export interface Timing {
  /** How long a `slow-` name is silent before the connection is closed, in milliseconds. */
  readonly silenceMs: number;
  /** The time between two bytes of a `drip-` name, in milliseconds. */
  readonly dripMs: number;
  /** How much a `flood-` name sends before the connection is closed. */
  readonly floodBytes: number;
}

/** What the table of names says. */
export const TIMING: Timing = { silenceMs: 20_000, dripMs: 1_000, floodBytes: 10_000_000 };

/** What a web server gives where a registry was expected. */
export const HTML_PAGE = `<!DOCTYPE html>
<html lang="en">
<head><title>Domain not found</title></head>
<body><h1>404 Not Found</h1><p>No match. The domain you are looking for is available!</p></body>
</html>
`;

const FLOOD_PIECE = Buffer.alloc(65_536, "and so on, ");

/** An answer cut in its middle and in the middle of a word. */
export function firstHalf(answer: Buffer): Buffer {
  let end = Math.ceil(answer.length / 2);
  while (end > 1 && !(isLetter(answer[end - 1]) && isLetter(answer[end]))) end -= 1;
  return answer.subarray(0, end);
}

function isLetter(byte = 0): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

/** Writes `answer` byte by byte, then ends. */
export function drip(to: Writable, answer: Buffer, { dripMs }: Timing): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent === answer.length) to.end();
    else to.write(answer.subarray(sent, sent + 1));
    sent += 1;
  }, dripMs);
  to.once("close", () => clearInterval(timer));
}

/** Writes `answer` on one line and goes on, no faster than it is read, then calls `close`. */
export function flood(to: Writable, answer: Buffer, { floodBytes }: Timing, close: () => void): void {
  let left = floodBytes;
  const goOn = () => {
    while (left > 0 && !to.destroyed) {
      const piece = FLOOD_PIECE.subarray(0, left);
      left -= piece.length;
      if (!to.write(piece)) {
        to.once("drain", goOn);
        return;
      }
    }
    if (!to.destroyed) close();
  };
  to.write(answer.map((byte) => (byte < 0x20 ? 0x20 : byte)));
  goOn();
}
