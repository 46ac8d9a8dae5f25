import { formatList } from "../../../../shared/pages/formats.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import type { FieldTexts } from "../texts/field-texts.ts";
import type { DescribedField } from "./fields.ts";

/** What a field's schema says of it, in a few words each: its type, its values, its bounds, where it goes. */
export function factsOf(field: DescribedField, texts: FieldTexts, language: Language): string[] {
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
