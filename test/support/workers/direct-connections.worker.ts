import { waitUntil } from "cloudflare:workers";
import { hashOf, mintApiToken, shownParts } from "../../../durable-objects/connection/tokens/api-token.ts";
import { NO_ASKS } from "../../../shared/account-access/asks.ts";
import { inOrder, type Scope } from "../../../shared/account-access/scopes.ts";
import { openAccount } from "../../../workers/account/composition.ts";
import { makeConnection, partiesOf } from "../../../workers/account/connections/make-connection.ts";
import type { AccountEnv } from "../../../workers/account/environment.ts";
import { readAuthorization } from "../../../workers/account/oauth/authorization-request.ts";
import { readAndConfirmLimit, readLimit } from "../../../workers/account/pages/limits.ts";
import { managedAccounts } from "../../../workers/account/queries/billing-answers.ts";

/** A consent, with the data that the pages would collect. */
export interface DirectConsent {
  /** The authorization URL to which the application sends the customer. */
  authorize: string;
  login: { id: number; email: string };
  account: number;
  scopes: Scope[];
  /** The limit, in the format of the consent form. */
  limit: string;
  /** The kinds of action that need approval. */
  ask: string[];
  /** If `ask` contains `orders`, orders above this amount need approval, in minor units. 0 means every order. */
  askAmount?: number;
  /** Time at which an API token expires, in RFC 3339 form. If it is set, the Worker creates a token. */
  tokenEndsAt?: string;
}

/**
 * A Worker that creates a connection as the consent page does, but without a sign-in or pages. It returns the URL to
 * which the customer is redirected, or the new API token. It is bound to the account Worker's objects and database.
 */
export default {
  async fetch(request: Request, env: AccountEnv): Promise<Response> {
    const {
      authorize,
      login,
      account: chosen,
      scopes,
      limit: limitField,
      ask,
      askAmount = 0,
      tokenEndsAt,
    } = (await request.json()) as DirectConsent;
    const worker = openAccount(env, waitUntil);
    const asked = new Request(authorize);
    const addresses = worker.addressesOf(authorize);
    if (!addresses) throw new Error(`${authorize} is not answered`);
    const read = await readAuthorization({ request: asked, addresses, requestId: "r", waitUntil }, false, worker);
    if (read.kind !== "ask") throw new Error(JSON.stringify(read));
    const signedIn = { loginId: login.id, email: login.email, at: worker.now() };
    const accounts = await managedAccounts({ billing: env.BILLING, requestId: "r" }, signedIn);
    if (!accounts.ok) throw new Error(JSON.stringify(accounts));
    const [only, ...others] = accounts.value;
    // As on the pages, a login with one account cannot choose another one.
    const account = others.length === 0 ? only : accounts.value.find(({ id }) => id === chosen);
    if (!account) throw new Error(`${login.email} does not manage ${chosen}`);
    const { id, name, currency } = account;
    if (name === null || currency === null) throw new Error(`account ${id} was not read in time`);
    const limit = readLimit(limitField);
    if (!limit) throw new Error(`no such limit: ${limitField}`);
    const checked = await readAndConfirmLimit({ billing: env.BILLING, signedIn, requestId: "r" }, id, limit);
    if (checked.outcome !== "inside") throw new Error(`${limitField} is ${checked.outcome}`);
    const granted = { scopes: inOrder(["account:read", ...scopes]), limit, limitName: checked.name };
    if (tokenEndsAt !== undefined) {
      const id = await worker.connectionIds.mint();
      const token = mintApiToken(id);
      const agreement = {
        ...{ id, application: id, returnsTo: null, name: "Sample token", operations: null, asks: NO_ASKS, ...granted },
        ...partiesOf(signedIn, "en", { id: account.id, name, currency }),
        origin: { kind: "token", ...shownParts(token) } as const,
        pages: addresses.auth,
        madeAt: new Date(worker.now()).toISOString(),
        endsAt: tokenEndsAt,
      };
      await worker.index.add(agreement);
      await worker.connectionOf(id).openToken(agreement, await hashOf(token), "r");
      return Response.json({ token });
    }
    const location = await makeConnection(
      { ...worker, ids: worker.connectionIds, requestId: "r" },
      { ...read.pending, expiresAt: worker.now() },
      {
        signedIn,
        language: "en",
        account: { id, name, currency },
        ...granted,
        asks: {
          cancel: ask.includes("cancel"),
          domains: ask.includes("domains"),
          orders: ask.includes("orders") ? askAmount : null,
        },
      },
    );
    waitUntil(worker.registry.touch(read.pending.request.clientId));
    return Response.json({ location });
  },
};
