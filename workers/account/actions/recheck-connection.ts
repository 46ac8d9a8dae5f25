import type { AccountCommand } from "../../../durable-objects/account/account-command.ts";
import type { AccountDependencies } from "../../../durable-objects/account/account-dependencies.ts";
import type { CommandRefusal } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { ActorQuery, ResourceLimit } from "../../../shared/billing-contract/actor.ts";
import { isServiceOnDomain } from "../admission/resource-limit-check.ts";
import type { ServiceBilling } from "../queries/newer-questions.ts";
import type { CommandDefinitions } from "./command-definition.ts";

/** Up to this age an admission is relied on; later the connection is checked again. */
const ADMISSION_GOOD_FOR_MS = 250;

export interface RecheckDependencies {
  definitions: CommandDefinitions;
  connectionOf: (id: string) => Pick<ConnectionPort, "standing">;
  billing: ServiceBilling;
  /** Epoch milliseconds. */
  now: () => number;
}

/**
 * Wraps a preparation: checks the connection again at its end, if time has passed since the call was admitted.
 * An action may have waited in the queue and for a registry; meanwhile the connection may have been ended or narrowed.
 * The connection's own scopes and limit suffice: those of the presented token were checked at admission and never change.
 */
export function withConnectionRecheck(
  prepare: AccountDependencies["prepare"],
  dependencies: RecheckDependencies,
): AccountDependencies["prepare"] {
  return async (command, query, admittedAt) => {
    const prepared = await prepare(command, query, admittedAt);
    if ("refused" in prepared || query.connection === undefined) return prepared;
    if (dependencies.now() - admittedAt <= ADMISSION_GOOD_FOR_MS) return prepared;
    const refused = await refusalOf(command, query, query.connection, dependencies);
    return refused ? { refused } : prepared;
  };
}

async function refusalOf(
  command: AccountCommand,
  query: ActorQuery,
  connection: string,
  { definitions, connectionOf, billing }: RecheckDependencies,
): Promise<CommandRefusal | null> {
  const standing = await connectionOf(connection).standing();
  if (!standing) return { code: "unauthorized" };
  const { scopes, operations, limit } = standing;
  const { access } = definitions[command.name];
  const isGiven = operations === null ? scopes.includes(access.scope) : operations.includes(command.name);
  if (!isGiven) return { code: "insufficient_scope" };
  if (limit.kind === "account") return null;
  const isWithin = access.limit !== "outside" && (await isWithinLimit(command, limit, query, billing));
  return isWithin ? null : { code: "outside_limit" };
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
