import type { Text } from "../../../../shared/platform/language.ts";

/** The engine's own reasons for refusing a paid order, as `order_refusals` stores them. */
export const CHANGED_SINCE = "The service has changed since this was ordered, so its price no longer holds.";
export const TAKEN_FIRST = "Another customer ordered this name too, and paid first.";
export const SITE_TAKEN_FIRST = "Another customer has a site of this name by now.";

/** French of the engine's own reasons, and of those of the sandbox registry's registrar. */
const FRENCH: Readonly<Record<string, string>> = {
  [CHANGED_SINCE]: "Le service a changé depuis cette commande ; son prix n’est donc plus valable.",
  [TAKEN_FIRST]: "Une autre personne avait aussi commandé ce nom et a payé la première.",
  [SITE_TAKEN_FIRST]: "Une autre personne a désormais un site de ce nom.",
  "No names are registered under this extension.": "Aucun nom n’est enregistré sous cette extension.",
  "The name is registered.": "Le nom est déjà enregistré.",
  "The registry withholds the name.": "Le registre a réservé ou bloqué ce nom.",
  "The name is not registered through this registrar.":
    "Le nom n’est pas enregistré auprès de ce bureau d’enregistrement.",
  "A registration ends at most 10 years from today.":
    "Un enregistrement ne peut pas dépasser 10 ans à compter d’aujourd’hui.",
  "The name is not registered.": "Le nom n’est pas enregistré.",
  "The name is registered here already.": "Le nom est déjà enregistré ici.",
  "A transfer of the name is under way.": "Un transfert du nom est en cours.",
  "The name is in the redemption period.": "Le nom est en période de rédemption.",
  "The name is locked against transfers.": "Le nom est verrouillé contre les transferts.",
  "The auth code is not that of the name.": "Le code de transfert n’est pas celui du nom.",
  "The name has left since.": "Le nom a été transféré ailleurs entre-temps.",
};

/** Why a paid order was refused; an unknown reason stays as the registrar gave it. */
export function refusalWords(reason: string): Text {
  return { en: reason, fr: (Object.hasOwn(FRENCH, reason) && FRENCH[reason]) || reason };
}
