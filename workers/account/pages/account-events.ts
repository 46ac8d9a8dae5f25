import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { LogKey } from "../../../shared/account-access/call-log.ts";
import type { AccountEvent, ActionResult } from "../../../shared/billing-contract/client-area.ts";
import type { CustomerReads } from "../../../shared/billing-contract/customer.ts";
import { failure, ok } from "../../../shared/billing-contract/result.ts";
import { commandDefinitions } from "../acting-operations.ts";
import { describeApproval } from "../approvals/approval-words.ts";
import { fulfilledOf, inBatches, logRejected } from "../connections/in-batches.ts";
import { holdingOn } from "../queries/billing-answers.ts";
import { approvalPath } from "./page-addresses.ts";
import type { ActingCustomer } from "./page-request.ts";
import { labelOf } from "./scope-texts.ts";

export interface EventServices {
  billing: Pick<CustomerReads, "readHolding">;
  accountOf: (accountId: number) => Pick<AccountPort, "entries" | "undecidedApprovals">;
  connectionOf: (id: string) => Pick<ConnectionPort, "summary">;
}

/**
 * Returns the log entries of a login and its connections on an account, described for the customer. The entries are
 * older than the given log key, newest first. An owner also sees what the account's other logins changed in the client
 * area.
 */
export async function accountEvents(
  { billing, accountOf, connectionOf }: EventServices,
  { signedIn, language, requestId }: ActingCustomer,
  accountId: number,
  before: LogKey | null,
  limit: number,
): Promise<ActionResult<AccountEvent[]>> {
  const { loginId } = signedIn;
  const holding = await holdingOn({ billing, requestId }, signedIn, accountId);
  if (!holding.ok) return holding;
  if (!holding.value) return failure({ code: "access_lost" });
  const withOthersByHand = holding.value.owner;
  const account = accountOf(accountId);
  const [entries, undecided] = await Promise.all([
    account.entries({ loginId, application: null, connectionId: null, withOthersByHand }, before, limit),
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
      const { id, at, loginId, connection, operation, target, outcome, approval } = entry;
      const asked = waiting(entry);
      return {
        ...{ id, at, loginId, operation, outcome: approval ?? outcome, path: asked ? approvalPath(asked) : null },
        by: connection && (names.get(connection) ?? connection),
        ...(asked?.statement
          ? {
              label: describeApproval(commandDefinitions[asked.operation], asked.statement, language).title,
              target: null,
            }
          : { label: labelOf(operation, language) ?? operation, target }),
      };
    }),
  );
}
