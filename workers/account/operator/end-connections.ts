import type { ConnectionsOf } from "../../../shared/operator-contract/account-operator.ts";
import type { ActResult } from "../../../shared/operator-contract/answers.ts";
import type { AccountServices } from "../composition.ts";
import { inBatches, logRejected } from "../connections/in-batches.ts";
import { IndexedConnections } from "./indexed-connections.ts";

/** In one act; what is left is said, and ended by the same act again. */
const MAX_ENDED = 200;

/** Ends the active connections that are meant, and writes down for the page of their customers that it was the provider. */
export async function endConnections(
  { db, connectionOf, operatorEnds }: Pick<AccountServices, "db" | "connectionOf" | "operatorEnds">,
  of: ConnectionsOf,
  requestId: string,
): Promise<ActResult> {
  const { found, total } = await new IndexedConnections(db).find(of, MAX_ENDED, true);
  const outcomes = await inBatches(found, async ({ id, installation, loginId }) => {
    const connection = connectionOf(id);
    const summary = await connection.summary(0);
    if (!summary || summary.end) return false;
    await operatorEnds.add(id, { installation, loginId }, summary.name);
    await connection.end("ended_by_provider", requestId);
    return true;
  });
  const failed = logRejected("connection_unreachable", outcomes, requestId);
  const ended = outcomes.filter((outcome) => outcome.status === "fulfilled" && outcome.value).length;
  const left = total - found.length + failed;
  const rest = left === 0 ? "" : ` ${left} more could not be ended in this run: do it again.`;
  if (ended === 0 && left === 0) return { isDone: false, text: "None of that is active: nothing was ended." };
  const what = ended === 1 ? "1 connection was ended" : `${ended} connections were ended`;
  return { isDone: true, text: `${what}; their customers are mailed, and see it on their page.${rest}` };
}
