import type { AccountPort, CommandReply, CommandRequest } from "../../../../durable-objects/account/account-port.ts";
import type { ConnectionPort, Grant } from "../../../../durable-objects/connection/connection-port.ts";
import { NO_ASKS } from "../../../../shared/account-access/asks.ts";
import { ORDER_POLICY, REQUEST_POLICY, settingPolicy } from "../../../../shared/account-access/rate-policies.ts";
import type { Scope } from "../../../../shared/account-access/scopes.ts";
import type { FetchHandler } from "../../../../shared/api/http/before-worker.ts";
import { serveDirectly } from "../../../../shared/api/http/serve-directly.ts";
import { httpApplication } from "../../../../shared/api/http/serve-http.ts";
import { type McpServer, mcpEndpoint } from "../../../../shared/api/mcp/endpoint.ts";
import { describeTools, toolsOf } from "../../../../shared/api/mcp/tools.ts";
import type { CallRecord } from "../../../../shared/api/pipeline/gate.ts";
import type { ApiVersion } from "../../../../shared/api/versions/api-versions.ts";
import { announceVersions, versionNotices } from "../../../../shared/api/versions/version-notices.ts";
import { addressBook } from "../../../../shared/platform/addresses.ts";
import { ObjectIds } from "../../../../shared/platform/ids.ts";
import { Metrics } from "../../../../shared/platform/metrics.ts";
import { SlidingLog } from "../../../../shared/platform/rate-limit.ts";
import { Signer } from "../../../../shared/platform/service-key.ts";
import { commandDefinitions } from "../../../../workers/account/acting-operations.ts";
import { hourlyPolicies, readHour } from "../../../../workers/account/actions/hourly-limits.ts";
import { connectionGate } from "../../../../workers/account/admission/connection-gate.ts";
import { WrongSecrets } from "../../../../workers/account/admission/wrong-secrets.ts";
import { type AccountApiParts, accountApis } from "../../../../workers/account/api/account-apis.ts";
import { catalogueTools } from "../../../../workers/account/api/catalogue-tools.ts";
import { serverDescription as accountDescription } from "../../../../workers/account/api/descriptions.ts";
import { accountOperationLists } from "../../../../workers/account/operations/index.ts";
import { published } from "../../../../workers/account/schemas/account.ts";
import type { BillingEngine } from "../../../../workers/billing/engine/billing-engine.ts";
import { callTool } from "../../../../workers/catalogue/api/call-tool.ts";
import { serverDescription as catalogueDescription } from "../../../../workers/catalogue/api/descriptions.ts";
import { LOGINS } from "../../../billing-contract/questions.ts";
import { domainOf, PLACED } from "../../../objects/support/sample-answers.ts";
import { sampleApproval } from "../../../support/sample-approvals.ts";
import { sampleDescription } from "../../../support/sample-description.ts";
import { UNSET_ADDRESSES } from "../../../support/unset-addresses.ts";
import { catalogueApi } from "./catalogue-api.ts";

const ORIGIN = "http://localhost:8787";
const PATHS = { catalogue: "/api/v1/mcp", account: "/api/v1/account/mcp" };
/** A deprecated version is announced in headers, tools and instructions. */
const VERSION: ApiVersion = {
  ...{ major: 1, release: "1.0.0", deprecated: "2026-06-01", sunset: "2027-12-01", notice: "/developers/versions" },
};
const signer = new Signer(async () => ({ original: new Uint8Array(32).fill(7).buffer }));
const ids = new ObjectIds(signer, "connection");
const addressesOf = addressBook(UNSET_ADDRESSES);

/** What each connection may do; `ended` is refused. */
const CONNECTIONS: Record<string, Partial<Grant> | null> = {
  everything: {},
  reading: { scopes: ["account:read"], agreedScopes: ["account:read"] },
  limited: { limit: { kind: "service", id: 2101 } },
  asking: { asks: { ...NO_ASKS, orders: 0 } },
  ended: null,
};
const SCOPES: Scope[] = ["account:read", "billing:write", "domains:write", "zones:write"];

/** An `Authorization` header of each connection, by its name. */
export async function credentials(): Promise<Record<string, string>> {
  const minted = Object.keys(CONNECTIONS).map(async (name) => [name, `Bearer ${await ids.mint()}:grant:${name}`]);
  return Object.fromEntries(await Promise.all(minted));
}

/** What a test turns: the time, in epoch milliseconds, and whether the billing system takes changes. */
export interface Conditions {
  now: number;
  acts: boolean;
}

/** What one side of a comparison did: its data points and its records of calls. */
export interface Traces {
  points: unknown[];
  records: CallRecord[];
}

/**
 * The MCP servers of catalogue and account: their operations, gate, limits and metrics over the billing engine, with windows,
 * journal and objects in memory that belong to these servers alone.
 * @param hasRouter the catalogue's endpoint is reached over its router alone
 */
