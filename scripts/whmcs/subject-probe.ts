import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getClientsDetails } from "../../workers/billing-whmcs/api/actions/get-clients-details.ts";
import { getUsers } from "../../workers/billing-whmcs/api/actions/get-users.ts";
import { OpenId } from "../../workers/billing-whmcs/sign-in/open-id.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import type { WhmcsSecrets } from "../secrets-file.ts";
import { Installation } from "./installation.ts";

/** Fixed, because the redirect address is registered in WHMCS before. */
const PORT = 8976;

/** Who has signed in. */
interface Seen {
  subject: string;
  email: string;
}

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
    say("Set WHMCS_ISSUER, WHMCS_OIDC_CLIENT and WHMCS_OIDC_SECRET first: npm run whmcs:check says the issuer.");
    return 1;
  }
  const whmcs = new Installation(texts, secrets, reachedAt);
  const users = await whmcs.rows(getUsers, { limitnum: 1 });
  if (users.kind !== "ok") {
    say(
      "The API does not say who shares an account: run npm run whmcs:check until only the way to sign in is missing.",
    );
    return 1;
  }
  const openId = new OpenId({ issuer, clientId, clientSecret, base: whmcs.base, fetch: whmcs.fetch }, () => Date.now());
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const returnTo = `http://127.0.0.1:${(server.address() as AddressInfo).port}/returned`;
  try {
    say(`Have ready: one account with two users, its owner and another one, of different e-mail
addresses, who manages no other account.
Add ${returnTo} to the redirect addresses of the OpenID Connect credential; take it out again afterwards.
`);
    const seen: Seen[] = [];
    for (const who of ["the owner", "the other user"]) {
      const one = await signedIn(server, openId, returnTo, (address) => {
        say(`Sign in as ${who}, in a private window of its own:\n  ${address}\n`);
      });
      if (!one) {
        say("The sign-in did not succeed; a line above says why. Begin again.");
        return 1;
      }
      seen.push(one);
    }
    const [owner, other] = seen as [Seen, Seen];
    const accounts = await Promise.all([owner, other].map(({ email }) => accountsOf(whmcs, email)));
    const verdict = judged(owner, other, accounts.flat());
    say(verdict.text);
    return verdict.subject ? 0 : 1;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** What the subjects of two users say. @param accounts of both */
export function judged(
  owner: Seen,
  other: Seen,
  accounts: SeenAccount[],
): { subject: "user" | "account" | null; text: string } {
  const [ownEmail, otherEmail] = [owner.email.toLowerCase(), other.email.toLowerCase()];
  if (owner.subject === other.subject && ownEmail === otherEmail) {
    return {
      subject: null,
      text: "The same user has signed in twice, or both tokens name the account. Leave WHMCS_OIDC_SUBJECT unset.",
    };
  }
  if (ownEmail === otherEmail) {
    return {
      subject: "account",
      text: `Both were given with one e-mail address, so it is the account's, and names no user: set WHMCS_OIDC_SUBJECT=account.
Customers then sign in through the addon.`,
    };
  }
  const shared = accounts.filter(({ emails }) => emails.includes(ownEmail) && emails.includes(otherEmail));
  if (owner.subject !== other.subject && shared.length === 0) {
    return {
      subject: null,
      text: "The two are not users of one account, as WHMCS tells: nothing is shown. Leave WHMCS_OIDC_SUBJECT unset.",
    };
  }
  const isShared = ({ emails }: SeenAccount) => !emails.includes(otherEmail) || emails.includes(ownEmail);
  if (owner.subject !== other.subject && !accounts.every(isShared)) {
    return {
      subject: null,
      text: `The other user manages an account without the owner, whose token it may be: nothing is shown. Leave WHMCS_OIDC_SUBJECT
unset, and begin again with a user who manages no other account.`,
    };
  }
  const isAccount = accounts.some(({ uuid }) => uuid === owner.subject || uuid === other.subject);
  if (owner.subject === other.subject || isAccount) {
    return {
      subject: "account",
      text: "Tokens name the account: set WHMCS_OIDC_SUBJECT=account. Customers then sign in through the addon.",
    };
  }
  return { subject: "user", text: "Tokens name the user: set WHMCS_OIDC_SUBJECT=user." };
}

/** An account with the addresses of its users, in lower case. */
interface SeenAccount {
  uuid: string | undefined;
  emails: string[];
}

async function accountsOf(whmcs: Installation, email: string): Promise<SeenAccount[]> {
  const users = await whmcs.rows(getUsers, { search: email });
  const ids = users.kind === "ok" ? users.body.rows.flatMap(({ clients }) => clients.map(({ id }) => id)) : [];
  const details = await Promise.all(ids.map((clientid) => whmcs.read(getClientsDetails, { clientid })));
  return details.flatMap((asked) => {
    if (asked.kind !== "ok") return [];
    const { uuid, users: members } = asked.body;
    return [{ uuid, emails: members.flatMap(({ email: written }) => written?.toLowerCase() ?? []) }];
  });
}

/** The next sign-in that comes back; null where it proves nobody. */
async function signedIn(
  server: Server,
  openId: OpenId,
  returnTo: string,
  lead: (address: string) => void,
): Promise<Seen | null> {
  const begun = await openId.begin(returnTo, "en", undefined);
  if (!begun) return null;
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
  const ended = await openId.end(request, await promise, returnTo, undefined);
  return ended.kind === "identity" ? ended.identity : null;
}
