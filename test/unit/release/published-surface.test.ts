import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  changesSinceRelease,
  RELEASED,
  releasedVersions,
  surfaceFaults,
  surfaceFiles,
} from "../../../scripts/release/published-surface.ts";
import { API_VERSIONS } from "../../../shared/api/versions/api-versions.ts";

const FACTS = { versions: API_VERSIONS, released: releasedVersions(), today: "2026-11-23" };
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "surface-"));
  cpSync(RELEASED, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the surface does not break clients of the last release", () => {
  const changes = changesSinceRelease(folder);
  expect(changes.map(({ api, major }) => `${api} ${major}`).toSorted()).toEqual(["account 1", "catalogue 1"]);
  expect(surfaceFaults(changes, FACTS)).toEqual([]);
});

test("a served version without a committed copy is refused", () => {
  for (const { name, api } of surfaceFiles(folder)) if (api === "catalogue") rmSync(join(folder, name));
  expect(surfaceFaults(changesSinceRelease(folder), FACTS)).toEqual([
    "catalogue: version 1 has no committed copy in test/surface.",
  ]);
});

test("a file that does not belong to the surface is refused and not skipped", () => {
  writeFileSync(join(folder, "openapi.acount.json"), "{}");
  expect(() => surfaceFiles(folder)).toThrow(/openapi\.acount\.json is not a copy/);
});
