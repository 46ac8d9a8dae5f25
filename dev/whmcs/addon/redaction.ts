import { isJsonObject } from "../../../shared/platform/json.ts";
import { HIDDEN } from "./addon-lists.ts";

const OF_ERROR = ["result", "message", "warning", "error"];

/** An answer of an action as the addon gives it. */
export function redacted(answer: Record<string, unknown>): Record<string, unknown> {
  if (answer.result === "success") return without(answer) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => OF_ERROR.includes(name)));
}

/** The rows of an answer with some members alone: a row is what has an `id`. */
export function rowsWith(answer: Record<string, unknown>, members: readonly string[]): Record<string, unknown> {
  const told = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(told);
    if (!isJsonObject(value)) return value;
    if (!Object.hasOwn(value, "id") || typeof value.id === "object") return rowsWith(value, members);
    return Object.fromEntries(Object.entries(value).filter(([name]) => members.includes(name)));
  };
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, told(value)]));
}

function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !HIDDEN.includes(name.toLowerCase()));
  return Object.fromEntries(kept.map(([name, member]) => [name, without(member)]));
}
