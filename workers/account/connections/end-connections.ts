import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { LoginCall } from "../../../shared/billing-contract/call.ts";
import type { ConnectionIndex, IndexedConnection } from "./connection-index.ts";
import { inBatches, logRejected } from "./in-batches.ts";

interface Connections {
  index: Pick<ConnectionIndex, "alive" | "find">;
  connection: (id: string) => Pick<ConnectionPort, "end">;
}

/**
 * Ends every connection of a login.
 * @returns the number of connections, and how many of them could not be reached
 */
export async function endConnections(
  { index, connection }: Connections,
  { loginId, requestId }: LoginCall,
): Promise<{ total: number; failed: number }> {
  const rows = await index.alive({ loginId });
  return { total: rows.length, failed: await end(connection, rows, requestId) };
}

const MAX_OF_ACCOUNT = 1_000;

/**
 * Ends the connections of a closed account. Any remaining connection ends at its next request, because the request
 * finds no account.
 */
export async function endConnectionsOfAccount(
  { index, connection }: Connections,
  accountId: number,
  requestId: string,
): Promise<void> {
  const { found } = await index.find({ by: "account", id: String(accountId) }, MAX_OF_ACCOUNT, true);
  await end(connection, found, requestId);
}

/**
 * Ends connections.
 * @returns the number of connections that could not be reached
 */
async function end(
  connection: Connections["connection"],
  rows: Pick<IndexedConnection, "id">[],
  requestId: string,
): Promise<number> {
  const ends = await inBatches(rows, ({ id }) => connection(id).end("disconnected", requestId));
  return logRejected("connection_unreachable", ends, requestId);
}
