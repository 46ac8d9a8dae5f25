import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, inject, test } from "vitest";
import { PROJECT } from "../../../scripts/workers.ts";
import { AccountClient } from "../../support/account-client.ts";
import { fencedBlocks } from "./developers.ts";

const origin = inject("origin");
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "declarations-"));
symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
afterAll(() => rmSync(folder, { recursive: true }));

const STRICT = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "esnext", "--module", "nodenext"];
const read = async (path: string) => (await fetch(`${origin}/developers/${path}`)).text();

test.each([
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
])(
  "the %s guide's example compiles with the served types, which refuse mistakes, and runs",
  async (api, printed, mistakes) => {
    const own = join(folder, api);
    const [example = ""] = fencedBlocks(await read(`${api}.md?lang=en`), "ts");
    mkdirSync(own);
    writeFileSync(join(own, `${api}.d.ts`), await read(`${api}.d.ts`));
    writeFileSync(join(own, "example.mts"), example);
    const wrong = mistakes.map((mistake) => `// @ts-expect-error\nvoid (${mistake});`);
    writeFileSync(join(own, "mistakes.mts"), [example, ...wrong].join("\n"));
    const options = ["--types", "node", "--allowImportingTsExtensions"];
    const files = [`${api}.d.ts`, "example.mts", "mistakes.mts"];
    await run(join(PROJECT, "node_modules/.bin/tsc"), [...STRICT, ...options, ...files], { cwd: own }).catch((failed) =>
      expect.fail(failed.stdout),
    );
    const env = { ...process.env, TOKEN: await new AccountClient().token() };
    const { stdout } = await run(process.execPath, [join(own, "example.mts")], { env });
    expect(stdout).toMatch(printed);
  },
);
