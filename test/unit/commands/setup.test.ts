import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { PROJECT } from "../../../scripts/workers.ts";

test("a first start without a network explains the reason before it shows npm's error", () => {
  const folder = mkdtempSync(join(tmpdir(), "setup-"));
  for (const file of ["scripts/setup.mjs", "package-lock.json"]) cpSync(join(PROJECT, file), join(folder, file));
  const npm = join(folder, "npm.cjs");
  writeFileSync(npm, 'console.error("npm error code EAI_AGAIN"); process.exitCode = 7;');
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/setup.mjs", "start"], {
    ...{ cwd: folder, encoding: "utf8", timeout: 60_000 },
    env: { ...process.env, npm_execpath: npm },
  });
  rmSync(folder, { recursive: true });
  expect({ status, stdout }).toEqual({ status: 7, stdout: "" });
  expect(stderr.split("\n")).toEqual([
    "Installing (once)…",
    expect.stringMatching(/^The packages could not be installed\. The first start needs the network: .* npm said:$/),
    "npm error code EAI_AGAIN",
    "",
  ]);
});
