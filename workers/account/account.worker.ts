import { env, waitUntil } from "cloudflare:workers";
import { AccountObject } from "../../durable-objects/account/account.ts";
import { ConnectionObject } from "../../durable-objects/connection/connection.ts";
import { httpsOnly, jurisdictionKept } from "../../shared/api/http/before-worker.ts";
import { API_VERSIONS } from "../../shared/api/versions/api-versions.ts";
import { announceVersions, refuseEndedVersions, versionNotices } from "../../shared/api/versions/version-notices.ts";
import { forwarding } from "../../shared/billing-contract/worker-entrypoint.ts";
import type { AccountOperatorPort } from "../../shared/operator-contract/account-operator.ts";
import { JurisdictionGuard } from "../../shared/platform/jurisdiction.ts";
import { accountApplication } from "./account-application.ts";
import { accountApis } from "./api/account-apis.ts";
import { accountDependencies, connectionDependencies, openAccount } from "./composition.ts";
import type { AccountEnv } from "./environment.ts";
import { accountOperationLists } from "./operations/index.ts";
import { accountOperator } from "./operator/account-operator.ts";
import { runScheduled, runWork } from "./scheduled-work.ts";

// `wrangler.toml` declares these bindings, but `env` has no types for them.
const settings = env as unknown as AccountEnv;
const account = openAccount(settings, waitUntil);
const versions = API_VERSIONS.account;
const apis = accountApis(account, versions, accountOperationLists);
const notices = versionNotices("account", versions);
const served = refuseEndedVersions(notices, account.addressesOf, accountApplication(account, apis), account.now);

export { AddressWindow } from "../../durable-objects/address-window.ts";
export { DailyKey, ServiceKey } from "../../durable-objects/random-keys.ts";
export { Session } from "../../durable-objects/session/session.ts";
export { StoreHolds } from "../../durable-objects/store-holds.ts";

/** Runs an alarm and records it in this Worker's metrics. */
function alarmOf(name: string, run: () => Promise<void>): Promise<void> {
  return account.metrics?.alarm(name, run) ?? run();
}

/** The Durable Object of one connection, with this Worker's e-mails and index. */
export class Connection extends ConnectionObject<AccountEnv> {
  constructor(state: DurableObjectState, bindings: AccountEnv) {
    super(state, bindings, connectionDependencies(bindings));
  }

  override alarm(): Promise<void> {
    return alarmOf("Connection", () => super.alarm());
  }
}

/** The Durable Object of one account, with this Worker's billing system and catalogue. */
export class Account extends AccountObject<AccountEnv> {
  constructor(state: DurableObjectState, bindings: AccountEnv) {
    super(state, bindings, accountDependencies(bindings));
  }

  override alarm(): Promise<void> {
    return alarmOf("Account", () => super.alarm());
  }
}

const guard = new JurisdictionGuard(settings.ACCOUNT_DB, settings, account.now);
const operator = accountOperator(account);
const OPERATOR_METHODS = Object.keys(operator) as (keyof AccountOperatorPort)[];

/** The operator console's access to this Worker. No other Worker is bound to it. */
export class AccountOperator extends forwarding<AccountEnv, AccountOperatorPort, AccountOperatorPort>(
  OPERATOR_METHODS,
  () => operator,
  () => guard.refuseUnkept(),
) {}

const kept = jurisdictionKept(guard, {
  fetch(...call: Parameters<typeof served.fetch>) {
    account.runs.catchUp(waitUntil, (work, runId) => runWork(work, account, runId));
    return served.fetch(...call);
  },
});

/** The account Worker: authorization server, API, MCP server, and the customer's pages. */
export default {
  fetch: announceVersions(notices, account.addressesOf, httpsOnly(account.addressesOf, kept)).fetch,
  async scheduled({ cron }: ScheduledController) {
    await guard.refuseUnkept();
    await runScheduled(cron, account);
  },
};
