import type { CommandOutcome, CommandRefusal } from "../../../durable-objects/account/account-port.ts";
import type { CommandName } from "../../../durable-objects/account/command-map.ts";
import { ORDER_POLICY } from "../../../shared/account-access/rate-policies.ts";
import type { Effect } from "../../../shared/api/definition/operation.ts";
import { OperationError, temporaryProblem } from "../../../shared/api/definition/problems.ts";
import type { CancellationStatement } from "../../../shared/billing-contract/cancellation.ts";
import type { ClientArea } from "../../../shared/billing-contract/description.ts";
import { instantOf } from "../../../shared/platform/calendar.ts";
import { secondsInWords, type Text } from "../../../shared/platform/language.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import type { RateState } from "../../../shared/platform/rate-limit.ts";
import type { AccountContext } from "../account-context.ts";
import { type ApprovableOperation, describeApproval } from "../approvals/approval-words.ts";
import { amountWords } from "../approvals/quote-facts.ts";
import { ASSISTANTS_PATH, approvalPath } from "../pages/page-addresses.ts";
import { toAccountRef } from "../schemas/account.ts";
import { toCancellation } from "../schemas/cancellation.ts";
import type { CancellationConfirm } from "./cancellation-confirm.ts";
import { refusalProblem } from "./refusal-problem.ts";

/** The parts of an operation that its execution and its problems need. */
export interface CommandOperation extends ApprovableOperation {
  id: CommandName;
  effect: Effect;
  /** The end of a sentence that states that nothing was changed. See `ActingOperation`. */
  nothingDone: Text;
}

/**
 * Returns the problem for a command that returned no answer.
 * @param hour the remaining allowance of the hourly limit; `null` if there is no limit
 */
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

/**
 * Creates the problem for a command that was sent but had no effect.
 * @param nothingDone the operation's text that states that nothing was done
 */
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
    en: `The account has reached its limit for this hour: ${ORDER_POLICY.quota} orders, renewals, plan changes, cancellations and transfers away. Retry in ${wait.en}.`,
    fr: `Le compte a atteint ses ${ORDER_POLICY.quota} commandes, renouvellements, changements de forfait, résiliations et transferts de cette heure. Réessayez dans ${wait.fr}.`,
  });
}

function tooManySettings(quota: number, retryAfter: number): OperationError {
  const wait = secondsInWords(retryAfter);
  return temporaryProblem("rate_limited", retryAfter, {
    en: `The account has reached its limit for this hour: ${quota} changes of nameservers, locks, auto-renewal and DNS records. Nothing was changed. Retry in ${wait.en}.`,
    fr: `Le compte a atteint ses ${quota} réglages de serveurs de noms, de verrous, de renouvellement automatique et d’enregistrements DNS de cette heure. Rien n’a été modifié. Réessayez dans ${wait.fr}.`,
  });
}

/** Creates the problem for a command that waited too long for other commands on the account. */
function isBusy(): OperationError {
  return temporaryProblem("billing_unavailable", BUSY_RETRY_S, {
    en: "Another action on the account has not ended yet. Nothing was done: send the request again.",
    fr: "Une autre action sur le compte n’est pas encore terminée. Rien n’a été fait : renvoyez la requête.",
  });
}

/** Creates the problem for a command that was sent and got no reply in time. */
export function unknownOutcome(retryAfter: number, cause?: unknown): OperationError {
  return new OperationError("billing_unavailable", NOT_KNOWN, { retryAfter, cause });
}

const NOT_KNOWN: Text = {
  en: "The billing system did not answer in time, so the outcome is not known yet. Send the same request again, with the same key if it has one. It is never done twice, and the answer has the outcome.",
  fr: "Le système de facturation n’a pas répondu à temps ; on ne sait donc pas encore si c’est fait. Renvoyez la même requête, avec la même clé s’il y en a une : rien n’est fait deux fois, et la réponse dit ce qu’il en est.",
};

/**
 * Creates the problem for an outdated confirmation, or for a cancellation whose effect has changed. The problem
 * contains the current statement.
 */
