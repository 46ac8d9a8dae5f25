import type { Text } from "../../../../shared/platform/language.ts";

/** What the engine says itself, and what the sandbox registry's registrar says, for readers of French. */
const KNOWN: Readonly<Record<string, string>> = {
  "The service has changed since this was ordered, so its price no longer holds.":
    "Le service a changé depuis cette commande ; son prix n’est donc plus valable.",
  "Another customer ordered this name too, and paid first.":
    "Une autre personne avait aussi commandé ce nom et a payé la première.",
  "Another customer has a site of this name by now.": "Une autre personne a désormais un site de ce nom.",
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

/** Why an order was not done; what is not known stays as it was said. */
export function refusalWords(reason: string): Text {
  return { en: reason, fr: (Object.hasOwn(KNOWN, reason) && KNOWN[reason]) || reason };
}
