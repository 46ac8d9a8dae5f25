import { join } from "node:path";
import process from "node:process";
import { type AddressSettings, addressesFor } from "../shared/platform/addresses.ts";
import { checkBusiness } from "./business/check.ts";
import { defineCommand, UsageError } from "./command-line.ts";
import { projectConfigurations, type WrittenWorker, writeConfigurations } from "./configurations.ts";
import { keepBillingSystem, keepJurisdiction, readJurisdiction, rowsOf } from "./deployment/deployed-database.ts";
import { dryRun } from "./deployment/dry-run.ts";
import {
  clashes,
  INSTALLATIONS,
  type Installation,
  installationName,
  jurisdictionProblem,
  otherInstallations,
  readInstallation,
} from "./deployment/installation.ts";
import { releaseName } from "./deployment/release-name.ts";
import { makeStores, storesOf } from "./deployment/stores.ts";
import { verifyDeployment } from "./deployment/verify.ts";
import { type DeploymentCalls, runCall, WRANGLER_CALLS, type WranglerCalls } from "./deployment/wrangler.ts";
import { deployCall, migrateCall, ownSecrets } from "./deployment-plan.ts";
import { printed } from "./findings.ts";
import { providerFile, providerText, readProviderSettings } from "./provider-settings.ts";
import { refuseStripeSecrets, secretsText } from "./secrets-file.ts";
import { checkWhmcs } from "./whmcs/check.ts";
import { STATE, STRIPE_SECRETS, settingsOfAll, workersOn } from "./workers.ts";

export const command = defineCommand({
  options: {
    "dry-run": { type: "boolean", about: "Builds and checks everything without network calls or changes." },
    verbose: { type: "boolean", about: "With --dry-run, also prints wrangler's output for each Worker." },
    verify: { type: "boolean", about: "Checks the finished deployment from outside; deploys nothing." },
    unchecked: { type: "boolean", about: "Leaves out the check of WHMCS or of real-money readiness." },
    "new-billing-system": {
      type: "boolean",
      about: "Ends every connection and session: another billing system has other customers.",
    },
  },
  hasSettings: true,
  isLong: true,
  notes: "NAME=… names another installation. Other settings override provider.env.",
  run({ settings, options }) {
    if (options.verbose && !options["dry-run"]) throw new UsageError("--verbose goes with --dry-run.");
    if (options.verify) return verify(settings);
    return deploy(settings, {
      isDry: options["dry-run"],
      isVerbose: options.verbose,
      isChecked: !options.unchecked,
      isNewBillingSystem: options["new-billing-system"],
    });
  },
});

/**
 * Checks a deployment from outside and prints the result.
 * @returns the exit code
 */
async function verify(given: readonly string[]): Promise<number> {
  const { billing, settings } = readProviderSettings(providerText(given), providerFile(given));
  const all = { ...settingsOfAll(workersOn(billing)), ...settings };
  const addresses = all.ORIGIN ? addressesFor(new URL(all.ORIGIN), all as Record<keyof AddressSettings, string>) : null;
  if (!addresses) throw new UsageError("Set DOMAIN, or ORIGIN to the address of the deployment.");
  const { stops, warnings } = printed(await verifyDeployment(addresses, all.MAIL_FROM ?? ""));
  console.log(`\n${stops > 0 ? "Not ready" : "Ready"}: ${stops} to fix, ${warnings} to review.`);
  return stops > 0 ? 1 : 0;
}

/** The options of a deployment. */
export interface DeploymentWishes {
  isDry: boolean;
  /** Whether a dry run prints wrangler's complete output. */
  isVerbose: boolean;
  /** Whether to check WHMCS, or the readiness for real payments, first. */
  isChecked: boolean;
  /** Whether the deployment may change the billing system. */
  isNewBillingSystem: boolean;
}

/** The environment in which a deployment runs. */
export interface DeploymentPlace {
  wrangler: DeploymentCalls;
  /** The folder of the installation files. */
  installations: string;
  /** The folder for the written configurations. */
  configurations: string;
  /** Whether the deployment runs in CI, where the file of a new installation would be lost. */
  isCi: boolean;
}

const HERE: DeploymentPlace = {
  wrangler: WRANGLER_CALLS,
  installations: INSTALLATIONS,
  configurations: join(STATE, "configurations"),
  isCi: Boolean(process.env.CI),
};

