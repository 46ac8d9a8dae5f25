import { resolveTxt } from "node:dns/promises";
import { once } from "node:events";
import { connect } from "node:tls";
import { type Addresses, resourceMetadataUrl, SERVER_METADATA_PATH } from "../../shared/platform/addresses.ts";
import { type Finding, ok, stop, warn } from "../findings.ts";

const TIME_LIMIT_MS = 20_000;
/** The remaining validity below which a certificate causes a warning. Cloudflare renews certificates earlier. */
const SOON_MS = 14 * 86_400_000;

interface Answer {
  status: number;
  headers: Headers;
  /** The final URL after redirects. */
  url: string;
  text: string;
}

/** A request without credentials, with a check of its response. The check returns `null` if the response is correct. */
interface OutsideCheck {
  what: string;
  url: string;
  init?: RequestInit;
  problemOf(answer: Answer): string | null;
}

/**
 * Checks a finished deployment from outside: the certificates, one request to each URL, and the DNS records for its
 * e-mail. The checks do not sign in and change nothing. If the check of a certificate fails, only the certificates are
 * reported.
 * @param sender the sender address of e-mails; empty if no e-mails are sent
 */
export async function verifyDeployment(addresses: Addresses, sender: string): Promise<Finding[]> {
  const origins = [...new Set(Object.values<string>({ ...addresses }).map((at) => new URL(at).origin))];
  const certificates = await Promise.all(origins.map(certificateFinding));
  if (certificates.some(({ level }) => level === "stop")) return certificates;
  const answers = await Promise.all(outsideChecks(addresses).map(findingOf));
  return [...certificates, ...answers, ...(await mailFindings(sender))];
}

async function certificateFinding(origin: string): Promise<Finding> {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== "https:") return stop(`${origin} is not https.`);
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    const ends = new Date(socket.getPeerCertificate().valid_to);
    const day = ends.toISOString().slice(0, 10);
    return ends.getTime() - Date.now() < SOON_MS
      ? warn(`${origin}: its certificate ends on ${day}.`)
      : ok(`${origin}: its certificate is good until ${day}.`);
  } catch (error) {
    // expected: the reason becomes the finding
    return stop(`${origin}: ${reasonOf(error as Error)}.`);
  } finally {
    socket.destroy();
  }
}

function reasonOf(error: Error & { code?: string }): string {
  switch (error.code) {
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return "its certificate is for another name: check the route of this host in Cloudflare's dashboard";
    case "CERT_HAS_EXPIRED":
      return "its certificate has expired: renew it in Cloudflare's dashboard";
    case "ENOTFOUND":
      return "its name is not in DNS: check DOMAIN, and run npm run deploy";
    default:
      return error.message;
  }
}

function outsideChecks({
  site,
  catalogue,
  catalogueMcp,
  base,
  accountMcp,
  accountRead,
  auth,
  clientArea,
}: Addresses): OutsideCheck[] {
  return [
    { what: "the home page", url: `${site}/`, problemOf: pageProblem },
    { what: "the developers' pages", url: `${site}/developers`, problemOf: pageProblem },
    { what: "the status", url: `${catalogue}/status`, problemOf: ({ text }) => statusProblem(text) },
    {
      what: "the plans of the catalogue",
      url: `${catalogue}/plans`,
      problemOf: ({ status, text }) => plansProblem(status, text),
    },
    { what: "the catalogue's MCP server", url: catalogueMcp, init: HANDSHAKE, problemOf: handshakeProblem },
    { what: "the account's API without a token", url: `${base}/account`, problemOf: challengeProblem(base) },
    {
      what: "the account's MCP server without a token",
      url: accountMcp,
      init: HANDSHAKE,
      problemOf: challengeProblem(accountMcp),
    },
    { what: "the sign-in page", url: `${auth}/connected-assistants`, problemOf: signInProblem },
    { what: "the client area", url: clientArea, problemOf: signInProblem },
    {
      what: "the authorization server's metadata",
      url: auth + SERVER_METADATA_PATH,
      problemOf: fieldProblem("issuer", auth),
    },
    ...[base, accountMcp, accountRead].map((resource) => ({
      what: `the resource metadata of ${new URL(resource).pathname}`,
      url: resourceMetadataUrl(resource),
      problemOf: fieldProblem("resource", resource),
    })),
    ...[catalogueMcp, accountMcp, accountRead].map((server) => ({
      what: `the server card of ${new URL(server).pathname}`,
      url: `${server}/server-card`,
      problemOf: fieldProblem("remotes", server),
    })),
    {
      what: "the AI catalogue",
      url: `${site}/.well-known/ai-catalog.json`,
      problemOf: fieldProblem("entries", `${catalogueMcp}/server-card`),
    },
    {
      what: "the API catalogue",
      url: `${site}/.well-known/api-catalog`,
      problemOf: fieldProblem("linkset", catalogue),
    },
  ];
}

