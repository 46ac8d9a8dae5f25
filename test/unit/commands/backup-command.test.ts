import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, expect, test } from "vitest";
import { PROJECT } from "../../../scripts/workers.ts";

const folder = mkdtempSync(join(tmpdir(), "backup-"));
// Where a demonstration keeps its stores.
mkdirSync(join(folder, ".wrangler/state"), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** In the place of wrangler: a database of one table with two rows and an index, and whatever a test says of its export. */
const WRANGLER = join(folder, "wrangler.mjs");
writeFileSync(
  WRANGLER,
  `import { writeFileSync } from "node:fs";
const words = process.argv.slice(2);
const after = (flag) => words[words.indexOf(flag) + 1];
const rows = (results) => console.log(JSON.stringify([{ results }]));
const { ERROR, EXPORT = "", HAS_TABLES = "true" } = process.env;
if (ERROR) {
  console.log(JSON.stringify({ error: { text: ERROR } }));
  process.exit(1);
}
if (words[1] === "export") writeFileSync(after("--output"), EXPORT);
else if (after("--command").includes("type = 'table'")) rows(HAS_TABLES === "true" ? [{ name: "orders" }] : []);
else if (after("--command").includes("type <> 'table'")) rows([{ name: "index orders_by_day" }]);
else rows([{ orders: 2 }]);
`,
);

const SCHEMA = "CREATE TABLE orders (id INTEGER PRIMARY KEY, day TEXT) STRICT;\n";
const ROWS = "INSERT INTO orders VALUES(1,'2026-11-23');\nINSERT INTO orders VALUES(2,'2026-11-24');\n";
const INDEX = "CREATE INDEX orders_by_day ON orders (day);\n";

const { PATH, NODE_COMPILE_CACHE } = process.env;
const INHERITED = { PATH, NODE_COMPILE_CACHE };
let backups = 0;
function backUp(env: Record<string, string>, words: string[] = []) {
  const to = join(folder, `to-${++backups}`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(PROJECT, "scripts/backup/backup.ts"), "--to", to, ...words],
    {
      ...{ encoding: "utf8", timeout: 50_000 },
      env: { ...INHERITED, FRONTDESK_STATE: folder, FRONTDESK_WRANGLER: WRANGLER, ...env },
    },
  );
  return { status, stdout, stderr, files: existsSync(to) ? readdirSync(to) : [] };
}

test("each database is exported, imported and counted", () => {
  const { status, stdout, files } = backUp({ EXPORT: SCHEMA + ROWS + INDEX });
  expect(status).toBe(0);
  expect(files).toContain("frontdesk-billing.sql");
  expect(stdout).toMatch(/frontdesk-billing\.sql: 1 tables, 2 rows, imported and counted/);
});

test("an export that was cut is no backup, and named", () => {
  const { status, stderr } = backUp({ EXPORT: SCHEMA + ROWS.slice(0, -10) });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^\S+frontdesk-billing\.sql is no backup: it cannot be imported: [^\n]*\n$/);
});

test("where wrangler may not ask, or the database has no tables, that is one line, and no folder is left", () => {
  const remote = ["--remote", "DOMAIN=maple.example", "PAYMENT_URL=https://pay.example"];
  const refused = backUp({ ERROR: "it's necessary to set a CLOUDFLARE_API_TOKEN" }, remote);
  expect(refused).toMatchObject({ status: 1, files: [] });
  expect(refused.stderr).toBe("wrangler d1 execute DB failed: it's necessary to set a CLOUDFLARE_API_TOKEN\n");
  const empty = backUp({ HAS_TABLES: "false" });
  expect(empty).toMatchObject({ status: 1, files: [] });
  expect(empty.stderr).toMatch(/^The database of frontdesk-billing has no tables: run `npm start` once[^\n]*\n$/);
});

test.each([
  [["--remtoe"], {}, "--remtoe"],
  [["--remote=true"], {}, "--remote"],
  [[], { npm_config_remote: "true" }, "npm keeps --remote for itself"],
  [["--to"], {}, "--to"],
])("what was meant for another place is refused: %j %j", (words, env, named) => {
  const { status, stderr, files } = backUp(env, words);
  expect({ status, files }).toEqual({ status: 1, files: [] });
  expect(stderr).toContain(named);
});

test("whose backup it is stands at the end, and that there is nothing to back up at once", () => {
  const { stdout } = backUp({ EXPORT: SCHEMA + ROWS + INDEX });
  expect(stdout).toMatch(/this machine's demonstration\.\n$/);
  const nothing = backUp({ FRONTDESK_STATE: join(folder, "none") });
  expect(nothing).toMatchObject({
    status: 1,
    files: [],
    stderr: expect.stringMatching(/^There is no demonstration here/),
  });
});
