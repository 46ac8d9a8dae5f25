import type { BillingProblem, WriteRefused } from "../../../../shared/billing-contract/result.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { failed, isRefusal, statusOf } from "../answers.tsx";
import type { SignedInRequest } from "../area-request.ts";
import { moneyOf } from "../components/formats.ts";
import { cartTexts } from "./cart-texts.ts";
import { showNothing } from "./nothing-to-order.tsx";

/**
 * The errors of a form for a refused order.
 * @param fields id and label of the form's fields, by JSON pointer of the order
 */
export function errorsOf(
  request: SignedInRequest,
  problem: WriteRefused,
  fields: Record<string, { id: string; label: string }> = {},
): FormError[] {
  const { language } = request.visit;
  const texts = cartTexts[language];
  if ("reason" in problem) return [{ field: null, text: typeset(problem.reason, language) }];
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
      return [{ field: null, text: texts.priceChanged(moneyOf(request, problem.price.amount)) }];
    case "terms_not_accepted":
      return [{ field: "terms", text: texts.acceptFirst }];
    case "payment_method_missing":
      return [{ field: null, text: typeset(problem.actionRequired.message, language) }];
    case "server_unavailable":
      return [{ field: null, text: texts.later }];
  }
}

/** Adds that the terms were not accepted, so that everything missing is listed at once. */
export function withTerms(request: SignedInRequest, form: URLSearchParams, errors: FormError[]): FormError[] {
  if (form.has("terms") || errors.some(({ field }) => field === "terms")) return errors;
  return [...errors, { field: "terms", text: cartTexts[request.visit.language].acceptFirst }];
}

export function refusedQuote(
  request: SignedInRequest,
  problem: BillingProblem,
  fields: Parameters<typeof errorsOf>[2] = {},
): Promise<Response> | Response {
  if (!isRefusal(problem)) return failed(request, { ok: false, problem });
  const why = errorsOf(request, problem, fields).map(({ text }) => text);
  return showNothing(request, why.join(" "), { status: statusOf(problem) });
}
