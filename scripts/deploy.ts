import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { API_VERSIONS } from "../shared/api/versions/api-versions.ts";
import { type WrittenWorker, writeConfigurations } from "./configurations.ts";
import { readOptions, runCommand } from "./deployment/command-words.ts";
import { deployable, gradualWorker } from "./deployment/deployables.ts";
import { keepBillingSystem } from "./deployment/deployed-billing-system.ts";
import { deployedStates } from "./deployment/deployed-state.ts";
import { deployGradually, gradualPlan } from "./deployment/gradual.ts";
import { type Installation, installationName, readInstallation } from "./deployment/installation.ts";
import { compareJurisdiction, refuseClashes, refuseOtherJurisdiction } from "./deployment/installation-checks.ts";
import { accountWorker, callsUnderLock, locked, onDatabase } from "./deployment/locked.ts";
import { makeStores } from "./deployment/make-stores.ts";
import { projectVersion, releaseName } from "./deployment/release-name.ts";
import { runCall } from "./deployment/run-call.ts";
import { readReleases } from "./deployment/schemas.ts";
import { makeCall, storesOf } from "./deployment/stores.ts";
import { wranglerCalls } from "./deployment/wrangler.ts";
import { deploymentPlan } from "./deployment-plan.ts";
import { providerFile, providerText, readProviderSettings, settingWords } from "./provider-settings.ts";
import { RELEASED, SURFACE } from "./release/published-surface.ts";
import { presentOutline } from "./release/rpc-outline.ts";
import { unreleasedParts } from "./release/unreleased.ts";
import { secretsText } from "./secrets-file.ts";
import { PROJECT, STATE } from "./workers.ts";

/**
 * Deploys every Worker of an installation with the provider's settings, in the order of `deploymentPlan`; see docs/deploying.md
 * and docs/releasing.md. Settings are checked before anything is changed. `--dry-run` builds and checks everything, asks nobody
 * and changes nothing. `--gradual <percent>` is one step of a gradual deployment. `--unchecked` leaves out the check of WHMCS;
 * `--unreleased` deploys what `npm run release` has not released; `--lost-commit` goes over a deployed release whose commit is
 * nowhere any more; `--take-over` takes the lock of a deployment that was stopped; `--new-billing-system` ends every connection and
 * session, for the customers of another billing system are others.
 */
const words = process.argv.slice(2);
const OPTIONS = {
  "dry-run": { type: "boolean" },
  gradual: { type: "string" },
  unchecked: { type: "boolean" },
  "lost-commit": { type: "boolean" },
  unreleased: { type: "boolean" },
  "take-over": { type: "boolean" },
  "new-billing-system": { type: "boolean" },
} as const;
type Options = ReturnType<typeof readOptions<typeof OPTIONS>>;

await runCommand(() => deploy(readOptions(words, OPTIONS)));

async function deploy({ gradual, unreleased = false, "dry-run": dryRun = false, ...options }: Options): Promise<void> {
  const { billing, settings, domain, tunnel, observability } = readProviderSettings(
    providerText(words),
    providerFile(words),
  );
  const jurisdiction = settings.JURISDICTION ?? "";
  const installation = readInstallation(installationName(words));
  const release = releaseName();
  const percent = gradualPercent(gradual);
  const changes = {
    tunnel,
    observability,
    domain,
    whmcsAddress: settings.WHMCS_URL,
    operatorOrigin: settings.OPERATOR_ORIGIN,
    hasZoneServers: Boolean(settings.ZONE_SERVERS),
    ...requiredSecrets(settings),
  };
  refuseUnreleased(unreleased, dryRun);
  const folder = join(STATE, "configurations", dryRun ? "dry-run" : "deployment", installation.name);
  const write = (of: Installation) => writeConfigurations(billing, folder, { ...changes, installation: of });
  const workers = write(installation);
  refuseClashes(installation, domain);
  refuseOtherJurisdiction(installation, jurisdiction, workers);
  const missing = storesOf(workers.map(({ configuration }) => configuration)).filter(({ id }) => id === undefined);
  const terms = { secrets: secretsText(installation.name), dryRun };
  const callsOf = (written: WrittenWorker[]) =>
    deploymentPlan(
      written.map((worker) => deployable(worker, terms)),
      settings,
      { release, dryRun },
    );
  const gradually = (written: WrittenWorker[]) => written.map((worker) => gradualWorker(worker, terms));
  if (dryRun) {
    for (const store of missing) console.log(`To be made: wrangler ${makeCall(store, jurisdiction).join(" ")}`);
    for (const call of callsOf(workers)) await runCall(call, { dryRun });
    const steps = percent === null ? [] : gradualPlan(gradually(workers), settings, { percent, release });
    for (const call of steps) console.log(`In steps, one Worker at a time: wrangler ${call.join(" ")}`);
    return;
  }

  if (billing === "whmcs" && !options.unchecked) checkWhmcs();
  const made = await makeStores(installation, missing, { domain: domain ?? "", jurisdiction });
  const deployed = write(made);
  await locked(deployed, { release, isTakenOver: options["take-over"] ?? false }, async (keepLock) => {
    compareJurisdiction(made, deployed, jurisdiction);
    keepBillingSystem(onDatabase(accountWorker(deployed)), deployed, options["new-billing-system"] ?? false);
    deployedStates(deployed, { isLostAllowed: options["lost-commit"] });
    if (percent !== null) {
      const wrangler = callsUnderLock(wranglerCalls, keepLock);
      return deployGradually(gradually(deployed), settings, { percent, release, folder, wrangler });
    }
    for (const call of callsOf(deployed)) {
      keepLock();
      await runCall(call);
    }
  });
}

/** Beside those of its configuration the Worker for WHMCS needs that of the way customers sign in. */
function requiredSecrets(settings: Record<string, string>): { secrets?: string[] } {
  if (settings.WHMCS_OIDC_SUBJECT !== "user") return {};
  return { secrets: ["WHMCS_IDENTIFIER", "WHMCS_SECRET", "WHMCS_OIDC_SECRET"] };
}

/** What clients and later deployments are compared with is a release, so what is deployed has to be one. */
function refuseUnreleased(isAllowed: boolean, dryRun: boolean): void {
  const parts = unreleasedParts({
    ...{ surface: SURFACE, released: RELEASED, versions: API_VERSIONS, rpc: presentOutline() },
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

/** Of `--gradual`; null: all at once. */
function gradualPercent(given: string | undefined): number | null {
  if (given === undefined) return null;
  const percent = Number(given);
  if (Number.isInteger(percent) && percent >= 1 && percent <= 100) return percent;
  throw new Error(`--gradual is followed by a percentage from 1 to 100, not ${given}.`);
}
