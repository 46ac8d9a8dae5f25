import fc from "fast-check";
import { hostileTexts, hostileValues } from "./hostile-values.ts";
import type { Schema } from "./json-schema.ts";

/** Returns the known values for a member name, such as the caller's own ids. */
export type KnownValues = (name: string) => readonly unknown[];

const KNOWN_KEYWORDS = new Set([
  ...["type", "enum", "default", "description", "properties", "required", "additionalProperties", "propertyNames"],
  ...["items", "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum", "format", "pattern", "examples"],
]);
/** The maximum length of texts if the schema has no limit. */
const MAX_LENGTH = 300;
const MAX_ITEMS = 14;
/** How many times more often a known value is used than another value that fits the schema. */
const KNOWN_TO_OTHER = 12;

/**
 * Generates values that a schema accepts. Usually generates known values if the member has any.
 * @throws {Error} if the schema has a keyword that this file does not know
 */
export function validValues(schema: Schema, known: KnownValues, name = ""): fc.Arbitrary<unknown> {
  const unknown = Object.keys(schema).filter((keyword) => !KNOWN_KEYWORDS.has(keyword));
  if (unknown.length > 0) throw new Error(`values for ${name}: not made by ${unknown.join(", ")}`);
  const fitting = fittingValues(schema, known, name);
  if (schema.type === "object" || schema.type === "array" || schema.enum) return fitting;
  // Reads the known values each time, because a campaign adds to them.
  const choice = fc.nat().map((at) => {
    const values = known(name);
    return values.length === 0 ? undefined : { value: values[at % values.length] };
  });
  return fc.oneof(
    { weight: KNOWN_TO_OTHER, arbitrary: fc.tuple(choice, fitting).map(([one, other]) => (one ? one.value : other)) },
    { weight: 1, arbitrary: fitting },
  );
}

function fittingValues(schema: Schema, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "boolean":
      return fc.boolean();
    case "integer":
      return integers(schema.minimum ?? -(2 ** 31), schema.maximum ?? 2 ** 31);
    case "number": {
      const { minimum = -1e6, maximum = 1e6 } = schema;
      return fc.oneof(
        integers(Math.ceil(minimum), Math.min(Math.floor(maximum), 500)),
        fc.integer({ min: Math.ceil(minimum * 100), max: 50_000 }).map((cents) => cents / 100),
        fc.constantFrom(minimum, maximum),
      );
    }
    case "string":
      return texts(schema.minLength ?? 0, schema.maxLength);
    case "array": {
      const { minItems = 0, maxItems = MAX_ITEMS, items = {} } = schema;
      const length = fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: minItems, max: Math.min(maxItems, minItems + 2) }) },
        { weight: 1, arbitrary: fc.constant(Math.min(maxItems, MAX_ITEMS)) },
      );
      return length.chain((count) => fc.array(validValues(items, known, name), { minLength: count, maxLength: count }));
    }
    case "object":
      return objects(schema, known, name);
    default:
      throw new Error(`values for ${name}: not made for the type ${String(schema.type)}`);
  }
}

/** Generates integers of a range: often small ones, sometimes the limits. */
function integers(min: number, max: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min, max: Math.min(max, Math.max(min, 0) + 5) }) },
    { weight: 1, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
  );
}

function texts(min: number, max = MAX_LENGTH): fc.Arbitrary<string> {
  const fits = (text: string) => [...text].length >= min && [...text].length <= max;
  return fc.oneof(
    { weight: 3, arbitrary: fc.stringMatching(/^[a-z0-9-]{1,12}$/).filter(fits) },
    { weight: 1, arbitrary: hostileTexts.map((text) => (fits(text) ? text : "x".repeat(Math.max(min, 1)))) },
    { weight: 1, arbitrary: fc.constantFrom("x".repeat(min), "x".repeat(max)) },
  );
}

function objects(schema: Schema, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const members = fc.record(
    Object.fromEntries(Object.entries(properties).map(([own, part]) => [own, validValues(part, known, own)])),
    { requiredKeys: required },
  );
  if (typeof additionalProperties !== "object") return members;
  const names = texts(1, propertyNames?.maxLength);
  const entry = fc.tuple(names, validValues(additionalProperties, known));
  // For an object with arbitrary members, the known values are whole objects.
  const choice = fc.nat().map((at) => known(name)[at % Math.max(1, known(name).length)]);
  return fc.oneof(
    { weight: 6, arbitrary: choice.map((value) => value ?? {}) },
    { weight: 1, arbitrary: fc.array(entry, { maxLength: 3 }).map((entries) => Object.fromEntries(entries)) },
    { weight: 1, arbitrary: members },
  );
}

/** Generates values that the schema may refuse: values at a limit, of another type, or hostile ones. */
export function otherValues(schema: Schema): fc.Arbitrary<unknown> {
  const borders = borderValues(schema);
  if (borders.length === 0) return hostileValues;
  return fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...borders) }, { weight: 3, arbitrary: hostileValues });
}

/** Returns values at each limit of a schema, just below it and just above it, and misspelled `enum` texts. */
export function borderValues(schema: Schema): unknown[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, items } = schema;
  const item = items?.type === "string" ? "x".repeat(items.minLength ?? 1) : { a: 1 };
  const list = (length: number) => Array.from({ length: Math.max(0, length) }, () => item);
  return [
    ...around(minimum).concat(around(maximum)),
    ...[...around(minLength), ...around(maxLength)].flatMap((length) =>
      length < 0 ? [] : ["x".repeat(length), "😀".repeat(Math.ceil(length / 2))],
    ),
    ...[...around(minItems), ...around(maxItems)].map(list),
    ...(schema.enum ?? []).flatMap((value) => (typeof value === "string" ? [value.toUpperCase(), `${value} `] : [])),
  ];
}

function around(limit: number | undefined): number[] {
  return limit === undefined ? [] : [limit - 1, limit, limit + 1];
}

/** Returns the value that a seed generates. All values of a range are equally likely. */
export function madeBy<Value>(seed: number, arbitrary: fc.Arbitrary<Value>): Value {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1, unbiased: true });
  return value as Value;
}
