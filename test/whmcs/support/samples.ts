import { readdirSync, readFileSync } from "node:fs";
import { isJsonObject } from "../../../shared/platform/json.ts";

const FOLDER = new URL("../samples/", import.meta.url);

export const SAMPLE_NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -".json".length));

export function sampleText(name: string): string {
  return readFileSync(new URL(`${name}.json`, FOLDER), "utf8");
}

export function sample(name: string): Record<string, unknown> {
  return JSON.parse(sampleText(name));
}

/** The class of a field's value. A number may be text. An empty value may belong to any class. */
export type MemberClass = "empty" | "number" | "date" | "text" | "yes or no" | "list" | "object";

/** Returns the class and the JSON type of each field of a response, by path. A list item has the path `[]`. */
export function shapeOf(given: unknown, path = "", shape = new Map<string, { is: MemberClass; json: string }>()) {
  const value = isNumbered(given) ? Object.values(given) : given;
  const seen = shape.get(path);
  const found = { is: classOf(value), json: Array.isArray(value) ? "array" : value === null ? "null" : typeof value };
  if (!seen || seen.is === "empty") shape.set(path, found);
  if (Array.isArray(value)) for (const item of value) shapeOf(item, `${path}[]`, shape);
  else if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) shapeOf(item, `${path}.${key}`, shape);
  return shape;
}

/** Returns whether an object is a list whose keys are numbers. */
function isNumbered(value: unknown): value is Record<string, unknown> {
  if (!isJsonObject(value)) return false;
  const rows = Object.entries(value);
  return rows.length > 0 && rows.every(([key, row]) => /^\d+$/.test(key) && isJsonObject(row));
}

function classOf(value: unknown): MemberClass {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "empty";
  if (Array.isArray(value)) return "list";
  if (typeof value === "boolean") return "yes or no";
  if (typeof value === "object") return Object.keys(value).length === 0 ? "empty" : "object";
  if (/^-?\d+(?:\.\d+)?$/.test(String(value))) return "number";
  return /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}:\d{2}Z?)?$/.test(String(value)) ? "date" : "text";
}
