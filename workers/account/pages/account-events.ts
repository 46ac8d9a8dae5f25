import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { LogKey } from "../../../shared/account-access/call-log.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { AccountEvent, ActionResult } from "../../../shared/billing-contract/client-area.ts";
import type { CustomerReads } from "../../../shared/billing-contract/customer.ts";
import { ok } from "../../../shared/billing-contract/result.ts";
import { fulfilledOf, inBatches, logRejected } from "../connections/in-batches.ts";
import { BILLING_DEADLINE_MS } from "../queries/billing-answers.ts";
import { approvalPath } from "./page-addresses.ts";
import type { ActingCustomer } from "./page-request.ts";
import { labelOf } from "./scope-texts.ts";

export interface EventServices {
  billing: Pick<CustomerReads, "authorize">;
  accountOf: (accountId: number) => Pick<AccountPort, "entries" | "undecidedApprovals">;
  connectionOf: (id: string) => Pick<ConnectionPort, "summary">;
}

/** What a login and its connections did on an account before a key, newest first, in the customer's words. */
export async function accountEvents(
  { billing, accountOf, connectionOf }: EventServices,
  { signedIn, language, requestId }: ActingCustomer,
  accountId: number,
  before: LogKey | null,
  limit: number,
): Promise<ActionResult<AccountEvent[]>> {
  const { loginId } = signedIn;
  const query = { loginId, accountId, permissions: [], requestId };
  const authorized = await askBilling(() => billing.authorize(query), BILLING_DEADLINE_MS, requestId);
  if (!authorized.ok) return authorized;
  const account = accountOf(accountId);
  const [entries, undecided] = await Promise.all([
    account.entries({ loginId, application: null, connectionId: null }, before, limit),
    account.undecidedApprovals(loginId),
  ]);
  const waiting = (entry: (typeof entries)[number]) =>
    undecided.find(
      ({ connectionId, operation, target }) =>
        entry.approval === "asked" &&
        [connectionId, operation, target].join() === [entry.connection, entry.operation, entry.target].join(),
    );
  const ids = [...new Set(entries.flatMap(({ connection }) => connection ?? []))];
  const summaries = await inBatches(ids, (id) => connectionOf(id).summary(0));
  logRejected("connection_unreachable", summaries, requestId);
  const names = new Map(fulfilledOf(summaries).flatMap((summary) => (summary ? [[summary.id, summary.name]] : [])));
  return ok(
    entries.map((entry) => {
      const { id, at, connection, operation, target, outcome, approval } = entry;
      const asked = waiting(entry);
      return {
        ...{ id, at, target, outcome: approval ?? outcome, path: asked ? approvalPath(asked) : null },
        by: connection && (names.get(connection) ?? connection),
        label: labelOf(operation, language) ?? operation,
      };
    }),
  );
}
