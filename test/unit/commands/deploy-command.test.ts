import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { git, projectVersion } from "../../../scripts/deployment/release-name.ts";
import { readReleases } from "../../../scripts/deployment/schemas.ts";
import { RELEASED, SURFACE } from "../../../scripts/release/published-surface.ts";
import { presentOutline } from "../../../scripts/release/rpc-outline.ts";
import { unreleasedParts } from "../../../scripts/release/unreleased.ts";
import { PROJECT } from "../../../scripts/workers.ts";
import { API_VERSIONS } from "../../../shared/api/versions/api-versions.ts";

const folder = mkdtempSync(join(tmpdir(), "deploy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const record = join(folder, "calls.jsonl");
const installations = join(folder, "installations");
const installationFile = join(installations, "staging.json");

/** What the platform has of an installation, before anything was asked of it. */
const NOTHING = { databases: [], namespaces: [], lock: null, jurisdictions: {} };

/** In the place of wrangler: it records its words, and answers from a world of stores and rows. */
const WRANGLER = join(folder, "wrangler.mjs");
writeFileSync(
  WRANGLER,
  `import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
const words = process.argv.slice(2);
const said = words.join(" ");
appendFileSync(${JSON.stringify(record)}, JSON.stringify(words) + "\\n");
const file = ${JSON.stringify(join(folder, "world.json"))};
const world = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : ${JSON.stringify(NOTHING)};
const print = (value) => console.log(JSON.stringify(value));
const rows = (...results) => print([...Array(2).fill({ results: [] }), { results }]);
const sql = words[words.indexOf("--command") + 1] ?? "";
const config = words[words.indexOf("-c") + 1];
if (process.env.FAILS && said.startsWith(process.env.FAILS)) process.exit(1);
if (process.env.FAILS_SQL && sql.includes(process.env.FAILS_SQL)) {
  console.error("D1 does not answer");
  process.exit(1);
}
if (process.env.TAKES_OVER && said.startsWith(process.env.TAKES_OVER))
  world.lock = { holder: "another", release: "0.9.0-other", taken_at: "2026-11-23 04:10:00" };
// At a terminal it asks first, and ends well where that is declined.
if (said.startsWith("d1 migrations apply") && process.env.CI !== "true") process.exit(2);
if (process.env.WARNS && said.startsWith(process.env.WARNS)) console.error('Unexpected fields found in d1_databases[0] field: "jurisdiction"');
if (said.startsWith("d1 create")) world.databases.push({ name: words[2], uuid: "id-of-" + words[2] });
if (said.startsWith("kv namespace create")) world.namespaces.push({ title: words[3], id: "id-of-" + words[3] });
if (said === "d1 list --json") print(world.databases);
if (said === "kv namespace list") print(world.namespaces);
if (said.startsWith("deployments status")) {
  if (!world.deployed) {
    console.error("This Worker does not exist on your account. [code: 10007]");
    process.exit(1);
  }
  print({ versions: [{ version_id: world.deployed, percentage: 100 }] });
}
if (said.startsWith("versions list"))
  print([{ id: "v", metadata: { created_on: "2026-11-23" }, annotations: { "workers/tag": world.deployed } }]);
if (said.startsWith("versions view")) print({ annotations: { "workers/tag": words[2] } });
if (said.startsWith("d1 execute") && sql.includes("d1_migrations")) {
  rows(...(world.applied?.[config] ?? []).map((name) => ({ name })));
} else if (said.startsWith("d1 execute")) {
  const [, holder, release] = /VALUES \\(1, '([^']+)', '([^']+)', datetime/.exec(sql) ?? [];
  const [, jurisdiction] = /VALUES \\(1, '([^']*)', strftime/.exec(sql) ?? [];
  if (holder) {
    if (!world.lock || sql.includes("+1 minute")) world.lock = { holder, release, taken_at: "2026-11-23 04:00:00" };
    rows(world.lock);
  } else if (sql.startsWith("UPDATE deployment_lock")) rows(...(world.lock ? [world.lock] : []));
  else if (sql.startsWith("DELETE FROM deployment_lock")) {
    if (world.lock && sql.includes(world.lock.holder)) world.lock = null;
    rows();
  } else if (jurisdiction !== undefined) {
    world.jurisdictions[config] ??= jurisdiction;
    rows();
  } else rows(...(config in world.jurisdictions ? [{ jurisdiction: world.jurisdictions[config] }] : []));
}
writeFileSync(file, JSON.stringify(world));
`,
);

beforeEach(() => {
  for (const file of [record, installationFile, join(folder, "world.json")]) rmSync(file, { force: true });
});

/** Whether the files here are a release or not. */
function deploy(words: string[], more: Record<string, string> = {}) {
  return run("deploy", ["--unreleased", ...words], more);
}

function run(script: "deploy" | "rollback", words: string[], more: Record<string, string> = {}) {
  const { CI: _, ...environment } = process.env;
  const env = {
    ...environment,
    FRONTDESK_WRANGLER: WRANGLER,
    FRONTDESK_INSTALLATIONS: installations,
    FRONTDESK_STATE: folder,
    ...more,
  };
  rmSync(record, { force: true });
  // A way back needs none of the settings that a deployment does.
  const settings = script === "deploy" ? ["DEMONSTRATION=true"] : [];
  const command = [`scripts/${script}.ts`, "NAME=staging", ...settings, ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    ...{ cwd: PROJECT, env, encoding: "utf8", timeout: 60_000 },
  });
  const calls = existsSync(record)
    ? readFileSync(record, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as string[])
    : [];
  return { status, stdout, stderr, calls: calls.map((call) => call.join(" ").replaceAll(folder, "…")) };
}

let first: { result: ReturnType<typeof deploy>; world: string; installation: string } | undefined;

/** The first deployment of an installation in the EU, made once, with the platform and the file as it left them. */
function firstDeployment() {
  if (!first) {
    const result = deploy(["JURISDICTION=eu"]);
    if (result.status !== 0) return result;
    const world = readFileSync(join(folder, "world.json"), "utf8");
    first = { result, world, installation: readFileSync(installationFile, "utf8") };
  }
  writeFileSync(join(folder, "world.json"), first.world);
  writeFileSync(installationFile, first.installation);
  return first.result;
}

/** Changes what the platform has of the installation. */
function changeWorld(changes: Record<string, unknown>): void {
  const file = join(folder, "world.json");
  const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : NOTHING;
  writeFileSync(file, JSON.stringify({ ...before, ...changes }));
}

const ACCOUNT = join(folder, ".wrangler/state/configurations/deployment/staging/staging-account.json");
const ACCOUNT_BACK = ACCOUNT.replace("/deployment/staging", "/rollback/staging");
const isMade = (call: string) => /^(?:d1|kv namespace) create/.test(call);
const isDeployed = (call: string) => call.startsWith("deploy ");

describe("npm run deploy", () => {
  test("makes the stores of a first deployment in their jurisdiction, then locks, tells the databases, migrates and deploys", () => {
    const { status, stderr, calls } = firstDeployment();
    expect([status, stderr]).toEqual([0, ""]);
    expect(calls.filter(isMade)).toEqual(
      expect.arrayContaining([
        "d1 create staging-account --jurisdiction eu",
        "kv namespace create staging-catalogue-prices --jurisdiction eu",
      ]),
    );
    expect(calls.filter(isMade).every((call) => call.endsWith("--jurisdiction eu"))).toBe(true);
    const phase = (call: string) =>
      isMade(call) || / list/.test(call)
        ? "make"
        : call.includes("deployment_lock")
          ? "lock"
          : call.includes("jurisdiction") && !isDeployed(call)
            ? "place"
            : "deploy";
    const phases = calls.map(phase).filter((one, index, all) => one !== all[index - 1]);
    expect(phases.slice(0, 4), "renewed before each change").toEqual(["make", "lock", "place", "deploy"]);
    expect(new Set(phases.slice(4))).toEqual(new Set(["lock", "deploy"]));
    expect(calls.at(-1)).toContain("DELETE FROM deployment_lock");
    expect(calls.filter(isDeployed).at(-1)).toMatch(/-c \S+\/staging\.json --minify/);
    const stored = JSON.parse(readFileSync(installationFile, "utf8"));
    expect(stored).toMatchObject({ jurisdiction: "eu", databases: { "staging-account": "id-of-staging-account" } });
    const configuration = readFileSync(
      join(folder, ".wrangler/state/configurations/deployment/staging/staging-account.json"),
      "utf8",
    );
    expect(JSON.parse(configuration).d1_databases[0]).toMatchObject({ database_id: "id-of-staging-account" });
  });

  test("makes nothing again, and refuses another jurisdiction by the file, without it by the database", () => {
    expect(firstDeployment().status).toBe(0);
    const again = deploy(["JURISDICTION=eu"]);
    expect([again.status, again.calls.filter(isMade)]).toEqual([0, []]);

    const changed = deploy(["JURISDICTION=us"]);
    expect([changed.status, changed.calls]).toEqual([1, []]);
    expect(changed.stderr).toContain("JURISDICTION is us, and staging was made with eu: it cannot be changed.");

    writeFileSync(installationFile, readFileSync(installationFile, "utf8").replace('"eu"', '"us"'));
    const edited = deploy(["JURISDICTION=us"]);
    expect(edited.stderr).toContain("JURISDICTION is us, and the database of staging was made with eu.");
    expect([edited.status, edited.calls.filter(isDeployed)]).toEqual([1, []]);
    expect(edited.calls.at(-1)).toContain("DELETE FROM deployment_lock");
  });

  test("a second one at the same time is refused with the release of the first, and deploys nothing", () => {
    changeWorld({ lock: { holder: "another", release: "0.1.0-first", taken_at: "2026-11-23 04:00:00" } });
    const second = deploy([]);
    expect(second.stderr).toContain("0.1.0-first is being deployed, and went on at 2026-11-23 04:00:00 UTC.");
    expect([second.status, second.calls.filter((call) => isDeployed(call) || call.includes("migrations"))]).toEqual([
      1,
      [],
    ]);
  });

  test("one whose lock was taken over stops before its next call", () => {
    const taken = deploy([], { TAKES_OVER: "deploy " });
    expect(taken.stderr).toContain(
      "The lock was taken over by 0.9.0-other at 2026-11-23 04:10:00 UTC: this stops here.",
    );
    expect([taken.status, taken.calls.filter(isDeployed).length]).toEqual([1, 1]);
  });

  test("a lock that cannot be given back hides neither what was done nor why it failed", () => {
    const done = deploy([], { FAILS_SQL: "DELETE FROM deployment_lock" });
    expect([done.status, done.calls.filter(isDeployed).length]).toEqual([0, 6]);
    expect(done.stderr).toContain("The lock could not be given back.");

    const both = { FAILS: "d1 migrations apply", FAILS_SQL: "DELETE FROM deployment_lock" };
    const failed = deploy(["--take-over"], both);
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain("The lock could not be given back.");
    expect(failed.stderr).toContain("It was undone whole: those before it stay");
  });

  test("from files that lack what is deployed is refused, and changes nothing", () => {
    changeWorld({ applied: { [ACCOUNT]: ["0001_connections.sql", "9999_later.sql"] } });
    const older = deploy([]);
    expect(older.stderr).toContain("staging-account: 9999_later.sql is applied to its database, and is not here.");
    expect([older.status, older.calls.filter((call) => isDeployed(call) || call.includes("apply"))]).toEqual([1, []]);
    expect(older.calls.at(-1)).toContain("DELETE FROM deployment_lock");

    changeWorld({ applied: {}, deployed: "0.9.0-00000000" });
    const unknown = deploy([]);
    expect(unknown.stderr).toContain("staging-account runs 0.9.0-00000000, whose commit is not known here.");
    expect([unknown.status, unknown.calls.filter(isDeployed)]).toEqual([1, []]);
    expect(deploy(["--lost-commit"]).status, "where the commit is nowhere any more").toBe(0);
  });

  test("of files that are no release is refused, and a dry run says so", () => {
    const parts = unreleasedParts({
      ...{ surface: SURFACE, released: RELEASED, versions: API_VERSIONS, rpc: presentOutline() },
      ...{ releases: readReleases(), version: projectVersion() },
    });
    const { status, stderr, calls } = run("deploy", []);
    const dry = run("deploy", ["--dry-run"]);
    expect(dry.status).toBe(0);
    if (parts.length === 0) expect([status, stderr, dry.stdout.includes("Not released")]).toEqual([0, "", false]);
    else {
      expect([status, calls, dry.stdout.includes("A deployment would be refused. Not released: ")]).toEqual([
        1,
        [],
        true,
      ]);
      expect(stderr).toContain(`Not released: ${parts.join(", ")}. npm run release says what it needs`);
    }
  });

  test("a failed migration says what stays, and stops before its Worker", () => {
    const failed = deploy([], { FAILS: "d1 migrations apply" });
    expect(failed.stderr).toContain("It was undone whole: those before it stay");
    expect(failed.stderr).toMatch(/npx wrangler d1 migrations list DB -c \S+ --remote/);
    expect([failed.status, failed.calls.filter(isDeployed)]).toEqual([1, []]);
    expect(failed.calls.at(-1)).toContain("DELETE FROM deployment_lock");
  });

  test("a field that wrangler does not know is an error, not a warning", () => {
    const warned = deploy(["--dry-run"], { WARNS: "deploy" });
    expect([warned.status, warned.calls.length]).toEqual([1, 1]);
    expect(warned.stderr).toContain(
      "This wrangler does not do all that the configuration says: Unexpected fields found in",
    );
  });

  test("makes no store where the file of its id would be lost", () => {
    const { status, stderr, calls } = deploy([], { CI: "true" });
    expect([status, calls]).toEqual([1, []]);
    expect(stderr).toContain("run it at a terminal, and commit the file");
  });

  test.each([
    [["--dry-runn"], {}, "--dry-runn"],
    [["dry-run"], {}, "dry-run is neither an option nor a setting"],
    [["--gradual=half"], {}, "from 1 to 100, not half"],
    [[], { npm_config_dry_run: "true" }, "put -- before it"],
  ])("does nothing for words that it does not know: %j", (words, environment, reason) => {
    const { status, stderr, calls } = deploy(words, environment);
    expect([status, calls]).toEqual([1, []]);
    expect(stderr).toContain(reason);
  });

  test("a dry run asks nobody, and says what would be made", () => {
    const { status, stdout, calls } = deploy(["--dry-run", "JURISDICTION=eu", "--gradual", "10"]);
    expect([status, calls.filter((call) => !call.includes("--dry-run"))]).toEqual([0, []]);
    expect(stdout).toContain("To be made: wrangler d1 create staging-account --jurisdiction eu");
    expect(stdout).toContain("wrangler versions deploy <new>@10% <deployed>@90% --name staging-account");
    expect(existsSync(installationFile)).toBe(false);
  });
});

describe("npm run rollback", () => {
  const HEAD = git(["rev-parse", "--short=8", "HEAD"]);
  const isBack = (call: string) => call.startsWith("rollback ");

  test("is judged by what is deployed, and refused where the files here lack it", () => {
    changeWorld({ deployed: `0.1.0-${HEAD}`, applied: { [ACCOUNT_BACK]: ["0001_connections.sql"] } });
    const same = run("rollback", ["--to", `0.1.0-${HEAD}`, "--dry-run"]);
    expect([same.status, same.stderr]).toEqual([0, ""]);

    changeWorld({ applied: { [ACCOUNT_BACK]: ["0001_connections.sql", "9999_later.sql"] } });
    const older = run("rollback", ["--to", `0.1.0-${HEAD}`, "--because", "orders fail"]);
    expect(older.stderr).toContain("staging-account: 9999_later.sql is applied to its database, and is not here.");
    expect([older.status, older.calls.filter(isBack)]).toEqual([1, []]);
  });

  test("goes back without the lock where its database does not answer, and asks no database", () => {
    changeWorld({ deployed: `0.1.0-${HEAD}` });
    const silent = { FAILS: "d1 execute" };
    const words = ["--to", `0.1.0-${HEAD}`, "--because", "orders fail"];
    const locked = run("rollback", words, silent);
    expect([locked.status, locked.calls.filter(isBack)]).toEqual([1, []]);
    const unlocked = run("rollback", [...words, "--unlocked"], silent);
    expect([unlocked.status, unlocked.stderr]).toEqual([0, ""]);
    expect(unlocked.calls.filter(isBack)).toHaveLength(6);
    expect(unlocked.calls.filter((call) => call.startsWith("d1 "))).toEqual([]);
  });
});
