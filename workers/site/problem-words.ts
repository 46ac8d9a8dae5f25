import { PROBLEMS, type ProblemCode } from "../../shared/api/definition/problems.ts";
import { typeset } from "../../shared/pages/french-typography.ts";
import type { Language } from "../../shared/platform/language.ts";

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

/** A problem's text in a page's language, with that language's spacing. */
export function problemWords(code: ProblemCode, part: "title" | "explanation", language: Language): string {
  return typeset(PROBLEMS[code][part], language);
}
