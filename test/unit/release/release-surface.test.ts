import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RELEASED, RELEASED_VERSIONS } from "../../../scripts/release/published-surface.ts";
import { type ReleaseInput, releaseSurface } from "../../../scripts/release/release.ts";
import type { ApiVersion } from "../../../shared/api/versions/api-versions.ts";

const VERSIONS = {
  catalogue: [{ major: 1, release: "1.0.0" }],
  account: [{ major: 1, release: "1.0.0" }],
};
const TOOLS = "tools.catalogue.json";
let folder = "";
let input: ReleaseInput;

/** Creates a surface with one release in a temporary folder. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "release-"));
  const surface = join(folder, "surface");
  cpSync(RELEASED, surface, { recursive: true });
  rmSync(join(surface, RELEASED_VERSIONS));
  input = {
    ...{ surface, released: join(surface, "released"), changelog: join(folder, "CHANGELOG.md") },
    ...{ versions: VERSIONS, today: "2026-11-23", isDry: false },
  };
  releaseSurface(input);
});
afterEach(() => rmSync(folder, { recursive: true }));

function changeTools(change: (tools: { name: string; title: string }[]) => void): void {
  const file = join(input.surface, TOOLS);
  const { tools } = JSON.parse(readFileSync(file, "utf8"));
  change(tools);
  writeFileSync(file, JSON.stringify({ tools }));
}

const catalogueAs = (...catalogue: [ApiVersion, ...ApiVersion[]]) => ({ ...VERSIONS, catalogue });
const changelog = () => readFileSync(input.changelog, "utf8");
const base = (name: string) => readFileSync(join(input.released, name), "utf8");

test("the first release copies the current surface, and a second one has no changes", () => {
  expect(changelog()).toContain("## 2026-11-23\n\n### Catalogue 1.0.0\n\n- Added: the first release.");
  expect(readdirSync(input.released).toSorted()).toEqual(readdirSync(RELEASED).toSorted());
  const before = changelog();
  expect(releaseSurface({ ...input, today: "2026-11-24" })).toBeNull();
  expect(changelog()).toBe(before);
});

test("changes are released once the release number is high enough, and the base moves", () => {
  changeTools((tools) => tools.push({ ...tools[0], name: "list_news" } as never));
  expect(() => releaseSurface(input)).toThrow(
    /^catalogue: the changes since 1\.0\.0 need at least 1\.1\.0\..*\nNothing was released\.$/,
  );
  const raised = { ...input, today: "2026-12-01", versions: catalogueAs({ major: 1, release: "1.1.0" }) };
  expect(releaseSurface({ ...raised, isDry: true })).toContain("list_news");
  expect(base(TOOLS)).not.toContain("list_news");
  expect(releaseSurface(raised)).toContain("list_news");
  expect(changelog()).toContain("## 2026-12-01\n\n### Catalogue 1.1.0\n\n- Added: tool `list_news`.\n\n## 2026-11-23");
  expect(base(TOOLS)).toContain("list_news");
  expect(releaseSurface(raised)).toBeNull();
});

test("a breaking change is refused, and nothing is written", () => {
  changeTools((tools) => tools.pop());
  const before = [changelog(), base(TOOLS)];
  const versions = catalogueAs({ major: 1, release: "1.9.0" });
  expect(() => releaseSurface({ ...input, versions })).toThrow(
    /^catalogue, version 1, breaks clients: \w+: tool removed\.\nNothing was released\.$/,
  );
  expect([changelog(), base(TOOLS)]).toEqual(before);
});

test("a release that stopped before the base moved is written to the changelog only once when it is repeated", () => {
  changeTools((tools) => Object.assign(tools[0] ?? {}, { title: "Other words" }));
  const raised = { ...input, versions: catalogueAs({ major: 1, release: "1.0.1" }) };
  const before = base(TOOLS);
  releaseSurface(raised);
  writeFileSync(join(input.released, TOOLS), before);
  writeFileSync(join(input.released, RELEASED_VERSIONS), JSON.stringify(VERSIONS));
  expect(releaseSurface(raised)).not.toBeNull();
  expect(changelog().match(/Changed: the texts/g)).toHaveLength(1);
  expect(existsSync(join(input.released, RELEASED_VERSIONS))).toBe(true);
});
