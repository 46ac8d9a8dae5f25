import { relative } from "node:path";
import process from "node:process";
import type { SimulatedWhmcs } from "./local-system.ts";
import { OUTBOX_PAGES } from "./outbox/read-outbox.ts";
import { describeSandboxNames, describeTransfers } from "./sandbox/names.ts";
import { logins } from "./seed/customers/logins.ts";

const LOGINS = logins.map(({ email, password }) => `  ${email.padEnd(22)} ${password}`).join("\n");

const SECOND_STEP = logins.filter(({ totpSecret }) => totpSecret !== undefined);

const LIVE = "Domain checks ask the real registries.";
const SANDBOX = `Domain checks ask a sandbox registry on this machine, and say so (simulated: true); npm start -- --live asks the
real registries. A registry that refused is not asked for 30 s, as a real one would be. Its names:

${describeSandboxNames(".ca")}

${describeTransfers(".ca")}`;

interface StartedDemonstration {
  /** The real registries are asked. */
  live: boolean;
  /** Null where the embedded engine is the billing system. */
  whmcs: SimulatedWhmcs | null;
  /** Where the simulated Stripe answers; null with WHMCS. */
  stripe: string | null;
  /** Where faults of the simulated cPanel server are planned. */
  serverFaults: string;
}

/** What `npm start` says once everything answers. */
export function welcome(origin: string, { live, whmcs, stripe, serverFaults }: StartedDemonstration): string {
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
  Operator console ${origin.replace("://localhost", "://operator.localhost")}
                   (npm run operate prints the same in a terminal)
${whmcs === null ? embedded(origin, stripe) : simulated(whmcs)}

${live ? LIVE : SANDBOX}

The DNS zone of studio-ana.ca is on a simulated cPanel server, begun anew with each start. To see it fail once:
  curl -d kind=html ${serverFaults}

Four things to try:
  curl '${origin}/api/v1/plans?line=web-hosting&currency=CAD'
  in an MCP client's configuration:  ${mcp}
  an MCP client or assistant connected to your account there:  ${origin}/api/v1/account/mcp
  in a browser:  ${origin}/developers

Ctrl-C ends everything. npm run reset clears what it stored.
`;
}

function embedded(origin: string, stripe: string | null): string {
  return `  Client area      ${origin}/client-area
                   (what was ordered, invoices; they are paid at a simulated Stripe)
  Stripe           ${stripe}/
                   (simulated: refunds, disputes and slow banks. To lose its next event:
                   curl -d kind=lost ${stripe}/simulator/faults)
  Outbox           ${OUTBOX_PAGES.map((page) => origin + page).join("\n                   ")}
                   (the mails that would have been sent; npm run outbox -- --open shows them)
  Time             npm run demo -- advance 30d   moves the demonstration's clock on
                   (what is due is carried out every few seconds)

Sign in as (README.md says what for):
${LOGINS}`;
}

function simulated({ address, settingsFile }: SimulatedWhmcs): string {
  const settings = `--settings=${relative(process.cwd(), settingsFile)}`;
  return `  WHMCS            ${address}/clientarea.php
                   (simulated: its sign-in page, its client area and our addon)
  As its provider  npm run whmcs -- check ${settings}
                   npm run --silent whmcs -- plans ${settings}
  Outbox           npm run outbox -- --open shows the mails that would have been sent

Sign in at WHMCS's own page, where the front desk leads you, as (README.md says what for):
${LOGINS}
The second step's code of ${SECOND_STEP.map(({ email }) => email).join(", ")}:
${SECOND_STEP.map(({ totpSecret }) => `  node -e 'import("otpauth").then(({ TOTP }) => console.log(new TOTP({ secret: "${totpSecret}" }).generate()))'`).join("\n")}

In front of WHMCS an order is paid on the page of its invoice there: docs/whmcs.md says what there is.`;
}
