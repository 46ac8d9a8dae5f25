import * as z from "zod";
import { cellWords, columnLabel, filledColumns, tableHeading } from "../../workers/operator/commands/words.ts";
import type { ConsoleReply } from "./ask-console.ts";

const CELL = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const ANSWER = z.object({
  tables: z.record(z.string(), z.array(z.record(z.string(), CELL))),
  notes: z.array(z.string()),
});
const RESULT = z.object({ done: z.boolean(), text: z.string(), confirm: z.string().optional() });
const PROBLEM = z.object({ detail: z.string(), request_id: z.string() });

/** The text for a reply of the console, and whether the command succeeded. */
export interface Said {
  text: string;
  isGood: boolean;
}

/**
 * Formats a reply of the console for a terminal.
 * @param now epoch milliseconds
 */
export function textOf(reply: ConsoleReply, now: number): Said {
  const { text, isGood } = saidIn(reply, now);
  return { text: shownText(text), isGood };
}

/** Returns what an act would do and the code that confirms it; `null` for any other reply. */
export function confirmationIn({ body }: ConsoleReply): { text: string; confirm: string } | null {
  const { data } = RESULT.safeParse(body);
  return data?.confirm === undefined ? null : { text: shownText(data.text), confirm: data.confirm };
}

function saidIn({ status, body }: ConsoleReply, now: number): Said {
  const answer = ANSWER.safeParse(body);
  if (answer.success) return { text: tablesAsText(answer.data, now), isGood: true };
  const result = RESULT.safeParse(body);
  if (result.success) return saidOf(result.data);
  const problem = PROBLEM.safeParse(body);
  if (problem.success) return { text: `${problem.data.detail} (request ${problem.data.request_id})`, isGood: false };
  return {
    text: `The answer is not from an operator console (HTTP ${status}). Check OPERATOR_ORIGIN, and that the service token belongs to its Access application.`,
    isGood: false,
  };
}

function saidOf({ done, text, confirm }: z.infer<typeof RESULT>): Said {
  if (confirm === undefined) return { text, isGood: done };
  return {
    text: `${text}\nNothing was done yet. To do it, repeat the command within 15 minutes with --confirm ${confirm}`,
    isGood: false,
  };
}

function tablesAsText({ tables, notes }: z.infer<typeof ANSWER>, now: number): string {
  const named = Object.entries(tables).filter(([, rows]) => rows.length > 0 || notes.length === 0);
  const parts = named.map(([name, rows]) => {
    const columns = filledColumns(rows);
    const title = tableHeading(name).toUpperCase();
    if (rows.length === 0) return `${title}\nNone.`;
    const cells = rows.map((row) =>
      columns.map((column) => shownText(cellWords(column, row[column], now), /[\p{Cc}\p{Bidi_Control}]/gu)),
    );
    return `${title}\n${plainTable([columns.map(columnLabel), ...cells])}`;
  });
  return [...parts, ...notes].join("\n\n");
}

/** Replaces control characters and text direction marks, so that a value cannot manipulate the terminal. */
function shownText(text: string, hidden = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu): string {
  return text.replace(hidden, "�");
}

/** Formats rows as plain text. Each column is as wide as its longest cell, with two spaces between columns. */
function plainTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}
