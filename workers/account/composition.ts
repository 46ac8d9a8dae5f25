import type { AccountDependencies } from "../../durable-objects/account/account-dependencies.ts";
import { type AccountPort, accountObjectName } from "../../durable-objects/account/account-port.ts";
import { TIMING } from "../../durable-objects/account/journal/journal.ts";
import type { ConnectionDependencies, ConnectionPort } from "../../durable-objects/connection/connection-port.ts";
import type { SessionPort } from "../../durable-objects/session/session-port.ts";
import { settingPolicy } from "../../shared/account-access/rate-policies.ts";
import { type HourlyLimit, hasExtraTools } from "../../shared/api/definition/operation.ts";
import { pageUrl } from "../../shared/billing-contract/description.ts";
import { Holds, storeHolds } from "../../shared/holds/holds.ts";
import { Mailer } from "../../shared/mail/mailer.ts";
import { SessionList, sessionObjects } from "../../shared/pages/sign-in/session-list.ts";
import { themeFrom } from "../../shared/pages/theme.ts";
import { AddressLimit } from "../../shared/platform/address-limit.ts";
import { addressBook } from "../../shared/platform/addresses.ts";
import { ObjectIds } from "../../shared/platform/ids.ts";
import { within } from "../../shared/platform/jurisdiction.ts";
import { Metrics } from "../../shared/platform/metrics.ts";
import { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import { type ServiceKeyPort, Signer } from "../../shared/platform/service-key.ts";
import type { ZoneSystem } from "../../shared/zones-contract/zone-system.ts";
import { commandDefinitions, scopeOf } from "./acting-operations.ts";
import { ActingLogins } from "./actions/acting-logins.ts";
import { cancellationConfirm } from "./actions/cancellation-confirm.ts";
import { hourlyPolicies, readHour } from "./actions/hourly-limits.ts";
import { objectDependencies } from "./actions/object-dependencies.ts";
import { connectionGate } from "./admission/connection-gate.ts";
import { WrongSecrets } from "./admission/wrong-secrets.ts";
import { ConnectionIndex } from "./connections/connection-index.ts";
import { ProviderActs } from "./connections/provider-acts.ts";
import type { AccountEnv } from "./environment.ts";
import { approvalMails } from "./mail/approval-mails.ts";
import { FailedMails } from "./mail/failed-mails.ts";
import { mailNotices } from "./mail/notices.ts";
import { clientRegistry, MAX_UNCONNECTED } from "./oauth/client-registry.ts";
import { clientFinder } from "./oauth/clients.ts";
import { sharedDocumentHosts } from "./oauth/shared-document-hosts.ts";
import { connectedZones, NO_ZONES, rememberedDescription } from "./queries/remembered-descriptions.ts";
import { WORK_INTERVALS } from "./scheduled-work.ts";
import { SettleInstructions } from "./stuck-writes/settle-instructions.ts";
import { StuckWrites } from "./stuck-writes/stuck-writes.ts";

/** The services of the account Worker. They use its bindings and are created once per isolate. */
export type AccountServices = ReturnType<typeof openAccount>;
/**
 * Creates the services.
 * @param waitUntil keeps work running after the caller has its response
 */
export function openAccount(env: AccountEnv, waitUntil: (work: Promise<unknown>) => void) {
  const { now } = Date;
  const signer = signerOf(env);
  const connectionIds = new ObjectIds(signer, "connection");
  const connectionOf = connectionsOf(env);
  const registry = clientRegistry(env.ACCOUNT_DB, now, MAX_UNCONNECTED);
  const allowLoopback = env.DEMONSTRATION === "true";
  const accountOf = accountsOf(env);
  const sessions = sessionObjects<SessionPort>(env.SESSION, env);
  const policies = hourlyPolicies(settingPolicy(env));
  const hourlyRate = (account: number, limit: HourlyLimit, requestId: string) =>
    readHour(accountOf(account), limit, policies, now, requestId);
  const describe = rememberedDescription(env.BILLING, { now, waitUntil });
  const zones = zonesOf(env);
  const areZonesConnected = connectedZones(zones, { now, waitUntil });
  const holds = holdsOf(env);
  const metrics = Metrics.on(env, "account");
  const wrongSecrets = new WrongSecrets(now);
  const admission = { billing: env.BILLING, describe, areZonesConnected, hourlyRate, wrongSecrets };
  return {
    addressesOf: addressBook(env),
    theme: themeFrom(env),
    metrics,
    now,
    db: env.ACCOUNT_DB,
    billing: env.BILLING,
    describe,
    billingSystem: env.BILLING_SYSTEM,
    zones,
    areZonesConnected,
    hasExtraTools: hasExtraTools(env),
    catalogue: env.CATALOGUE,
    clientArea: env.CLIENT_AREA,
    signer,
    serviceKey: () => serviceKeyOf(env),
    connectionIds,
    connectionOf,
    accountOf,
    policies,
    sessionOf: sessions.of,
    sessionList: new SessionList(env.ACCOUNT_DB, sessions),
    index: new ConnectionIndex(env.ACCOUNT_DB, env.BILLING_SYSTEM, () => holds.isHeld("account-database")),
    registry,
    stuckWrites: new StuckWrites(env.ACCOUNT_DB, env.BILLING_SYSTEM),
    holds,
    instructions: new SettleInstructions(env.ACCOUNT_DB, env.BILLING_SYSTEM),
    failedMails: new FailedMails(env.ACCOUNT_DB, env.BILLING_SYSTEM, now),
    providerActs: new ProviderActs(env.ACCOUNT_DB, env.BILLING_SYSTEM, now),
    actingLogins: new ActingLogins(env.ACCOUNT_DB, env.BILLING_SYSTEM, now),
    runs: new ScheduledRuns(env.ACCOUNT_DB, WORK_INTERVALS, now, (run) => metrics?.ran(run)),
    findClient: clientFinder(registry, { allowLoopback, isShared: sharedDocumentHosts(), now }),
    limit: AddressLimit.on(env, now),
    wrongSecrets,
    gate: connectionGate(connectionIds, connectionOf, admission, now),
    readOnlyGate: connectionGate(connectionIds, connectionOf, { ...admission, isReadOnly: true }, now),
  };
}

export function connectionDependencies(env: AccountEnv): ConnectionDependencies {
  const { now } = Date;
  const remembering = { now, waitUntil: (work: Promise<unknown>) => void work };
  const areZonesConnected = connectedZones(zonesOf(env), remembering);
  const describe = rememberedDescription(env.BILLING, remembering);
  const addressesOf = addressBook(env);
  return {
    now,
    notices: mailNotices(
      env.BILLING,
      new Mailer(env.EMAIL, env, Metrics.on(env, "account")),
      areZonesConnected,
      async ({ pages }, requestId) => {
        const [addresses, described] = [addressesOf(pages), await describe(requestId)];
        if (!addresses || !described.ok) return null;
        const { links } = described.value;
        // The links are equal if the client area has no known page for changing the password.
        if (links.password === links.home) return null;
        return pageUrl({ address: addresses.clientArea, pages: links }, "password");
      },
      new FailedMails(env.ACCOUNT_DB, env.BILLING_SYSTEM, now),
    ),
    list: new ConnectionIndex(env.ACCOUNT_DB, env.BILLING_SYSTEM),
    holds: holdsOf(env),
    billingSystem: env.BILLING_SYSTEM,
    voidApprovals: ({ id, accountId }) => accountsOf(env)(accountId).voidApprovals(id),
    scopeOf,
  };
}

export function accountDependencies(env: AccountEnv): AccountDependencies {
  const { now } = Date;
  const signer = signerOf(env);
  const connectionOf = connectionsOf(env);
  return objectDependencies({
    definitions: commandDefinitions,
    billing: env.BILLING,
    zones: zonesOf(env),
    connectionOf,
    catalogue: env.CATALOGUE,
    confirm: cancellationConfirm(signer, now),
    signer,
    mailApprovals: approvalMails({
      billing: env.BILLING,
      connectionOf,
      mailer: new Mailer(env.EMAIL, env, Metrics.on(env, "account")),
    }),
    stuckWrites: new StuckWrites(env.ACCOUNT_DB, env.BILLING_SYSTEM),
    holds: holdsOf(env),
    now,
    billingSystem: env.BILLING_SYSTEM,
    timing: TIMING,
    settingPolicy: settingPolicy(env),
  });
}

/** Returns a function that gets a connection's object. The id must come from this deployment. */
function connectionsOf(env: AccountEnv): (id: string) => ConnectionPort {
  return (id) => within(env.CONNECTION, env).getByName(id);
}

/** Returns a function that gets the object of an account in the deployment's billing system. */
function accountsOf(env: AccountEnv): (accountId: number) => AccountPort {
  return (id) => within(env.ACCOUNT, env).getByName(accountObjectName(env.BILLING_SYSTEM, id));
}

/** Creates a reader of holds. Each reader has its own cache, so create one per isolate or per instance of an object. */
function holdsOf(env: AccountEnv): Holds {
  return new Holds(storeHolds(env.STORE_HOLDS, env), Date.now);
}

function zonesOf({ ZONES: zones = NO_ZONES }: AccountEnv): ZoneSystem {
  return zones;
}

function signerOf(env: AccountEnv): Signer {
  return new Signer(() => serviceKeyOf(env).keys());
}

function serviceKeyOf(env: AccountEnv): ServiceKeyPort {
  return within(env.SERVICE_KEY, env).getByName("service");
}
