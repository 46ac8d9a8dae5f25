import type {
  AccountPort,
  ClientArea,
  CommandOutcome,
  CommandReply,
} from "../../../durable-objects/account/account-port.ts";
import type { CommandName } from "../../../durable-objects/account/command-map.ts";
import { ORDER_POLICY } from "../../../shared/account-access/rate-policies.ts";
import { type ReportedValue, runWithReport } from "../../../shared/api/definition/call-report.ts";
import { type HourlyLimit, hourlyLimitOf } from "../../../shared/api/definition/operation.ts";
import { OperationError, temporaryProblem } from "../../../shared/api/definition/problems.ts";
import type { CallScope } from "../../../shared/api/pipeline/run-operation.ts";
import type { CancellationStatement } from "../../../shared/billing-contract/cancellation.ts";
import { timed } from "../../../shared/platform/call-facts.ts";
import type { Text } from "../../../shared/platform/language.ts";
import type { RateState } from "../../../shared/platform/rate-limit.ts";
import { rateStateOf } from "../../../shared/platform/rate-limit.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";
import { secondsInWords } from "../../../shared/platform/wording.ts";
import type { AccountAccess, ConnectionAdmission } from "../admission/connection-admission.ts";
import { approvalProblem, isApprovalRefusal } from "../approvals/approval-problem.ts";
import type { AccountQueries } from "../queries/account-queries.ts";
import { type ClientAreaLinks, clientAreaLinks } from "../schemas/client-area-links.ts";
import { contentDigest, fingerprintOf, keyDigest } from "./digests.ts";
import type { HourlyPolicies } from "./hourly-limits.ts";
import type { ActingDefinitions } from "./perform-command.ts";
import { refusalProblem } from "./refusal-problem.ts";

export interface ActingScope extends CallScope<AccountAccess> {
  admission: ConnectionAdmission;
}

export interface ExecutionDependencies {
  signer: Signer;
  accountOf: (accountId: number) => AccountPort;
  now: () => number;
  policies: HourlyPolicies;
  definitions: ActingDefinitions;
  /** The problem of a confirmation that no longer holds, with what would happen now. */
  staleConfirm(statement: CancellationStatement, links: ClientAreaLinks): Promise<OperationError>;
}

const RETRY_AFTER_S = 5;

/**
 * Executes a command for one call: the account's object runs its operation, which knows the key, the hourly limits and what else is
 * being done on the account. The billing system authorizes the login before anything of an earlier request is told.
 * @returns the operation's answer
 * @throws {OperationError | ReportedError} where it was not done, or it is not known yet whether it was
 */
export async function executeCommand(
  operation: CommandName,
  input: object,
  { scope, queries, clientArea }: { scope: ActingScope; queries: AccountQueries; clientArea: ClientArea },
  dependencies: ExecutionDependencies,
): Promise<ReportedValue<Record<string, unknown>>> {
  const { target, requestId, idempotencyKey, admission, caller, addresses } = scope;
  const { accountOf, now, policies, signer, definitions } = dependencies;
  const { id: connectionId, accountId, loginId, application, asks, limit } = admission.grant;
  const content = await contentDigest(signer, operation, input);
  const id = idempotencyKey === null ? null : await keyDigest(signer, idempotencyKey, admission.grant);
  const key = id === null ? null : { id, fingerprint: await fingerprintOf(signer, operation, input) };
  const act = () =>
    accountOf(accountId).act({
      ...{ accountId, loginId, application, connectionId, operation, input, key, content, requestId },
      ...{ asks, limit, target, clientArea },
      isDeclined: caller.hasDeclined ?? false,
      permissions: scope.operation.access?.permissions ?? [],
      via: caller.via,
      waitedMs: now() - admission.admittedAt,
    });
  // The object does little but ask the billing system.
  const reply = await sent(() => timed("billingMs", requestId, act));
  if (!reply.isAuthorized) await queries.authorize();
  const { isRecorded, isReplayed, rate } = reply;
  const hourly = hourlyLimitOf(scope.operation);
  const hour = hourly && rateStateOf(rate, policies[hourly], now());
  return runWithReport({ isRecorded, isReplayed, rates: hour ? [hour] : [] }, async () => {
    if (reply.outcome === "done") return reply.answer;
    const links = clientAreaLinks({ clientArea: clientArea.address }, clientArea.pages);
    const { nothingDone } = definitions[operation];
    throw await problemOf(reply, { nothingDone, links, auth: addresses.auth, hourly, hour }, dependencies);
  });
}

