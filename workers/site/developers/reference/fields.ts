import type { OpenApiSchema, SchemaType } from "./published-openapi.ts";

/** A parameter, or a member of a body or an answer, with everything below it. */
export interface DescribedField {
  name: string;
  /** In English, as the definition says it; values that are explained one by one have a line each after the first. */
  meaning: string;
  types: SchemaType[];
  /** The item's types of a list. */
  itemTypes: SchemaType[];
  /** With `null` it can be absent of value. */
  isNullable: boolean;
  /** Where a request has it. */
  in?: "path" | "query" | "header" | "body";
  isRequired: boolean;
  schema: OpenApiSchema;
  fields: DescribedField[];
}

export type Schemas = Record<string, OpenApiSchema>;

/** The members of an object schema, nested, in the order of the definition. */
export function fieldsOf(schema: OpenApiSchema, schemas: Schemas, above: string[] = []): DescribedField[] {
  const { properties = {}, required = [] } = objectIn(schema, schemas);
  return Object.entries(properties).map(([name, member]) => ({
    ...fieldOf(name, member, schemas, above),
    isRequired: required.includes(name),
  }));
}

/** @param above the references that it is in, so that a schema inside itself ends */
export function fieldOf(name: string, schema: OpenApiSchema, schemas: Schemas, above: string[] = []): DescribedField {
  const parts = (schema.anyOf ?? [schema]).map((part) => resolved(part, schemas));
  const types = parts.flatMap(typesOf);
  const [main = schema] = parts.filter((part) => !typesOf(part).every((type) => type === "null"));
  const inside = main.items ? resolved(main.items, schemas) : main;
  const references = [schema, ...(schema.anyOf ?? []), ...(main.items ? [main.items] : [])].flatMap(
    ({ $ref }) => $ref ?? [],
  );
  const isRecursive = references.some((reference) => above.includes(reference));
  return {
    name,
    meaning: schema.description ?? main.description ?? inside.description ?? "",
    types: types.filter((type) => type !== "null"),
    itemTypes: main.items ? typesOf(inside) : [],
    isNullable: types.includes("null"),
    isRequired: false,
    schema: main,
    fields: isRecursive ? [] : fieldsOf(inside, schemas, [...above, ...references]),
  };
}

function objectIn(schema: OpenApiSchema, schemas: Schemas): OpenApiSchema {
  const whole = resolved(schema, schemas);
  return whole.anyOf?.map((part) => resolved(part, schemas)).find(({ properties }) => properties) ?? whole;
}

function resolved(schema: OpenApiSchema, schemas: Schemas): OpenApiSchema {
  const { $ref, ...own } = schema;
  if ($ref === undefined) return schema;
  return { ...schemas[$ref.slice("#/components/schemas/".length)], ...own };
}

function typesOf({ type }: OpenApiSchema): SchemaType[] {
  if (type === undefined) return [];
  return Array.isArray(type) ? type : [type];
}
