import type { ActionResult } from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import { refusal } from "../../../shared/ordering/refusals.ts";
import { type Admitted, admit } from "../access/gate.ts";
import type { ActingSettings, WhmcsContext } from "../whmcs-context.ts";
import { actingNow } from "./acting-switch.ts";

/** An account whose order or change may be judged. */
export interface AdmittedActing extends Admitted {
  acting: ActingSettings;
}

/** Checks the actor, as every question does, and that orders and changes are taken now. */
export async function admitActing(context: WhmcsContext, query: ActorQuery): Promise<ActionResult<AdmittedActing>> {
  const [admitted, acting] = await Promise.all([admit(context, query), actingNow(context)]);
  if (!admitted.ok) return admitted;
  return acting ? { ok: true, value: { ...admitted.value, acting } } : { ok: false, problem: NOT_TAKEN };
}

const NOT_TAKEN = refusal(
  "not_offered",
  "The provider does not take this here: it is done in the client area.",
  "Le fournisseur ne prend pas ceci ici : cela se fait dans l’espace client.",
);
