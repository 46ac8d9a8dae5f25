import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { logins } from "../../dev/seed/customers/logins.ts";
import { PROJECT } from "../../scripts/workers.ts";
import { PROTOCOL_VERSIONS } from "../../shared/api/mcp/json-rpc.ts";
import { missingCommands } from "./support/commands.ts";
import { anchorsOf, ownLinks, proseLines, sentencesOf } from "./support/markdown.ts";

/**
 * The hand-written documents. Excluded are the developers' guides, whose links lead to the site, and the WHMCS samples,
 * which mention files of WHMCS.
 */
const DOCUMENTS = globSync(
  ["*.md", ".github/**/*.md", "{addons,bench,dev,docs,durable-objects,examples,shared,test,workers}/**/*.md"],
  {
    cwd: PROJECT,
    exclude: ["**/node_modules/**", "workers/site/{developers,llms}/**", "test/whmcs/samples/**"],
  },
).sort();
const MAX_WORDS = 35;
const MAX_COLUMNS = 120;
/**
 * A path of this project in a document: one of its folders with a file or folder below it. Patterns and placeholders do
 * not match.
 */
const PATH = /^(?:addons|bench|dev|docs|durable-objects|examples|scripts|shared|test|workers)\/[\w./-]+$/;

const read = (document: string) => readFileSync(join(PROJECT, document), "utf8");
const isThere = (path: string) => existsSync(join(PROJECT, path));

describe.each(DOCUMENTS)("the document %s", (document) => {
  test("mentions only existing files", () => {
    const named = [...read(document).matchAll(/`([^`\s]+)`/g)].map(([, code]) => code as string);
    expect(named.filter((code) => PATH.test(code) && !isThere(code))).toEqual([]);
  });

  test("mentions only existing commands", () => {
    expect(missingCommands(read(document))).toEqual([]);
  });

  test("links only to existing documents and headings", () => {
    const broken = ownLinks(read(document)).filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? document : join(dirname(document), path);
      return !isThere(target) || (anchor !== undefined && !anchorsOf(read(target)).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

const PROSE = DOCUMENTS.filter((path) => /^docs|^[A-Z_]+\.md$/.test(path));

describe.each(PROSE)("the text of %s", (document) => {
  test(`has no sentence of more than ${MAX_WORDS} words`, () => {
    expect(sentencesOf(read(document)).filter((sentence) => sentence.split(" ").length > MAX_WORDS)).toEqual([]);
  });

  test(`has no line of prose of more than ${MAX_COLUMNS} characters`, () => {
    expect(proseLines(read(document)).filter((line) => line.length > MAX_COLUMNS)).toEqual([]);
  });
});

const [security = ""] = /^## Threats$.*?^## /ms.exec(read("docs/evidence/security.md")) ?? [];
const threats = security.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| Threat "));

test("each threat names an existing test, or states that it does not apply yet", () => {
  const uncovered = threats.filter((row) => {
    const tests = [...row.matchAll(/`(test\/[^`]+\.ts)`/g)].map(([, path]) => path as string);
    return tests.length === 0 ? !row.includes("oes not apply yet") : !tests.every(isThere);
  });
  expect(uncovered).toEqual([]);
});

test("the figures in the README match their sources", () => {
  const words = read("README.md").replace(/\s+/g, " ");
  const [, faults, kills] = /([\d,]+) injected faults and ([\d,]+) hard kills.*no violation/.exec(
    read("docs/evidence/faults.md"),
  ) as string[];
  const [, faster] = /A call is ([\d.]+ to [\d.]+) times as fast/.exec(
    read("docs/evidence/performance.md"),
  ) as string[];
  const [, node] = /"node": ">=(\d+)"/.exec(read("package.json")) as string[];
  expect(words).toContain(`${faults} injected faults and ${kills} hard kills`);
  expect(words).toContain(`${faster} times as fast`);
  expect(words).toContain(`Each of ${threats.length} threats`);
  expect(words).toContain(`Node ${node} or newer`);
  expect(words).toContain(PROTOCOL_VERSIONS.join(", "));
});

test("the index lists every decision", () => {
  const files = globSync("docs/decisions/*.md", { cwd: PROJECT }).filter((path) => !path.endsWith("README.md"));
  const list = read("docs/decisions/README.md");
  expect(files.filter((path) => !list.includes(`(${path.replace("docs/decisions/", "")})`))).toEqual([]);
});

test("each attack refers to existing test suites", () => {
  const rows = read("test/system/attacks/README.md")
    .split("\n")
    .filter((line) => /^\| .*`/.test(line));
  expect(rows.length).toBeGreaterThan(40);
  const suites = rows.flatMap((row) => [...row.matchAll(/`([^`\s]+)`/g)].map(([, suite]) => `test/${suite}`));
  expect(suites.filter((suite) => !["", ".ts", ".test.ts"].some((ending) => isThere(suite + ending)))).toEqual([]);
});

test("every decision in force has a test suite", () => {
  const withdrawn = /^(?:.*\. )?Withdrawn by/m;
  const decisions = globSync("docs/decisions/0*.md", { cwd: PROJECT }).filter((path) => !withdrawn.test(read(path)));
  const rows = [...read("test/promises.md").matchAll(/^\| (\d{4}) .*\| `test\/.*\|$/gm)].map(([, number]) => number);
  expect(rows.toSorted()).toEqual(decisions.map((path) => /\d{4}/.exec(path)?.[0]).toSorted());
});

test("the first walkthrough lists every login of the demonstration", () => {
  const page = read("docs/start/try-it.md");
  for (const { email, password, accounts } of logins) {
    expect(page).toMatch(new RegExp(`^\\| \`${email}\` \\| \`${password}\` \\| ${accounts[0]?.id}\\b`, "m"));
  }
});

test("the architecture diagram shows every Worker", () => {
  const drawn = [...read("docs/pictures/architecture.svg").matchAll(/class="name[^>]*>([a-z-]+)</g)].map(
    ([, name]) => name,
  );
  expect(drawn.toSorted()).toEqual(readdirSync(join(PROJECT, "workers")).toSorted());
});
