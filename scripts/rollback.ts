import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { type WrittenWorker, writeConfigurations } from "./configurations.ts";
import { readOptions, runCommand } from "./deployment/command-words.ts";
import { deployedSchema, deployedStates } from "./deployment/deployed-state.ts";
import { installationName, readInstallation } from "./deployment/installation.ts";
import { type KeepLock, locked } from "./deployment/locked.ts";
import { commitOf } from "./deployment/release-name.ts";
import {
  type RollbackVerdict,
  type RollbackWorker,
  rollbackCall,
  rollbackVerdict,
  versionOf,
} from "./deployment/rollback-plan.ts";
import { runCall } from "./deployment/run-call.ts";
import { statementsIn } from "./deployment/schema-changes.ts";
import { readReleases, releasedSchema, type Schema, schemaAt } from "./deployment/schemas.ts";
import { askWrangler } from "./deployment/wrangler.ts";
import { billingIn, providerText } from "./provider-settings.ts";
import { PROJECT, STATE } from "./workers.ts";

/**
 * Says of each release whether the service can go back to it from what is deployed, which the platform is asked. `--to <version>-<commit> --because <why>`
 * goes back, callers before callees; with `--dry-run` it says how, and changes nothing. `--unlocked` asks no database: without the
 * lock, and taking the migrations here for those that are applied. See docs/rollback.md.
 */
const words = process.argv.slice(2);
const OPTIONS = {
  to: { type: "string" },
  because: { type: "string" },
  "dry-run": { type: "boolean" },
  "take-over": { type: "boolean" },
  unlocked: { type: "boolean" },
} as const;
type Options = ReturnType<typeof readOptions<typeof OPTIONS>>;

type DeployedWorker = Pick<RollbackWorker, "name" | "now"> & { source: string };

await runCommand(async () => {
  const { to, ...options } = readOptions(words, OPTIONS);
  if (to === undefined) sayOfEach(options);
  else await goBack(to, options);
});

function sayOfEach(options: Pick<Options, "unlocked">): void {
  const deployed = deployedWorkers(writtenWorkers(), options);
  for (const release of readReleases()) {
    const { version } = release;
    const verdict = verdictOn(deployed, version, (source) => releasedSchema(release, source));
    console.log(
      `${version}: ${verdict.isPossible ? "yes" : "no"}${verdict.lines.map((line) => `\n  ${line}`).join("")}`,
    );
  }
  console.log(
    "How: npm run rollback -- --to <version>-<commit> --because <why>, with the tag that its deployment gave it.",
  );
}

async function goBack(
  release: string,
  { because, unlocked = false, "dry-run": isDry = false, "take-over": isTakenOver = false }: Omit<Options, "to">,
): Promise<void> {
  if (because === undefined && !isDry) throw new Error("--because says why, in the list of deployments.");
  const [version = ""] = release.split("-", 1);
  const commit = commitOf(release);
  if (!schemaAt(commit, "wrangler.toml"))
    throw new Error(`${commit} is no commit that is known here: git fetch, or look at --to.`);
  const written = writtenWorkers();
  const { isPossible, lines } = verdictOn(deployedWorkers(written, { unlocked }), version, (source) =>
    schemaAt(commit, source),
  );
  for (const line of lines) console.log(line);
  if (!isPossible)
    throw new Error(
      `There is no way back to ${release}: go forward with a release that mends it, or see docs/rollback.md.`,
    );

  const workers = written.filter(({ source }) => schemaAt(commit, source) !== null);
  // Callers before callees: a caller of before asks a callee of now, which still answers it.
  const callers = workers.map(({ config, configuration }) => ({ config, name: configuration.name })).toReversed();
  if (isDry) {
    for (const { name, config } of callers)
      console.log(`wrangler ${rollbackCall(name, config, `<${release}>`, because ?? "<why>").join(" ")}`);
    return;
  }
  const rollBack = async (keepLock: KeepLock) => {
    const calls = callers.map(({ name, config }) =>
      rollbackCall(name, config, deployedId(name, release), because ?? ""),
    );
    for (const call of calls) {
      keepLock();
      await runCall(call);
    }
  };
  if (unlocked) await rollBack(() => {});
  else await locked(workers, { release: `back to ${release}`, isTakenOver }, rollBack);
}

/** @throws Error where it is not among the ten newest versions, which wrangler lists */
function deployedId(name: string, release: string): string {
  const id = versionOf(askWrangler(["versions", "list", "--name", name, "--json"]), release);
  if (id) return id;
  throw new Error(
    `${release} is not among the ten newest versions of ${name}. Nothing was changed. The dashboard lists a hundred: npx wrangler rollback <id> --name ${name}, for each Worker in the order of --dry-run.`,
  );
}

/** The Workers with what is deployed of them. @throws Error where the files here lack some of it: they cannot judge a way back */
function deployedWorkers(
  workers: readonly WrittenWorker[],
  { unlocked = false }: Pick<Options, "unlocked">,
): DeployedWorker[] {
  const states = deployedStates(workers, { isDatabaseAsked: !unlocked });
  return states.map(({ source, state }) => ({ source, name: state.name, now: deployedSchema(state, source) }));
}

function verdictOn(
  deployed: readonly DeployedWorker[],
  version: string,
  schemaThen: (source: string) => Schema | null,
): RollbackVerdict {
  const workers = deployed.map(({ source, name, now }): RollbackWorker => {
    const folder = join(PROJECT, dirname(source), "migrations");
    return {
      ...{ name, before: schemaThen(source), now },
      statementsOf: (file) => statementsIn(readFileSync(join(folder, file), "utf8")),
    };
  });
  return rollbackVerdict(version, workers);
}

function writtenWorkers() {
  const name = installationName(words);
  return writeConfigurations(billingIn(providerText(words)), join(STATE, "configurations/rollback", name), {
    installation: readInstallation(name),
  });
}
