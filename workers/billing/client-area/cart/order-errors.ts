import type { ActionRefused, BillingProblem } from "../../../../shared/billing-contract/result.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import type { OwnRequest } from "../area-request.ts";
import { moneyOf } from "../components/formats.ts";
import { cartTexts } from "./cart-texts.ts";

/** A refusal of the order itself; the others are the same on every page. */
export function isRefusal(problem: BillingProblem): problem is ActionRefused {
  return !["billing_unavailable", "access_lost", "permission_denied", "not_found"].includes(problem.code);
}

/**
 * A refusal as a form shows it.
 * @param fields what stands at a JSON pointer of the order: the field's id and its label
 */
export function errorsOf(
  own: OwnRequest,
  problem: ActionRefused,
  fields: Record<string, { id: string; label: string }> = {},
): FormError[] {
  const { language } = own.visit;
  const texts = cartTexts[language];
  switch (problem.code) {
    case "invalid_body":
      return problem.refused.map(({ pointer, message }) => {
        const field = fields[pointer];
        return {
          field: field?.id ?? null,
          text: field ? texts.wrong(field.label, typeset(message, language)) : typeset(message, language),
        };
      });
    case "price_changed":
      return [{ field: null, text: texts.priceChanged(moneyOf(own, problem.price.amount)) }];
    case "terms_not_accepted":
      return [{ field: "terms", text: texts.acceptFirst }];
    case "payment_method_missing":
      return [{ field: null, text: typeset(problem.actionRequired.message, language) }];
    case "server_unavailable":
      return [{ field: null, text: texts.later }];
    default:
      return [{ field: null, text: typeset(problem.reason, language) }];
  }
}

/** With the terms asked for besides, where they were not accepted: whatever is missing is said at once. */
export function withTerms(own: OwnRequest, form: URLSearchParams, errors: FormError[]): FormError[] {
  if (form.has("terms") || errors.some(({ field }) => field === "terms")) return errors;
  return [...errors, { field: "terms", text: cartTexts[own.visit.language].acceptFirst }];
}

export function statusOf({ code }: ActionRefused): number {
  return code === "server_unavailable" ? 503 : 422;
}
