import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getClientsDetails } from "../../workers/billing-whmcs/api/actions/get-clients-details.ts";
import { getUsers } from "../../workers/billing-whmcs/api/actions/get-users.ts";
import { isSameAddress } from "../../workers/billing-whmcs/sign-in/logins.ts";
import { OpenId, type SignedInThere } from "../../workers/billing-whmcs/sign-in/open-id.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import type { WhmcsSecrets } from "../secrets-file.ts";
import { emailFindings, type Finding, failedSignInFinding } from "./findings.ts";
import { Installation } from "./installation.ts";
import { type SeenAccount, type SeenUser, subjectVerdict } from "./subject-verdict.ts";

/** Fixed, because the redirect address is registered in WHMCS before. */
const PORT = 8976;

/**
 * Lets two users of one account sign in, and compares the subjects of their tokens.
 * @param port of the address that WHMCS sends them back to
 * @returns the exit code of the command
 */
export async function probeSubject(
  texts: WhmcsSettingTexts,
  secrets: WhmcsSecrets,
  reachedAt?: string,
  { port = PORT, say = console.log }: { port?: number; say?: (line: string) => void } = {},
): Promise<number> {
  const { WHMCS_ISSUER: issuer, WHMCS_OIDC_CLIENT: clientId } = texts;
  const { WHMCS_OIDC_SECRET: clientSecret } = secrets;
  if (!issuer || !clientId || !clientSecret) {
    say("Set WHMCS_ISSUER, WHMCS_OIDC_CLIENT and WHMCS_OIDC_SECRET first: npm run whmcs -- check says the issuer.");
    return 1;
  }
  const whmcs = new Installation(texts, secrets, reachedAt);
  const users = await whmcs.rows(getUsers, { limitnum: 1 });
  if (users.kind !== "ok") {
    say(
      "The API does not say who shares an account: run npm run whmcs -- check until only the way to sign in is missing.",
    );
    return 1;
  }
  const openId = new OpenId({ issuer, clientId, clientSecret, base: whmcs.base, fetch: whmcs.fetch }, () => Date.now());
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const returnTo = `http://127.0.0.1:${(server.address() as AddressInfo).port}/returned`;
  try {
    say(`Have ready: one account with two users, its owner and another one, of different e-mail
addresses. Neither of them manages another account.
Add ${returnTo} to the redirect addresses of the OpenID Connect credential; take it out again afterwards.
`);
    const seen: SeenUser[] = [];
    const findings: Finding[] = [];
    for (const who of ["the owner", "the other user"]) {
      const one = await signedIn(server, openId, returnTo, (address) => {
        say(`Sign in as ${who}, in a private window of its own:\n  ${address}\n`);
      });
      if (one.kind !== "identity") {
        const { level, text } = failedSignInFinding(one);
        say(`${level}  ${text}`);
        return 1;
      }
      const { subject, email, emailVerified } = one.identity;
      const users = await usersOf(whmcs, email);
      if (!users) {
        say("The API did not say which user it was: run npm run whmcs -- check. Begin again.");
        return 1;
      }
      seen.push({ subject, email, users });
      findings.push(...emailFindings(who, emailVerified, texts.WHMCS_EMAILS_ARE_VERIFIED === "true"));
    }
    const [owner, other] = seen as [SeenUser, SeenUser];
    const verdict = subjectVerdict(owner, other);
    // Where the addon signs customers in, nothing of an address is asked.
    const told = verdict.subject === "account" ? [] : distinct(findings);
    for (const { level, text } of told) say(`${level.padEnd(5)} ${text}`);
    say(verdict.text);
    return verdict.subject && told.every(({ level }) => level !== "stop") ? 0 : 1;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/**
 * The users of an address with their accounts; null where the API does not answer for all of them. An account that cannot be read
 * has no uuid.
 */
async function usersOf(whmcs: Installation, email: string): Promise<SeenUser["users"] | null> {
  const found = await whmcs.rows(getUsers, { search: email });
  if (found.kind !== "ok" || found.body.unread > 0) return null;
  const users = found.body.rows.filter((user) => isSameAddress(user.email, email));
  return Promise.all(
    users.map(async ({ id, clients }) => ({
      id,
      accounts: await Promise.all(clients.map((one) => accountOf(whmcs, one.id))),
    })),
  );
}

async function accountOf(whmcs: Installation, id: number): Promise<SeenAccount> {
  const asked = await whmcs.read(getClientsDetails, { clientid: id });
  return { id, uuid: asked.kind === "ok" && asked.body.id === id ? asked.body.uuid : undefined };
}

/** The next sign-in that comes back. */
async function signedIn(
  server: Server,
  openId: OpenId,
  returnTo: string,
  lead: (address: string) => void,
): Promise<SignedInThere> {
  const begun = await openId.begin({ returnTo, language: "en" });
  if (!begun) return { kind: "unavailable", reason: undefined };
  const { address, request } = begun;
  const { promise, resolve } = Promise.withResolvers<Record<string, string>>();
  server.removeAllListeners("request");
  server.on("request", (incoming, response) => {
    const url = new URL(incoming.url ?? "/", returnTo);
    const isBack = url.pathname === "/returned";
    response.writeHead(isBack ? 200 : 404, { "Content-Type": "text/plain" });
    response.end(isBack ? "Done. Close this window and go on in the terminal." : "");
    if (isBack) resolve(Object.fromEntries(url.searchParams));
  });
  lead(address);
  return openId.end(request, await promise, returnTo, undefined);
}

function distinct(findings: Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.text, finding])).values()];
}
