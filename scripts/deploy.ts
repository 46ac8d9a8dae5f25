import { join } from "node:path";
import process from "node:process";
import { defineCommand } from "./command-line.ts";
import { type WrittenWorker, writeConfigurations } from "./configurations.ts";
import { keepBillingSystem } from "./deployment/deployed-billing-system.ts";
import { rowsOf } from "./deployment/deployed-database.ts";
import { INSTALLATIONS, type Installation, installationName, readInstallation } from "./deployment/installation.ts";
import { compareJurisdiction, refuseClashes, refuseOtherJurisdiction } from "./deployment/installation-checks.ts";
import { keepJurisdiction } from "./deployment/jurisdiction-record.ts";
import { makeStores } from "./deployment/make-stores.ts";
import { releaseName } from "./deployment/release-name.ts";
import { runCall } from "./deployment/run-call.ts";
import { makeCall, storesOf } from "./deployment/stores.ts";
import { WRANGLER_CALLS, type WranglerCalls } from "./deployment/wrangler.ts";
import { deployable, deployCall, migrateCall } from "./deployment-plan.ts";
import { providerFile, providerText, readProviderSettings } from "./provider-settings.ts";
import { secretsText } from "./secrets-file.ts";
import { checkWhmcs } from "./whmcs/check.ts";
import { STATE } from "./workers.ts";

export const command = defineCommand({
  options: {
    "dry-run": { type: "boolean", about: "Builds and checks everything, calls nobody and changes nothing." },
    unchecked: { type: "boolean", about: "Leaves out the check of WHMCS." },
    "new-billing-system": {
      type: "boolean",
      about: "Ends every connection and session: another billing system has other customers.",
    },
  },
  hasSettings: true,
  isLong: true,
  notes: "NAME=… names another installation. Other settings take the place of those of provider.env.",
  run: ({ settings, options }) =>
    deploy(settings, {
      dryRun: options["dry-run"],
      isChecked: !options.unchecked,
      isNewBillingSystem: options["new-billing-system"],
    }),
});

/** What the caller of a deployment has said. */
export interface DeploymentWishes {
  dryRun: boolean;
  /** WHMCS is checked first. */
  isChecked: boolean;
  /** It may be another billing system than before. */
  isNewBillingSystem: boolean;
}

/** What a deployment works with. */
export interface DeploymentPlace {
  wrangler: WranglerCalls;
  /** Folder of the files of installations. */
  installations: string;
  /** Folder of the configurations that are written. */
  configurations: string;
  /** It runs where a new file of an installation would be lost. */
  isCi: boolean;
}

const HERE: DeploymentPlace = {
  wrangler: WRANGLER_CALLS,
  installations: INSTALLATIONS,
  configurations: join(STATE, "configurations"),
  isCi: Boolean(process.env.CI),
};

/**
 * Deploys every Worker of an installation with the provider's settings, callees before callers; see docs/deploying.md
 * and docs/releasing.md. Settings are checked before anything is changed.
 * @param given settings as `NAME=value`, which take the place of the file's
 */
export async function deploy(
  given: readonly string[],
  { dryRun, isChecked, isNewBillingSystem }: DeploymentWishes,
  { wrangler, installations, configurations, isCi }: DeploymentPlace = HERE,
): Promise<void> {
  const { billing, settings, domain, observability } = readProviderSettings(providerText(given), providerFile(given));
  const jurisdiction = settings.JURISDICTION ?? "";
  const installation = readInstallation(installationName(given), installations);
  const changes = {
    observability,
    domain,
    whmcsAddress: settings.WHMCS_URL,
    operatorOrigin: settings.OPERATOR_ORIGIN,
    hasZoneServers: Boolean(settings.ZONE_SERVERS),
  };
  const folder = join(configurations, dryRun ? "dry-run" : "deployment", installation.name);
  const write = (of: Installation) => writeConfigurations(billing, folder, { ...changes, installation: of });
  const workers = write(installation);
  refuseClashes(installation, domain, installations);
  refuseOtherJurisdiction(installation, jurisdiction, workers);
  const missing = storesOf(workers.map(({ configuration }) => configuration)).filter(({ id }) => id === undefined);
  const secrets = secretsText(installation.name);
  const release = releaseName();
  const callsOf = (worker: WrittenWorker) => {
    const deployed = deployable(worker, { secrets, dryRun });
    return { migrate: migrateCall(deployed), deploy: deployCall(deployed, settings, { release, dryRun }) };
  };
  if (dryRun) {
    for (const store of missing) console.log(`To be made: wrangler ${makeCall(store, jurisdiction).join(" ")}`);
    for (const worker of workers) await runCall(wrangler, callsOf(worker).deploy, { dryRun });
    return;
  }

  if (billing === "whmcs" && isChecked && (await checkWhmcs({ settings: given })) > 0)
    throw new Error("Nothing was deployed. Fix what the check above reports first.");
  const made = await makeStores(installation, missing, {
    ...{ wrangler, installations, isCi, domain: domain ?? "", jurisdiction },
  });
  const written = write(made);
  compareJurisdiction(wrangler, made, written, jurisdiction);
  const account = written.find(({ source }) => source === "workers/account/wrangler.toml") as WrittenWorker;
  keepBillingSystem((statements) => rowsOf(wrangler, account, statements), written, isNewBillingSystem);
  for (const worker of written) {
    const calls = callsOf(worker);
    if (calls.migrate) {
      await runCall(wrangler, calls.migrate);
      if (made.stored) keepJurisdiction(wrangler, worker, jurisdiction);
    }
    await runCall(wrangler, calls.deploy);
  }
}
