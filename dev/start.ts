import { spawn } from "node:child_process";
import { createServer } from "node:net";
import process from "node:process";
import { setTimeout } from "node:timers/promises";
import { localEnvironment, PROJECT, STATE, WORKERS, WRANGLER } from "../scripts/workers.ts";
import { OUTBOX_PAGES } from "./outbox/read-outbox.ts";
import { prepareStores, REGISTRY_FILE } from "./prepare-stores.ts";
import { forgetRegistrar, leaveRegistrar } from "./running-registrar.ts";
import { PACE } from "./sandbox/manner.ts";
import { describeSandboxNames, describeTransfers } from "./sandbox/names.ts";
import { SandboxRegistry } from "./sandbox/sandbox-registry.ts";
import { logins } from "./seed/customers/logins.ts";

/** Ends wrangler, and with it the runtime, when this process is gone, however it went. */
const END_WITH_PARENT = 'data:text/javascript,process.on("disconnect",()=>process.exit())';

const NOT_STARTED = "The Workers did not start; the reason stands above.";

/** `npm start -- --live` asks the real registries; without it the sandbox registry answers in their place. */
const live = process.argv.includes("--live");
const port = portFrom(process.env.PORT);
await refuseTakenPort(port);
console.log("Preparing local state…");
prepareStores();
console.log("Starting the Workers…");
const sandbox = live ? null : await SandboxRegistry.start({}, PACE, { file: REGISTRY_FILE });
if (sandbox) leaveRegistrar({ endpoint: sandbox.endpoints.registrar, token: sandbox.registrarToken });
process.on("exit", () => sandbox && forgetRegistrar());

const configs = [...WORKERS].reverse().flatMap(({ config }) => ["-c", config]);
const options = {
  "--ip": "127.0.0.1",
  "--port": String(port),
  "--inspector-port": "0",
  "--persist-to": STATE,
  "--log-level": "warn",
};
const wrangler = spawn(
  process.execPath,
  [
    ...["--import", END_WITH_PARENT, WRANGLER, "dev", ...configs],
    ...Object.entries(options).flat(),
    ...["--infer-origin-from-routes=false", "--show-interactive-dev-session=false"],
  ],
  {
    cwd: PROJECT,
    env: { ...localEnvironment(), ...localSettings() },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  },
);

let state: "starting" | "running" | "ending" = "starting";
wrangler.on("message", async (message) => {
  if (!String(message).includes("DEV_SERVER_READY") || state !== "starting") return;
  const running = await answers(`http://127.0.0.1:${port}/api/v1`);
  if (state !== "starting") return;
  if (!running) fail(NOT_STARTED);
  state = "running";
  console.log(welcome(`http://localhost:${port}`));
});
wrangler.on("exit", (code) => {
  forgetRegistrar();
  if (state === "starting") fail(NOT_STARTED);
  process.exit(code ?? (state === "ending" ? 0 : 1));
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    state = "ending";
    wrangler.kill("SIGTERM");
  });
}

/** Wrangler calls itself ready before it knows whether the Workers run; only an answer says so. */
async function answers(address: string): Promise<boolean> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline && state === "starting") {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
    if (answer?.ok) return true;
    await setTimeout(100);
  }
  return false;
}

/** Variables of the environment take the place of a Worker's settings of the same name. */
function localSettings(): Record<string, string> {
  const { whois = "", rdap = "", das = "", registrar = "" } = sandbox?.endpoints ?? {};
  return {
    SANDBOX_WHOIS: whois,
    SANDBOX_RDAP: rdap,
    SANDBOX_DAS: das,
    SANDBOX_REGISTRAR: registrar,
    SANDBOX_REGISTRAR_TOKEN: sandbox?.registrarToken ?? "",
    DEMONSTRATION: "true",
    MAIL_FROM: "no-reply@maple.example",
    LOCAL_ORIGIN: `http://localhost:${port}`,
  };
}

function portFrom(text: string | undefined): number {
  const port = Number(text ?? "8787");
  if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`PORT must be a number from 1 to 65535, not ${text}.`);
  return port;
}

async function refuseTakenPort(port: number): Promise<void> {
  const taken = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(true));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(false)));
  });
  if (taken) fail(`Port ${port} is taken. Choose another one: PORT=${port + 1} npm start`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const LOGINS = logins.map(({ email, password }) => `  ${email.padEnd(22)} ${password}`).join("\n");

const LIVE = "Domain checks ask the real registries.";
const SANDBOX = `Domain checks ask a sandbox registry on this machine, and say so (simulated: true); npm start -- --live asks the
real registries. A registry that refused is left alone for 30 s, as a real one would be. Its names:

${describeSandboxNames(".ca")}

${describeTransfers(".ca")}`;

function welcome(origin: string): string {
  const mcp = JSON.stringify({ mcpServers: { frontdesk: { type: "http", url: `${origin}/api/v1/mcp` } } });
  return `
Frontdesk is running on ${origin} (demonstration data of an invented provider)

  Pages            ${origin}/
  For developers   ${origin}/developers
  Catalogue        ${origin}/api/v1
    as MCP server  ${origin}/api/v1/mcp
  Account          ${origin}/api/v1/account
    as MCP server  ${origin}/api/v1/account/mcp
    connections    ${origin}/connected-assistants
  Client area      ${origin}/client-area
                   (what was ordered, invoices; they are paid with the sandbox's payment)
  Outbox           ${OUTBOX_PAGES.map((page) => origin + page).join("\n                   ")}
                   (the mails that would have been sent; npm run outbox prints them)
  Time             npm run demo:advance -- 30d   moves the demonstration's clock on

Sign in as (README.md says what for):
${LOGINS}

${live ? LIVE : SANDBOX}

Four things to try:
  curl '${origin}/api/v1/plans?line=web-hosting&currency=CAD'
  in an MCP client's configuration:  ${mcp}
  an MCP client or assistant connected to your account there:  ${origin}/api/v1/account/mcp
  in a browser:  ${origin}/developers

Ctrl-C ends everything. npm run reset clears what it stored.
`;
}
