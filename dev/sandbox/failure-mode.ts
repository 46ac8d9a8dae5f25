import type { Socket } from "node:net";
import type { Writable } from "node:stream";
import type { Prefix } from "./names.ts";

/** The prefixes of domains with failing replies. Real servers fail in each of these ways. */
const FAILURES = ["slow", "hang", "drip", "flood", "truncated", "empty", "reset"] as const satisfies Prefix[];

/** The way in which the bytes of a reply are sent. */
export type FailureMode = "whole" | (typeof FAILURES)[number];

/** Returns the failure mode of domains with `prefix`. */
export function failureModeOf(prefix: Prefix | null): FailureMode {
  return FAILURES.find((failure) => failure === prefix) ?? "whole";
}

/** The delays and sizes of the failure modes. */
export interface Timing {
  /** Milliseconds of silence for a `slow-` domain before the connection is closed. */
  readonly silenceMs: number;
  /** Milliseconds between two bytes for a `drip-` domain. */
  readonly dripMs: number;
  /** Number of bytes that are sent for a `flood-` domain before the connection is closed. */
  readonly floodBytes: number;
}

/** The delays and sizes that the descriptions in `SANDBOX_NAMES` state. */
export const TIMING: Timing = { silenceMs: 20_000, dripMs: 1_000, floodBytes: 10_000_000 };

/** A web page that is sent instead of a registry's reply. */
export const HTML_PAGE = `<!DOCTYPE html>
<html lang="en">
<head><title>Domain not found</title></head>
<body><h1>404 Not Found</h1><p>No match. The domain you are looking for is available!</p></body>
</html>
`;

const FLOOD_PIECE = Buffer.alloc(65_536, "and so on, ");

/**
 * Sends a reply completely, or in its failure mode.
 * @param to a stream that writes into `socket`, or the socket itself
 */
export function sendBytes(to: Writable, socket: Socket, bytes: Buffer, failureMode: FailureMode, timing: Timing): void {
  const end = () => void socket.end();
  switch (failureMode) {
    case "whole":
      to.end(bytes);
      return;
    case "truncated":
      to.write(firstHalf(bytes), end);
      return;
    case "empty":
      end();
      return;
    case "reset":
      socket.resetAndDestroy();
      return;
    case "drip":
      drip(to, bytes, timing);
      return;
    case "flood":
      flood(to, bytes, timing, end);
      return;
    case "slow": {
      const timer = setTimeout(end, timing.silenceMs);
      socket.once("close", () => clearTimeout(timer));
      return;
    }
    case "hang":
      if (socket.readableEnded) end();
      else socket.once("end", end);
  }
}

/** Returns the first half of a reply, cut in the middle of a word. */
function firstHalf(answer: Buffer): Buffer {
  let end = Math.ceil(answer.length / 2);
  while (end > 1 && !(isLetter(answer[end - 1]) && isLetter(answer[end]))) end -= 1;
  return answer.subarray(0, end);
}

function isLetter(byte = 0): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

/** Writes `answer` byte by byte, then ends the stream. */
function drip(to: Writable, answer: Buffer, { dripMs }: Timing): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent === answer.length) to.end();
    else to.write(answer.subarray(sent, sent + 1));
    sent += 1;
  }, dripMs);
  to.once("close", () => clearInterval(timer));
}

/** Writes `answer` on one line and continues with filler, no faster than the client reads. Calls `close` at the end. */
function flood(to: Writable, answer: Buffer, { floodBytes }: Timing, close: () => void): void {
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
