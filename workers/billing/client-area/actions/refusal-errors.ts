import type { WriteRefused } from "../../../../shared/billing-contract/result.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import type { SignedInRequest } from "../area-request.ts";
import { cartTexts } from "../cart/cart-texts.ts";
import { moneyOf } from "../components/area-page.tsx";

/**
 * Returns the errors to show on the form of a refused order or change.
 * @param fields the id and label of each form field, by JSON pointer into the order
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
      throw new Error("an order in the cart needs no saved card");
    case "server_unavailable":
      return [{ field: null, text: texts.later }];
  }
}