const HANDSHAKE: RequestInit = {
  method: "POST",
  headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
  body: JSON.stringify({
    ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "frontdesk-verify", version: "1" } },
  }),
};

async function findingOf({ what, url, init, problemOf }: OutsideCheck): Promise<Finding> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    const { status, headers, url: led } = response;
    const problem = problemOf({ status, headers, url: led, text: await response.text() });
    return problem === null ? ok(`${url}: ${what}.`) : stop(`${url}: ${what}: ${problem}.`);
  } catch (error) {
    // expected: the reason becomes the finding
    return stop(
      `${url}: ${what}: ${((error as Error).cause as Error | undefined)?.message ?? (error as Error).message}.`,
    );
  }
}

function pageProblem({ status, headers }: Answer): string | null {
  if (status !== 200 || !headers.get("Content-Type")?.startsWith("text/html")) return `no page, status ${status}`;
  const missing = ["Strict-Transport-Security", "Content-Security-Policy", "X-Content-Type-Options"].filter(
    (name) => !headers.has(name),
  );
  return missing.length > 0 ? `without the header ${missing.join(", ")}` : null;
}

function signInProblem(answer: Answer): string | null {
  if (answer.status !== 200) return `status ${answer.status}`;
  return answer.text.includes('type="password"') ? null : `no password field at ${answer.url}`;
}

function statusProblem(text: string): string | null {
  const { status } = fieldsOf(text);
  return status === "ok" ? null : `says ${JSON.stringify(status) ?? "no status"}`;
}

function plansProblem(status: number, text: string): string | null {
  if (status !== 200) return `status ${status}`;
  const { plans } = fieldsOf(text);
  return Array.isArray(plans) && plans.length > 0 ? null : "nothing is sold: run npm run catalogue -- load --remote";
}

function handshakeProblem({ status, text }: Answer): string | null {
  return status === 200 && text.includes('"serverInfo"') ? null : `no handshake, status ${status}`;
}

function challengeProblem(resource: string) {
  return ({ status, headers }: Answer) =>
    status === 401 && headers.get("WWW-Authenticate")?.includes(resourceMetadataUrl(resource))
      ? null
      : `status ${status}, and not a challenge that names ${resourceMetadataUrl(resource)}`;
}

/** Returns a check that finds the URL at any depth in one field of a JSON document. */
function fieldProblem(name: string, address: string) {
  return ({ status, text }: Answer) =>
    status === 200 && JSON.stringify(fieldsOf(text)[name])?.includes(`"${address}"`)
      ? null
      : `status ${status}, and ${address} is not in its ${name}`;
}

/** Returns the fields of a JSON object, or no fields if the text is not JSON. */
function fieldsOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    // expected: a text that is not JSON has no fields
    return {};
  }
}

/**
 * Looks for the DNS records that Cloudflare Email Sending creates for the sender's domain. A missing record is only a
 * warning.
 */
export async function mailFindings(sender: string, textsOf = resolveTxt): Promise<Finding[]> {
  const domain = sender.split("@")[1];
  if (!domain) return [warn("MAIL_FROM is not set: no mail is sent.")];
  const records = [
    [`cf-bounce.${domain}`, "v=spf1", "SPF"],
    [`cf-bounce._domainkey.${domain}`, "v=DKIM1", "DKIM"],
    [`_dmarc.${domain}`, "v=DMARC1", "DMARC"],
  ] as const;
  return Promise.all(
    records.map(async ([name, begins, what]) => {
      // expected: a missing record becomes the finding
      const texts = await textsOf(name).catch(() => []);
      return texts.some((parts) => parts.join("").startsWith(begins))
        ? ok(`${name}: ${what}.`)
        : warn(`${name} has no ${what} record: mails may be refused or taken for spam.`);
    }),
  );
}
