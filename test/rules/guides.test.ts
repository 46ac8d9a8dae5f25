import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";

const FOLDER = join(PROJECT, "workers/site/developers/guides");
const GUIDES = globSync("en/*.md", { cwd: FOLDER }).map((file) => file.replace("en/", ""));
const read = (language: string, guide: string) => readFileSync(join(FOLDER, language, guide), "utf8");

/** Returns the structure of each line of a guide without its words. Both languages must have the same structure. */
function outlineOf(markdown: string): string[] {
  return markdown.split("\n").map((line) => {
    const kind = /^(?:#+ |\d+\. |\| |<!--.*)?/.exec(line)?.[0] ?? "";
    const names = [...line.matchAll(/\{#?[\w-]+\}|\]\([^)]+\)/g)].map(([name]) => name).toSorted();
    return [line === "" ? "-" : kind, ...names].join(" ");
  });
}

test("each guide exists in both languages", () => {
  expect(GUIDES.length).toBeGreaterThan(5);
  expect(globSync("fr/*.md", { cwd: FOLDER }).map((file) => file.replace("fr/", ""))).toEqual(GUIDES);
});

describe.each(GUIDES)("the guide %s", (guide) => {
  test("gives each section an anchor", () => {
    const sections = read("en", guide).match(/^## .*$/gm) ?? [];
    expect(sections.filter((section) => !/ \{#[\w-]+\}$/.test(section))).toEqual([]);
  });

  test("has the same sections, paragraphs, links and names in both languages", () => {
    expect(outlineOf(read("fr", guide))).toEqual(outlineOf(read("en", guide)));
  });
});
