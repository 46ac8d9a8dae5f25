import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { casesOf } from "../support/cases.ts";
import { ALL, PRODUCT, sourcesIn } from "./support/sources.ts";

interface Rule {
  /**
   * Words that match a part of an identifier or path. For example, `turn` matches `turnOf` and `account-turn.ts`, but
   * not `return`.
   */
  words: string[];
  /** A pattern of paths in which the rule applies to an everyday word; absent if the rule applies everywhere. */
  within?: string;
  instead: string;
}

/** Former names with the terms that replace them; see docs/build/glossary.md. */
const RENAMED = casesOf<Rule[]>(import.meta.url);

/**
 * Words to avoid in comments, documents and test titles. “Desk” is accepted only in “front desk”, in “help desk” and in
 * host names such as `desk.example`.
 */
const SAID =
  /\b(?:[Dd]eeds?|[Ee]rrands?|[Ss]urroundings|[Pp]oliteness|[Qq]uietly|[Oo]vertaken|[Gg]ainsaid)\b|(?<!front[ -]|help[ -]|["=<])\bdesks?\b(?![.-]\w)/g;

/**
 * Splits a name into words: `AccountTurns` and `account-turns` into account and turns, `MOST_NAMES` into most and
 * names.
 */
function partsOf(name: string): string[] {
  return name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((part) => part.toLowerCase());
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/;
const HOST = /:\/\/[\w.-]+|desk\.(?:provider|example)/;
const TEXT = /`[^`]*`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/;
const PATTERN = /(?<=^\s+|[(=,] )\/(?:[^/\\\n]|\\.)+\/[a-z]*/;
const NO_CODE = new RegExp([COMMENT, HOST, TEXT, PATTERN].map(({ source }) => source).join("|"), "gm");

/**
 * Removes comments, host names, string literals and regular expressions from a file's text. Expressions inside template
 * literals remain.
 */
function codeOf(source: string): string {
  return source.replaceAll(NO_CODE, (part) => ` ${part.match(/\$\{[^}]*\}/g) ?? ""} `);
}

const sources = sourcesIn(ALL);
const own = "test/rules/vocabulary.test.ts";

test("no identifier, file or folder uses a former name", () => {
  const offenders = new Set<string>();
  for (const [file, source] of sources) {
    if (file === own) continue;
    const rules = RENAMED.filter(({ within }) => within === undefined || new RegExp(within).test(file));
    const names = new Set([...(codeOf(source).match(/[A-Za-z_$][\w$]*/g) ?? []), ...file.split("/")]);
    for (const name of names) {
      const parts = partsOf(name);
      if (/^(?:MOST|LONGEST)_/.test(name)) offenders.add(`${file}: ${name} → MAX_…`);
      for (const { words, instead } of rules) {
        if (words.some((word) => parts.includes(word))) offenders.add(`${file}: ${name} → ${instead}`);
      }
    }
  }
  expect([...offenders]).toEqual([]);
});

test("comments, documents and test titles use no former name", () => {
  const documents = globSync(["*.md", "docs/**/*.md", "{workers,shared,durable-objects,test}/**/*.md"], {
    cwd: PROJECT,
  });
  const texts = [...sources, ...documents.map((path) => [path, readFileSync(join(PROJECT, path), "utf8")] as const)];
  const offenders = texts.flatMap(([file, text]) => {
    if (file === own || file === "docs/build/glossary.md") return [];
    return text
      .split("\n")
      .flatMap((line, index) => [...line.matchAll(SAID)].map(([word]) => `${file}:${index + 1}: ${word}`));
  });
  expect(offenders).toEqual([]);
});

test("each type name is declared only once", () => {
  const declared = Map.groupBy(
    // An entrypoint has the name of its binding in every Worker that can provide it.
    [...sourcesIn(PRODUCT)]
      .filter(([file]) => !file.endsWith(".worker.ts"))
      .flatMap(([file, source]) =>
        [...source.matchAll(DECLARED_TYPE)]
          // The rule does not yet cover unexported types of this adapter.
          .filter(([, exported]) => exported !== undefined || !file.startsWith("workers/billing-whmcs/"))
          .map(([, , name]) => ({ name: name as string, file })),
      ),
    ({ name }) => name,
  );
  const doubled = [...declared].filter(([, places]) => places.length > 1);
  expect(doubled.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(", ")}`)).toEqual([]);
});

const DECLARED_TYPE = /^(export )?(?:declare |abstract )*(?:interface|type|class) (\w+)/gm;
