import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { AccountClient, EVERY_SCOPE } from "../../support/account-client.ts";
import { developersPaths, fencedBlocks } from "./developers.ts";

/** An example on the page of an operation. */
interface Example {
  path: string;
  code: string;
  /**
   * Whether the example changes something. If so, the test uses an account without the items that the example names.
   */
  acts: boolean;
}
interface Ran {
  printed: string;
  refused: string;
}

const origin = inject("origin");
const run = promisify(execFile);
const api = new AccountClient();
const folder = mkdtempSync(join(tmpdir(), "examples-"));
afterAll(() => rmSync(folder, { recursive: true }));

const pages = (await developersPaths(origin)).filter((path) => path.includes("/operations/"));
const markdown = await Promise.all(
  pages.map(async (path) => ({ path, text: await (await fetch(`${origin}${path}.md?lang=en`)).text() })),
);
function examplesIn(language: string): Example[] {
  return markdown.flatMap(({ path, text }) =>
    fencedBlocks(text, language).map((code) => ({ path, code, acts: /^`(?:POST|PUT|PATCH) /m.test(text) })),
  );
}

test("every operation has a shell command", () => {
  expect([...new Set(examplesIn("sh").map(({ path }) => path))]).toEqual(pages);
});

/**
 * A Node program that runs every file in one process, each with its own `TOKEN`. It prints the outputs and refusals as
 * JSON.
 */
const NODE = `
const results = [];
for (const { file, token } of JSON.parse(process.argv[2])) {
  process.env.TOKEN = token;
  const printed = [];
  console.log = (value) => printed.push(JSON.stringify(value));
  const refused = await import(file).then(() => "", (error) => error.cause?.code ?? String(error));
  results.push({ printed: printed.join("\\n"), refused });
}
process.stdout.write(JSON.stringify(results));
`;
const PYTHON = `
import contextlib, io, json, os, sys
results = []
for one in json.loads(sys.argv[1]):
    os.environ["TOKEN"] = one["token"]
    printed, refused = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(open(one["file"]).read(), one["file"], "exec"), {})
        except SystemExit as stopped:
            refused = str(stopped).split(":")[0]
    results.append({"printed": printed.getvalue(), "refused": refused})
print(json.dumps(results))
`;

const hasPython = spawnSync("python3", ["--version"], { timeout: 10_000 }).status === 0;
const LANGUAGES = [
  { language: "ts", name: "TypeScript", suffix: "mts", command: process.execPath, driver: "run.mjs", source: NODE },
  { language: "python", name: "Python", suffix: "py", command: "python3", driver: "run.py", source: PYTHON },
];

describe.each(LANGUAGES)("the examples in $name", ({ language, name, suffix, command, driver, source }) => {
  const examples = examplesIn(language);
  const isMissing = name === "Python" && !hasPython;
  let ran: Ran[] = [];

  beforeAll(async () => {
    if (isMissing) return;
    const reader = await api.token();
    const stranger = await api.token({ login: "nocard", scopes: EVERY_SCOPE });
    const files = examples.map(({ code, acts }, at) => {
      const file = join(folder, `${at}.${suffix}`);
      writeFileSync(file, code);
      return { file, token: acts ? stranger : reader };
    });
    writeFileSync(join(folder, driver), source);
    const options = { maxBuffer: 64 * 1_048_576, timeout: 60_000 };
    ran = JSON.parse((await run(command, [join(folder, driver), JSON.stringify(files)], options)).stdout);
  });

  test("every operation has an example", () => {
    expect(examples.map(({ path }) => path)).toEqual(pages);
    expect(pages.length).toBeGreaterThan(30);
  });

  test.skipIf(isMissing)("examples that read print the result", () => {
    const reading = examples.flatMap(({ path, acts }, at) => (acts ? [] : [{ path, ...ran[at] }]));
    expect(reading.length).toBeGreaterThan(20);
    expect(reading.filter(({ printed, refused }) => refused !== "" || !/^\{/.test(printed ?? ""))).toEqual([]);
  });

  test.skipIf(isMissing)("examples that act are refused, because the account does not have the items", () => {
    const acting = examples.flatMap(({ path, acts }, at) => (acts ? [{ path, ...ran[at] }] : []));
    expect(acting.length).toBeGreaterThan(8);
    for (const { path, refused, printed } of acting) {
      expect(["not_found", "terms_not_accepted", "refused", "payment_method_missing"], path).toContain(refused);
      expect(printed).toBe("");
    }
  });
});
