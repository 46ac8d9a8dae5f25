import { formatList } from "../../../../shared/pages/formats.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { type FieldTexts, fieldTexts } from "../texts/field-texts.ts";
import type { OpenApiSchema, SchemaType } from "./published-openapi.ts";

/** A parameter, or a field of a body or answer, with its nested fields. */
export interface DescribedField {
  name: string;
  /** The definition's description, in English. After the first line, each explained value has its own line. */
  meaning: string;
  types: SchemaType[];
  /** The types of an array's items. */
  itemTypes: SchemaType[];
  /** Whether the value may be `null`. */
  isNullable: boolean;
  /** The location of a parameter in the request; absent for a field of an answer. */
  in?: "path" | "query" | "header" | "body";
  isRequired: boolean;
  schema: OpenApiSchema;
  fields: DescribedField[];
}

export type Schemas = Record<string, OpenApiSchema>;

/** Returns the fields of an object schema with their nested fields, in the order of the definition. */
export function fieldsOf(schema: OpenApiSchema, schemas: Schemas, above: string[] = []): DescribedField[] {
  const { properties = {}, required = [] } = objectIn(schema, schemas);
  return Object.entries(properties).map(([name, member]) => ({
    ...fieldOf(name, member, schemas, above),
    isRequired: required.includes(name),
  }));
}

/** @param above enclosing references; they are not expanded again, because a recursive schema has no end */
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

/** Returns the facts of a field's schema, each in a few words: type, values, bounds and location in the request. */
export function factsOf(field: DescribedField, language: Language): string[] {
  const texts = fieldTexts[language];
  const { schema, isNullable, isRequired } = field;
  const facts = [typeWords(field, texts)];
  const values = schema.enum ?? schema.items?.enum;
  if (values) facts.push(texts.oneOf(formatList(values, language)));
  if (schema.maxItems !== undefined) facts.push(texts.items(schema.minItems ?? 0, schema.maxItems));
  if (schema.maxLength !== undefined) facts.push(texts.characters(schema.minLength ?? 0, schema.maxLength));
  if (schema.maximum !== undefined) facts.push(texts.range(schema.minimum ?? 0, schema.maximum));
  if (isNullable) facts.push(texts.orNull);
  if (field.in) facts.push(texts.places[field.in]);
  if (field.in && isRequired) facts.push(texts.required);
  if (schema.default !== undefined && !field.types.includes("object") && !Array.isArray(schema.default)) {
    facts.push(texts.default(String(schema.default)));
  }
  return facts;
}

function typeWords({ types, itemTypes, schema, in: place }: DescribedField, texts: FieldTexts): string {
  const [type = "object"] = types;
  if (type === "array") {
    const [item = "object"] = itemTypes;
    return place === "query" ? texts.separated : texts.listOf[item];
  }
  const format = schema.format === undefined ? undefined : texts.formats[schema.format];
  return format ?? texts.types[type];
}