export async function mcpServers(
  billing: BillingEngine,
  conditions: Conditions,
  { isPlain, hasRouter }: Pick<McpServer, "isPlain"> & { hasRouter: boolean },
) {
  const traces: Traces = { points: [], records: [] };
  const now = () => conditions.now;
  const dataset = { writeDataPoint: (point?: AnalyticsEngineDataPoint) => void traces.points.push(point) };
  const metricsOf = (worker: string) => Metrics.on({ METRICS: dataset, RELEASE: { id: "r", tag: "v1" } }, worker);
  const chosen = isPlain && { isPlain };

  const catalogue = catalogueApi(billing, now, VERSION, metricsOf("catalogue"));
  const application = httpApplication([catalogue], addressesOf);
  const description = catalogueDescription("Maple Hosting", catalogue);
  const endpoint = mcpEndpoint({ description, version: VERSION, tools: () => toolsOf(catalogue), ...chosen });
  application.all(PATHS.catalogue, endpoint);
  const endpoints = new Map([[PATHS.catalogue, endpoint]]);
  const catalogueWorker = hasRouter ? application : serveDirectly(catalogue, application, { endpoints, addressesOf });

  const policies = hourlyPolicies(settingPolicy({ SETTINGS_PER_HOUR: "60" }));
  const account = accountObject(now);
  const describe = async () => ({ ok: true as const, value: sampleDescription({ acts: conditions.acts }) });
  const areZonesConnected = async () => true;
  const gate = connectionGate(
    ids,
    connections(now, traces),
    {
      ...{ billing, describe, areZonesConnected, wrongSecrets: new WrongSecrets(now) },
      hourlyRate: (_, limit, requestId) => readHour(account, limit, policies, now, requestId),
    },
    now,
  );
  const parts: AccountApiParts = {
    ...{ billing, describe, gate, policies, signer, now, zones: null as never, hasZoneTools: false },
    ...{ catalogue: null as never, connectionOf: null as never, accountOf: () => account },
    ...{ theme: { brand: { name: "Maple Hosting" } } as never, index: { ofApplication: async () => [] } },
    metrics: metricsOf("account"),
  };
  const [api] = accountApis(parts, [VERSION], accountOperationLists);
  if (!api) throw new Error("no account API");
  const accountApplication = httpApplication([api], addressesOf);
  const elsewhere = {
    describeTools: async () => describeTools(catalogue.operations),
    callTool: (call: Parameters<typeof callTool>[2]) => callTool(catalogue, addressesOf, call, () => undefined),
  };
  accountApplication.all(
    PATHS.account,
    mcpEndpoint({
      ...{ description: accountDescription("Maple Hosting", async () => conditions.acts, api), version: VERSION, gate },
      tools: () => toolsOf(api),
      toolsFromElsewhere: () => catalogueTools(elsewhere as never),
      ...chosen,
    }),
  );
  return { traces, catalogue: asked("catalogue", catalogueWorker), account: asked("account", accountApplication) };
}

/** A server's MCP endpoint, behind what announces the end of its version. */
function asked(api: "catalogue" | "account", application: FetchHandler<[env: unknown, execution: ExecutionContext]>) {
  const path = PATHS[api];
  const worker = announceVersions(versionNotices(api, [VERSION]), addressesOf, application);
  const execution = { waitUntil: () => undefined, passThroughOnException: () => undefined };
  return async (init: RequestInit) => worker.fetch(new Request(ORIGIN + path, init) as never, {}, execution as never);
}

/** Connections with a window each, that admit by the names in their tokens. */
function connections(now: () => number, { records }: Traces) {
  const windows = new Map<string, SlidingLog>();
  const grant = { id: "c", name: "A", application: "https://app.example", currency: "CAD" as const };
  return (id: string) => {
    const window = windows.get(id) ?? new SlidingLog();
    windows.set(id, window);
    const admit: ConnectionPort["admit"] = async ({ token }, requests) => {
      const changes = CONNECTIONS[token.split(":").at(-1) ?? ""];
      if (!changes) return { outcome: "refused" };
      const rateResults = Array.from({ length: requests }, () => window.take(REQUEST_POLICY, now()));
      const log = { record: async (record: CallRecord) => void records.push(record) };
      const agreed = { ...grant, loginId: LOGINS.owner, accountId: 1001, scopes: SCOPES, agreedScopes: SCOPES };
      const others = { operations: null, limit: { kind: "account" as const }, asks: NO_ASKS, isChallenged: false };
      return { outcome: "admitted", grant: { ...agreed, ...others, ...changes }, rateResults, log };
    };
    return { admit } as ConnectionPort;
  };
}

/** An account's object that renews and sets, replays by key, and asks about renewals. */
function accountObject(now: () => number): AccountPort {
  const placed = new Map<string, CommandReply>();
  const hour = new SlidingLog();
  const act = async (request: CommandRequest): Promise<CommandReply> => {
    const { operation, key, asks } = request;
    const known = asks.orders === 0 ? undefined : key && placed.get(key.id);
    if (known) return { ...known, isAuthorized: false, isReplayed: true };
    const flags = { isAuthorized: true, isRecorded: key !== null, isReplayed: false };
    const common = { rate: hour.take(ORDER_POLICY, now()), ...flags };
    if (!common.rate.allowed) return { ...common, outcome: "too_many" };
    if (operation === "renewDomain" && asks.orders === 0) {
      const approval = sampleApproval("c", "renewDomain");
      return { ...common, outcome: "refused", problem: { code: "approval_needed", approval, retryAfter: 60 } };
    }
    const done: CommandReply = { ...common, outcome: "done", answer: await answerOf(request) };
    if (key) placed.set(key.id, done);
    return done;
  };
  return {
    act,
    hour: async () => hour.take({ ...ORDER_POLICY, quota: 0 }, now()),
  } as Partial<AccountPort> as AccountPort;
}

/** The operation's answer to what a command gives. */
async function answerOf({ operation, input, clientArea, limit }: CommandRequest): Promise<Record<string, unknown>> {
  const value =
    operation === "renewDomain"
      ? { ...PLACED, years: 1 }
      : { account: PLACED.account, domain: domainOf("studio-ana.ca", true) };
  const context = { command: { execute: async () => value }, clientArea, grant: { limit } };
  return published(await commandDefinitions[operation].perform(context as never, input as never));
}
