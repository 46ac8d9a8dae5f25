import type { Asks } from "../../../../shared/account-access/asks.ts";
import type { Holding } from "../../../../shared/billing-contract/customer.ts";
import { valueOrLogged } from "../../../../shared/platform/log.ts";
import { inBatches, logRejected } from "../../connections/in-batches.ts";
import type { OpenAuthorization } from "../page-request.ts";

/** The newest connections that are read, each a call to its object. */
const MAX_READ = 5;

/**
 * What the newest connection of the same application, login and account that asks its customer asks about; null without one, or
 * where that cannot be read: it only explains the boxes of the consent page.
 */
export async function earlierAsks(
  { to, pending, signedIn }: OpenAuthorization,
  { id: accountId }: Pick<Holding, "id">,
): Promise<Asks | null> {
  const fields = { request_id: to.requestId, account: accountId };
  const listing = to.index.ofApplication(signedIn, accountId, pending.request.clientId);
  const rows = (await valueOrLogged("connection_list", listing, fields)) ?? [];
  const newest = rows.filter(({ endedAt }) => endedAt === null).slice(0, MAX_READ);
  const read = await inBatches(newest, ({ id }) => to.connection(id).summary(0));
  logRejected("connection_unreachable", read, to.requestId);
  const asks = read.flatMap((result) =>
    result.status === "fulfilled" && !result.value?.end ? [result.value?.asks] : [],
  );
  return asks.find((one) => one && (one.cancel || one.domains || one.orders !== null)) ?? null;
}
