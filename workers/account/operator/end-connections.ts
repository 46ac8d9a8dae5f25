import type { ConnectionsOf } from "../../../shared/operator-contract/account-operator.ts";
import type { AccountServices } from "../composition.ts";
import { inBatches, logRejected } from "../connections/in-batches.ts";
import { IndexedConnections } from "./indexed-connections.ts";

/** In one call; what is left is ended by the same call again. */
const MAX_ENDED = 200;

/** Ends the active connections that are meant, and writes down for the page of their customers that it was the provider. */
export async function endConnections(
  { db, connectionOf, providerActs }: Pick<AccountServices, "db" | "connectionOf" | "providerActs">,
  of: ConnectionsOf,
  requestId: string,
): Promise<{ ended: number; left: number }> {
  const { found, total } = await new IndexedConnections(db).find(of, MAX_ENDED, true);
  const outcomes = await inBatches(found, async ({ id, installation, loginId }) => {
    const connection = connectionOf(id);
    const summary = await connection.summary(0);
    if (!summary || summary.end) return false;
    await connection.end("ended_by_provider", requestId);
    await providerActs.addEnd(id, { installation, loginId }, summary.name);
    return true;
  });
  const failed = logRejected("connection_unreachable", outcomes, requestId);
  const ended = outcomes.filter((outcome) => outcome.status === "fulfilled" && outcome.value).length;
  return { ended, left: total - found.length + failed };
}