async function staleConfirm(
  confirm: CancellationConfirm,
  stated: CancellationStatement,
  clientArea: ClientArea,
): Promise<OperationError> {
  const cancellation = toCancellation(stated, await confirm.write(stated), clientArea);
  return new OperationError(
    "refused",
    {
      en: "confirm is older than 15 minutes, or the cancellation would now do something else. Nothing was cancelled: show the customer the new statement and send its confirm.",
      fr: "confirm date de plus de 15 minutes, ou la résiliation aurait maintenant un autre effet. Rien n’a été résilié : montrez à la personne le nouveau relevé des conséquences (statement) et envoyez son confirm.",
    },
    { members: { statement: { account: toAccountRef(stated.account), ...cancellation } } },
  );
}

type ApprovalRefusal = Extract<
  CommandRefusal,
  { code: "approval_needed" | "approval_declined" | "too_many_approvals" }
>;

function isApprovalRefusal(refusal: CommandRefusal): refusal is ApprovalRefusal {
  return REFUSALS.some((code) => code === refusal.code);
}

const REFUSALS = ["approval_needed", "approval_declined", "too_many_approvals"] as const;
const MAX_MESSAGE = 500;

/**
 * Creates the problem for a command that the customer has not approved.
 * @param auth {auth_url}, the base URL of the pages
 * @param nothingDone the operation's text that states that nothing was done
 */
function approvalProblem(
  refusal: ApprovalRefusal,
  operation: ApprovableOperation,
  auth: string,
  { en, fr }: Text,
): OperationError {
  switch (refusal.code) {
    case "approval_needed": {
      const { approval, retryAfter } = refusal;
      const message = messageOf(approval, operation);
      const action_required = { type: "approve_action", message, url: auth + approvalPath(approval) };
      return new OperationError(
        "not_allowed",
        {
          en: `The customer wants to approve this first: ${en}. Give them action_required.url; once they have approved it, send the same request again.`,
          fr: `La personne veut d’abord donner son accord : ${fr}. Donnez-lui action_required.url ; une fois l’accord donné, renvoyez la même requête.`,
        },
        { retryAfter, members: { action_required } },
      );
    }
    case "approval_declined": {
      const until = refusal.approval && instantOf(Date.parse(refusal.approval.endsAt));
      return new OperationError("refused", {
        en: `The customer declined this: ${en}. ${until ? `The same request is refused until ${until}; ask` : "Ask"} the customer what they want instead.`,
        fr: `La personne a refusé : ${fr}. ${until ? `Son accord n’est pas redemandé avant ${until} ; demandez-lui` : "Demandez-lui"} ce qu’elle souhaite plutôt.`,
      });
    }
    case "too_many_approvals":
      return new OperationError(
        "not_allowed",
        {
          en: `The customer wants to approve this first, and has not decided an earlier request yet: ${en}. Give them action_required.url, where they decide it.`,
          fr: `La personne veut d’abord donner son accord, et n’a pas encore décidé de ce qui a été demandé auparavant : ${fr}. Donnez-lui action_required.url, où elle en décide.`,
        },
        { retryAfter: refusal.retryAfter, members: { action_required: { ...DECIDE, url: auth + ASSISTANTS_PATH } } },
      );
  }
}

const DECIDE = { type: "approve_action", message: "Approve or decline this application’s request." };

/** Describes the approval request in English: its title, its price if it has one, and its expiry time. */
function messageOf(
  { statement, endsAt }: Extract<ApprovalRefusal, { code: "approval_needed" }>["approval"],
  operation: ApprovableOperation,
): string {
  const until = `Open until ${instantOf(Date.parse(endsAt))}.`;
  if (!statement) return `Approve or decline it. ${until}`;
  const { title } = describeApproval(operation, statement, "en");
  const { price } = statement.preview;
  const cost = price ? `, ${amountWords(price, "en")} before taxes` : "";
  return `${cleaned(`Approve: ${title}${cost}`, MAX_MESSAGE)}. ${until}`;
}
