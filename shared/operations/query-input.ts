import * as z from "zod";
import { invalidInput } from "../problems.ts";
import { printable } from "./input-errors.ts";

type MemberType = "string" | "integer" | "number" | "boolean" | "array";

/** Reads path values and query text as an operation's input. */
export type QueryReader = (query: URLSearchParams, path: Record<string, string>) => Record<string, unknown>;

/**
 * A reader for an input schema, by the types the schema publishes: lists are comma-separated, numbers and booleans are
 * converted where the text is one and left as text where it is not, so that the schema refuses them by name.
 * The conversion is here, not in the schema: a tool call never takes `"5"` for `5`.
 */
export function queryReader(input: z.ZodObject): QueryReader {
  const types = memberTypes(input);

  return (query, path) => {
    const values = new Map<string, unknown>(Object.entries(path));
    const repeated: string[] = [];
    for (const [name, text] of query) {
      if (values.has(name)) repeated.push(name);
      else values.set(name, convert(text, types.get(name)));
    }
    if (repeated.length > 0) throw repeatedParameters(repeated);
    return Object.fromEntries(values);
  };
}

function memberTypes(input: z.ZodObject): Map<string, MemberType | undefined> {
  const { properties = {} } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return new Map(
    Object.entries(properties).map(([name, schema]) => [
      name,
      typeof schema === "object" ? (schema.type as MemberType | undefined) : undefined,
    ]),
  );
}

function convert(text: string, type: MemberType | undefined): unknown {
  switch (type) {
    case "array":
      return text.split(",");
    case "integer":
    case "number":
      return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    default:
      return text;
  }
}

function repeatedParameters(names: string[]) {
  return invalidInput(
    "invalid_parameter",
    [...new Set(names)].map((name) => ({
      name: printable(name),
      message: { en: "appears more than once.", fr: "figure plus d’une fois." },
    })),
  );
}
