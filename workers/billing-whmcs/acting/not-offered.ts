import type { ActingBilling } from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import { admit } from "../access/gate.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

const NOT_OFFERED = {
  ok: false,
  problem: {
    code: "not_offered",
    reason: {
      en: "The provider does not take this here: it is done in the client area.",
      fr: "Le fournisseur ne prend pas ceci ici : cela se fait dans l’espace client.",
    },
  },
} as const;

/** Says after the check of access, as every quote and action does, that it is not done here. */
async function notOffered(context: WhmcsContext, query: ActorQuery) {
  const admitted = await admit(context, query);
  return admitted.ok ? NOT_OFFERED : admitted;
}

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
  readRegistrarSettings: notOffered,
  prepareTransferOut: notOffered,
  /** Nothing is ever begun here; what was begun elsewhere is not known. */
  findAction: async ({ facts }, { installation }) =>
    (await facts.isOther(installation))
      ? { ok: false, problem: { code: "access_lost" } }
      : { ok: true, value: { state: "absent" } },
};
