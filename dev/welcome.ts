import { OUTBOX_PAGES } from "./outbox/read-outbox.ts";
import { describeSandboxNames, describeTransfers } from "./sandbox/names.ts";
import { logins } from "./seed/customers/logins.ts";

const LOGINS = logins.map(({ email, password }) => `  ${email.padEnd(22)} ${password}`).join("\n");

const LIVE = "Domain checks ask the real registries.";
const SANDBOX = `Domain checks ask a sandbox registry on this machine, and say so (simulated: true); npm start -- --live asks the
real registries. A registry that refused is left alone for 30 s, as a real one would be. Its names:

${describeSandboxNames(".ca")}

${describeTransfers(".ca")}`;

/** What `npm start` says once everything answers. */
export function welcome(origin: string, live: boolean): string {
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
                   (what is due is carried out every few seconds, whatever wrangler says of scheduled Workers)

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
