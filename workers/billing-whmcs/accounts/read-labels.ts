import { isClosed, referenceOf } from "../access/gate.ts";
import { type Client, readClient } from "../access/read-client.ts";
import { type ApiOutcome, type Unavailable, unavailable } from "../api/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import type { AccountLabel } from "./account-labels.ts";

/** As many as one account's share of the slots, in which they count. */
const PARALLEL_READS = 4;
/** No read begins with less time. */
const MIN_READ_MS = 500;

/**
 * The labels of accounts, kept ones first; null for one that is closed or gone. Those that could not be read in time are missing.
 * @param until epoch milliseconds
 */
export async function readLabels(
  context: WhmcsContext,
  accountIds: number[],
  until: number,
): Promise<ApiOutcome<ReadonlyMap<number, AccountLabel | null>>> {
  const { accountLabels } = context;
  const labels = new Map<number, AccountLabel | null>();
  for (const id of accountIds) {
    const kept = accountLabels.of(id);
    if (kept) labels.set(id, kept);
  }
  const missing = accountIds.filter((id) => !labels.has(id));
  const [countedFor] = accountIds;
  const reader = async (): Promise<Unavailable | null> => {
    for (let id = missing.shift(); id !== undefined; id = missing.shift()) {
      const deadlineMs = until - Date.now();
      if (deadlineMs < MIN_READ_MS) return null;
      const call = { accountId: id, countedFor, deadlineMs, isOptional: true, requestId: context.requestId };
      const read = await readClient(context, call);
      if (read.kind === "unavailable" && read.reason === "unread") continue;
      if (read.kind === "unavailable") return read.reason === "busy" || read.reason === "timeout" ? null : read;
      // A row of another account says nothing of this one.
      if (read.kind === "ok" && read.body.id !== id) return unavailable("unread");
      const label = read.kind === "ok" && !isClosed(read.body) ? labelOf(read.body) : null;
      labels.set(id, label);
      if (label) accountLabels.keep(id, label);
    }
    return null;
  };
  const failures = await Promise.all(Array.from({ length: PARALLEL_READS }, reader));
  return failures.find((failure) => failure !== null) ?? { kind: "ok", body: labels };
}

function labelOf(client: Client): AccountLabel {
  const { name, currency } = referenceOf(client);
  return { name, currency };
}
