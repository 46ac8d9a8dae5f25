import type { WriteRefused } from "../billing-contract/result.ts";
import { takesNewNames } from "../domain-names/registration-terms.ts";
import type { AccountCurrency } from "../platform/money.ts";
import { invalidBody, refusal } from "./refusals.ts";

/** What is sold of a plan that was refused as not offered. */
export interface OfferedPlans {
  currency: AccountCurrency;
  isKnown: boolean;
  /** Cycles of the plan, and plans, that are sold in the account's currency. */
  cycles: string[];
  plans: string[];
}

/** The refusal that names what is not sold: an unknown plan, one without a price in the currency, or a cycle that it does not have. */
export function planNotOffered(planId: string, { currency, isKnown, ...lists }: OfferedPlans): WriteRefused {
  const [cycles, plans] = [lists.cycles, lists.plans].map((list) => list.join(", "));
  if (!isKnown) {
    return refusal(
      "not_offered",
      `There is no such plan. Plans: ${plans}.`,
      `Ce forfait n’existe pas. Forfaits : ${plans}.`,
    );
  }
  if (!cycles) {
    return refusal(
      "not_offered",
      `The plan ${planId} is not sold in ${currency}, the currency of the account. Plans sold in it: ${plans}.`,
      `Le forfait ${planId} n’est pas vendu en ${currency}, la devise du compte. Forfaits vendus dans cette devise : ${plans}.`,
    );
  }
  return refusal(
    "not_offered",
    `The plan ${planId} is not sold with this billing cycle. Its cycles: ${cycles}.`,
    `Le forfait ${planId} n’est pas vendu avec ce cycle de facturation. Ses cycles : ${cycles}.`,
  );
}

/** The name with its first dot and what is under each of its dots, longest first: one of them may be sold as an extension. */
export function possibleExtensions(domain: string): string[] {
  const labels = domain.split(".");
  return labels.map((_, first) => `.${labels.slice(first).join(".")}`);
}

/**
 * The refusal that names the extension that is not sold or takes no new names. A sold extension itself, or a name with a label too
 * many under one, is an `invalid_body` instead.
 * @param sold the longest of {@link possibleExtensions} that has a price in the account's currency; null where none has
 * @returns null where a name right under a sold extension is ordered, which takes new names
 */
export function domainNotOffered(domain: string, sold: string | null): WriteRefused | null {
  const extensions = possibleExtensions(domain);
  if (sold !== null && sold !== extensions[1]) return invalidBody([notDirectlyUnder(sold)]);
  if (sold !== null && takesNewNames(sold)) return null;
  const tld = sold ?? extensions.at(-1);
  return refusal("not_offered", `Names in ${tld} are not sold here.`, `Les noms en ${tld} ne sont pas vendus ici.`);
}

function notDirectlyUnder(tld: string) {
  const message = {
    en: `must be one name right under ${tld}, such as example${tld}`,
    fr: `doit être un seul nom directement sous ${tld}, comme exemple${tld}`,
  };
  return { pointer: "/domain", message };
}
