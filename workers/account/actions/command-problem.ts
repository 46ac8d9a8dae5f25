import type { CommandOutcome } from "../../../durable-objects/account/account-port.ts";
import type { CommandName } from "../../../durable-objects/account/command-map.ts";
import { ORDER_POLICY } from "../../../shared/account-access/rate-policies.ts";
import type { Effect } from "../../../shared/api/definition/operation.ts";
import { OperationError, temporaryProblem } from "../../../shared/api/definition/problems.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { secondsInWords } from "../../../shared/platform/language.ts";
import type { RateState } from "../../../shared/platform/rate-limit.ts";
import type { AccountContext } from "../account-context.ts";
import type { ApprovableOperation } from "../approvals/approval-words.ts";
import { approvalProblem, isApprovalRefusal } from "../approvals/approval-words.ts";
import { staleConfirm } from "./cancellation-confirm.ts";
import { refusalProblem } from "./refusal-problem.ts";

/** The operation of a command, as far as its execution and its problems need it. */
export interface CommandOperation extends ApprovableOperation {
  id: CommandName;
  effect: Effect;
  /** See `ActingOperation`. */
  nothingDone: Text;
}

/** The problem of a command that gave no answer. @param hour what is left of its hourly limit */
export async function commandProblem(
  reply: Exclude<CommandOutcome, { outcome: "done" }>,
  operation: CommandOperation,
  { addresses, clientArea, confirm, policies }: AccountContext,
  hour: RateState | null,
): Promise<OperationError> {
  const { nothingDone, effect } = operation;
  switch (reply.outcome) {
    case "refused":
      if (reply.problem.code === "stale_confirm") return staleConfirm(confirm, reply.problem.statement, clientArea);
      if (isApprovalRefusal(reply.problem))
        return approvalProblem(reply.problem, operation, addresses.auth, nothingDone);
      return refusalProblem(reply.problem, clientArea, nothingDone);
    case "not_placed":
      return nothingPlaced(nothingDone);
    case "in_progress":
      return inProgress(reply.retryAfter);
    case "reused":
      return keyReused();
    case "too_many":
      return effect === "change"
        ? tooManySettings(policies.settings.quota, hour?.resetSeconds ?? 1)
        : tooManyOrders(hour?.resetSeconds ?? 1);
    case "busy":
      return isBusy();
    case "unknown":
      return unknownOutcome(reply.retryAfter);
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
export function unknownOutcome(retryAfter: number, cause?: unknown): OperationError {
  return new OperationError("billing_unavailable", NOT_KNOWN, { retryAfter, cause });
}

const NOT_KNOWN: Text = {
  en: "The billing system did not answer in time, so it is not known yet whether it was done. Send the same request again, with the same key where there is one: it is never done twice, and the answer says what became of it.",
  fr: "Le système de facturation n’a pas répondu à temps ; on ne sait donc pas encore si c’est fait. Renvoyez la même requête, avec la même clé s’il y en a une : rien n’est fait deux fois, et la réponse dit ce qu’il en est.",
};
