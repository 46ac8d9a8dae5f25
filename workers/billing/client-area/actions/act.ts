import type { ActionProblem, ActionResult, CustomerAction } from "../../../../shared/billing-contract/client-area.ts";
import type { CommandValue } from "../../../../shared/billing-contract/writes.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import { signInForArea } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { failed, statusOf, stopAt } from "../answers.tsx";
import { areaLink, type ClientAreaForm, here, mayDo, PATHS, type SignedInRequest } from "../area-request.ts";
import { actionTexts } from "./action-texts.ts";
import { errorsOf } from "./refusal-errors.ts";

/** A change that a customer makes in the client area, in the shown account. */
export type AreaAction = Omit<CustomerAction, "accountId">;

/** Executes the action. @param key of the form, under which an order runs once; a setting needs none */
export function act(request: ClientAreaForm, action: AreaAction, key = ""): Promise<ActionResult<CommandValue>> {
  return request.actions.act({ ...action, accountId: request.account.id }, key);
}

/** Redirects to the invoice of an order, or elsewhere if nothing is due or the login may not see invoices. */
export function goOnAfter(request: SignedInRequest, value: CommandValue, otherwise: string): Response {
  const invoice = "invoice" in value && mayDo(request, "invoices") ? value.invoice : null;
  return seeOther(areaLink(request.visit, invoice ? `${PATHS.invoices}/${invoice.id}` : otherwise));
}

/** A reason for a failure that the form explains. */
export type ExplainedProblem = Exclude<ActionProblem, { code: keyof typeof PAGES }>;

/** Any other reason. */
export type Unexplained = Exclude<ActionProblem, ExplainedProblem>;

const PAGES = {
  ...{ billing_unavailable: true, changes_held: true, access_lost: true, permission_denied: true, not_found: true },
  ...{ sign_in_needed: true, too_many: true, busy: true },
};

/** Checks that the form explains a problem. Any other problem has a separate page: {@link stopFor}. */
export function isExplained(problem: ActionProblem): problem is ExplainedProblem {
  return !Object.hasOwn(PAGES, problem.code);
}

/** The page for a problem that does not concern the request itself. The sign-in returns to the form's page. */
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

/** The errors that a form shows for a problem, and the status of its page. @param fields as for `errorsOf` */
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
