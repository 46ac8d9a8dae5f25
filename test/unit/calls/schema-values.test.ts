import fc from "fast-check";
import { expect, test } from "vitest";
import { type Schema, SchemaChecks } from "../../system/calls/json-schema.ts";
import { borderValues, validValues } from "../../system/calls/schema-values.ts";

const SCHEMA: Schema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 3, maxLength: 20 },
    years: { type: "integer", minimum: 1, maximum: 10 },
    price: { type: "number", minimum: 0, maximum: 10_000_000 },
    kind: { type: "string", enum: ["one", "other"] },
    hosts: { type: "array", items: { type: "string", minLength: 1 }, minItems: 2, maxItems: 13 },
    records: {
      type: "array",
      items: { type: "object", properties: { ttl: { type: "integer", minimum: 0 } }, required: ["ttl"] },
    },
    fields: {
      type: "object",
      propertyNames: { type: "string", maxLength: 100 },
      additionalProperties: { type: "string" },
    },
  },
  required: ["name", "hosts"],
};

test("generated values match their schema and sometimes use a known value", () => {
  const check = new SchemaChecks("schema").of(SCHEMA);
  let known = 0;
  fc.assert(
    fc.property(
      validValues(SCHEMA, (name) => (name === "name" ? ["a known one"] : [])),
      (value) => {
        expect(check(value)).toEqual([]);
        if ((value as { name: string }).name === "a known one") known++;
      },
    ),
  );
  expect(known).toBeGreaterThan(50);
});

test("generated values at a limit lie on both sides of it", () => {
  const schema = { type: "integer", minimum: 1, maximum: 10 };
  const check = new SchemaChecks("schema").of(schema);
  const fits = borderValues(schema).map((value) => check(value).length === 0);
  expect(fits).toEqual([false, true, true, true, true, false]);
});

test("an unknown keyword in a schema is an error", () => {
  expect(() => validValues({ type: "string", contentEncoding: "base64" }, () => [])).toThrow("contentEncoding");
});

test("objects in a closed document accept only their declared fields", () => {
  const named = { Name: { type: "object", properties: { name: { type: "string" } } } };
  const value = { one: { name: "a", more: 1 } };
  const schema = { type: "object", properties: { one: { $ref: "#/components/schemas/Name" } } };
  expect(new SchemaChecks("open", named).of(schema)(value)).toEqual([]);
  expect(new SchemaChecks("closed", named, true).of(schema)(value)).toHaveLength(1);
});
