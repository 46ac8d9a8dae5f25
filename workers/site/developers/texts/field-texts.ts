import { bilingual } from "../../../../shared/pages/french-typography.ts";
import type { SchemaType } from "../reference/published-openapi.ts";

const en = {
  types: {
    string: "string",
    integer: "integer",
    number: "number",
    boolean: "boolean",
    array: "array",
    object: "object",
    null: "null",
  } satisfies Record<SchemaType, string>,
  listOf: {
    string: "array of strings",
    integer: "array of integers",
    number: "array of numbers",
    boolean: "array of booleans",
    array: "array of arrays",
    object: "array of objects",
    null: "array",
  } satisfies Record<SchemaType, string>,
  /** In a query. */
  separated: "comma-separated values",
  formats: { uri: "URL", date: "date, such as 2027-01-31", "date-time": "date and time in UTC (RFC 3339)" } as Record<
    string,
    string
  >,
  orNull: "or null",
  places: {
    path: "in the path",
    query: "in the query",
    header: "header",
    body: "in the body",
  },
  required: "required",
  default: (value: string) => `default ${value}`,
  oneOf: (values: string) => `one of ${values}`,
  characters: (min: number, max: number) => (min > 1 ? `${min} to ${max} characters` : `at most ${max} characters`),
  items: (min: number, max: number) => (min > 1 ? `${min} to ${max} values` : `at most ${max} values`),
  range: (min: number, max: number) => `${min} to ${max}`,
  /** What a fold of the members below a field is named. */
  membersOf: (name: string) => `Members of ${name}`,
};

const fr: typeof en = {
  types: {
    string: "chaîne",
    integer: "entier",
    number: "nombre",
    boolean: "booléen",
    array: "tableau",
    object: "objet",
    null: "null",
  },
  listOf: {
    string: "tableau de chaînes",
    integer: "tableau d’entiers",
    number: "tableau de nombres",
    boolean: "tableau de booléens",
    array: "tableau de tableaux",
    object: "tableau d’objets",
    null: "tableau",
  },
  separated: "valeurs séparées par des virgules",
  formats: { uri: "URL", date: "date, par exemple 2027-01-31", "date-time": "date et heure en UTC (RFC 3339)" },
  orNull: "ou null",
  places: {
    path: "dans le chemin",
    query: "dans la chaîne de requête",
    header: "en-tête",
    body: "dans le corps",
  },
  required: "obligatoire",
  default: (value: string) => `par défaut ${value}`,
  oneOf: (values: string) => `valeurs possibles : ${values}`,
  characters: (min: number, max: number) => (min > 1 ? `de ${min} à ${max} caractères` : `${max} caractères au plus`),
  items: (min: number, max: number) => (min > 1 ? `de ${min} à ${max} valeurs` : `${max} valeurs au plus`),
  range: (min: number, max: number) => `de ${min} à ${max}`,
  membersOf: (name: string) => `Membres de ${name}`,
};

export const fieldTexts = bilingual(en, fr);
export type FieldTexts = typeof en;
