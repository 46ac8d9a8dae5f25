import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, expect, test } from "vitest";
import { PROJECT, QUIET_WRANGLER, WRANGLER } from "../../../scripts/workers.ts";
import { Migrations } from "../../support/migrations.ts";

const folder = mkdtempSync(join(tmpdir(), "frontdesk-settle-"));
const STATE = join(folder, ".wrangler/state");
const DATABASE = ["ACCOUNT_DB", "-c", "workers/account/wrangler.toml", "--local", "--persist-to", STATE];
const { all: MIGRATIONS } = new Migrations("workers/account/migrations");
const STUCK = `INSERT INTO stuck_actions VALUES
  ('', 1001, 'abc.def', 11, 'renewDomain', 'domain:ana.dev', 'STUCK', 'ambiguous', 1, 2, 2)`;

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

function run(...words: string[]) {
  const env = { ...process.env, ...QUIET_WRANGLER, FRONTDESK_STATE: folder };
  // A time limit of the test would not end it: the process waits here.
  const limits = { timeout: 60_000, killSignal: "SIGKILL" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: PROJECT,
    env,
    encoding: "utf8",
    ...limits,
  });
  return { status, said: stdout.trim(), complained: stderr.trim() };
}
const settle = (...words: string[]) => run("scripts/settle/settle.ts", ...words);

test("the command lists what is stuck in the local database, and writes an instruction that its Worker finds", {
  timeout: 180_000,
}, () => {
  const file = join(folder, "stuck.sql");
  writeFileSync(file, [...MIGRATIONS.flatMap(({ statements }) => statements), STUCK].join(";\n"));
  expect(run(WRANGLER, "d1", "execute", ...DATABASE, "--yes", "--file", file)).toMatchObject({ status: 0 });
  expect(settle("list").said).toContain("1001     abc.def    renewDomain  domain:ana.dev  STUCK ambiguous");

  const told = settle("settle", "1001", "abc.def", "done", "7001", "--because", "it's there; order 7001 – é");
  expect(told).toMatchObject({ status: 0, said: expect.stringContaining("Within a minute") });
  expect(settle("show", "1001", "abc.def").said).toMatch(
    /done 7001 {2}asked\n {2}because: it's there; order 7001 – é$/,
  );
  const again = settle("settle", "1001", "abc.def", "nothing", "--because", "x");
  expect(again).toMatchObject({ status: 1, said: "", complained: expect.stringContaining("on its way") });
});
