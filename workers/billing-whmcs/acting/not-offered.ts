import type { ActingBilling } from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import { NO_CHANGES_TAKEN } from "../../../shared/billing-contract/description.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { admit } from "../access/gate.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

const NOT_SHOWN: Text = {
  en: "The provider does not show a domain name's settings at the registrar here: they are in the client area.",
  fr: "Le fournisseur ne montre pas ici les réglages d’un nom de domaine auprès du bureau d’enregistrement : ils se trouvent dans l’espace client.",
};

/** Says after the check of access, as every quote and action does, that the client area is the place for it. */
async function inClientArea(context: WhmcsContext, query: ActorQuery, reason: Text) {
  const admitted = await admit(context, query);
  if (!admitted.ok) return admitted;
  const path = context.settings.links.home;
  return { ok: false, problem: { code: "not_offered", reason, path } } as const;
}

const notOffered = (context: WhmcsContext, query: ActorQuery) => inClientArea(context, query, NO_CHANGES_TAKEN);
const notShown = (context: WhmcsContext, query: ActorQuery) => inClientArea(context, query, NOT_SHOWN);

type Method<Name extends keyof ActingBilling> = (
  context: WhmcsContext,
  ...args: Parameters<ActingBilling[Name]>
) => ReturnType<ActingBilling[Name]>;

/** Quotes and actions of a billing system that is only read. */
export const actingMethods: { [Name in keyof ActingBilling]: Method<Name> } = {
  quoteDomainOrder: notOffered,
  orderDomain: notOffered,
  quotePlanOrder: notOffered,
  orderPlan: notOffered,
  renewDomain: notOffered,
  quotePlanChange: notOffered,
  changePlan: notOffered,
  stateCancellation: notOffered,
  cancelService: notOffered,
  setDomainAutoRenew: notOffered,
  setDomainNameservers: notOffered,
  setDomainLock: notOffered,
  readRegistrarSettings: notShown,
  prepareTransferOut: notOffered,
  /** Nothing is ever begun here; what was begun elsewhere is not known. */
  findAction: async ({ facts }, { installation }) =>
    (await facts.isOther(installation))
      ? { ok: false, problem: { code: "access_lost" } }
      : { ok: true, value: { state: "absent" } },
};
