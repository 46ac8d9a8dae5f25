import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { Grant } from "../../../durable-objects/connection/connection-port.ts";
import { NO_ASKS } from "../../../shared/account-access/asks.ts";
import { settingPolicy } from "../../../shared/account-access/rate-policies.ts";
import { OperationError } from "../../../shared/api/definition/problems.ts";
import { httpApplication } from "../../../shared/api/http/serve-http.ts";
import { mcpEndpoint } from "../../../shared/api/mcp/endpoint.ts";
import { toolsOf } from "../../../shared/api/mcp/tools.ts";
import type { CallRecord, Gate } from "../../../shared/api/pipeline/gate.ts";
import { API_VERSIONS, type ApiVersion, versionPath } from "../../../shared/api/versions/api-versions.ts";
import type { BillingSystem } from "../../../shared/billing-contract/billing-system.ts";
import { addressBook } from "../../../shared/platform/addresses.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";
import { hourlyPolicies, readHour } from "../../../workers/account/actions/hourly-limits.ts";
import type { NameChecks } from "../../../workers/account/actions/name-checks.ts";
import {
  type AdmissionDependencies,
  ConnectionAdmission,
} from "../../../workers/account/admission/connection-admission.ts";
import { challengeOf } from "../../../workers/account/admission/connection-gate.ts";
import {
  type AccountApiParts,
  type AccountOperationList,
  accountApis,
} from "../../../workers/account/api/account-apis.ts";
import { accountOperationLists } from "../../../workers/account/operations/index.ts";
import { sampleDescription } from "../../support/sample-description.ts";
import { fixedIdentity } from "../../support/server-identity.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";
import { scriptedZones } from "./scripted-zones.ts";

/** A binding with the methods of a billing system and of the catalogue. */
export type WholeBilling = BillingSystem & NameChecks & { forgetDomain(name: string): Promise<void> };

/** The dependencies of {@link actingApplication}. */
export interface ActingApplicationDependencies {
  billing: WholeBilling;
  accountOf: (accountId: number) => AccountPort;
  signer: Signer;
  now: () => number;
  /** Receives the calls that a connection would record. */
  record: (call: CallRecord) => void;
}

const GRANT: Grant = {
  id: "connection-1",
  name: "Test application",
  application: "application-1",
  loginId: 11,
  accountId: 1001,
  currency: "CAD",
  scopes: ["account:read", "billing:write", "domains:write", "zones:write"],
  agreedScopes: ["account:read", "billing:write", "domains:write", "zones:write"],
  operations: null,
  limit: { kind: "account" },
  asks: NO_ASKS,
  isChallenged: false,
};

const describe = async () => ({ ok: true as const, value: sampleDescription() });

/** The claims of a test credential about its connection. */
export interface TestGrant extends Partial<Grant> {
  /** The time since the connection admitted the call, in milliseconds. */
  admittedAgo?: number;
}

/** Creates a gate that trusts the claims of a credential. */
function trustingGate({ billing, accountOf, now, record }: ActingApplicationDependencies): Gate {
  const hourlyRate: AdmissionDependencies["hourlyRate"] = (account, limit, requestId) =>
    readHour(accountOf(account), limit, POLICIES, now, requestId);
  return {
    challenge: challengeOf,
    async admit({ authorization, addresses, requestId }, requests) {
      if (!authorization?.startsWith("Bearer ")) throw new OperationError("unauthorized", { en: "No.", fr: "Non." });
      const { admittedAgo = 0, ...said }: TestGrant = JSON.parse(decodeURIComponent(authorization.slice(7)));
      const grant: Grant = { ...GRANT, ...(said.scopes && { agreedScopes: said.scopes }), ...said };
      const policy = { id: "connection", name: "connection", quota: 120, windowSeconds: 60 };
      const admitted = {
        grant,
        admittedAt: now() - admittedAgo,
        rate: { policy, remaining: 100, resetSeconds: 60 },
        refusal: null,
        requestId,
        addresses,
        log: { record: async (call: CallRecord) => record(call) },
        release: () => undefined,
      };
      return Array.from(
        { length: requests },
        () => new ConnectionAdmission(admitted, { billing, describe, areZonesConnected: async () => true, hourlyRate }),
      );
    },
  };
}

const POLICIES = hourlyPolicies(settingPolicy({ SETTINGS_PER_HOUR: "60" }));

/** Creates the account's API and MCP server. The credential of a request is the JSON of its {@link TestGrant}. */
export function actingApplication(
  dependencies: ActingApplicationDependencies,
  versions: readonly ApiVersion[] = API_VERSIONS.account,
  lists: readonly AccountOperationList[] = accountOperationLists,
) {
  const { billing, accountOf, signer, now } = dependencies;
  const gate = trustingGate(dependencies);
  const parts: AccountApiParts = {
    billing,
    describe,
    zones: scriptedZones,
    hasExtraTools: false,
    catalogue: billing as never,
    connectionOf: (() => undefined) as never,
    accountOf,
    policies: POLICIES,
    signer,
    theme: { brand: { name: "Maple" } } as never,
    now,
    gate,
    index: { ofApplication: async () => [] },
  };
  const apis = accountApis(parts, versions, lists);
  const description = { identify: fixedIdentity("account"), instructions: "" };
  const application = httpApplication(apis, addressBook(UNSET_ADDRESSES));
  for (const api of apis) {
    const path = `${versionPath("account", api.version)}/mcp`;
    application.all(path, mcpEndpoint({ description, version: api.version, tools: () => toolsOf(api), gate }));
  }
  return application;
}
