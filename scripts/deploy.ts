import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { API_VERSIONS } from "../shared/api/versions/api-versions.ts";
import { projectConfigurations, type WrittenWorker, writeConfigurations } from "./configurations.ts";
import { readOptions } from "./deployment/command-words.ts";
import { deployedState, refuseMissingHere } from "./deployment/deployed-state.ts";
import { keepJurisdiction, keepsJurisdiction, readJurisdiction } from "./deployment/deployment-records.ts";
import { deployGradually, type GradualWorker, gradualPlan } from "./deployment/gradual.ts";
import {
  clashes,
  type Installation,
  installationName,
  jurisdictionProblem,
  keepInstallation,
  otherInstallations,
  readInstallation,
} from "./deployment/installation.ts";
import { callsUnderLock, locked, onDatabase } from "./deployment/locked.ts";
import { projectVersion, releaseName } from "./deployment/release-name.ts";
import { readReleases } from "./deployment/schemas.ts";
import { idIn, LIST_CALLS, makeCall, type Store, storesOf, withStore } from "./deployment/stores.ts";
import { askWrangler, runWrangler, wranglerCalls } from "./deployment/wrangler.ts";
import { type Deployable, deploymentPlan } from "./deployment-plan.ts";
import { providerText, readProviderSettings, settingWords } from "./provider-settings.ts";
import { RELEASED, SURFACE } from "./release/published-surface.ts";
import { unreleasedParts } from "./release/unreleased.ts";
import { secretLines, secretsText } from "./secrets-file.ts";
import { declaredSettings, PROJECT, QUIET_WRANGLER, STATE } from "./workers.ts";

/**
 * Deploys every Worker of an installation with the provider's settings, in the order of `deploymentPlan`; see docs/deploying.md
 * and docs/releasing.md. Settings are checked before anything is changed. `--dry-run` builds and checks everything, asks nobody
 * and changes nothing. `--gradual <percent>` is one step of a gradual deployment. `--unchecked` leaves out the check of WHMCS;
 * `--unreleased` deploys what `npm run release` has not released; `--lost-commit` goes over a deployed release whose commit is nowhere any more; `--take-over` takes the lock of a deployment that
 * was stopped.
 */
const words = process.argv.slice(2);
const OPTIONS = {
  "dry-run": { type: "boolean" },
  gradual: { type: "string" },
  unchecked: { type: "boolean" },
  "lost-commit": { type: "boolean" },
  unreleased: { type: "boolean" },
  "take-over": { type: "boolean" },
} as const;
type Options = ReturnType<typeof readOptions<typeof OPTIONS>>;
let dryRun = false;

