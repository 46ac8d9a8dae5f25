import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { LoginCall } from "../../../shared/billing-contract/call.ts";
import type { ConnectionIndex } from "./connection-index.ts";
import { inBatches, logRejected } from "./in-batches.ts";

export interface ConnectionsOfLogins {
  index: Pick<ConnectionIndex, "alive">;
  connection: (id: string) => Pick<ConnectionPort, "end">;
}

/** Ends every connection of a login. @returns how many there were, and how many of them could not be reached */
export async function endConnections(
  { index, connection }: ConnectionsOfLogins,
  { loginId, requestId }: LoginCall,
): Promise<{ total: number; failed: number }> {
  const rows = await index.alive({ loginId });
  const ends = await inBatches(rows, ({ id }) => connection(id).end("disconnected", requestId));
  return { total: rows.length, failed: logRejected("connection_unreachable", ends, requestId) };
}
