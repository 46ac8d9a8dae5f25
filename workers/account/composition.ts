import type { AccountDependencies } from "../../durable-objects/account/account-dependencies.ts";
import {
  type AccountOfInstallation,
  type AccountPort,
  accountObjectName,
} from "../../durable-objects/account/account-port.ts";
import { TIMING } from "../../durable-objects/account/journal/journal-timing.ts";
import type { ConnectionDependencies } from "../../durable-objects/connection/connection-dependencies.ts";
import type { ConnectionPort } from "../../durable-objects/connection/connection-port.ts";
import type { SessionPort } from "../../durable-objects/session/session-port.ts";
import { settingPolicy } from "../../shared/account-access/rate-policies.ts";
import { type HourlyLimit, withOptionalTools } from "../../shared/api/definition/operation.ts";
import { describeOpenApi } from "../../shared/api/openapi/describe-openapi.ts";
import { AnswerCache } from "../../shared/api/pipeline/answer.ts";
import type { Gate } from "../../shared/api/pipeline/gate.ts";
import type { Api } from "../../shared/api/pipeline/run-operation.ts";
import {
  type ApiVersion,
  addressesIn,
  deprecationSentence,
  type OperationList,
  versionIn,
} from "../../shared/api/versions/api-versions.ts";
import type { ActingBilling } from "../../shared/billing-contract/actions.ts";
import type { CustomerBilling } from "../../shared/billing-contract/customer.ts";
import { DatabaseGeneration } from "../../shared/generations/database-generation.ts";
import { Mailer } from "../../shared/mail/mailer.ts";
import { SessionList, sessionObjects } from "../../shared/pages/sign-in/session-list.ts";
import { themeFrom } from "../../shared/pages/theme.ts";
import { AddressLimit } from "../../shared/platform/address-limit.ts";
import { addressBook } from "../../shared/platform/addresses.ts";
import { within } from "../../shared/platform/jurisdiction.ts";
import { Metrics } from "../../shared/platform/metrics.ts";
import { ObjectIds } from "../../shared/platform/object-id.ts";
import { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import { Signer } from "../../shared/platform/service-key.ts";
import type { ZoneSystem } from "../../shared/zones-contract/zone-system.ts";
import type { AccountContext } from "./account-context.ts";
import { commandDefinitions, scopeOf } from "./acting-operations.ts";
import { actingDependencies } from "./actions/account-dependencies.ts";
import { actionQuotes } from "./actions/action-quotes.ts";
import { cancellationConfirm, staleConfirm } from "./actions/cancellation-confirm.ts";
import { type ExecutionDependencies, executeCommand } from "./actions/execute-command.ts";
import { hourlyPolicies, readHour } from "./actions/hourly-limits.ts";
import { type AccountAccess, ConnectionAdmission } from "./admission/connection-admission.ts";
import { connectionGate } from "./admission/connection-gate.ts";
import { apiDescription } from "./api/descriptions.ts";
import { applicationLog } from "./connections/application-log.ts";
import { ConnectionIndex } from "./connections/connection-index.ts";
import { OperatorEnds } from "./connections/operator-ends.ts";
import type { AccountEnv } from "./environment.ts";
import { AccountGenerationRegister } from "./generations/generation-register.ts";
import { approvalMails } from "./mail/approval-mails.ts";
import { FailedMails } from "./mail/failed-mails.ts";
import { mailNotices } from "./mail/notices.ts";
import { clientRegistry } from "./oauth/client-registry.ts";
import { clientFinder } from "./oauth/clients.ts";
import { metadataDocuments } from "./oauth/metadata-document.ts";
import { oauthRules } from "./oauth/oauth-settings.ts";
import { originInCf, requestPlaces } from "./oauth/request-place.ts";
import { sharedDocumentHosts } from "./oauth/shared-document-hosts.ts";
import { accountQueries, actorProblem } from "./queries/account-queries.ts";
import { rememberedDescription, takesChanges } from "./queries/billing-description.ts";
import { operationCursors } from "./queries/cursors.ts";
import { WORK_INTERVALS } from "./scheduled-work.ts";
import { clientAreaLinks } from "./schemas/client-area-links.ts";
import { SettleInstructions } from "./stuck-actions/settle-instructions.ts";
import { StuckActions } from "./stuck-actions/stuck-actions.ts";
import { connectedZones, NO_ZONES } from "./zones/connected-zones.ts";
import { serviceZones } from "./zones/service-zones.ts";
import { hasZoneTools } from "./zones/zone-tools.ts";

/** What the account Worker is made of, on its bindings; one per isolate. */
export type AccountServices = ReturnType<typeof openAccount>;
/** @param waitUntil keeps work going whose caller has its answer */
export function openAccount(env: AccountEnv, waitUntil: (work: Promise<unknown>) => void) {
  const now = () => Date.now();
  const signer = signerOf(env);
  const connectionIds = new ObjectIds(signer, "connection");
  const connectionOf = connectionsOf(env);
  const rules = oauthRules(env);
  const registry = clientRegistry(env.ACCOUNT_DB, now, rules.registrationsPerDay);
  const allowLoopback = env.DEMONSTRATION === "true";
  const accountOf = accountsOf(env);
  const policies = hourlyPolicies(settingPolicy(env));
  const hourlyRate = (account: AccountOfInstallation, limit: HourlyLimit, requestId: string) =>
    readHour(accountOf(account), limit, policies, now, requestId);
  const describe = rememberedDescription(env.BILLING, { now, waitUntil });
  const zones = zonesOf(env);
  const areZonesConnected = connectedZones(zones, { now, waitUntil });
  const metrics = Metrics.on(env, "account");
  const documents = metadataDocuments(registry, allowLoopback, rules.applicationSchemes, now);
  return {
    addressesOf: addressBook(env),
    theme: themeFrom(env),
    metrics,
    now,
    db: env.ACCOUNT_DB,
    billing: env.BILLING as CustomerBilling & ActingBilling,
    describe,
    zones,
    areZonesConnected,
    hasZoneTools: hasZoneTools(env),
    catalogue: env.CATALOGUE,
    signer,
    connectionIds,
    connectionOf,
    accountOf,
    policies,
    sessionOf: (id: string): SessionPort => within(env.SESSION, env).getByName(id),
    sessionList: new SessionList(env.ACCOUNT_DB, sessionObjects(env.SESSION, env)),
    index: new ConnectionIndex(env.ACCOUNT_DB),
    registry,
    stuckActions: new StuckActions(env.ACCOUNT_DB),
    register: new AccountGenerationRegister(env.ACCOUNT_DB, now),
    generation: new DatabaseGeneration({
      db: env.ACCOUNT_DB,
      store: "account-database",
      // A stub belongs to the request that got it.
      witness: { keep: (count) => within(env.STORE_WITNESS, env).getByName("database").keep(count) },
      now,
    }),
    instructions: new SettleInstructions(env.ACCOUNT_DB),
    failedMails: new FailedMails(env.ACCOUNT_DB, now),
    operatorEnds: new OperatorEnds(env.ACCOUNT_DB, now),
    runs: new ScheduledRuns(env.ACCOUNT_DB, WORK_INTERVALS, now, (run) => metrics?.ran(run)),
    findClient: clientFinder(registry, documents, sharedDocumentHosts(rules.sharedHosts)),
    rules,
    placeOf: requestPlaces(signer, originInCf),
    limit: AddressLimit.on(env, now),
    gate: connectionGate(
      connectionIds,
      connectionOf,
      { billing: env.BILLING, describe, areZonesConnected, hourlyRate },
      now,
    ),
  };
}

export type AccountApi = Api<AccountContext, AccountAccess>;

/** Dependencies of the account's API. */
export type AccountParts = Pick<
  AccountServices,
  | "billing"
  | "describe"
  | "zones"
  | "hasZoneTools"
  | "catalogue"
  | "connectionOf"
  | "accountOf"
  | "policies"
  | "signer"
  | "theme"
  | "now"
> & { gate: Gate; index: Pick<ConnectionIndex, "ofApplication">; metrics?: Metrics | undefined };

/** The operations of a version. */
export type AccountOperationList = OperationList<AccountApi["operations"][number]>;

/**
 * The account's API in each of its versions: operations, gate and context. Everything but the operations is the same, so that an
 * idempotency key holds across versions. @param lists the oldest first
 */
export function accountApis(
  parts: AccountParts,
  versions: readonly ApiVersion[],
  lists: readonly AccountOperationList[],
): AccountApi[] {
  const answers = new AnswerCache(ANSWERS_IN_MEMORY);
  return lists.map(({ major, operations }) => {
    const version = versionIn(versions, major);
    const ofVersion = { version, deprecation: deprecationSentence(versions, version), answers };
    return accountApi(parts, ofVersion, parts.hasZoneTools ? withOptionalTools(operations) : operations);
  });
}

function accountApi(
  parts: AccountParts,
  ofVersion: Pick<AccountApi, "version" | "deprecation" | "answers">,
  operations: AccountApi["operations"],
): AccountApi {
  const { billing, describe, catalogue, zones, gate, index, connectionOf, accountOf, policies, signer, theme, now } =
    parts;
  const entries = applicationLog(index, connectionOf, accountOf, now);
  const confirm = cancellationConfirm(signer, now);
  const execution: ExecutionDependencies = {
    ...{ signer, accountOf, now, policies, definitions: commandDefinitions },
    staleConfirm: (statement, links) => staleConfirm(confirm, statement, links),
  };
  return {
    ...ofVersion,
    operations,
    gate,
    now,
    metrics: parts.metrics,
    contextFor: async (scope): Promise<AccountContext> => {
      const { addresses, operation, requestId, admission } = scope;
      const openApi = async () => {
        const acts = await takesChanges(describe, requestId);
        const own = addressesIn(addresses, ofVersion.version);
        return describeOpenApi(operations, apiDescription(theme.brand.name, own, acts, ofVersion));
      };
      // An operation that anyone may call is given no connection, and uses none.
      if (!(admission instanceof ConnectionAdmission)) return { addresses, openApi } as AccountContext;
      const described = await describe(requestId);
      if (!described.ok) throw actorProblem(described.problem);
      const links = clientAreaLinks(addresses, described.value.links);
      const { grant } = admission;
      const { id, installation, loginId, accountId, limit } = grant;
      const query = { installation, loginId, accountId, permissions: operation.access?.permissions ?? [], requestId };
      const queries = accountQueries(billing, query, limit);
      return {
        addresses,
        links,
        grant,
        queries,
        // Getters and methods: an arrow function is named by the bundler for each call, used or not.
        get quotes() {
          return actionQuotes(billing, catalogue, query, links, id);
        },
        get zones() {
          return serviceZones(billing, zones, query, links);
        },
        execute(name, request) {
          return executeCommand(name, request, { scope: { ...scope, admission }, queries, links }, execution);
        },
        confirm,
        cursors: operationCursors(signer, id, operation.id),
        entries(before, count) {
          return entries(grant, before, count);
        },
        openApi,
      };
    },
  };
}

/** Answers that may be stored: the API's description, for each origin. */
const ANSWERS_IN_MEMORY = 20;

export function connectionDependencies(env: AccountEnv): ConnectionDependencies {
  const now = () => Date.now();
  const areZonesConnected = connectedZones(zonesOf(env), { now, waitUntil: (work) => void work });
  return {
    now,
    notices: mailNotices(
      env.BILLING,
      new Mailer(env.EMAIL, env, Metrics.on(env, "account")),
      areZonesConnected,
      new FailedMails(env.ACCOUNT_DB, now),
    ),
    list: new ConnectionIndex(env.ACCOUNT_DB),
    register: new AccountGenerationRegister(env.ACCOUNT_DB, now),
    voidApprovals: ({ id, ...account }, requestId) => accountsOf(env)(account).voidApprovals(id, requestId),
    scopeOf,
  };
}

export function accountDependencies(env: AccountEnv): AccountDependencies {
  const now = () => Date.now();
  const signer = signerOf(env);
  const connectionOf = connectionsOf(env);
  return actingDependencies({
    definitions: commandDefinitions,
    billing: env.BILLING,
    zones: zonesOf(env),
    connectionOf,
    catalogue: env.CATALOGUE,
    confirm: cancellationConfirm(signer, now),
    signer,
    timeZone: env.TIME_ZONE || "UTC",
    mails: approvalMails({
      billing: env.BILLING,
      connectionOf,
      mailer: new Mailer(env.EMAIL, env, Metrics.on(env, "account")),
    }),
    stuckActions: new StuckActions(env.ACCOUNT_DB),
    register: new AccountGenerationRegister(env.ACCOUNT_DB, now),
    now,
    timing: TIMING,
    settingPolicy: settingPolicy(env),
  });
}

/** @returns a connection by an id that was made here */
function connectionsOf(env: AccountEnv): (id: string) => ConnectionPort {
  return (id) => asPort<ConnectionPort>(within(env.CONNECTION, env).getByName(id));
}

function accountsOf(env: AccountEnv): (account: AccountOfInstallation) => AccountPort {
  return (account) => asPort<AccountPort>(within(env.ACCOUNT, env).getByName(accountObjectName(account)));
}

function zonesOf({ ZONES: zones = NO_ZONES }: AccountEnv): ZoneSystem {
  return zones;
}

function signerOf(env: AccountEnv): Signer {
  return new Signer(() => within(env.SERVICE_KEY, env).getByName("service").read());
}

/** The stub's types wrap what crosses the binding; what it does is the port. */
function asPort<Port>(stub: unknown): Port {
  return stub as Port;
}