/**
 * Deploys every Worker of an installation with the provider's settings. Workers are deployed before the Workers that
 * call them; see docs/deploy/deploying.md and docs/operate/releasing.md. All settings are checked before anything
 * changes.
 * @param given settings as `NAME=value`, which override those in the file
 */
export async function deploy(
  given: readonly string[],
  { isDry, isVerbose, isChecked, isNewBillingSystem }: DeploymentWishes,
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
    secrets: [
      ...(settings.REGISTRAR ? ["REGISTRAR_TOKEN"] : []),
      ...(settings.PAYMENTS === "stripe" ? STRIPE_SECRETS : []),
    ],
  };
  const folder = join(configurations, isDry ? "dry-run" : "deployment", installation.name);
  const write = (of: Installation) => writeConfigurations(billing, folder, { ...changes, installation: of });
  const workers = write(installation);
  refuseClashes(installation, domain, installations);
  refuseOtherJurisdiction(installation, jurisdiction, workers);
  const missing = storesOf(workers.map(({ configuration }) => configuration)).filter(({ id }) => id === undefined);
  const secrets = secretsText(installation.name);
  refuseStripeSecrets(settings, secrets);
  const release = releaseName();
  const callOf = (worker: WrittenWorker) =>
    deployCall(worker, settings, {
      release,
      dryRun: isDry,
      secretsFile: ownSecrets(worker, { secrets, dryRun: isDry }),
    });
  if (isDry) {
    return dryRun(wrangler, given, { workers, missing, jurisdiction, callOf, isVerbose, isChecked });
  }

  const stops = isChecked
    ? await (billing === "whmcs" ? checkWhmcs({ settings: given }) : checkBusiness(given, false))
    : 0;
  if (stops > 0) throw new Error("Nothing was deployed. Fix what the check above reports first.");
  const made = await makeStores(installation, missing, {
    ...{ wrangler, installations, isCi, domain: domain ?? "", jurisdiction },
  });
  const written = write(made);
  compareJurisdiction(wrangler, made, written, jurisdiction);
  const account = written.find(({ source }) => source === "workers/account/wrangler.toml") as WrittenWorker;
  keepBillingSystem((statements) => rowsOf(wrangler, account, statements), written, isNewBillingSystem);
  for (const worker of written) {
    const call = callOf(worker);
    const migrate = migrateCall(worker);
    if (migrate) {
      await runCall(wrangler, migrate);
      if (made.stored) keepJurisdiction(wrangler, worker, jurisdiction);
    }
    await runCall(wrangler, call);
  }
}

/**
 * Checks that installations do not share names.
 * @throws Error if another installation uses the same Worker name, store name or host name
 */
function refuseClashes(installation: Installation, domain: string | undefined, installations: string): void {
  const configurations = projectConfigurations();
  const names = [...configurations.map(({ name }) => name), ...storesOf(configurations).map(({ name }) => name)];
  const [clash] = clashes(installation, otherInstallations(installation.name, installations), names, domain);
  if (clash) throw new Error(clash);
}

/**
 * Checks the jurisdiction against that of the first deployment.
 * @throws Error if the first deployment had another jurisdiction
 */
function refuseOtherJurisdiction(installation: Installation, jurisdiction: string, workers: WrittenWorker[]): void {
  const hasStores = storesOf(workers.map(({ configuration }) => configuration)).some(({ id }) => id !== undefined);
  const problem = jurisdictionProblem(installation, jurisdiction, hasStores);
  if (problem) throw new Error(problem);
}

/**
 * Checks the jurisdiction of the databases.
 * @throws Error if a database was created in another jurisdiction. A database without a record is new or was created
 * without a jurisdiction.
 */
function compareJurisdiction(
  wrangler: WranglerCalls,
  { name, stored }: Installation,
  workers: WrittenWorker[],
  jurisdiction: string,
): void {
  for (const worker of workers.filter(({ database }) => database)) {
    const made = readJurisdiction(wrangler, worker) ?? (stored ? jurisdiction : "");
    if (made === jurisdiction) continue;
    throw new Error(
      `JURISDICTION is ${jurisdiction || "empty"}, and the database of ${name} was made with ${made || "none"}.`,
    );
  }
}
