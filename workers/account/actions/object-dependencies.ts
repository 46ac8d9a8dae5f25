import type { AccountDependencies } from "../../../durable-objects/account/account-dependencies.ts";
import type {
  CommandRefusal,
  CommandRequest,
  ConnectionCaller,
} from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { Standing } from "../../../shared/account-access/standing.ts";
import type { ActorQuery, ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type { CatalogueServicePort } from "../../../shared/catalogue-contract/catalogue-service.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";
import type { AccountAccess } from "../admission/connection-admission.ts";
import { isTargetWithin } from "../admission/limits.ts";
import { approvalTerms } from "../approvals/approval-terms.ts";
import type { ServiceBilling } from "../queries/billing-answers.ts";
import { published } from "../schemas/account.ts";
import type { ActingDefinitions, ActingOperation, ActingTools } from "./acting-operation.ts";

const FORGET_DEADLINE_MS = 5_000;
const DOMAIN = "domain:";
const WHOLE_ACCOUNT: ResourceLimit = { kind: "account" };

/** The services that commands use in an account's object. */
export interface ObjectServices
  extends Pick<RecheckDependencies, "connectionOf">,
    ActingTools,
    Pick<
      AccountDependencies,
      "now" | "billingSystem" | "holds" | "timing" | "settingPolicy" | "stuckWrites" | "mailApprovals"
    > {
  definitions: ActingDefinitions;
  catalogue: Pick<CatalogueServicePort, "forgetDomain" | "checkNameNow">;
  signer: Signer;
}

/** Returns the dependencies with which an account's object runs its commands. */
export function objectDependencies(services: ObjectServices): AccountDependencies {
  const { definitions, billing, zones, catalogue, confirm, signer } = services;
  const { now, billingSystem, holds, timing, settingPolicy, stuckWrites, mailApprovals } = services;
  const tools: ActingTools = { billing, zones, catalogue, confirm };
  const definitionOf = ({ operation }: Pick<CommandRequest, "operation">): ActingOperation => definitions[operation];
  return {
    ...{ now, billingSystem, holds, timing, settingPolicy, stuckWrites, mailApprovals },
    async run(command, request) {
      const { clientArea, caller, input } = request;
      const limit = caller.kind === "connection" ? caller.limit : WHOLE_ACCOUNT;
      const answer = await definitionOf(request).perform({ ...tools, command, clientArea, grant: { limit } }, input);
      return published(answer);
    },
    authorize: (call) => billing.authorize(call),
    recheck: ({ operation, target }, { connectionId }, call) =>
      recheckConnection({ operation, target, connectionId }, definitions[operation].access, call, services),
    approvals: {
      mayAsk(request, asks) {
        const kinds = definitionOf(request).asks;
        return kinds.some((kind) => (kind === "orders" ? asks.orders !== null : asks[kind]));
      },
      terms(request, preview, standing) {
        return approvalTerms(request, preview, { definition: definitionOf(request), standing, signer });
      },
    },
    lookUp: (actor, reference, sent) => billing.findWrite(actor, reference, sent),
    async done(operation, target, requestId) {
      const definition = Object.values<ActingOperation>(definitions).find(({ id }) => id === operation);
      if (!definition?.changesAvailability || !target?.startsWith(DOMAIN)) return;
      // If this call fails, the catalogue's cache still expires within five minutes.
      await inTime(catalogue.forgetDomain(target.slice(DOMAIN.length)), FORGET_DEADLINE_MS).catch((cause) =>
        log("name_not_forgotten", { request_id: requestId, cause }),
      );
    },
  };
}

interface RecheckDependencies {
  connectionOf: (id: string) => Pick<ConnectionPort, "standing">;
  billing: ServiceBilling;
}

/**
 * Reads a command's connection again, because it may have ended or been restricted since it admitted the call. The
 * check uses the scopes and the limit of the connection. The admission already checked the scopes of the token, which
 * never change.
 * @returns the connection's current permissions, or the reason for refusing the command
 */
export async function recheckConnection(
  {
    operation,
    target,
    connectionId,
  }: Pick<CommandRequest, "operation" | "target"> & Pick<ConnectionCaller, "connectionId">,
  access: AccountAccess,
  query: ActorQuery,
  { connectionOf, billing }: RecheckDependencies,
): Promise<{ standing: Standing } | { refused: CommandRefusal }> {
  const standing = await connectionOf(connectionId).standing();
  if (!standing) return { refused: { code: "unauthorized" } };
  const { scopes, operations, limit } = standing;
  const isGiven = operations === null ? scopes.includes(access.scope) : operations.includes(operation);
  if (!isGiven) return { refused: { code: "insufficient_scope" } };
  if (limit.kind === "account") return { standing };
  const isWithin =
    access.limit !== "outside" && target !== null && (await isTargetWithin(target, limit, query, billing));
  return isWithin ? { standing } : { refused: { code: "outside_limit" } };
}
