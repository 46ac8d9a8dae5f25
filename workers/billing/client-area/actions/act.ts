import type { ActionProblem, ActionResult, CustomerAction } from "../../../../shared/billing-contract/client-area.ts";
import type { CommandValue } from "../../../../shared/billing-contract/writes.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import { signInForArea } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { failed, statusOf, stopAt } from "../answers.tsx";
import { areaLink, type ClientAreaForm, here, mayDo, PATHS, type SignedInRequest } from "../area-request.ts";
import { actionTexts } from "./action-texts.ts";
import { errorsOf } from "./refusal-errors.ts";

/** A change that a customer makes in the client area. It concerns the account that the page shows. */
export type AreaAction = Omit<CustomerAction, "accountId">;

/**
 * Performs the action.
 * @param key the key of the form, which makes an order run at most once; a setting needs no key
 */
export function act(request: ClientAreaForm, action: AreaAction, key = ""): Promise<ActionResult<CommandValue>> {
  return request.actions.act({ ...action, accountId: request.account.id }, key);
}

/** Redirects to an order's invoice, or to `otherwise` if nothing is due or the login cannot see invoices. */
export function goOnAfter(request: SignedInRequest, value: CommandValue, otherwise: string): Response {
  const invoice = "invoice" in value && mayDo(request, "invoices") ? value.invoice : null;
  return seeOther(areaLink(request.visit, invoice ? `${PATHS.invoices}/${invoice.id}` : otherwise));
}

/** A problem that the form's page explains. */
export type ExplainedProblem = Exclude<ActionProblem, { code: keyof typeof PAGES }>;

/** A problem that a separate page explains. */
export type Unexplained = Exclude<ActionProblem, ExplainedProblem>;

const PAGES = {
  ...{ billing_unavailable: true, changes_held: true, access_lost: true, permission_denied: true, not_found: true },
  ...{ sign_in_needed: true, too_many: true, busy: true },
};

/** Returns whether the form's page explains a problem. {@link stopFor} handles the other problems. */
export function isExplained(problem: ActionProblem): problem is ExplainedProblem {
  return !Object.hasOwn(PAGES, problem.code);
}

/**
 * Returns the page for a problem that the form's page does not explain. If the customer must sign in first, they return
 * to the form's page afterwards.
 */
export function stopFor(request: SignedInRequest, problem: Unexplained): Promise<Response> | Response {
  switch (problem.code) {
    case "sign_in_needed":
      return seeOther(signInForArea(request.visit, here(request.visit), true));
    case "too_many":
      return stopAt(request, "tooManyActions", { retryAfter: problem.retryAfter });
    case "busy":
      return stopAt(request, "busy", { retryAfter: problem.retryAfter });
    default:
      return failed(request, { ok: false, problem });
  }
}

/**
 * Returns the errors that a form shows for a problem, and the HTTP status of its page.
 * @param fields see {@link errorsOf}
 */
export function explained(
  request: SignedInRequest,
  problem: ExplainedProblem,
  fields: Parameters<typeof errorsOf>[2] = {},
): { errors: FormError[]; status: number } {
  switch (problem.code) {
    case "not_placed":
    case "key_reused":
    case "stale_confirm":
    case "not_bridged":
    case "zone_changed": {
      const text = actionTexts[request.visit.language].problems[problem.code];
      return { errors: [{ field: null, text }], status: 409 };
    }
    case "zone_unanswered": {
      const texts = actionTexts[request.visit.language].problems;
      return { errors: [{ field: null, text: texts[problem.isSent ? "zoneUnknown" : "zoneUnread"] }], status: 503 };
    }
    default:
      return { errors: errorsOf(request, problem, fields), status: statusOf(problem) };
  }
}
