import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { casesOf } from "../support/cases.ts";
import { ALL } from "./support/sources.ts";

/**
 * Patterns of phrases that read as translated, with the native wording. A space in a pattern also matches a line break
 * in a comment.
 */
const PHRASES = casesOf<Record<string, string>>(import.meta.url);

/** Generated files and the files of this rule. */
const EXCLUDED = [
  "**/node_modules/**",
  "**/.wrangler/**",
  "workers/*/recorded/**",
  "test/surface/**",
  "test/rules/english.*",
];

const GAP = String.raw`\s+(?:(?:\*|//|#|--)\s+)?`;
const RULES = Object.entries(PHRASES).map(
  ([phrase, instead]) => [new RegExp(`\\b(?:${phrase.replaceAll(" ", GAP)})\\b`, "gi"), instead] as const,
);

/** Returns the phrases in a text, as `line: phrase → wording`. */
function foreignPhrases(text: string): string[] {
  return RULES.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => {
      return `${text.slice(0, index).split("\n").length}: ${found.replace(/\s+/g, " ")} → ${instead}`;
    }),
  );
}

test("texts, comments, documents and test titles use no phrase that reads as translated", () => {
  const folders = [...ALL, "addons", "docs"].map((folder) => `${folder}/**/*.{ts,tsx,mjs,md,php,sql,toml}`);
  const files = globSync(["*.md", ...folders], { cwd: PROJECT, exclude: EXCLUDED });
  const offenders = files.flatMap((file) =>
    foreignPhrases(readFileSync(join(PROJECT, file), "utf8")).map((found) => `${file}:${found}`),
  );
  expect(offenders.toSorted()).toEqual([]);
});

test("a phrase is found across a line break in a comment, but not inside a word", () => {
  expect(foreignPhrases("one\n// The registry is\n// asked.")).toEqual([
    `2: is // asked → ${PHRASES["(?:is|are|was|were|be|been|being) asked"]}`,
  ]);
  expect(foreignPhrases("/* the account is\n * told */")).toHaveLength(1);
  expect(foreignPhrases("has together, recommends, a mere manewer")).toEqual([]);
});
