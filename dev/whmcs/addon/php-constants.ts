import { readFileSync } from "node:fs";
import { Engine } from "php-parser";
import { isJsonObject } from "../../../shared/platform/json.ts";

export type PhpValue = string | number | null | PhpValue[] | { [key: string]: PhpValue };

/** The constants of a class whose values are texts, whole numbers, null, lists and maps of them, or other constants of it. */
export function phpConstants(file: string): Map<string, PhpValue> {
  const tree = new Engine({ parser: { version: "7.4" } }).parseCode(readFileSync(file, "utf8"), file);
  const written = new Map(constantsIn(tree).map(({ name, value }) => [nameOf(name), value]));
  const read = (value: unknown): PhpValue | undefined => {
    if (!isJsonObject(value)) return undefined;
    switch (value.kind) {
      case "string":
        return String(value.value);
      case "number":
        return Number(value.value);
      case "nullkeyword":
        return null;
      case "staticlookup":
        return read(written.get(nameOf(value.offset)));
      case "array":
        return arrayOf(value.items, read);
      default:
        return undefined;
    }
  };
  const constants = [...written].map(([name, value]) => [name, read(value)] as const);
  return new Map(constants.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function arrayOf(items: unknown, read: (value: unknown) => PhpValue | undefined): PhpValue {
  const entries = Array.isArray(items) ? items.filter(isJsonObject) : [];
  const values = entries.map(({ key, value }) => [read(key), read(value) ?? null] as const);
  if (values.every(([key]) => key === undefined)) return values.map(([, value]) => value);
  return Object.fromEntries(values.map(([key, value]) => [String(key), value]));
}

function constantsIn(value: unknown): { name: unknown; value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap(constantsIn);
  if (!isJsonObject(value)) return [];
  const own = value.kind === "constant" ? [{ name: value.name, value: value.value }] : [];
  return [...own, ...Object.values(value).flatMap(constantsIn)];
}

function nameOf(node: unknown): string {
  return isJsonObject(node) ? String(node.name) : "";
}
