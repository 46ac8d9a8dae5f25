import * as z from "zod";
import { printable } from "../../platform/json.ts";
import { invalidInput } from "../definition/problems.ts";

type MemberType = "string" | "integer" | "number" | "boolean" | "array";

/** Reads path and query of a URL as members of an operation's input. */
export interface UrlReader {
  path(values: Record<string, string>): Record<string, unknown>;
  /** @throws {OperationError} `invalid_parameter` for a parameter that is no list and appears twice, or is in the path too */
  query(query: URLSearchParams, path: Record<string, unknown>): Record<string, unknown>;
}

/**
 * The reader for an input schema, by its published types. Lists are comma-separated; a repeated list parameter is read alike, since some
 * OpenAPI clients ignore `explode: false`. Text that is a number or a boolean is converted, any other is left as text, which the schema
 * refuses by name. The schema itself converts nothing, so that a tool call never takes `"5"` for `5`.
 */
export function urlReader(input: z.ZodObject): UrlReader {
  const types = memberTypes(input);
  return {
    path: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, text]) => {
          const value = convert(text, types.get(name));
          // One resource has one URL: `007` is not 7.
          return [name, String(value) === text ? value : text];
        }),
      ),
    query(query, path) {
      const values = new Map<string, unknown>();
      const repeated: string[] = [];
      for (const [name, text] of query) {
        const value = convert(text, types.get(name));
        const former = values.get(name);
        if (former === undefined && !Object.hasOwn(path, name)) values.set(name, value);
        else if (Array.isArray(former) && Array.isArray(value)) former.push(...value);
        else repeated.push(name);
      }
      if (repeated.length > 0) {
        const names = [...new Set(repeated)].map(printable);
        throw invalidInput(
          "invalid_parameter",
          names.map((name) => ({ name, message: REPEATED })),
        );
      }
      return Object.fromEntries(values);
    },
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
      // One number has one spelling: `01` is not 1.
      return /^(?:0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
    case "number":
      return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    default:
      return text;
  }
}

const REPEATED = { en: "appears more than once.", fr: "figure plus d’une fois." };
