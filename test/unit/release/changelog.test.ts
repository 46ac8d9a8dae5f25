import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { releaseSection, withRelease } from "../../../scripts/release/changelog.ts";
import { releasedVersions } from "../../../scripts/release/published-surface.ts";
import { isAtLeast, nextRelease, type SurfaceChange } from "../../../scripts/release/surface-change.ts";
import { PROJECT } from "../../../scripts/workers.ts";
import type { VersionTables } from "../../../shared/api/versions/api-versions.ts";

const BEFORE: VersionTables = {
  catalogue: [{ major: 1, release: "1.0.0" }],
  account: [{ major: 1, release: "1.0.0" }],
};
const added: SurfaceChange = { impact: "minor", subject: "GET /plans", text: "answer 200 `note` added" };
const worded: SurfaceChange = { impact: "patch", subject: "list_plans", text: "`title` changed", isWording: true };
const changed = (changes: SurfaceChange[]) => [{ api: "catalogue" as const, major: 1, isNew: false, changes }];

test("a release lists the changes of each version, and operations with the same change share a line", () => {
  const tables = { ...BEFORE, catalogue: [{ major: 1, release: "1.1.0" }] };
  const removed: SurfaceChange = { impact: "major", subject: "find_plans", text: "tool removed" };
  const changes = changed([removed, worded, added, { ...added, subject: "GET /compare" }]);
  expect(releaseSection("2026-12-01", tables, BEFORE, changes)).toBe(
    [
      "## 2026-12-01",
      "",
      "### Catalogue 1.1.0",
      "",
      "- Added: answer 200 `note` of `GET /plans`, `GET /compare`.",
      "- Changed: the texts of `list_plans`.",
      "- Removed: tool `find_plans`.",
      "",
    ].join("\n"),
  );
});

test("a release is added at the top of the changelog and includes the unreleased changes", () => {
  const notes = "- Fixed: one thing,\n  and another.\n";
  const section = "## 2026-12-01\n\n### Account 1.1.0\n\n- Added: `GET /plans`.\n";
  const earlier = "\n## 2026-11-23\n\n### Account 1.0.0\n";
  const written = withRelease(`# Changelog\n\n## Unreleased\n\n${notes}${earlier}`, section);
  expect(written.slice(written.indexOf("## "))).toBe(`${section}\n### Product\n\n${notes}${earlier}`);
  expect(withRelease(written, section), "the same release again").toBe(written);
});

test("a release states which version is new, and which one is deprecated until when", () => {
  const tables: VersionTables = {
    ...BEFORE,
    catalogue: [
      { major: 1, release: "1.0.1", deprecated: "2027-01-01", sunset: "2028-01-01", notice: "/developers/versions" },
      { major: 2, release: "2.0.0" },
    ],
  };
  const section = releaseSection("2026-12-01", tables, BEFORE, changed([]));
  expect(section).toContain(
    "- Changed: Version 1 is deprecated from 2027-01-01 and ends on 2028-01-01; version 2 takes its place.",
  );
  expect(section).toContain("### Catalogue 2.0.0\n\n- Added: version 2, at `/api/v2`.");
});

test("the changelog contains the released version, because only a release moves the base", () => {
  const changelog = readFileSync(join(PROJECT, "CHANGELOG.md"), "utf8");
  const { catalogue, account } = releasedVersions();
  for (const { release } of catalogue) expect(changelog).toContain(`### Catalogue ${release}\n`);
  for (const { release } of account) expect(changelog).toContain(`### Account ${release}\n`);
});

test.each([
  ["1.2.3", "patch", "1.2.4"],
  ["1.2.3", "minor", "1.3.0"],
  ["1.2.3", "major", "2.0.0"],
] as const)("after the release %s, a %s change needs %s", (release, impact, least) => {
  expect(nextRelease(release, impact)).toBe(least);
  expect(isAtLeast(least, least)).toBe(true);
  expect(isAtLeast(release, least)).toBe(false);
  expect(isAtLeast("1.10.0", "1.9.9")).toBe(true);
});
