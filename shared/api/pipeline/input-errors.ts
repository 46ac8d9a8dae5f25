import type * as z from "zod";
import { jsonPointer, printable } from "../../platform/json.ts";
import type { Text } from "../../platform/language.ts";
import type { RefusedMember } from "../definition/problems.ts";

type Issue = z.core.$ZodIssue;

/**
 * Returns the refused fields of the input, each with a message for a person. The messages never repeat the value that
 * was sent.
 * @param known the schema's fields
 * @param path how fields are named: a parameter by its name, a body field by its JSON pointer
 */
export function refusedMembers(
  issues: readonly Issue[],
  input: unknown,
  known: string[],
  path: "parameter" | "pointer",
): RefusedMember[] {
  // If a string is sent instead of a list, zod reports the string's length in addition to its type. Only the type is
  // reported here.
  const mistyped = new Set(issues.flatMap((issue) => (issue.code === "invalid_type" ? nameOf(issue.path, path) : [])));
  const reportedIssues = issues.filter(
    (issue) => issue.code === "invalid_type" || !mistyped.has(nameOf(issue.path, path)),
  );
  return reportedIssues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((name) => ({
        name: nameOf([...issue.path, name], path),
        message: issue.path.length === 0 ? unknownMember(known) : UNKNOWN,
      }));
    }
    const message = isMissing(input, issue.path) ? REQUIRED : wording(issue);
    const isItem = path === "parameter" && issue.path.length > 1;
    return { name: nameOf(issue.path, path), message: isItem ? ofEachItem(message) : message };
  });
}

function nameOf(path: PropertyKey[], kind: "parameter" | "pointer"): string {
  if (kind === "pointer") return jsonPointer(path);
  const [name] = path;
  return name === undefined ? "the arguments" : printable(String(name)) || '""';
}

function isMissing(input: unknown, path: PropertyKey[]): boolean {
  let value = input;
  for (const step of path) {
    value = Object.hasOwn(Object(value), step) ? (value as Record<PropertyKey, unknown>)[step] : undefined;
  }
  return value === undefined;
}

/** The message for an unknown field inside another field. */
const UNKNOWN: Text = { en: "is unknown.", fr: "n’est pas connu ici." };

function unknownMember(known: string[]): Text {
  if (known.length === 0)
    return { en: "is unknown: no parameter is accepted here.", fr: "n’est pas connu ici ; aucun n’est accepté." };
  const names = known.join(", ");
  return {
    en: `is unknown. Known: ${names}.`,
    fr: `n’est pas connu ici ; noms acceptés : ${names}.`,
  };
}

const TYPES: Record<string, Text> = {
  string: { en: "a string", fr: "une chaîne" },
  number: { en: "a number", fr: "un nombre" },
  int: { en: "a whole number", fr: "un nombre entier" },
  boolean: { en: "true or false", fr: "true ou false" },
  array: { en: 'a list, such as ["one", "two"]', fr: 'une liste, comme ["un", "deux"]' },
  object: { en: "an object", fr: "un objet" },
  record: { en: "an object", fr: "un objet" },
};

const REQUIRED: Text = { en: "is required.", fr: "est obligatoire." };

function ofEachItem(message: Text): Text {
  return { en: `(each item) ${message.en}`, fr: `(chaque élément) ${message.fr}` };
}

function wording(issue: Issue): Text {
  switch (issue.code) {
    case "invalid_type": {
      const type = TYPES[issue.expected] ?? { en: issue.expected, fr: issue.expected };
      return { en: `must be ${type.en}.`, fr: `doit être ${type.fr}.` };
    }
    case "invalid_value": {
      const values = issue.values.map(String).join(", ");
      return { en: `must be one of ${values}.`, fr: `doit être l’une des valeurs ${values}.` };
    }
    case "too_small":
      return bound(issue.origin, issue.minimum, { en: "at least", fr: "au moins" });
    case "too_big":
      return bound(issue.origin, issue.maximum, { en: "at most", fr: "au plus" });
    case "custom":
      return (issue.params?.text as Text | undefined) ?? NOT_ACCEPTED;
    default:
      return NOT_ACCEPTED;
  }
}

const NOT_ACCEPTED: Text = { en: "is not in the accepted form.", fr: "n’a pas la forme acceptée." };

function bound(origin: string, limit: number | bigint, comparison: Text): Text {
  const { en, fr } = comparison;
  const plural = Number(limit) === 1 ? "" : "s";
  switch (origin) {
    case "string":
      return {
        en: `must have ${en} ${limit} character${plural}.`,
        fr: `doit avoir ${fr} ${limit} caractère${plural}.`,
      };
    case "array":
      return { en: `must have ${en} ${limit} item${plural}.`, fr: `doit avoir ${fr} ${limit} élément${plural}.` };
    default:
      return { en: `must be ${en} ${limit}.`, fr: `doit être d’${fr} ${limit}.` };
  }
}
