import { NOT_FOUND, refusal, type WriteRefusal } from "../../../shared/ordering/refusals.ts";

/**
 * The refusal for each WHMCS error text, by action. `null` means that one of the provider's settings is wrong, which
 * only the operator sees.
 */
const ERRORS: Record<string, [text: RegExp, problem: WriteRefusal | null][]> = {
  AddOrder: [
    [
      /^domain status is set to .* and cannot be renewed/i,
      refusal(
        "not_renewable",
        "Only a name that is registered here can be renewed.",
        "Seul un nom enregistré ici peut être renouvelé.",
      ),
    ],
    [
      /^unable to add order when client status is closed/i,
      refusal("not_allowed", "The account is closed.", "Le compte est fermé."),
    ],
    [
      /^no items added to cart so order cannot proceed/i,
      refusal(
        "not_offered",
        "The provider does not take this order now.",
        "Le fournisseur ne prend pas cette commande en ce moment.",
      ),
    ],
    [/^domain not owned by client id provided/i, NOT_FOUND],
    [/^(?:invalid payment method\b|client id not found)/i, null],
  ],
  UpgradeProduct: [
    [/^service id not found/i, NOT_FOUND],
    [
      /^unable to accept upgrade order\. previous upgrade invoice/i,
      refusal(
        "already_requested",
        "Another change of this service waits for its payment.",
        "Un autre changement de ce service attend son paiement.",
      ),
    ],
    [/^invalid (?:payment method\b|upgrade type|billing cycle requested)/i, null],
  ],
  AddCancelRequest: [
    [/^service id not found/i, NOT_FOUND],
    [
      /^existing cancellation request exists/i,
      refusal("already_requested", "The cancellation is already requested.", "La résiliation est déjà demandée."),
    ],
  ],
};

/**
 * Returns the meaning of an action's error text: a refusal, or `operator` if one of the provider's settings is wrong.
 * Returns `null` for an unlisted text.
 */
export function preEffectError(action: string, text: string): WriteRefusal | "operator" | null {
  const found = ERRORS[action]?.find(([written]) => written.test(text));
  return found ? (found[1] ?? "operator") : null;
}
