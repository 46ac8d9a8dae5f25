import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { SchemaType } from "../reference/published-openapi.ts";

export const fieldTexts = byLanguage({
  types: {
    string: { en: "string", fr: "chaîne" },
    integer: { en: "integer", fr: "entier" },
    number: { en: "number", fr: "nombre" },
    boolean: { en: "boolean", fr: "booléen" },
    array: { en: "array", fr: "tableau" },
    object: { en: "object", fr: "objet" },
    null: { en: "null", fr: "null" },
  } satisfies Record<SchemaType, Text>,
  listOf: {
    string: { en: "array of strings", fr: "tableau de chaînes" },
    integer: { en: "array of integers", fr: "tableau d’entiers" },
    number: { en: "array of numbers", fr: "tableau de nombres" },
    boolean: { en: "array of booleans", fr: "tableau de booléens" },
    array: { en: "array of arrays", fr: "tableau de tableaux" },
    object: { en: "array of objects", fr: "tableau d’objets" },
    null: { en: "array", fr: "tableau" },
  } satisfies Record<SchemaType, Text>,
  /** The type of an array in a query string. */
  separated: { en: "comma-separated values", fr: "valeurs séparées par des virgules" },
  formats: {
    uri: { en: "URL", fr: "URL" },
    date: { en: "date, such as 2027-01-31", fr: "date, par exemple 2027-01-31" },
    "date-time": { en: "date and time in UTC (RFC 3339)", fr: "date et heure en UTC (RFC 3339)" },
  } as Record<string, Text>,
  orNull: { en: "or null", fr: "ou null" },
  places: {
    path: { en: "in the path", fr: "dans le chemin" },
    query: { en: "in the query", fr: "dans la chaîne de requête" },
    header: { en: "header", fr: "en-tête" },
    body: { en: "in the body", fr: "dans le corps" },
  },
  required: { en: "required", fr: "obligatoire" },
  default: (value: string) => ({ en: `default ${value}`, fr: `par défaut ${value}` }),
  oneOf: (values: string) => ({ en: `one of ${values}`, fr: `valeurs possibles : ${values}` }),
  characters: (min: number, max: number) => ({
    en: min > 1 ? `${min} to ${max} characters` : `at most ${max} characters`,
    fr: min > 1 ? `de ${min} à ${max} caractères` : `${max} caractères au plus`,
  }),
  items: (min: number, max: number) => ({
    en: min > 1 ? `${min} to ${max} values` : `at most ${max} values`,
    fr: min > 1 ? `de ${min} à ${max} valeurs` : `${max} valeurs au plus`,
  }),
  range: (min: number, max: number) => ({ en: `${min} to ${max}`, fr: `de ${min} à ${max}` }),
  /** The label of a fold with the explained values of a field. */
  valuesOf: (name: string) => ({ en: `Values of ${name}`, fr: `Valeurs de ${name}` }),
  /** The label of a fold with a field's nested fields. */
  membersOf: (name: string) => ({ en: `Fields of ${name}`, fr: `Champs de ${name}` }),
});
export type FieldTexts = (typeof fieldTexts)["en"];