try {
  const options = readOptions(words, OPTIONS);
  dryRun = options["dry-run"] ?? false;
  await deploy(options);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

async function deploy({
  gradual,
  unchecked,
  unreleased,
  "lost-commit": isLostAllowed = false,
  ...rest
}: Options): Promise<void> {
  const { billing, settings, domain, tunnel, observability } = readProviderSettings(providerText(words));
  const installation = readInstallation(installationName(words));
  const release = releaseName();
  const isTakenOver = rest["take-over"] ?? false;
  const percent = gradualPercent(gradual);
  const changes = {
    tunnel,
    observability,
    domain,
    operatorOrigin: settings.OPERATOR_ORIGIN,
    hasZoneServers: Boolean(settings.ZONE_SERVERS),
    ...requiredSecrets(settings),
  };
  refuseUnreleased(unreleased ?? false);
  const folder = join(STATE, "configurations", dryRun ? "dry-run" : "deployment", installation.name);
  const write = (of: Installation) => writeConfigurations(billing, folder, { ...changes, installation: of });
  const workers = write(installation);
  refuseClashes(installation, domain);
  refuseOtherJurisdiction(installation, settings.JURISDICTION ?? "", workers);
  const missing = storesOf(configurationsOf(workers)).filter(({ id }) => id === undefined);
  const plan = { release, dryRun };
  if (dryRun) {
    for (const store of missing)
      console.log(`To be made: wrangler ${makeCall(store, settings.JURISDICTION ?? "").join(" ")}`);
    for (const call of deploymentPlan(workers.map(deployable), settings, plan)) await run(call);
    const steps = percent === null ? [] : gradualPlan(workers.map(gradualWorker), settings, { percent, release });
    for (const call of steps) console.log(`In steps, one Worker at a time: wrangler ${call.join(" ")}`);
    return;
  }

  if (billing === "whmcs" && !unchecked) checkWhmcs();
  const made = await makeStores(installation, missing, {
    domain: domain ?? "",
    jurisdiction: settings.JURISDICTION ?? "",
  });
  const deployed = write(made);
  await locked(deployed, { release, isTakenOver }, async (keepLock) => {
    compareJurisdiction(made, deployed, settings.JURISDICTION ?? "");
    const states = deployed.map((worker) => ({ source: worker.source, state: deployedState(worker) }));
    refuseMissingHere(states, { isLostAllowed });
    if (percent !== null)
      return deployGradually(deployed.map(gradualWorker), settings, {
        percent,
        release,
        folder,
        wrangler: callsUnderLock(wranglerCalls, keepLock),
      });
    for (const call of deploymentPlan(deployed.map(deployable), settings, plan)) {
      keepLock();
      await run(call);
    }
  });
}

/** The rest of a deployment's files and calls, each with the reason why nothing more was done where it fails. */
async function run(call: string[]): Promise<void> {
  console.log(`\n${dryRun ? "Checking: " : ""}wrangler ${call.slice(0, 4).join(" ")}`);
  try {
    // At a terminal wrangler asks before it migrates, and ends well where that is declined: the Worker would go without its tables.
    await runWrangler(call, { ...(dryRun && QUIET_WRANGLER), ...(call.includes("migrations") && { CI: "true" }) });
  } catch (cause) {
    throw new Error(call.includes("migrations") ? halfMigrated(call) : (cause as Error).message, { cause });
  }
}

/** A migration that fails is undone whole; those before it stay, those after it are not tried. */
function halfMigrated(call: string[]): string {
  const list = call.map((word) => (word === "apply" ? "list" : word)).join(" ");
  return `A migration failed. It was undone whole: those before it stay, none after it was tried, and the Worker was not deployed, nor any after it.
What runs goes on: every migration leaves the tables readable by the version before. What is left to apply: npx wrangler ${list}
Where the answer was lost on the way, that says whether it was applied. Mend the migration, and run the same command again.`;
}

/** Beside those of its configuration the Worker for WHMCS needs that of the way customers sign in. */
function requiredSecrets(settings: Record<string, string>): { secrets?: string[] } {
  if (settings.WHMCS_OIDC_SUBJECT !== "user") return {};
  return { secrets: ["WHMCS_IDENTIFIER", "WHMCS_SECRET", "WHMCS_OIDC_SECRET"] };
}

function configurationsOf(workers: readonly WrittenWorker[]) {
  return workers.map(({ configuration }) => configuration);
}

function refuseClashes(installation: Installation, domain: string | undefined): void {
  const configurations = projectConfigurations();
  const names = [...configurations.map(({ name }) => name), ...storesOf(configurations).map(({ name }) => name)];
  const [clash] = clashes(installation, otherInstallations(installation.name), names, domain);
  if (clash) throw new Error(clash);
}

function refuseOtherJurisdiction(installation: Installation, jurisdiction: string, workers: WrittenWorker[]): void {
  const hasStores = storesOf(configurationsOf(workers)).some(({ id }) => id !== undefined);
  const problem = jurisdictionProblem(installation, jurisdiction, hasStores);
  if (problem) throw new Error(problem);
}

/** What clients and later deployments are compared with is a release, so what is deployed has to be one. */
function refuseUnreleased(isAllowed: boolean): void {
  const parts = unreleasedParts({
    ...{ surface: SURFACE, released: RELEASED, versions: API_VERSIONS },
    ...{ releases: readReleases(), version: projectVersion() },
  });
  if (parts.length === 0 || isAllowed) return;
  const text = `Not released: ${parts.join(", ")}. npm run release says what it needs; to try it out before that: --unreleased.`;
  if (!dryRun) throw new Error(text);
  console.log(`A deployment would be refused. ${text}\n`);
}

function checkWhmcs(): void {
  const overrides = [`NAME=${installationName(words)}`, ...settingWords(words)];
  const { status } = spawnSync(process.execPath, ["scripts/whmcs/check.ts", ...overrides], {
    cwd: PROJECT,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("Nothing was deployed. What is said above has to be put right first.");
}

/** Makes the stores that are not known, and keeps the id of each as soon as it is there. */
async function makeStores(
  installation: Installation,
  missing: readonly Store[],
  made: { domain: string; jurisdiction: string },
): Promise<Installation> {
  if (missing.length === 0 && installation.stored === null) return installation;
  if (missing.length > 0 && process.env.CI) {
    throw new Error(
      `${missing[0]?.name} is not in installations/${installation.name}.json. The first deployment makes the stores and keeps their ids there: run it at a terminal, and commit the file.`,
    );
  }
  const before = installation.stored ?? { databases: {}, namespaces: {}, jurisdiction: made.jurisdiction };
  let current: Installation = { name: installation.name, stored: { ...before, domain: made.domain } };
  for (const store of missing) {
    const call = makeCall(store, made.jurisdiction);
    console.log(`\nwrangler ${call.join(" ")}`);
    try {
      await runWrangler(call);
    } catch (cause) {
      throw new Error(
        `${store.name} was not made. Where there is one of that name already, and it is this installation's, put its id into installations/${installation.name}.json, under ${store.kind}.`,
        { cause },
      );
    }
    const id = idIn(askWrangler(LIST_CALLS[store.kind]), store);
    current = { ...current, stored: withStore(current.stored as NonNullable<Installation["stored"]>, store, id) };
    keepInstallation(current);
  }
  if (JSON.stringify(current) !== JSON.stringify(installation)) {
    keepInstallation(current);
    console.log(`Written into installations/${installation.name}.json: commit it.`);
  }
  return current;
}

function deployable({ config, source, database, secrets = [] }: WrittenWorker): Deployable {
  const secretsFile = ownSecrets(config, secrets);
  return { config, source, secretsFile, database, declared: Object.keys(declaredSettings(source)) };
}

function gradualWorker(worker: WrittenWorker): GradualWorker {
  return { ...deployable(worker), name: worker.configuration.name };
}

/** A file with a Worker's secrets alone, beside its configuration until this process ends; undefined without any. */
function ownSecrets(config: string, secrets: readonly string[]): string | undefined {
  const lines = secretLines(secretsText(installationName(words)), secrets);
  if (lines === "" || dryRun) return undefined;
  const file = `${config}.secrets.env`;
  writeFileSync(file, lines, { mode: 0o600 });
  process.on("exit", () => rmSync(file, { force: true }));
  return file;
}

/** @throws Error where a database says otherwise; one that says nothing is told, where the installation's file does */
function compareJurisdiction({ name, stored }: Installation, workers: WrittenWorker[], jurisdiction: string): void {
  for (const worker of workers.filter(({ source, database }) => database && keepsJurisdiction(source))) {
    const database = onDatabase(worker);
    const made = readJurisdiction(database, worker.source);
    if (made === null && stored) keepJurisdiction(database, jurisdiction);
    if ((made ?? jurisdiction) !== jurisdiction || (made === null && !stored && jurisdiction !== "")) {
      throw new Error(
        `JURISDICTION is ${jurisdiction || "empty"}, and the database of ${name} was made with ${made || "none"}.`,
      );
    }
  }
}

/** Of `--gradual`; null: all at once. */
function gradualPercent(given: string | undefined): number | null {
  if (given === undefined) return null;
  const percent = Number(given);
  if (Number.isInteger(percent) && percent >= 1 && percent <= 100) return percent;
  throw new Error(`--gradual is followed by a percentage from 1 to 100, not ${given}.`);
}
