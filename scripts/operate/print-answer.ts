import * as z from "zod";
import type { ConsoleReply } from "./ask-console.ts";

const CELL = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const ANSWER = z.object({
  tables: z.record(z.string(), z.array(z.record(z.string(), CELL))),
  notes: z.array(z.string()),
});
const RESULT = z.object({ done: z.boolean(), text: z.string(), confirm: z.string().optional() });
const PROBLEM = z.object({ detail: z.string(), request_id: z.string() });

/** What is said of a reply, and whether it is what was asked for. */
export interface Said {
  text: string;
  isGood: boolean;
}

/** A reply of the console as text for a terminal. */
export function textOf(reply: ConsoleReply): Said {
  const { text, isGood } = saidIn(reply);
  return { text: shownText(text), isGood };
}

function saidIn({ status, body }: ConsoleReply): Said {
  const answer = ANSWER.safeParse(body);
  if (answer.success) return { text: tablesAsText(answer.data), isGood: true };
  const result = RESULT.safeParse(body);
  if (result.success) return saidOf(result.data);
  const problem = PROBLEM.safeParse(body);
  if (problem.success) return { text: `${problem.data.detail} (request ${problem.data.request_id})`, isGood: false };
  return {
    text: `The console did not answer as one does (HTTP ${status}): is OPERATOR_ORIGIN its address, and the service token one of its Access application?`,
    isGood: false,
  };
}

function saidOf({ done, text, confirm }: z.infer<typeof RESULT>): Said {
  if (confirm === undefined) return { text, isGood: done };
  return { text: `${text}\nNothing is done yet. To do it, say the same with --confirm ${confirm}`, isGood: false };
}

function tablesAsText({ tables, notes }: z.infer<typeof ANSWER>): string {
  const named = Object.entries(tables).filter(([, rows]) => rows.length > 0 || notes.length === 0);
  const parts = named.map(([name, rows]) => {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const title = name.toUpperCase();
    if (rows.length === 0) return `${title}\nNone.`;
    const cells = rows.map((row) => columns.map((column) => cellText(row[column])));
    return `${title}\n${plainTable([columns, ...cells])}`;
  });
  return [...parts, ...notes].join("\n\n");
}

function cellText(value: z.infer<typeof CELL> | undefined): string {
  if (value === null || value === undefined || value === "") return "-";
  return shownText(String(value), /[\p{Cc}\p{Bidi_Control}]/gu);
}

/** Control characters of a terminal, and what turns the direction of writing, are no part of a value. */
function shownText(text: string, hidden = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu): string {
  return text.replace(hidden, "�");
}

/** Rows as plain text: columns as wide as their longest cell, with two spaces between. */
function plainTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}