interface ExecutedCall {
  nothingDone: Text;
  links: ClientAreaLinks;
  /** {auth_url} */
  auth: string;
  hourly: HourlyLimit | null;
  /** What is left of the hourly limit. */
  hour: RateState | null;
}

async function problemOf(
  reply: Exclude<CommandOutcome, { outcome: "done" }>,
  { nothingDone, links, auth, hourly, hour }: ExecutedCall,
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
      return hourly === "settings"
        ? tooManySettings(policies.settings.quota, hour?.resetSeconds ?? 1)
        : tooManyOrders(hour?.resetSeconds ?? 1);
    case "busy":
      return isBusy();
    case "unknown":
      return unknownOutcome(reply.retryAfter);
  }
}

/** An object that fails may have acted before. */
async function sent(act: () => Promise<CommandReply>): Promise<CommandReply> {
  try {
    return await act();
  } catch (cause) {
    throw unknownOutcome(RETRY_AFTER_S, cause);
  }
}

const BUSY_RETRY_S = 10;

/** It was sent once and never arrived. @param nothingDone the operation's own words */
function nothingPlaced({ en, fr }: Text): OperationError {
  return new OperationError("refused", {
    en: `The request never reached the billing system: ${en}. Use a new key to try again.`,
    fr: `La requête n’est jamais parvenue au système de facturation : ${fr}. Utilisez une nouvelle clé pour réessayer.`,
  });
}

function inProgress(retryAfter: number): OperationError {
  const wait = secondsInWords(retryAfter);
  return temporaryProblem("idempotency_in_progress", retryAfter, {
    en: `The action under this key has not ended, or its outcome is not known yet. Send the same request with the same key in ${wait.en}.`,
    fr: `L’action portant cette clé n’est pas terminée, ou son issue n’est pas encore connue. Renvoyez la même requête avec la même clé dans ${wait.fr}.`,
  });
}

function keyReused(): OperationError {
  return new OperationError("idempotency_key_reused", {
    en: "This key was used for another request. Use a new key for a new action.",
    fr: "Cette clé a déjà servi pour une autre requête. Utilisez une nouvelle clé pour une nouvelle action.",
  });
}

export function tooManyOrders(retryAfter: number): OperationError {
  const wait = secondsInWords(retryAfter);
  return temporaryProblem("rate_limited", retryAfter, {
    en: `The account has reached its limit of ${ORDER_POLICY.quota} orders, renewals, plan changes, cancellations and transfers away for this hour. Ask again in ${wait.en}.`,
    fr: `Le compte a atteint ses ${ORDER_POLICY.quota} commandes, renouvellements, changements de forfait, résiliations et transferts de cette heure. Réessayez dans ${wait.fr}.`,
  });
}

function tooManySettings(quota: number, retryAfter: number): OperationError {
  const wait = secondsInWords(retryAfter);
  return temporaryProblem("rate_limited", retryAfter, {
    en: `The account has reached its limit of ${quota} settings of nameservers, locks, auto-renewal and DNS records for this hour. Nothing was changed. Ask again in ${wait.en}.`,
    fr: `Le compte a atteint ses ${quota} réglages de serveurs de noms, de verrous, de renouvellement automatique et d’enregistrements DNS de cette heure. Rien n’a été modifié. Réessayez dans ${wait.fr}.`,
  });
}

/** Another action on the account has not ended, or its outcome is not known. */
function isBusy(): OperationError {
  return temporaryProblem("billing_unavailable", BUSY_RETRY_S, {
    en: "Another action on the account has not ended yet. Nothing was done: send the request again.",
    fr: "Une autre action sur le compte n’est pas encore terminée. Rien n’a été fait : renvoyez la requête.",
  });
}

/** It was sent, and no answer came in time. */
function unknownOutcome(retryAfter: number, cause?: unknown): OperationError {
  return new OperationError("billing_unavailable", NOT_KNOWN, { retryAfter, cause });
}

const NOT_KNOWN: Text = {
  en: "The billing system did not answer in time, so it is not known yet whether it was done. Send the same request again, with the same key where there is one: it is never done twice, and the answer says what became of it.",
  fr: "Le système de facturation n’a pas répondu à temps ; on ne sait donc pas encore si c’est fait. Renvoyez la même requête, avec la même clé s’il y en a une : rien n’est fait deux fois, et la réponse dit ce qu’il en est.",
};
