import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openApiChanges } from "../../../scripts/release/openapi-changes.ts";
import { SURFACE } from "../../../scripts/release/published-surface.ts";
import type { SurfaceChange } from "../../../scripts/release/surface-change.ts";

const BASE = join(SURFACE, "openapi.catalogue.json");
const folder = mkdtempSync(join(tmpdir(), "surface-"));
afterAll(() => rmSync(folder, { recursive: true }));

// biome-ignore lint/suspicious/noExplicitAny: a test case can change any part of a document
type Document = any;

/** Returns the differences after a change to the catalogue's document. */
function changesAfter(name: string, change: (document: Document) => void): SurfaceChange[] {
  const document = JSON.parse(readFileSync(BASE, "utf8"));
  change(document);
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(document));
  return openApiChanges(BASE, file);
}

const answerOf = (operation: Document) => operation.responses["200"].content["application/json"].schema;

const said = (impact: SurfaceChange["impact"], subject: string, text: string, more: Partial<SurfaceChange> = {}) => ({
  ...{ impact, subject, text, ...more },
});
const CHECK = "GET /domains/availability";

/**
 * Changes to different operations with the expected findings. The command is experimental, so these cases also check
 * its output format.
 */
const SEEDED: [name: string, change: (paths: Document) => void, ...said: SurfaceChange[]][] = [
  [
    "a path is removed",
    (paths) => delete paths["/compare"],
    said("major", "GET /compare", "Path `/compare` was removed"),
  ],
  [
    "a query parameter is required",
    (paths) => paths["/plans"].get.parameters.push({ name: "x", in: "query", required: true, schema: {} }),
    said("major", "GET /plans", "parameter `x`: Required `x` query parameter was added"),
  ],
  [
    "a property is removed",
    (paths) => {
      const answer = answerOf(paths["/domains/availability"].get);
      delete answer.properties.unicode_domain;
      answer.required = answer.required.filter((name: string) => name !== "unicode_domain");
    },
    said("major", CHECK, "answer 200: Properties are no longer required: `unicode_domain`"),
    said("major", CHECK, "answer 200 `unicode_domain`: Property `unicode_domain` was removed"),
  ],
  [
    "a response has an additional value",
    (paths) => answerOf(paths["/status"].get).properties.status.enum.push("down"),
    said("major", "GET /status", "answer 200 `status`: Enum of `status` gained values: 'down'"),
  ],
  [
    "a path is added",
    (paths) => Object.assign(paths, { "/news": { get: { ...paths["/status"].get, operationId: "listNews" } } }),
    said("minor", "GET /news", "added"),
  ],
  [
    "an operation is deprecated",
    (paths) => Object.assign(paths["/domains/pricing"].get, { deprecated: true }),
    said("patch", "GET /domains/pricing", "`deprecated` changed", { isAnnouncement: true }),
  ],
  [
    "a description is changed",
    (paths) => Object.assign(paths["/openapi.json"].get, { description: "Other words." }),
    said("patch", "GET /openapi.json", "`description` changed", { isWording: true }),
  ],
];

const all = changesAfter("seeded", ({ paths }) => {
  for (const [, change] of SEEDED) change(paths);
});

test.each(SEEDED)("a comparison finds that %s, with its impact and position", (_, __, ...found) => {
  const subjects = new Set(found.map(({ subject }) => subject));
  expect(all.filter(({ subject }) => subjects.has(subject))).toEqual(found);
});

test("a comparison finds no other differences, and none between equal documents", () => {
  expect(all).toHaveLength(SEEDED.flatMap(([, , ...found]) => found).length);
  const same = changesAfter("same", (document) => {
    document.info.version = "1.1.0";
    answerOf(document.paths["/plans"].get).example = {};
  });
  expect(same.filter(({ isWording }) => !isWording)).toEqual([]);
});

test("an additional problem code does not break clients, and an additional value in another list does", () => {
  const codesOf = (operation: Document) =>
    operation.responses["400"].content["application/problem+json"].schema.allOf[1].properties.code.enum;
  const [further, other] = [
    changesAfter("further", ({ paths }) => codesOf(paths["/plans"].get).push("not_offered")),
    changesAfter("other", ({ components }) => components.schemas.HealthCheck.properties.status.enum.push("mail")),
  ];
  expect(further.map(({ impact }) => impact)).toEqual(["minor"]);
  expect(other.map(({ impact }) => impact)).toContain("major");
});

test("an unreadable document is refused", () => {
  const broken = join(folder, "broken.json");
  writeFileSync(broken, "{");
  expect(() => openApiChanges(BASE, broken)).toThrow(/redocly diff ended with/);
});
