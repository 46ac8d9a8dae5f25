import type { Text } from "../../shared/platform/language.ts";
import { partsOf } from "./shop-settings.ts";

export interface StatusSettings {
  /** The notes on the status page, one per line: from | to | English | French. The times are RFC 3339 timestamps. */
  STATUS_NOTES: string;
}

/** A note that the status page shows until its end. */
export interface StatusNote {
  from: string;
  to: string;
  text: Text;
}

/**
 * Parses the provider's status notes.
 * @throws {Error} with the number of an invalid line
 */
export function statusNotesFrom({ STATUS_NOTES }: StatusSettings): StatusNote[] {
  const lines = STATUS_NOTES.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line, at) => {
    const [from = "", to = "", en, fr, ...more] = partsOf(line);
    if (!en || !fr || more.length > 0 || !(Date.parse(from) < Date.parse(to))) {
      throw new Error(
        `STATUS_NOTES, line ${at + 1}, is not: from | to | English | French, with the start before the end.`,
      );
    }
    return { from, to, text: { en, fr } };
  });
}
