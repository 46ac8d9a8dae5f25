import { waitUntil } from "cloudflare:workers";
import { inOrder, type Scope } from "../../../shared/account-access/scopes.ts";
import { openAccount } from "../../../workers/account/composition.ts";
import { makeConnection } from "../../../workers/account/connections/make-connection.ts";
import type { AccountEnv } from "../../../workers/account/environment.ts";
import { readAuthorization } from "../../../workers/account/oauth/authorization-request.ts";
import { checkLimit, readLimit } from "../../../workers/account/pages/limits.ts";
import { managedAccounts } from "../../../workers/account/queries/account-queries.ts";

/** A consent as the pages would have collected it. */
export interface DirectConsent {
  /** Where the application sends the customer. */
  authorize: string;
  login: { id: number; email: string };
  account: number;
  scopes: Scope[];
  /** As the consent form sends it. */
  limit: string;
  /** What is to be approved first; of orders every one. */
  ask: string[];
}

/**
 * Makes a connection as the consent page does, without sign-in and pages; answers with the address that the application
 * is returned to. Bound to the account Worker's own objects and database.
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
    } = (await request.json()) as DirectConsent;
    const worker = openAccount(env, waitUntil);
    const asked = new Request(authorize);
    const addresses = worker.addressesOf(authorize);
    if (!addresses) throw new Error(`${authorize} is not answered`);
    const authorization = { ...worker, knownSchemes: worker.rules.applicationSchemes };
    const read = await readAuthorization(
      { request: asked, addresses, requestId: "r", waitUntil },
      false,
      authorization,
    );
    if (read.kind !== "ask") throw new Error(JSON.stringify(read));
    const described = await worker.describe("r");
    if (!described.ok) throw new Error(JSON.stringify(described));
    const { installation } = described.value;
    const signedIn = { installation, loginId: login.id, email: login.email, at: worker.now() };
    const accounts = await managedAccounts({ billing: env.BILLING, requestId: "r" }, signedIn);
    if (!accounts.ok) throw new Error(JSON.stringify(accounts));
    const [only, ...others] = accounts.value;
    // As on the pages, a login with one account is not asked which.
    const account = others.length === 0 ? only : accounts.value.find(({ id }) => id === chosen);
    if (!account) throw new Error(`${login.email} does not manage ${chosen}`);
    const { id, name, currency } = account;
    if (name === null || currency === null) throw new Error(`account ${id} was not read in time`);
    const limit = readLimit(limitField);
    if (!limit) throw new Error(`no such limit: ${limitField}`);
    const checked = await checkLimit({ billing: env.BILLING, signedIn }, id, limit);
    if (checked.outcome !== "inside") throw new Error(`${limitField} is ${checked.outcome}`);
    const location = await makeConnection(
      { ...worker, ids: worker.connectionIds, requestId: "r" },
      { ...read.pending, expiresAt: worker.now() },
      {
        signedIn,
        account: { id, name, currency },
        scopes: inOrder(["account:read", ...scopes]),
        limit,
        limitName: checked.name,
        asks: {
          cancel: ask.includes("cancel"),
          domains: ask.includes("domains"),
          orders: ask.includes("orders") ? 0 : null,
        },
      },
    );
    waitUntil(worker.registry.touch(read.pending.request.clientId));
    return Response.json({ location });
  },
};
