import * as z from "zod";

export interface JsonSchema {
  [key: string]: unknown;
}

/** An operation's published schema, and the named schemas that it refers to. */
export interface PublishedSchema {
  schema: JsonSchema;
  /** The named schemas, by the `id` in their metadata. References to them have the form `#/components/schemas/<id>`. */
  named: Record<string, JsonSchema>;
}

/**
 * Returns the JSON Schema (draft 2020-12) of an input or output. Outputs are also converted with `io: "input"`, because
 * zod's `output` mode would forbid the keys that a later version adds.
 */
export function publishedSchema(schema: z.ZodType): PublishedSchema {
  const converted = z.toJSONSchema(schema, {
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      dropNoise(jsonSchema);
      // Zod omits the examples of a transformed schema because it treats them as outputs. Here, examples are inputs.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (Array.isArray(examples)) jsonSchema.examples = examples;
    },
  }) as JsonSchema;
  const { $schema: _, $defs = {}, ...rest } = converted as { $schema?: string; $defs?: Record<string, JsonSchema> };
  return {
    schema: withReferences(rest) as JsonSchema,
    named: Object.fromEntries(
      Object.entries($defs).map(([id, { id: _id, ...definition }]) => [id, withReferences(definition) as JsonSchema]),
    ),
  };
}

/**
 * Returns the schema with each reference replaced by the schema that it names, because some MCP hosts do not follow
 * references.
 */
export function inlineSchema(schema: z.ZodType): JsonSchema {
  const published = publishedSchema(schema);
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== "object" || value === null) return value;
    const reference = (value as JsonSchema).$ref;
    if (typeof reference === "string") return inline(published.named[reference.slice(PREFIX.length)]);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part)]));
  };
  return inline(published.schema) as JsonSchema;
}

const PREFIX = "#/components/schemas/";

function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) =>
      key === "$ref" && typeof part === "string"
        ? [key, part.replace("#/$defs/", PREFIX)]
        : [key, withReferences(part)],
    ),
  );
}

/** Removes keywords that only cost a model tokens: a pattern next to a format, and the bounds of a safe integer. */
function dropNoise(schema: JsonSchema): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}
