import type {
  AccountCommand,
  AccountCommandName,
  AccountCommands,
} from "../../../durable-objects/account/account-command.ts";
import type { AccountPort, ActionReply, ActionResponse } from "../../../durable-objects/account/account-port.ts";
import { asksOf } from "../../../shared/account-access/asks.ts";
import { type ReportedValue, runWithReport } from "../../../shared/api/definition/call-report.ts";
import { type HourlyLimit, hourlyLimitOf, targetText } from "../../../shared/api/definition/operation.ts";
import type { OperationError } from "../../../shared/api/definition/problems.ts";
import type { CallScope } from "../../../shared/api/pipeline/run-operation.ts";
import type { CancellationStatement } from "../../../shared/billing-contract/cancellation.ts";
import { timed } from "../../../shared/platform/call-facts.ts";
import type { Text } from "../../../shared/platform/language.ts";
import type { RateState } from "../../../shared/platform/rate-limit.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";
import { rateStateOf } from "../../../shared/platform/sliding-log.ts";
import type { AccountAccess, ConnectionAdmission } from "../admission/connection-admission.ts";
import { approvalProblem, isApprovalRefusal } from "../approvals/approval-problem.ts";
import type { AccountQueries } from "../queries/account-queries.ts";
import type { ClientAreaLinks } from "../schemas/client-area-links.ts";
import type { CommandDefinitions } from "./command-definition.ts";
import { contentDigest, fingerprintOf, keyDigest } from "./digests.ts";
import type { HourlyPolicies } from "./hourly-limits.ts";
import {
  inProgress,
  isBusy,
  keyReused,
  nothingPlaced,
  tooManyOrders,
  tooManySettings,
  unknownOutcome,
} from "./outcome-problems.ts";
import { refusalProblem } from "./refusal-problem.ts";

export interface ActingScope extends CallScope<AccountAccess> {
  admission: ConnectionAdmission;
}

export interface ExecutionDependencies {
  signer: Signer;
  accountOf: (accountId: number) => AccountPort;
  now: () => number;
  policies: HourlyPolicies;
  definitions: CommandDefinitions;
  /** The problem of a confirmation that no longer holds, with what would happen now. */
  staleConfirm(statement: CancellationStatement, links: ClientAreaLinks): Promise<OperationError>;
}

const RETRY_AFTER_S = 5;
/** Longer than an admission is trusted: the connection is asked again. */
const UNTRUSTED_MS = 60_000;

/**
 * Executes a command for one call: the billing system authorizes the login first, then the account's object executes it, which
 * knows the key, the hourly limits and what else is being done on the account.
 * @throws {OperationError | ReportedError} where it was not done, or it is not known yet whether it was
 */
export async function executeCommand<Name extends AccountCommandName>(
  name: Name,
  request: AccountCommands[Name]["request"],
  { scope, queries, links }: { scope: ActingScope; queries: AccountQueries; links: ClientAreaLinks },
  dependencies: ExecutionDependencies,
): Promise<ReportedValue<AccountCommands[Name]["value"]>> {
  const { target, requestId, idempotencyKey, admission, operation, caller, addresses } = scope;
  const { accountOf, now, policies, signer, definitions } = dependencies;
  const { id: connectionId, accountId, loginId, application } = admission.grant;
  const command = commandOf(name, request);
  const fingerprint = await contentDigest(signer, command);
  const id = idempotencyKey === null ? null : await keyDigest(signer, idempotencyKey, admission.grant);
  const key = id === null ? null : { id, fingerprint: await fingerprintOf(signer, command) };
  // What a key stands for is told only to who may still call; without a key the command itself is authorized.
  if (key) await queries.authorize();
  const act = () =>
    accountOf(accountId).act({
      ...{ accountId, loginId, application, connectionId, command, key, fingerprint, requestId },
      asks: asksOf(admission.grant),
      ...(caller.hasDeclined && { isDeclined: true }),
      permissions: operation.access?.permissions ?? [],
      target: target && targetText(target),
      via: caller.via,
      waited: Math.max(admission.grant.isCompared === false ? UNTRUSTED_MS : 0, now() - admission.admittedAt),
    });
  // The object does little but ask the billing system.
  const reply = await sent(() => timed("billingMs", requestId, act));
  if (!key && reply.outcome === "too_many") await queries.authorize();
  const { isRecorded, isReplayed, rate } = reply;
  const limit = hourlyLimitOf(operation);
  const hour = rate && limit && rateStateOf(rate, policies[limit], now());
  return runWithReport({ isRecorded, isReplayed, rates: hour ? [hour] : [] }, async () => {
    // The value is that of this command: under its key another command has another fingerprint.
    if (reply.outcome === "done") return reply.value as AccountCommands[Name]["value"];
    const { nothingDone } = definitions[name];
    throw await problemOf(reply, { nothingDone, links, auth: addresses.auth, limit, hour }, dependencies);
  });
}

interface ExecutedCall {
  nothingDone: Text;
  links: ClientAreaLinks;
  /** {auth_url} */
  auth: string;
  limit: HourlyLimit | null;
  /** What is left of the hourly limit. */
  hour: RateState | null;
}

async function problemOf(
  reply: Exclude<ActionReply, { outcome: "done" }>,
  { nothingDone, links, auth, limit, hour }: ExecutedCall,
  { policies, definitions, staleConfirm }: ExecutionDependencies,
): Promise<OperationError> {
  switch (reply.outcome) {
    case "refused":
      if (reply.problem.code === "stale_confirm") return staleConfirm(reply.problem.statement, links);
      if (isApprovalRefusal(reply.problem)) return approvalProblem(reply.problem, definitions, auth, nothingDone);
      return refusalProblem(reply.problem, links, nothingDone);
    case "not_placed":
      return nothingPlaced(nothingDone);
    case "in_progress":
      return inProgress(reply.retryAfter);
    case "reused":
      return keyReused();
    case "too_many":
      return limit === "settings"
        ? tooManySettings(policies.settings.quota, hour?.resetSeconds ?? 1)
        : tooManyOrders(hour?.resetSeconds ?? 1);
    case "busy":
      return isBusy();
    case "unknown":
      return unknownOutcome(reply.retryAfter);
  }
}

/** An object that fails may have acted before. */
async function sent(act: () => Promise<ActionResponse>): Promise<ActionResponse> {
  try {
    return await act();
  } catch (cause) {
    throw unknownOutcome(RETRY_AFTER_S, cause);
  }
}

/** The signature says that name and request belong together; the checker cannot follow it into the union. */
function commandOf<Name extends AccountCommandName>(name: Name, request: AccountCommands[Name]["request"]) {
  return { name, request } as unknown as AccountCommand;
}
