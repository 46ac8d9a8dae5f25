import { setTimeout as wait } from "node:timers/promises";
import { ConnectingApplication, DIRECT_CONNECTIONS } from "../../../support/connecting-application.ts";
import type { DirectConsent } from "../../../support/workers/direct-connections.worker.ts";
import { type CampaignAccount, emailOf } from "./accounts.ts";
import type { KillableSystem } from "./killable-system.ts";

const TRIES = 60;

/** Connects one application to accounts. */
export class TokenMaker {
  readonly #system: KillableSystem;
  readonly #application: ConnectingApplication;

  private constructor(system: KillableSystem, application: ConnectingApplication) {
    this.#system = system;
    this.#application = application;
  }

  static async open(system: KillableSystem): Promise<TokenMaker> {
    return new TokenMaker(system, await ConnectingApplication.register(system.origin, "Campaign"));
  }

  /** An access token with every scope, made again until it is: the runtime may be killed meanwhile. */
  async of(account: CampaignAccount): Promise<string> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#connect(account);
      } catch (error) {
        if (tries === TRIES) throw error;
        await wait(1_000);
      }
    }
  }

  async #connect(account: CampaignAccount): Promise<string> {
    const consent: DirectConsent = {
      authorize: this.#application.authorizationUrl().href,
      login: { id: account.loginId, email: emailOf(account) },
      account: account.accountId,
      scopes: ["billing:write", "domains:write"],
      limit: "all",
      ask: [],
    };
    const response = await fetch(this.#system.origin + DIRECT_CONNECTIONS, {
      method: "POST",
      body: JSON.stringify(consent),
      signal: AbortSignal.timeout(15_000),
    });
    if (!response.ok) throw new Error(`consent: ${response.status} ${await response.text()}`);
    const { location } = (await response.json()) as { location: string };
    return (await this.#application.exchange(new URL(location))).access_token;
  }
}
