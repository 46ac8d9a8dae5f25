import type * as z from "zod";
import type { CommandReply, CommandRequest } from "../../../durable-objects/account/account-port.ts";
import type { CommandName } from "../../../durable-objects/account/command-map.ts";
import type { CommandExecutor } from "../../../durable-objects/account/commands/command-steps.ts";
import type { Asks } from "../../../shared/account-access/asks.ts";
import { type ReportedValue, runWithReport } from "../../../shared/api/definition/call-report.ts";
import { hourlyLimitOf } from "../../../shared/api/definition/operation.ts";
import type { BillingSystem } from "../../../shared/billing-contract/billing-system.ts";
import type { ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type { ClientArea } from "../../../shared/billing-contract/description.ts";
import { timed } from "../../../shared/platform/call-facts.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { rateStateOf } from "../../../shared/platform/rate-limit.ts";
import type { ZoneSystem } from "../../../shared/zones-contract/zone-system.ts";
import type { AccountContext, AccountOperation, Defined, Derived, OnAccount } from "../account-context.ts";
import type { ApprovalWording } from "../approvals/approval-words.ts";
import { answered } from "../queries/billing-answers.ts";
import { onAccount } from "../schemas/account.ts";
import type { CancellationConfirm } from "./cancellation-confirm.ts";
import { type CommandOperation, commandProblem, unknownOutcome } from "./command-problem.ts";
import { contentDigest, keyDigests } from "./digests.ts";
import type { NameChecks } from "./name-checks.ts";

const RETRY_AFTER_S = 5;

/** The dependencies that acting operations share. */
export interface ActingTools {
  billing: BillingSystem;
  zones: ZoneSystem;
  catalogue: NameChecks;
  confirm: CancellationConfirm;
}

/** The context of an operation that changes an account. The account's object creates it for each call. */
interface CommandContext extends ActingTools {
  /** Executes the operation's command. An order runs once per idempotency key. */
  command: CommandExecutor;
  clientArea: ClientArea;
  /** The connection's limit, which restricts the content of the answer. */
  grant: { limit: ResourceLimit };
}

/** The fields that only acting operations have. */
interface ActingMembers<Name extends CommandName, Input extends z.ZodObject> {
  id: Name;
  /** The end of a sentence that states that nothing was changed. */
  nothingDone: Text;
  /** What granting the permission means, explained to the customer. */
  consequence: Text;
  /** The label as a list item in an e-mail. It names the change that the application may make. */
  mailLabel: Text;
  /** The approvals that can apply to the operation. The operation's preview decides whether they do. */
  asks: readonly (keyof Asks)[];
  /** The text that the customer reads before the approval; `null` if the operation never needs approval. */
  words: ApprovalWording<Input> | null;
  /** Whether the customer must have signed in within the last 15 minutes to approve the operation. */
  approvalNeedsSignIn?: boolean;
  /** Whether the operation makes the catalogue's cached availability of the domain out of date. */
  changesAvailability?: boolean;
}

/** An operation that changes an account. Pages, e-mails, tokens and the account's object use its definition. */
export type ActingOperation<
  Name extends CommandName = CommandName,
  // biome-ignore lint/suspicious/noExplicitAny: like AnyOperation, whose schemas only the pipeline uses.
  Input extends z.ZodObject = any,
> = AccountOperation<Input> &
  ActingMembers<Name, Input> & {
    /** Performs the whole write in the account's object. @returns the fields of the answer */
    perform(context: CommandContext, input: z.output<Input>): Promise<OnAccount<z.ZodRawShape>>;
  };

export type ActingDefinitions = { [Name in CommandName]: ActingOperation<Name> };

/** Defines an operation that changes an account. Its `run` performs the whole write in the account's object. */
export function actingOperation<Name extends CommandName, Input extends z.ZodObject, Shape extends z.ZodRawShape>({
  output,
  run: perform,
  ...operation
}: Omit<AccountOperation<Input>, Derived> &
  ActingMembers<Name, Input> &
  Defined<Shape> & {
    run(context: CommandContext, input: z.output<Input>): Promise<OnAccount<Shape>>;
  }): ActingOperation<Name, Input> {
  return {
    ...{ problems: [], ...operation, freshFor: 0, perform },
    output: onAccount(output),
    run: (context, input) => executeCommand(operation, input, context),
  };
}

/**
 * Executes a command for one call. The account's object runs the operation, because it knows the key, the hourly limits
 * and the other commands on the account. The billing system authorizes the login before the answer to an earlier
 * request is returned.
 * @returns the operation's answer
 * @throws {OperationError | ReportedError} if the command was not done or its outcome is unknown
 */
async function executeCommand(
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
  const request: CommandRequest = {
    ...{ accountId, loginId, operation: operation.id, input, key, target, requestId, clientArea },
    permissions: query.permissions,
    caller: {
      ...{ kind: "connection", application, connectionId, content, asks, limit },
      isDeclined: caller.hasDeclined ?? false,
      via: caller.via,
      waitedMs: now() - admission.admittedAt,
    },
  };
  let reply: CommandReply;
  try {
    // The object spends nearly all of this time on calls to the billing system.
    reply = await timed("billingMs", requestId, () => accountOf(accountId).act(request));
  } catch (cause) {
    // The object may have sent the command before it failed.
    throw unknownOutcome(RETRY_AFTER_S, cause);
  }
  if (!reply.isAuthorized) await answered(context, billing.authorize(query));
  const { isRecorded, isReplayed, rate } = reply;
  const hourly = hourlyLimitOf(operation);
  const hour = hourly && rateStateOf(rate, policies[hourly], now());
  const report = { isRecorded, isReplayed, rates: hour ? [hour] : [] };
  return runWithReport(report, async () => {
    if (reply.outcome === "done") return reply.answer;
    throw await commandProblem(reply, operation, context, hour);
  });
}
