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
import type { AccountContext } from "../account-context.ts";
import { commandDefinitions } from "../acting-operations.ts";
import { cancellationConfirm, staleConfirm } from "../actions/cancellation-confirm.ts";
import { type ExecutionDependencies, executeCommand } from "../actions/execute-command.ts";
import { quotesFor } from "../actions/quotes.ts";
import { type AccountAccess, ConnectionAdmission } from "../admission/connection-admission.ts";
import type { AccountServices } from "../composition.ts";
import { applicationLog } from "../connections/application-log.ts";
import type { ConnectionIndex } from "../connections/connection-index.ts";
import { accountQueries, actorProblem } from "../queries/account-queries.ts";
import { operationCursors } from "../queries/cursors.ts";
import { takesChanges } from "../queries/remembered-descriptions.ts";
import { clientAreaLinks } from "../schemas/client-area-links.ts";
import { serviceZones } from "../zones/service-zones.ts";
import { apiDescription } from "./descriptions.ts";

/** Answers that may be stored: the API's description, for each origin. */
const ANSWERS_IN_MEMORY = 20;

export type AccountApi = Api<AccountContext, AccountAccess>;

/** Dependencies of the account's API. */
export type AccountApiParts = Pick<
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
      const clientArea = { address: addresses.clientArea, pages: described.value.links };
      const links = clientAreaLinks(addresses, clientArea.pages);
      const { grant } = admission;
      const { id, loginId, accountId, limit } = grant;
      const query = { loginId, accountId, permissions: operation.access?.permissions ?? [], requestId };
      const queries = accountQueries(billing, query, limit);
      return {
        addresses,
        links,
        grant,
        queries,
        // Getters and methods: an arrow function is named by the bundler for each call, used or not.
        get quotes() {
          return quotesFor(billing, catalogue, query, links, id);
        },
        get zones() {
          return serviceZones(billing, zones, query, links);
        },
        perform(name, input) {
          return executeCommand(name, input, { scope: { ...scope, admission }, queries, clientArea }, execution);
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
