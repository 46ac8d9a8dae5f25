import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { PROJECT } from "../../../scripts/workers.ts";
import { AccountClient } from "../../support/account-client.ts";
import { fencedBlocks } from "./developers.ts";

const origin = inject("origin");
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "declarations-"));
symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
afterAll(() => rmSync(folder, { recursive: true }));

const STRICT = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "esnext", "--module", "nodenext"];
const OPTIONS = [...STRICT, "--types", "node", "--allowImportingTsExtensions"];
const read = async (path: string) => (await fetch(`${origin}/developers/${path}`)).text();

/** The guides, each with the output of its example and mistakes that its types must refuse. */
const GUIDES: [api: string, printed: RegExp, mistakes: string[]][] = [
  [
    "catalogue",
    /^web-start /m,
    [`client.GET("/nowhere")`, "data.plans[0]?.colour", `client.GET("/plans/{id}")`, "error satisfies string"],
  ],
  [
    "account",
    /^studio-ana\.ca active$/m,
    [
      `client.POST("/account/domains/{domain}/renew", { params: { path: { domain: "a.ca" } } })`,
      "data.next_cursor + 1",
    ],
  ],
];

beforeAll(async () => {
  for (const [api, , mistakes] of GUIDES) {
    const [example = ""] = fencedBlocks(await read(`${api}.md?lang=en`), "ts");
    writeFileSync(join(folder, `${api}.d.ts`), await read(`${api}.d.ts`));
    writeFileSync(join(folder, `${api}-example.mts`), example);
    const wrong = mistakes.map((mistake) => `// @ts-expect-error\nvoid (${mistake});`);
    writeFileSync(join(folder, `${api}-mistakes.mts`), [example, ...wrong].join("\n"));
  }
});

test("the examples in the guides compile with the served types, which refuse mistakes", async () => {
  const files = GUIDES.flatMap(([api]) => [`${api}.d.ts`, `${api}-example.mts`, `${api}-mistakes.mts`]);
  await run(join(PROJECT, "node_modules/.bin/tsc"), [...OPTIONS, ...files], { cwd: folder }).catch((failed) =>
    expect.fail(failed.stdout),
  );
});

test.each(GUIDES)("the example in the %s guide runs", async (api, printed) => {
  const env = { ...process.env, TOKEN: await new AccountClient().token() };
  const { stdout } = await run(process.execPath, [join(folder, `${api}-example.mts`)], { env });
  expect(stdout).toMatch(printed);
});
