import type { AccountPort } from "../../../../durable-objects/account/account-port.ts";
import type { Grant } from "../../../../durable-objects/connection/grant.ts";
import { settingPolicy } from "../../../../shared/account-access/setting-policy.ts";
import { OperationError } from "../../../../shared/api/definition/problems.ts";
import { httpApplication } from "../../../../shared/api/http/serve-http.ts";
import { mcpEndpoint } from "../../../../shared/api/mcp/endpoint.ts";
import { toolsOf } from "../../../../shared/api/mcp/tools.ts";
import type { CallRecord } from "../../../../shared/api/pipeline/call-record.ts";
import type { Gate } from "../../../../shared/api/pipeline/gate.ts";
import type { ActingBilling } from "../../../../shared/billing-contract/actions.ts";
import type { CustomerBilling } from "../../../../shared/billing-contract/customer.ts";
import { addressBook } from "../../../../shared/platform/addresses.ts";
import type { Signer } from "../../../../shared/platform/service-key.ts";
import { hourlyPolicies, readHour } from "../../../../workers/account/actions/hourly-limits.ts";
import type { NameChecks } from "../../../../workers/account/actions/prepare-command.ts";
import { challengeOf } from "../../../../workers/account/admission/challenge.ts";
import {
  type AdmissionDependencies,
  ConnectionAdmission,
} from "../../../../workers/account/admission/connection-admission.ts";
import { accountApi } from "../../../../workers/account/composition.ts";
import { accountOperations } from "../../../../workers/account/operations/index.ts";
import { UNSET_ADDRESSES } from "../../../support/unset-addresses.ts";

/** A billing system and what the catalogue is asked, in one binding. */
export type WholeBilling = CustomerBilling & ActingBilling & NameChecks & { forgetDomain(name: string): Promise<void> };

/** What such an application is made over. */
export interface TrustingWorld {
  billing: WholeBilling;
  accountOf: (id: number) => AccountPort;
  signer: Signer;
  now: () => number;
  /** Takes what a connection would have taken down. */
  record: (call: CallRecord) => void;
}

const PASS: Grant = {
  id: "connection-1",
  name: "Test application",
  application: "application-1",
  loginId: 11,
  accountId: 1001,
  currency: "CAD",
  scopes: ["account:read", "billing:write", "domains:write"],
  agreedScopes: ["account:read", "billing:write", "domains:write"],
  operations: null,
  limit: { kind: "account" },
  isChallenged: false,
};

/** What a credential of a test says. */
export interface Said extends Partial<Grant> {
  /** Milliseconds since the connection admitted the call. */
  admittedAgo?: number;
}

/** A gate that believes what a credential says of its connection. */
function gateOf({ billing, accountOf, now, record }: TrustingWorld): Gate {
  const hourlyRate: AdmissionDependencies["hourlyRate"] = (id, limit) => readHour(accountOf(id), limit, POLICIES, now);
  return {
    challenge: challengeOf,
    async admit({ authorization }, requests) {
      if (!authorization?.startsWith("Bearer ")) throw new OperationError("unauthorized", { en: "No.", fr: "Non." });
      const { admittedAgo = 0, ...said }: Said = JSON.parse(decodeURIComponent(authorization.slice(7)));
      const grant: Grant = { ...PASS, ...(said.scopes && { agreedScopes: said.scopes }), ...said };
      const policy = { id: "connection", name: "connection", quota: 120, windowSeconds: 60 };
      const admitted = {
        grant,
        admittedAt: now() - admittedAgo,
        rate: { policy, remaining: 100, resetSeconds: 60 },
        refusal: null,
        log: { record: async (call: CallRecord) => record(call) },
        release: () => undefined,
      };
      return Array.from({ length: requests }, () => new ConnectionAdmission(admitted, { billing, hourlyRate }));
    },
  };
}

const POLICIES = hourlyPolicies(settingPolicy({ SETTINGS_PER_HOUR: "60" }));

/** The account's API and MCP server over such a world. */
export function actingApplication(world: TrustingWorld) {
  const { billing, accountOf, signer, now } = world;
  const gate = gateOf(world);
  const api = accountApi(
    {
      billing,
      catalogue: billing as never,
      connectionOf: (() => undefined) as never,
      accountOf,
      policies: POLICIES,
      signer,
      theme: { brand: { name: "Maple" } } as never,
      now,
      gate,
      index: { ofApplication: async () => [] },
    },
    accountOperations,
  );
  const description = { name: "account", title: "Account", version: "1.0.0", instructions: "" };
  return httpApplication(api, addressBook(UNSET_ADDRESSES)).all(
    "/api/v1/account/mcp",
    mcpEndpoint({ description, tools: () => toolsOf(api), gate }),
  );
}
