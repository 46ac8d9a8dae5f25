import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { LONG_FORM } from "../system/calls/long-form.ts";
import { CAMPAIGN_FORMS } from "../system/faults/long-forms.ts";
import { missingCommands } from "./support/commands.ts";

/** The YAML parser that knip uses. */
const { parse } = createRequire(createRequire(import.meta.url).resolve("knip"))("yaml") as {
  parse(text: string, options: { strict: boolean; uniqueKeys: boolean }): Workflow;
};

interface Step {
  if?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}

interface Job {
  needs?: string;
  if?: string;
  uses?: string;
  with?: Record<string, string>;
  strategy?: { matrix: Record<string, number[]> };
  environment?: string;
  concurrency?: { group: string; "cancel-in-progress": boolean };
  "timeout-minutes"?: number;
  steps?: Step[];
}

interface Workflow {
  on: unknown;
  defaults?: { run: { shell: string } };
  permissions: unknown;
  jobs: Record<string, Job>;
}

const FILES = globSync(".github/workflows/*", { cwd: PROJECT }).toSorted();
const read = (file: string) =>
  parse(readFileSync(join(PROJECT, ".github/workflows", file), "utf8"), { strict: true, uniqueKeys: true });
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps = [] }) => steps);

describe.each(FILES.map((file) => basename(file)))("the workflow %s", (file) => {
  const workflow = read(file);

  test("has read access to the repository and no other permissions", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
  });

  test("has a time limit and pins its actions to commits", () => {
    for (const job of Object.values(workflow.jobs)) {
      if (job.uses) expect(job.uses).toMatch(/^\.\/\.github\/workflows\/[\w-]+\.yml$/);
      else expect(job["timeout-minutes"]).toBeLessThanOrEqual(120);
    }
    const actions = stepsOf(workflow).flatMap(({ uses }) => uses ?? []);
    expect(actions.filter((action) => !/^[\w/-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  test("inserts no values into shell commands, where they would be executed", () => {
    expect(stepsOf(workflow).filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  });

  test("runs existing commands", () => {
    expect(stepsOf(workflow).flatMap(({ run = "" }) => missingCommands(run))).toEqual([]);
  });
});

test.each([
  ["faults", CAMPAIGN_FORMS.orders.parts],
  ["fuzz", LONG_FORM.parts],
])("every part of the long form of %s runs before the table merges their results", (name, parts) => {
  const { jobs } = read("proofs.yml");
  expect(jobs[name]?.strategy?.matrix.part).toEqual(Array.from({ length: parts }, (_, index) => index + 1));
  const table = jobs[`${name}-table`];
  expect(table).toMatchObject({ needs: name, if: "always()" });
  const seeds = [jobs[name], table].flatMap((job) =>
    job?.steps?.flatMap(({ run = "" }) => /--seed \S+/.exec(run) ?? []),
  );
  expect(new Set(seeds.map(String)).size).toBe(1);
  expect(seeds).toHaveLength(2);
});

test("each long proof uploads its output under its own name, even after a failure", () => {
  const { jobs, defaults } = read("proofs.yml");
  const proofs = Object.entries(jobs).filter(([name]) => !name.endsWith("-table"));
  const uploads = proofs.map(([name, { steps = [] }]) => {
    const last = steps.at(-1);
    const isUpload = last?.uses?.startsWith("actions/upload-artifact@") === true && last.if === "always()";
    return [name, isUpload ? String(last.with?.name).replace(/-\$\{\{ matrix\.part \}\}$/, "") : "nothing"];
  });
  expect(uploads).toEqual(proofs.map(([name]) => [name, name]));

  const commands = proofs.flatMap(([name, { steps = [] }]) => steps.flatMap(({ run }) => (run ? { name, run } : [])));
  const lost = commands.filter(
    ({ name, run }) =>
      !run.includes(`--reports "$RUNNER_TEMP/${name}"`) && !run.endsWith(`| tee -a "$RUNNER_TEMP/${name}.log"`),
  );
  expect(lost).toEqual([]);
  // GitHub runs this shell with pipefail, so `tee` does not hide a failed command.
  expect(defaults?.run.shell).toBe("bash");
});

test("a deployment is started manually and runs the checks, then staging, then production, each in its environment", () => {
  const { on, jobs } = read("deploy.yml");
  expect(on).toEqual({ workflow_dispatch: null });
  expect(Object.entries(jobs).map(([name, { needs, with: given }]) => [name, needs, given?.environment])).toEqual([
    ["check", undefined, undefined],
    ["staging", "check", "staging"],
    ["production", "staging", "production"],
  ]);
  const checks = (jobs.check?.steps ?? []).flatMap(({ run }) => run ?? []);
  expect(checks).toEqual([".ci/run"]);
  const names = [jobs.staging, jobs.production].map((job) => job?.with?.installation);
  expect(names).toEqual(["frontdesk-staging", "frontdesk"]);
});

test("an installation has one deployment at a time, after a dry run, and only the deployment has the API token", () => {
  const { deploy } = read("deploy-installation.yml").jobs;
  expect(deploy).toMatchObject({
    environment: expect.stringMatching(/^\$\{\{ inputs\.environment \}\}$/),
    concurrency: {
      group: expect.stringMatching(/^deploy-\$\{\{ inputs\.installation \}\}$/),
      "cancel-in-progress": false,
    },
  });
  const deployments = deploy?.steps?.filter(({ run = "" }) => run.startsWith("npm run deploy")) ?? [];
  expect(deployments.map(({ run = "" }) => run.endsWith("--dry-run"))).toEqual([true, false]);
  const withToken = deploy?.steps?.filter(({ env = {} }) => "CLOUDFLARE_API_TOKEN" in env) ?? [];
  expect(withToken).toEqual([deployments[1]]);
});
