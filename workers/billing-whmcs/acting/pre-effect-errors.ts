import type { NotFound, WriteRefused } from "../../../shared/billing-contract/result.ts";
import type { Text } from "../../../shared/platform/language.ts";

/** What an error of an action means; `operator`: a setting of the provider is wrong. */
export type PreEffectError = { kind: "refused"; problem: WriteRefused | NotFound } | { kind: "operator" };

interface Entry {
  actions: readonly string[];
  text: RegExp;
  error: PreEffectError;
}

/** What is told of an error, by its text; of any other one the operator is told. */
const ENTRIES: readonly Entry[] = [
  entry(
    ["AddOrder"],
    /^domain status is set to .* and cannot be renewed/i,
    refused("not_renewable", {
      en: "Only a name that is registered here can be renewed.",
      fr: "Seul un nom enregistré ici peut être renouvelé.",
    }),
  ),
  entry(
    ["AddOrder"],
    /^unable to add order when client status is closed/i,
    refused("not_allowed", {
      en: "The account is closed.",
      fr: "Le compte est fermé.",
    }),
  ),
  entry(
    ["AddOrder"],
    /^no items added to cart so order cannot proceed/i,
    refused("not_offered", {
      en: "The provider does not take this order now.",
      fr: "Le fournisseur ne prend pas cette commande en ce moment.",
    }),
  ),
  entry(["AddOrder"], /^domain not owned by client id provided/i, { kind: "refused", problem: { code: "not_found" } }),
  entry(["UpgradeProduct", "AddCancelRequest", "UpdateClientDomain"], /^(?:service|domain) id not found/i, {
    kind: "refused",
    problem: { code: "not_found" },
  }),
  entry(
    ["UpgradeProduct"],
    /^unable to accept upgrade order\. previous upgrade invoice/i,
    refused("already_requested", {
      en: "Another change of this service waits for its payment.",
      fr: "Un autre changement de ce service attend son paiement.",
    }),
  ),
  entry(
    ["AddCancelRequest"],
    /^existing cancellation request exists/i,
    refused("already_requested", {
      en: "The cancellation is already requested.",
      fr: "La résiliation est déjà demandée.",
    }),
  ),
  entry(["AddOrder", "UpgradeProduct"], /^invalid payment method\b/i, { kind: "operator" }),
  entry(["AddOrder"], /^client id not found/i, { kind: "operator" }),
  entry(["UpgradeProduct"], /^invalid (?:upgrade type|billing cycle requested)/i, { kind: "operator" }),
];

/** @param action of the API; null where the text is not listed for it */
export function preEffectError(action: string, text: string): PreEffectError | null {
  return ENTRIES.find((one) => one.actions.includes(action) && one.text.test(text))?.error ?? null;
}

function entry(actions: readonly string[], text: RegExp, error: PreEffectError): Entry {
  return { actions, text, error };
}

function refused(
  code: "not_renewable" | "not_allowed" | "not_offered" | "already_requested",
  reason: Text,
): PreEffectError {
  return { kind: "refused", problem: { code, reason } };
}
