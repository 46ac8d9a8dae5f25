import { bilingual } from "../../../../shared/pages/french-typography.ts";
import type { SchemaType } from "../reference/published-openapi.ts";

const en = {
  types: {
    string: "text",
    integer: "whole number",
    number: "number",
    boolean: "true or false",
    array: "list",
    object: "object",
    null: "null",
  } satisfies Record<SchemaType, string>,
  listOf: {
    string: "list of texts",
    integer: "list of whole numbers",
    number: "list of numbers",
    boolean: "list of true or false",
    array: "list of lists",
    object: "list of objects",
    null: "list",
  } satisfies Record<SchemaType, string>,
  /** In a query. */
  separated: "list, separated by commas",
  formats: { uri: "URL", date: "day, as 2027-01-31", "date-time": "time in UTC, as RFC 3339" } as Record<
    string,
    string
  >,
  orNull: "or null",
  places: {
    path: "in the path",
    query: "in the query",
    header: "header",
    body: "member of the body",
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
    string: "texte",
    integer: "nombre entier",
    number: "nombre",
    boolean: "true ou false",
    array: "liste",
    object: "objet",
    null: "null",
  },
  listOf: {
    string: "liste de textes",
    integer: "liste de nombres entiers",
    number: "liste de nombres",
    boolean: "liste de true ou false",
    array: "liste de listes",
    object: "liste d’objets",
    null: "liste",
  },
  separated: "liste séparée par des virgules",
  formats: { uri: "URL", date: "jour, comme 2027-01-31", "date-time": "instant en UTC, selon RFC 3339" },
  orNull: "ou null",
  places: {
    path: "dans le chemin",
    query: "dans la requête",
    header: "en-tête",
    body: "membre du corps",
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
