import { type ChildProcess, fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { writeConfigurations } from "../scripts/configurations.ts";
import { type BillingSystemName, localEnvironment, PROJECT } from "../scripts/workers.ts";
import { CpanelSimulator } from "./cpanel/cpanel-simulator.ts";
import { type CronTrigger, PRICES_CRON } from "./cron-triggers.ts";
import { fireCron } from "./local-api.ts";
import { registryFile } from "./prepare-stores.ts";
import { addressOf, forgetSystem, leaveSystem, originOf } from "./running-system.ts";
import { TIMING } from "./sandbox/failure-mode.ts";
import { SandboxRegistry } from "./sandbox/sandbox-registry.ts";
import { StripeSimulator } from "./stripe/stripe-simulator.ts";
import { waitUntilReady, whyNoAnswer } from "./wait-until-ready.ts";
import { type LocalInstallation, startInstallation } from "./whmcs/local-installation.ts";

export interface LocalSystemOptions {
  port: number;
  billing: BillingSystemName;
  /** The folder of the prepared stores. */
  stores: string;
  /** Whether to use the real registries instead of a sandbox registry. */
  live: boolean;
  /** Whether the MCP servers also have the optional tools: a search for several domains, and DNS zones. */
  extraTools: boolean;
  /** The signal that ends the system when it is aborted. */
  signal: AbortSignal;
}

/** The URL of the simulated WHMCS, and the settings file for a provider's commands. */
export interface SimulatedWhmcs {
  address: string;
  settingsFile: string;
}

/** The running local system: the Workers, with the sandbox registry and simulators that its options require. */
export interface LocalSystem {
  /** The simulated billing system; `null` if the embedded engine is the billing system. */
  whmcs: SimulatedWhmcs | null;
  /** Resolves to the exit code of the Workers' process, after all processes have ended. */
  ended: Promise<number | null>;
}

/**
 * Starts the system on prepared stores and waits until it responds.
 * @throws {Error} with the missing part, after two minutes or if the Workers' process ends
 */
export async function startLocalSystem(options: LocalSystemOptions): Promise<LocalSystem> {
  const { port, billing, stores, live, signal } = options;
  const sandbox = live ? null : await SandboxRegistry.start({}, TIMING, { file: registryFile(stores) });
  const installation = billing === "whmcs" ? await startInstallation(stores, originOf({ port }), sandbox) : null;
  process.on("exit", () => installation?.keep());
  const cpanel = await CpanelSimulator.start();
  const stripe =
    billing === "embedded" ? await startStripe(`${addressOf({ port })}/client-area/payment-events/stripe`) : null;
  const simulators = {
    stripe: stripe?.url ?? null,
    clientArea: installation && `${installation.simulator.url}/clientarea.php`,
    serverFaults: cpanel.faultsUrl,
  };
  leaveSystem({ port, billing, registrar: sandbox?.registrarAccount ?? null, simulators });
  process.on("exit", forgetSystem);
  const runtime = startRuntime(options, sandbox, cpanel, installation, stripe);
  const ended = new Promise<number | null>((resolve) => {
    runtime.once("exit", async (code) => {
      endGroup(runtime);
      await Promise.all([sandbox?.stop(), cpanel.stop(), installation?.stop(), stripe?.stop()]);
      forgetSystem();
      resolve(code);
    });
  });
  const end = () => runtime.kill("SIGTERM");
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  await answers(runtime, addressOf({ port }), installation ? [PRICES_CRON] : []);
  const whmcs = installation && { address: installation.simulator.url, settingsFile: installation.settingsFile };
  return { whmcs, ended };
}

/**
 * Starts the simulated Stripe.
 * @param webhook the URL for its payment events
 */
function startStripe(webhook: string): Promise<StripeSimulator> {
  return StripeSimulator.start({
    deliver: (body, signature) => fetch(webhook, { method: "POST", body, headers: { "Stripe-Signature": signature } }),
  });
}

/** Ends the processes that a killed runtime has left running. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // expected: there are no such processes
  }
}

/**
 * Waits until the Workers respond. The runtime reports that it is ready before it knows whether the Workers run.
 * @param before triggers to fire once before any request
 */
async function answers(runtime: ChildProcess, address: string, before: CronTrigger[]): Promise<void> {
  let isReady = false;
  runtime.once("message", () => {
    isReady = true;
  });
  const owed = [...before];
  await waitUntilReady(async () => {
    if (runtime.exitCode !== null || runtime.signalCode !== null) {
      throw new Error("The Workers did not start. Their process ended; its error is above.");
    }
    if (!isReady) return "the Workers are not built yet";
    for (const trigger of [...owed]) {
      const isDone = await fireCron(address, trigger.worker, trigger.cron).then(
        () => true,
        () => false,
      );
      if (!isDone) return `${trigger.worker} has not finished its first jobs`;
      owed.shift();
    }
    return whyNoAnswer(`${address}/api/v1`);
  });
}

function startRuntime(
  options: LocalSystemOptions,
  sandbox: SandboxRegistry | null,
  { settings: zones }: CpanelSimulator,
  installation: LocalInstallation | null,
  stripe: StripeSimulator | null,
): ChildProcess {
  const { port, billing, stores } = options;
  // In local work, a secret gets its value from the environment, as a setting does.
  const own = installation
    ? { vars: installation.settings, secrets: [] }
    : { vars: { REGISTRAR_TOKEN: "", ...stripe?.settings }, secrets: [] };
  // With the embedded engine, Frontdesk serves the client area.
  const clientArea = installation && { CLIENT_AREA_URL: installation.simulator.url };
  const workers = writeConfigurations(billing, join(stores, "configurations"), {
    ...own,
    zones,
    withoutTriggers: true,
  });
  const configs = [localHosts(stores), ...workers.toReversed().map(({ config }) => config)];
  return fork(join(import.meta.dirname, "runtime.ts"), [String(port), stores, ...configs], {
    cwd: PROJECT,
    env: { ...localEnvironment(), ...localSettings(options, sandbox), ...clientArea },
    // Start the runtime in its own process group, so that the whole group can be ended.
    detached: true,
  });
}

/** Writes the configuration of the router in front of the Workers (`local-hosts.worker.ts`). */
function localHosts(stores: string): string {
  const config = join(stores, "configurations", "frontdesk-local-hosts.json");
  const services = [
    { binding: "SITE", service: "frontdesk" },
    { binding: "OPERATOR", service: "frontdesk-operator" },
  ];
  const main = join(PROJECT, "dev/local-hosts.worker.ts");
  const compatibility_date = "2026-10-23";
  writeFileSync(config, JSON.stringify({ name: "frontdesk-local-hosts", main, compatibility_date, services }));
  return config;
}

/** Returns the settings for local work. Environment variables replace a Worker's settings with the same names. */
function localSettings(
  { port, extraTools }: LocalSystemOptions,
  sandbox: SandboxRegistry | null,
): Record<string, string> {
  const { whois = "", rdap = "", das = "" } = sandbox?.endpoints ?? {};
  const { url = "", user = "", token = "" } = sandbox?.registrarAccount ?? {};
  return {
    SANDBOX_WHOIS: whois,
    SANDBOX_RDAP: rdap,
    SANDBOX_DAS: das,
    REGISTRAR: sandbox ? "namecom" : "",
    REGISTRAR_URL: url,
    REGISTRAR_USER: user,
    REGISTRAR_TOKEN: token,
    DEMONSTRATION: "true",
    MAIL_FROM: "no-reply@maple.example",
    LOCAL_ORIGIN: originOf({ port }),
    EXTRA_TOOLS: extraTools ? "true" : "",
    ...DEMONSTRATION_BRAND,
  };
}

/** Example values for the fictional provider's brand settings. The linked pages at `maple.example` do not exist. */
const DEMONSTRATION_BRAND = {
  BRAND_MENU: "E-mail | Courriel | /plans?line=email",
  BRAND_LINKS: "Refunds | Remboursements | https://maple.example/refunds",
  TERMS_URL: "https://maple.example/terms",
  PRIVACY_URL: "https://maple.example/privacy",
  STATUS_URL: "https://maple.example/status",
  SUPPORT_URL: "https://maple.example/help",
  SHOP_FACTS: [
    "Servers in Montreal | Serveurs à Montréal | Your data stays in Canada. | Vos données restent au Canada.",
    "Backups every day | Sauvegardes chaque jour | You restore them yourself. | Vous les restaurez vous-même.",
    "First reply in 4 hours | Première réponse en 4 heures | In English and French. | En français et en anglais.",
    "Every renewal price | Le prix des renouvellements | Next to the first one. | À côté du premier prix.",
  ].join("\n"),
  FEATURED_PLAN: "web-plus | Most room for the price | Le plus d’espace pour le prix",
};
