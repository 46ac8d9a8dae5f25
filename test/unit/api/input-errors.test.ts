import { expect, test } from "vitest";
import * as z from "zod";
import { refusedMembers } from "../../../shared/api/pipeline/input-errors.ts";
import { casesOf } from "../../support/cases.ts";

const schema = z.strictObject({
  name: z.string().min(2).max(3).optional(),
  letter: z.string().min(1).max(1).optional(),
  years: z.int().min(1).max(10).optional(),
  price: z.number().optional(),
  on: z.boolean().optional(),
  cycle: z.enum(["monthly", "annually"]).optional(),
  list: z.array(z.string().max(2)).min(2).max(3).optional(),
  single: z.array(z.string()).min(1).max(1).optional(),
  date: z.iso.date().optional(),
  contact: z.strictObject({ email: z.string(), tags: z.array(z.object({ id: z.int() })).optional() }).optional(),
  either: z
    .custom(() => false, { params: { text: { en: "must be one of ours.", fr: "doit être à nous." } } })
    .optional(),
  odd: z.custom(() => false).optional(),
  nothing: z.null().optional(),
  fields: z.record(z.string(), z.string()).optional(),
});

/** Returns the refused fields of an input with their messages in English and French. */
function refused(input: unknown, path: "parameter" | "pointer" = "pointer", known = ["name"]) {
  const { error } = schema.safeParse(input);
  const members = refusedMembers(error?.issues ?? [], input, known, path);
  return members.map(({ name, message }) => [name, message.en, message.fr]);
}

test.each<[input: object, name: string, en: string, fr: string]>([
  ...casesOf<[input: object, name: string, en: string, fr: string][]>(import.meta.url),
  [{ contact: { email: undefined } }, "/contact/email", "is required.", "est obligatoire."],
])("the refusal of %j names the field and the reason", (input, name, en, fr) => {
  expect(refused(input)).toEqual([[name, en, fr]]);
});

test("the refusal of an unknown field lists the known fields", () => {
  expect(refused({ x: 1, y: 2 }, "pointer", ["name", "years"])).toEqual([
    ["/x", "is unknown. Known: name, years.", "n’est pas connu ici ; noms acceptés : name, years."],
    ["/y", "is unknown. Known: name, years.", "n’est pas connu ici ; noms acceptés : name, years."],
  ]);
  expect(refused({ x: 1 }, "parameter", [])).toEqual([
    ["x", "is unknown: no parameter is accepted here.", "n’est pas connu ici ; aucun n’est accepté."],
  ]);
});

test("the refusal of a parameter states whether one of its items is wrong", () => {
  expect(refused({ name: "a" }, "parameter")).toEqual([
    ["name", "must have at least 2 characters.", "doit avoir au moins 2 caractères."],
  ]);
  expect(refused({ list: ["a", "abc"] }, "parameter")).toEqual([
    ["list", "(each item) must have at most 2 characters.", "(chaque élément) doit avoir au plus 2 caractères."],
  ]);
  expect(refused({ list: ["a", "abc"] })).toEqual([
    ["/list/1", "must have at most 2 characters.", "doit avoir au plus 2 caractères."],
  ]);
});

test("a value of the wrong type is refused only for its type", () => {
  // If a string is sent instead of a list, zod also reports its length.
  expect(refused({ list: "a" }, "parameter").map(([name]) => name)).toEqual(["list"]);
  expect(refused({ list: "a", name: "a" }, "parameter").map(([name]) => name)).toEqual(["name", "list"]);
});

test("unprintable characters in a name are replaced", () => {
  expect(refused({ "é\n": 1, "": 2 }, "parameter").map(([name]) => name)).toEqual(["??", '""']);
});
