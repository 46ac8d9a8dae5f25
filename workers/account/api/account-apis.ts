import { withOptionalTools } from "../../../shared/api/definition/operation.ts";
import { describeOpenApi, type OpenApiDocument } from "../../../shared/api/openapi/describe-openapi.ts";
import { AnswerCache } from "../../../shared/api/pipeline/answer.ts";
import type { Gate } from "../../../shared/api/pipeline/gate.ts";
import type { Api } from "../../../shared/api/pipeline/run-operation.ts";
import {
  type ApiVersion,
  addressesIn,
  deprecationSentence,
  type OperationList,
  versionIn,
} from "../../../shared/api/versions/api-versions.ts";
import type { Reads } from "../../../shared/billing-contract/billing-system.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import type { Metrics } from "../../../shared/platform/metrics.ts";
import type { AccountContext, AccountTools, PublicContext } from "../account-context.ts";
import { cancellationConfirm } from "../actions/cancellation-confirm.ts";
import { actorProblem } from "../actions/refusal-problem.ts";
import { type AccountAccess, ConnectionAdmission } from "../admission/connection-admission.ts";
import type { AccountServices } from "../composition.ts";
import { eventsMissing, takesChanges } from "../queries/remembered-descriptions.ts";
import { apiDescription } from "./descriptions.ts";

/** The maximum number of cached answers. Only the API's description is cached, once per version and origin. */
const ANSWERS_IN_MEMORY = 20;

export type AccountApi = Api<AccountContext | PublicContext, AccountAccess>;

/** The dependencies of the account's API. */
export type AccountApiParts = Omit<AccountTools, "confirm" | "billing"> &
  Pick<AccountServices, "describe" | "hasExtraTools" | "theme"> & {
    billing: Reads;
    gate: Gate;
    metrics?: Metrics | undefined;
  };

/** The operations of one API version. */
export type AccountOperationList = OperationList<AccountApi["operations"][number]>;

/**
 * Creates the account's API in each version. The versions differ only in their operations, so an idempotency key is
 * valid across versions.
 * @param lists the operations of each version, oldest version first
 */
export function accountApis(
  parts: AccountApiParts,
  versions: readonly ApiVersion[],
  lists: readonly AccountOperationList[],
): AccountApi[] {
  const answers = new AnswerCache(ANSWERS_IN_MEMORY);
  return lists.map(({ major, operations }) => {
    const version = versionIn(versions, major);
    const ofVersion = { version, deprecation: deprecationSentence(versions, version), answers };
    return accountApi(parts, ofVersion, parts.hasExtraTools ? withOptionalTools(operations) : operations);
  });
}

/** Returns the same API with only its read operations, for the read-only MCP server. */
export function readOnly(api: AccountApi): AccountApi {
  return { ...api, operations: api.operations.filter(({ effect }) => effect === "read") };
}

function accountApi(
  parts: AccountApiParts,
  ofVersion: Pick<AccountApi, "version" | "deprecation" | "answers">,
  operations: AccountApi["operations"],
): AccountApi {
  const { describe, gate, theme, metrics } = parts;
  const { billing, catalogue, zones, signer, accountOf, connectionOf, index, policies, now } = parts;
  // Copy the services field by field, because operations must not reach the Worker's other services.
  const tools: AccountTools = {
    ...{ billing, catalogue, zones, signer, accountOf, connectionOf, index, policies, now },
    confirm: cancellationConfirm(signer, now),
  };
  async function openApi(addresses: Addresses, requestId: string): Promise<OpenApiDocument> {
    const acts = await takesChanges(describe, requestId);
    const untold = await eventsMissing(describe, requestId);
    const own = addressesIn(addresses, ofVersion.version);
    return describeOpenApi(operations, apiDescription(theme.brand.name, own, { acts, untold }, ofVersion));
  }
  return {
    ...{ ...ofVersion, operations, gate, now, metrics },
    async contextFor({ admission, ...scope }): Promise<AccountContext | PublicContext> {
      const { addresses, operation, requestId } = scope;
      if (!(admission instanceof ConnectionAdmission)) return { openApi: () => openApi(addresses, requestId) };
      const described = await describe(requestId);
      if (!described.ok) throw actorProblem(described.problem);
      const { grant } = admission;
      const { loginId, accountId, limit: within } = grant;
      const query = { loginId, accountId, permissions: operation.access?.permissions ?? [], requestId };
      return {
        ...tools,
        ...scope,
        ...{ admission, grant },
        clientArea: { address: addresses.clientArea, pages: described.value.links },
        query,
        lists: {
          services: (list) => billing.listServices(query, { ...list, within }),
          domains: (list) => billing.listDomains(query, { ...list, within }),
          events: (list) => billing.listEvents(query, { ...list, within }),
        },
      };
    },
  };
}
