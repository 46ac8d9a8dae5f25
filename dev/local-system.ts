import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { localEnvironment, PROJECT, STATE, WORKERS, WRANGLER } from "../scripts/workers.ts";
import { REGISTRY_FILE } from "./prepare-stores.ts";
import { forgetSystem, leaveSystem, originOf, type RunningRegistrar } from "./running-system.ts";
import { TIMING } from "./sandbox/failure-mode.ts";
import { SandboxRegistry } from "./sandbox/sandbox-registry.ts";
import { waitUntilReady, whyNoAnswer } from "./wait-until-ready.ts";

/** Ends wrangler, and with it the runtime, when this process is gone, however it went. */
const END_WITH_PARENT = 'data:text/javascript,process.on("disconnect",()=>process.exit())';

export interface LocalSystemOptions {
  port: number;
  /** The real registries are asked; otherwise a sandbox registry answers in their place. */
  live: boolean;
  /** Of wrangler, which prints it beside what this process says. */
  logLevel: "warn" | "error";
  /** Ends the system, at whatever it is. */
  signal: AbortSignal;
}

/** The Workers and the sandbox registry on this machine's stores. */
export interface LocalSystem {
  /** Null where the real registries are asked. */
  registrar: RunningRegistrar | null;
  /** Settles with wrangler's exit code once everything has ended. */
  ended: Promise<number | null>;
}

/**
 * Starts the system on stores that are prepared, and waits until it answers.
 * @throws Error that says what it waited for, when it does not within two minutes or wrangler ends
 */
export async function startLocalSystem(options: LocalSystemOptions): Promise<LocalSystem> {
  const { port, live, signal } = options;
  const sandbox = live ? null : await SandboxRegistry.start({}, TIMING, { file: REGISTRY_FILE });
  const registrar = sandbox && { endpoint: sandbox.endpoints.registrar, token: sandbox.registrarToken };
  leaveSystem({ port, registrar });
  process.on("exit", forgetSystem);
  const wrangler = startWrangler(options, sandbox);
  const ended = new Promise<number | null>((resolve) => {
    wrangler.once("exit", async (code) => {
      await sandbox?.stop();
      forgetSystem();
      resolve(code);
    });
  });
  const end = () => wrangler.kill("SIGTERM");
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  await answers(wrangler, `http://127.0.0.1:${port}/api/v1`);
  return { registrar, ended };
}

/** Wrangler calls itself ready before it knows whether the Workers run; only an answer says so. */
async function answers(wrangler: ChildProcess, address: string): Promise<void> {
  let isBuilt = false;
  wrangler.on("message", (message) => {
    isBuilt ||= String(message).includes("DEV_SERVER_READY");
  });
  await waitUntilReady(async () => {
    if (wrangler.exitCode !== null || wrangler.signalCode !== null) {
      throw new Error("The Workers did not start: wrangler ended, and its reason stands above.");
    }
    return isBuilt ? whyNoAnswer(address) : "wrangler has not built the Workers yet";
  });
}

function startWrangler({ port, logLevel }: LocalSystemOptions, sandbox: SandboxRegistry | null): ChildProcess {
  const configs = [...WORKERS].reverse().flatMap(({ config }) => ["-c", config]);
  const options = {
    "--ip": "127.0.0.1",
    "--port": String(port),
    "--inspector-port": "0",
    "--persist-to": STATE,
    "--log-level": logLevel,
  };
  return spawn(
    process.execPath,
    [
      ...["--import", END_WITH_PARENT, WRANGLER, "dev", ...configs],
      ...Object.entries(options).flat(),
      ...["--infer-origin-from-routes=false", "--show-interactive-dev-session=false"],
    ],
    {
      cwd: PROJECT,
      env: { ...localEnvironment(), ...localSettings(port, sandbox) },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
}

/** Variables of the environment take the place of a Worker's settings of the same name. */
function localSettings(port: number, sandbox: SandboxRegistry | null): Record<string, string> {
  const { whois = "", rdap = "", das = "", registrar = "" } = sandbox?.endpoints ?? {};
  return {
    SANDBOX_WHOIS: whois,
    SANDBOX_RDAP: rdap,
    SANDBOX_DAS: das,
    SANDBOX_REGISTRAR: registrar,
    SANDBOX_REGISTRAR_TOKEN: sandbox?.registrarToken ?? "",
    DEMONSTRATION: "true",
    MAIL_FROM: "no-reply@maple.example",
    LOCAL_ORIGIN: originOf({ port }),
  };
}
