import { withOptionalTools } from "../../../shared/api/definition/operation.ts";
import { describeOpenApi } from "../../../shared/api/openapi/describe-openapi.ts";
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
import type { Metrics } from "../../../shared/platform/metrics.ts";
import type { AccountContext, AccountTools } from "../account-context.ts";
import { cancellationConfirm } from "../actions/cancellation-confirm.ts";
import { actorProblem } from "../actions/refusal-problem.ts";
import { type AccountAccess, ConnectionAdmission } from "../admission/connection-admission.ts";
import type { AccountServices } from "../composition.ts";
import { takesChanges } from "../queries/remembered-descriptions.ts";
import { apiDescription } from "./descriptions.ts";

/** Answers that may be stored: the API's description, for each origin. */
const ANSWERS_IN_MEMORY = 20;

export type AccountApi = Api<AccountContext, AccountAccess>;

/** Dependencies of the account's API. */
export type AccountApiParts = Omit<AccountTools, "confirm" | "describeApi"> &
  Pick<AccountServices, "describe" | "hasZoneTools" | "theme"> & { gate: Gate; metrics?: Metrics | undefined };

/** The operations of a version. */
export type AccountOperationList = OperationList<AccountApi["operations"][number]>;

/**
 * The account's API in each of its versions: operations, gate and context. Everything but the operations is the same, so that an
 * idempotency key holds across versions. @param lists the oldest first
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
    return accountApi(parts, ofVersion, parts.hasZoneTools ? withOptionalTools(operations) : operations);
  });
}

function accountApi(
  parts: AccountApiParts,
  ofVersion: Pick<AccountApi, "version" | "deprecation" | "answers">,
  operations: AccountApi["operations"],
): AccountApi {
  const { describe, gate, signer, theme, now, metrics } = parts;
  const tools: AccountTools = {
    ...parts,
    confirm: cancellationConfirm(signer, now),
    async describeApi(addresses, requestId) {
      const acts = await takesChanges(describe, requestId);
      const own = addressesIn(addresses, ofVersion.version);
      return describeOpenApi(operations, apiDescription(theme.brand.name, own, acts, ofVersion));
    },
  };
  return {
    ...{ ...ofVersion, operations, gate, now, metrics },
    async contextFor({ admission, ...scope }): Promise<AccountContext> {
      // An operation that anyone may call is given no connection, and uses none.
      if (!(admission instanceof ConnectionAdmission)) return { ...tools, ...scope } as AccountContext;
      const { addresses, operation, requestId } = scope;
      const described = await describe(requestId);
      if (!described.ok) throw actorProblem(described.problem);
      const { grant } = admission;
      const { loginId, accountId } = grant;
      return {
        ...tools,
        ...scope,
        ...{ admission, grant },
        clientArea: { address: addresses.clientArea, pages: described.value.links },
        query: { loginId, accountId, permissions: operation.access?.permissions ?? [], requestId },
      };
    },
  };
}
