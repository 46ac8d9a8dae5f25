import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { casesOf } from "../support/cases.ts";
import { newerSyntax } from "./support/php-level.ts";

const CASES = casesOf<Record<"newer" | "older", [what: string, code: string][]>>(import.meta.url);
const FILES = globSync("addons/whmcs/frontdesk/**/*.php").toSorted();

test.each(FILES)("%s uses only syntax of PHP 7.4", (file) => {
  expect(newerSyntax(readFileSync(file, "utf8"), file)).toEqual([]);
});

test("the check covers more than forty files", () => {
  expect(FILES.length).toBeGreaterThan(40);
});

describe("newer syntax", () => {
  test.each(CASES.newer)("the check finds %s", (_, code) => {
    expect(newerSyntax(`<?php\n${code}`, "newer.php")).not.toEqual([]);
  });
});

describe("syntax of PHP 7.4", () => {
  test.each(CASES.older)("the check accepts %s", (_, code) => {
    expect(newerSyntax(`<?php\n${code}`, "older.php")).toEqual([]);
  });
});
