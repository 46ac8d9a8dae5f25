import { join } from "node:path";
import { type Deployable, migrateCalls, versionWords } from "../deployment-plan.ts";
import { commitOf, isCommitted } from "./release-name.ts";
import { changedClasses, presentSchema, schemaAt } from "./schemas.ts";
import type { WranglerCalls } from "./wrangler.ts";

export interface GradualWorker extends Deployable {
  name: string;
}

/** A version of a Worker that takes a part of its requests. */
export interface DeployedVersion {
  id: string;
  percentage: number;
  /** The release it is tagged with; null: none. */
  release: string | null;
}

/** What is to be done with a Worker for a release to take a part of its requests. */
export type GradualStep =
  | { kind: "done" }
  | { kind: "begin"; from: DeployedVersion }
  | { kind: "raise"; versions: DeployedVersion[] };

interface GradualOptions {
  percent: number;
  release: string;
  /** For what wrangler reports. */
  folder: string;
  wrangler: WranglerCalls;
}

/**
 * One step of a gradual deployment: the first Worker that does not wholly run the release gets it for a part of its requests, or
 * for a larger one. Its callers come after it, since one Worker at a time is split. Triggers follow at 100 percent: they are of no
 * version.
 * @throws Error where a Worker's classes change, which no version can be split across
 */
export async function deployGradually(
  workers: readonly GradualWorker[],
  settings: Record<string, string>,
  options: GradualOptions,
): Promise<void> {
  const { percent, release, wrangler } = options;
  if (!isCommitted(release)) throw new Error("A gradual deployment is of a commit: commit what is changed here.");
  const states = workers.map((worker) => ({ worker, versions: deployedVersions(worker.name, wrangler) }));
  for (const { worker, versions } of states) refuseChangedClasses(worker, versions, release);
  for (const [index, { worker, versions }] of states.entries()) {
    const step = nextStep(worker.name, versions, release, percent);
    if (step.kind === "done") continue;
    const split =
      step.kind === "begin" ? await begin(worker, step.from, settings, options) : raised(step, release, percent);
    await wrangler.run(splitCall(worker, split, release));
    if (percent === 100) await wrangler.run(["triggers", "deploy", "-c", worker.config]);
    const next = percent < 100 ? worker : states[index + 1]?.worker;
    console.log(
      next
        ? `Look at it, then: npm run deploy -- --gradual <percent>, which goes on with ${next.name}.`
        : `All of ${release} is deployed.`,
    );
    return;
  }
  console.log(`All of ${release} is deployed.`);
}

/** The calls of a gradual deployment from nothing to all, for a dry run: ids are those that wrangler will give. */
export function gradualPlan(
  workers: readonly GradualWorker[],
  settings: Record<string, string>,
  { percent, release }: Pick<GradualOptions, "percent" | "release">,
): string[][] {
  return workers.flatMap((worker) => [
    ...migrateCalls(worker),
    ["versions", "upload", ...versionWords(worker, settings, { release, dryRun: false })],
    splitCall(
      worker,
      [
        { id: "<new>", percentage: percent },
        { id: "<deployed>", percentage: 100 - percent },
      ],
      release,
    ),
    ...(percent === 100 ? [["triggers", "deploy", "-c", worker.config]] : []),
  ]);
}

/** @throws Error where the Worker is split between others, or has that part already */
export function nextStep(
  name: string,
  versions: readonly DeployedVersion[],
  release: string,
  percent: number,
): GradualStep {
  const own = versions.find((version) => version.release === release);
  const [only, ...more] = versions;
  if (!only) throw new Error(`${name} is not deployed: the first deployment is of all at once.`);
  if (more.length === 0) return own ? { kind: "done" } : { kind: "begin", from: only };
  if (!own) {
    const others = versions.map(({ release, id, percentage }) => `${release ?? id} (${percentage} %)`).join(" and ");
    throw new Error(`${name} is split between ${others}: bring one of them to 100 first, or roll back.`);
  }
  if (percent <= own.percentage)
    throw new Error(
      `${name} has ${release} for ${own.percentage} % of its requests: the part is only raised. To go back: npm run rollback.`,
    );
  return { kind: "raise", versions: [...versions] };
}

/**
 * The call that splits a Worker's requests; versions keep their order, so that an object goes over once and never back. It sets
 * what is of no version, such as the logs, as its configuration has it; without one named it would take the front door's.
 */
export function splitCall(
  { name, config }: Pick<GradualWorker, "name" | "config">,
  versions: readonly Pick<DeployedVersion, "id" | "percentage">[],
  release: string,
): string[] {
  const parts = versions.filter(({ percentage }) => percentage > 0).map(({ id, percentage }) => `${id}@${percentage}%`);
  return ["versions", "deploy", ...parts, "--name", name, "-c", config, "--message", release, "--yes"];
}

async function begin(
  worker: GradualWorker,
  from: DeployedVersion,
  settings: Record<string, string>,
  { percent, release, folder, wrangler }: GradualOptions,
): Promise<DeployedVersion[]> {
  for (const call of migrateCalls(worker)) await wrangler.run(call);
  const upload = ["versions", "upload", ...versionWords(worker, settings, { release, dryRun: false })];
  const id = await wrangler.upload(upload, join(folder, "wrangler-reports.jsonl"));
  return [
    { id, percentage: percent, release },
    { ...from, percentage: 100 - percent },
  ];
}

function raised({ versions }: { versions: DeployedVersion[] }, release: string, percent: number): DeployedVersion[] {
  return versions.map((version) => ({ ...version, percentage: version.release === release ? percent : 100 - percent }));
}

/** What takes a Worker's requests now, in the order that the platform has it. */
export function deployedVersions(name: string, wrangler: Pick<WranglerCalls, "ask">): DeployedVersion[] {
  const { versions } = wrangler.ask(["deployments", "status", "--name", name, "--json"]) as {
    versions: { version_id: string; percentage: number }[];
  };
  return versions.map(({ version_id: id, percentage }) => {
    const { annotations } = wrangler.ask(["versions", "view", id, "--name", name, "--json"]) as {
      annotations?: Record<string, string>;
    };
    return { id, percentage, release: annotations?.["workers/tag"] ?? null };
  });
}

function refuseChangedClasses(
  { name, source }: GradualWorker,
  versions: readonly DeployedVersion[],
  release: string,
): void {
  for (const version of versions) {
    if (version.release === release) continue;
    const before = version.release && isCommitted(version.release) ? schemaAt(commitOf(version.release), source) : null;
    if (!before)
      throw new Error(
        `${name} runs ${version.release ?? version.id}, which is no commit that is known here: whether its classes change is not known. Deploy all at once.`,
      );
    const changed = changedClasses(before, presentSchema(source));
    if (changed.length > 0)
      throw new Error(
        `${name}: classes of objects change (${changed.join(", ")}). No requests can be split across that: deploy all at once.`,
      );
  }
}
