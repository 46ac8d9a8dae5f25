import type * as z from "zod";
import { inlineSchema, type JsonSchema } from "../definition/json-schema.ts";
import { type AnyOperation, isKeyed } from "../definition/operation.ts";
import { KEY_ARGUMENT } from "../pipeline/read-input.ts";

// The schemas of tools in `tools/list`. A model pays for the whole list in each conversation, so these schemas are
// smaller than the operations' own. OpenAPI publishes the full schemas, and each operation's tests check them.

interface ObjectSchema extends JsonSchema {
  properties: Record<string, JsonSchema>;
  required?: string[];
}

/**
 * Returns the schema of a tool's arguments: the operation's input and, if needed, the idempotency key. `required` is
 * always present. If the tool has a preview, it lists only the fields that the preview also needs. Text lengths are
 * omitted, because a refusal names a text that is too long.
 */
export function toolInputSchema<Context>(operation: AnyOperation<Context>): JsonSchema {
  const schema = withoutLengths(inlineSchema(operation.input)) as ObjectSchema;
  const { properties, required = [] } = schema;
  if (!isKeyed(operation)) return { ...schema, required };
  const without = operation.previewOperation?.without;
  const description = without === undefined ? KEY_DESCRIPTION : `${KEY_DESCRIPTION} Needed with \`${without}\` only.`;
  return {
    ...schema,
    properties: { ...properties, [KEY_ARGUMENT]: { type: "string", description } },
    required: without === undefined ? [...required, KEY_ARGUMENT] : required.filter((name) => name !== without),
  };
}

const KEY_DESCRIPTION =
  "One value for each thing the customer wants, such as a UUID. If a call fails or returns nothing, send the same value with the same arguments. The action never runs twice. A new value would be a second order.";

function withoutLengths(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLengths);
  if (typeof value !== "object" || value === null) return value;
  const { minLength: _, maxLength: __, propertyNames: ___, ...schema } = value as JsonSchema;
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, withoutLengths(part)]));
}

/**
 * Returns the outline of an answer: all keys at any depth, and the types of the first level. The outline is an object
 * schema without unions, so a nullable field has a list of types with `null` in it.
 */
export function toolOutputSchema(output: z.ZodType): JsonSchema {
  const { properties, required } = inlineSchema(output) as ObjectSchema;
  const typed = Object.entries(properties).map(([name, schema]) => [name, { type: typeOf(schema), ...keysIn(schema) }]);
  return { type: "object", properties: Object.fromEntries(typed), required };
}

/** Returns one type, such as `string`, or a list of types, such as `["string", "null"]`. */
function typeOf(schema: JsonSchema): unknown {
  const { type, anyOf } = schema as { type?: string; anyOf?: JsonSchema[] };
  return anyOf ? anyOf.map(({ type }) => type) : type;
}

/**
 * Returns a schema that has only the keys of an object or of a list's objects. Returns an empty schema for other
 * values.
 */
function keysIn(schema: JsonSchema): JsonSchema {
  const { anyOf, items, properties } = schema as { anyOf?: JsonSchema[]; items?: JsonSchema } & Partial<ObjectSchema>;
  const [value] = anyOf ?? [];
  if (value) return keysIn(value);
  if (properties) {
    return {
      properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, keysIn(member)])),
    };
  }
  const item = items && keysIn(items);
  return item && Object.keys(item).length > 0 ? { items: item } : {};
}
