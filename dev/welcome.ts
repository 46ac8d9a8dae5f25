import { relative } from "node:path";
import process from "node:process";
import type { SimulatedWhmcs } from "./local-system.ts";
import { outboxPage } from "./outbox/read-outbox.ts";
import { originOf, type RunningSystem } from "./running-system.ts";
import { describeSandboxNames, describeTransfers } from "./sandbox/names.ts";
import { logins } from "./seed/customers/logins.ts";

const [FIRST] = logins;

/**
 * Returns the text that `npm start` prints once the system responds. {@link startHelp} has more.
 * @param whmcs simulated WHMCS; `null` for the embedded engine
 */
export function welcome(origin: string, whmcs: SimulatedWhmcs | null): string {
  const billing = whmcs
    ? `WHMCS       ${whmcs.address}/clientarea.php (simulated)`
    : "Mails       npm run outbox -- --open";
  const third = whmcs
    ? `npm run whmcs -- check --settings=${relative(process.cwd(), whmcs.settingsFile)}`
    : `register a name at ${origin}/?domain=free-anything.ca, paid at a simulated Stripe`;
  return `Frontdesk is running on ${origin} with an invented provider's data. Ctrl-C ends it.
  Site        ${origin}, sign in as ${FIRST?.email} with ${FIRST?.password}
  Developers  ${origin}/developers
  Console     ${origin.replace("://localhost", "://operator.localhost")}
  ${billing}
Three things to try:
  curl '${origin}/api/v1/plans?line=web-hosting&currency=CAD'
  connect an assistant to ${origin}/api/v1/account/mcp
  ${third}
Logins, sandbox names, simulators, the clock: npm start -- --help`;
}

const LOGINS = logins.map(({ email, password }) => `  ${email.padEnd(22)} ${password}`).join("\n");
const SECOND_STEPS = logins.flatMap(({ email, totpSecret }) =>
  totpSecret === undefined
    ? []
    : `The second step's code of ${email}:
  node -e 'import("otpauth").then(({ TOTP }) => console.log(new TOTP({ secret: "${totpSecret}" }).generate()))'`,
);

/**
 * Returns the help about the demonstration.
 * @param running running demonstration, whose simulators the help lists; `null` if there is none
 */
export function startHelp(running: RunningSystem | null): string {
  return `PORT=… chooses the port, FRONTDESK_STATE=… the folder of the local stores. npm run reset clears them.

Logins; docs/start/try-it.md says what each is for:
${LOGINS}
${SECOND_STEPS.join("\n")}

A sandbox registry answers domain checks, which say simulated: true. After a refusal, it is not queried for 30 seconds. Its names:
${describeSandboxNames(".ca")}
${describeTransfers(".ca")}

npm run demo -- advance 30d moves the clock, and scheduled work runs every few seconds. Not with --whmcs, whose clock is the real one.

${running ? simulatorsOf(running) : "While it runs, this text also has the addresses of its simulators."}`;
}

function simulatorsOf({ port, simulators: { stripe, clientArea, serverFaults } }: RunningSystem): string {
  const senders = ["frontdesk-account", stripe ? "frontdesk-billing" : "frontdesk-billing-whmcs"];
  return `The demonstration that runs:
${senders.map((worker) => `  Outbox  ${originOf({ port })}${outboxPage(worker)}`).join("\n")}
${stripe ? `  Stripe  ${stripe}/ has refunds, disputes and slow banks; this loses its next event:\n          curl -d kind=lost ${stripe}/simulator/faults` : `  WHMCS   ${clientArea}`}
  cPanel  has the DNS zone of studio-ana.ca; this fails its next call:
          curl -d kind=html ${serverFaults}`;
}
