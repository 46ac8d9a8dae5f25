import type { CommandRefusal, CommandRequest } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { Standing } from "../../../shared/account-access/standing.ts";
import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type { AccountAccess } from "../admission/connection-admission.ts";
import { isTargetWithin } from "../admission/resource-limit-check.ts";
import type { ServiceBilling } from "../queries/account-queries.ts";

export interface RecheckDependencies {
  connectionOf: (id: string) => Pick<ConnectionPort, "standing">;
  billing: ServiceBilling;
}

/**
 * Reads the connection of a command again, which may have been ended or narrowed since it admitted the call. Its own scopes and
 * limit suffice: those of the presented token were checked at admission and never change.
 * @returns what it is allowed now, or why the command is refused
 */
export async function recheckConnection(
  { operation, target, connectionId }: Pick<CommandRequest, "operation" | "target" | "connectionId">,
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
