import { setTimeout as wait } from "node:timers/promises";
import { ConnectingApplication, DIRECT_CONNECTIONS } from "../../../support/connecting-application.ts";
import type { DirectConsent } from "../../../support/workers/direct-connections.worker.ts";
import { type CampaignAccount, emailOf } from "./accounts.ts";
import type { KillableSystem } from "./killable-system.ts";

const TRIES = 60;

/**
 * Registers an application.
 * @returns a function that connects the application to an account and returns the access token; it retries on failure
 */
export async function connections(system: KillableSystem): Promise<(account: CampaignAccount) => Promise<string>> {
  const application = await ConnectingApplication.register(system.origin, "Campaign");
  return async (account) => {
    for (let tries = 1; ; tries++) {
      try {
        return await connect(system.origin, application, account);
      } catch (error) {
        // expected: the runtime may be dead
        if (tries === TRIES) throw error;
        await wait(1_000);
      }
    }
  };
}

async function connect(origin: string, application: ConnectingApplication, account: CampaignAccount): Promise<string> {
  const consent: DirectConsent = {
    authorize: application.authorizationUrl().href,
    login: { id: account.loginId, email: emailOf(account) },
    account: account.accountId,
    scopes: ["billing:write", "domains:write"],
    limit: "all",
    ask: [],
  };
  const response = await fetch(origin + DIRECT_CONNECTIONS, {
    method: "POST",
    body: JSON.stringify(consent),
    signal: AbortSignal.timeout(15_000),
  });
  if (!response.ok) throw new Error(`consent: ${response.status} ${await response.text()}`);
  const { location } = (await response.json()) as { location: string };
  return (await application.exchange(new URL(location))).access_token;
}
