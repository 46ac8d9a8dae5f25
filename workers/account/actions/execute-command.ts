import type { CommandReply } from "../../../durable-objects/account/account-port.ts";
import { ReportedError, ReportedValue } from "../../../shared/api/definition/call-report.ts";
import { hourlyLimitOf } from "../../../shared/api/definition/operation.ts";
import { timed } from "../../../shared/platform/call-facts.ts";
import { rateStateOf } from "../../../shared/platform/rate-limit.ts";
import type { AccountContext } from "../account-context.ts";
import { answered } from "../queries/account-queries.ts";
import { type CommandOperation, commandProblem, unknownOutcome } from "./command-problem.ts";
import { contentDigest, keyDigests } from "./digests.ts";

const RETRY_AFTER_S = 5;

/**
 * Executes a command for one call: the account's object runs its operation, which knows the key, the hourly limits and what else is
 * being done on the account. The billing system authorizes the login before anything of an earlier request is told.
 * @returns the operation's answer
 * @throws {OperationError | ReportedError} where it was not done, or it is not known yet whether it was
 */
export async function executeCommand(
  operation: CommandOperation,
  input: object,
  context: AccountContext,
): Promise<ReportedValue<Record<string, unknown>>> {
  const { admission, grant, query, caller, target, idempotencyKey, requestId, clientArea } = context;
  const { accountOf, billing, now, policies, signer } = context;
  const { id: connectionId, accountId, loginId, application, asks, limit } = grant;
  const [content, key] = await Promise.all([
    contentDigest(signer, operation.id, input),
    idempotencyKey === null ? null : keyDigests(signer, idempotencyKey, operation.id, input, grant),
  ]);
  const request = {
    ...{ accountId, loginId, application, connectionId, operation: operation.id, input, key, content, requestId },
    ...{ asks, limit, target, clientArea },
    isDeclined: caller.hasDeclined ?? false,
    permissions: query.permissions,
    via: caller.via,
    waitedMs: now() - admission.admittedAt,
  };
  let reply: CommandReply;
  try {
    // The object does little but ask the billing system.
    reply = await timed("billingMs", requestId, () => accountOf(accountId).act(request));
  } catch (cause) {
    // An object that fails may have acted before.
    throw unknownOutcome(RETRY_AFTER_S, cause);
  }
  if (!reply.isAuthorized) await answered(context, billing.authorize(query));
  const { isRecorded, isReplayed, rate } = reply;
  const hourly = hourlyLimitOf(operation);
  const hour = hourly && rateStateOf(rate, policies[hourly], now());
  const report = { isRecorded, isReplayed, rates: hour ? [hour] : [] };
  if (reply.outcome === "done") return new ReportedValue(reply.answer, report);
  throw new ReportedError(report, { cause: await commandProblem(reply, operation, context, hour) });
}
