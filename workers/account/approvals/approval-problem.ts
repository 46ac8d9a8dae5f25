import type { CommandRefusal } from "../../../durable-objects/account/account-port.ts";
import { OperationError } from "../../../shared/api/definition/problems.ts";
import { instantOf } from "../../../shared/platform/calendar.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import { ASSISTANTS_PATH, approvalPath } from "../pages/page-addresses.ts";
import { type ApprovableOperation, describeApproval } from "./approval-words.ts";
import { amountWords } from "./quote-facts.ts";

type ApprovalRefusal = Extract<
  CommandRefusal,
  { code: "approval_needed" | "approval_declined" | "too_many_approvals" }
>;

export function isApprovalRefusal(refusal: CommandRefusal): refusal is ApprovalRefusal {
  return REFUSALS.some((code) => code === refusal.code);
}

const REFUSALS = ["approval_needed", "approval_declined", "too_many_approvals"] as const;
const MAX_MESSAGE = 500;

/**
 * The problem of a command that its customer has not approved.
 * @param auth {auth_url}, where the pages are
 * @param nothingDone the operation's own words
 */
export function approvalProblem(
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
        en: `The customer declined this: ${en}. ${until ? `It is not asked again before ${until}; ask` : "Ask"} the customer what they want instead.`,
        fr: `La personne a refusé : ${fr}. ${until ? `Son accord n’est pas redemandé avant ${until} ; demandez-lui` : "Demandez-lui"} ce qu’elle souhaite plutôt.`,
      });
    }
    case "too_many_approvals":
      return new OperationError(
        "not_allowed",
        {
          en: `The customer wants to approve this first, and has not decided yet what was asked before: ${en}. Give them action_required.url, where they decide it.`,
          fr: `La personne veut d’abord donner son accord, et n’a pas encore décidé de ce qui a été demandé auparavant : ${fr}. Donnez-lui action_required.url, où elle en décide.`,
        },
        { retryAfter: refusal.retryAfter, members: { action_required: { ...DECIDE, url: auth + ASSISTANTS_PATH } } },
      );
  }
}

const DECIDE = { type: "approve_action", message: "Approve or decline what this application has asked for." };

/** What is asked, in English as every `message` of the API: `Approve: renew ana.dev for 1 year, 18.99 CAD before taxes.` */
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
