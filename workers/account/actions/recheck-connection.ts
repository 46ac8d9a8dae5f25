import type { AccountCommand } from "../../../durable-objects/account/account-command.ts";
import type { CommandRefusal } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort, Standing } from "../../../durable-objects/connection/connection-port.ts";
import type { ActorQuery, ResourceLimit } from "../../../shared/billing-contract/actor.ts";
import { isServiceOnDomain } from "../admission/resource-limit-check.ts";
import type { ServiceBilling } from "../queries/newer-questions.ts";
import type { CommandDefinitions } from "./command-definition.ts";

/** Of a connection that has gone back: a person has to look. */
const HELD_RETRY_S = 60;

export interface RecheckDependencies {
  definitions: CommandDefinitions;
  connectionOf: (id: string) => Pick<ConnectionPort, "standing">;
  billing: ServiceBilling;
}

/**
 * Reads the connection of a command again, which may have been ended or narrowed since it admitted the call. Its own scopes and
 * limit suffice: those of the presented token were checked at admission and never change.
 * @returns what it is allowed now, or why the command is refused
 */
export async function recheckConnection(
  command: AccountCommand,
  query: ActorQuery,
  connection: string,
  { definitions, connectionOf, billing }: RecheckDependencies,
): Promise<{ standing: Standing } | { refused: CommandRefusal }> {
  const standing = await connectionOf(connection).standing();
  if (!standing) return { refused: { code: "unauthorized" } };
  if (standing === "held") return { refused: { code: "changes_held", retryAfter: HELD_RETRY_S } };
  const { scopes, operations, limit } = standing;
  const { access } = definitions[command.name];
  const isGiven = operations === null ? scopes.includes(access.scope) : operations.includes(command.name);
  if (!isGiven) return { refused: { code: "insufficient_scope" } };
  if (limit.kind === "account") return { standing };
  const isWithin = access.limit !== "outside" && (await isWithinLimit(command, limit, query, billing));
  return isWithin ? { standing } : { refused: { code: "outside_limit" } };
}

async function isWithinLimit(
  { request }: AccountCommand,
  limit: Exclude<ResourceLimit, { kind: "account" }>,
  query: ActorQuery,
  billing: RecheckDependencies["billing"],
): Promise<boolean> {
  if (!("serviceId" in request)) return limit.kind === "domain" && request.domain === limit.name;
  const { serviceId } = request;
  if ("zone" in request && limit.kind === "domain" && request.zone !== limit.name) return false;
  if (limit.kind === "service") return serviceId === limit.id;
  return isServiceOnDomain(serviceId, limit, query, billing);
}
