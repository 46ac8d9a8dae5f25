import { bilingual } from "../../../../shared/pages/french-typography.ts";
import type { OrderKind } from "../../engine/records/orders.ts";

/** Notes on orders that are not carried out. */
const en = {
  noRegistry: "No registrar is connected here, so the name is registered nowhere and stays to be registered.",
  atRegistry: "The order is paid; the registration is under way at the registry.",
  noRegistryForTransfer:
    "No registrar is connected here, so the name is transferred nowhere and stays to be transferred.",
  transferUnderWay:
    "The transfer is paid, and on its way: the present registrar or the registry may take some days to let the name go.",
  notPaid: "Its invoice is not paid yet.",
  doneOncePaid: {
    register: "The name is registered once its invoice is paid:",
    transfer: "The transfer begins once its invoice is paid:",
    renew_domain: "The name is renewed once the invoice is paid:",
    plan: "The plan begins once its invoice is paid:",
    renew_service: "The next term waits for its invoice to be paid:",
    plan_change: "The plan is changed once the invoice is paid:",
  } satisfies Record<OrderKind, string>,
  takenFirst:
    "Another customer has paid for this name first, so this order cannot be carried out. What is paid for it now only becomes credit of the account; unpaid, the order ends by itself.",
  leftToPay: (amount: string, due: string) => `${amount} to pay, due on ${due}`,
  refused: {
    register: "This name could not be registered.",
    transfer: "This name could not be transferred to us; it stays where it is.",
    renew_domain: "This name could not be renewed; its end stays as it was.",
    plan: "This order could not be carried out.",
    renew_service: "This order could not be carried out.",
    plan_change: "This order could not be carried out.",
  } satisfies Record<OrderKind, string>,
  refusedBecause: (reason: string) => `The reason that was given: ${reason}`,
  cameBack: (date: string) => `What was paid came back on ${date} as credit of the account.`,
  amountCameBack: (amount: string, date: string) =>
    `What was paid, ${amount}, came back on ${date} as credit of the account, which the next payment uses first.`,
};

const fr: typeof en = {
  noRegistry:
    "Aucun bureau d’enregistrement n’est relié ici : le nom n’est enregistré nulle part et reste à enregistrer.",
  atRegistry: "La commande est payée ; l’enregistrement est en cours auprès du registre.",
  noRegistryForTransfer:
    "Aucun bureau d’enregistrement n’est relié ici : le nom n’est transféré nulle part et reste à transférer.",
  transferUnderWay:
    "Le transfert est payé et en cours : le bureau d’enregistrement actuel ou le registre peut mettre quelques jours à laisser partir le nom.",
  notPaid: "Sa facture n’est pas encore payée.",
  doneOncePaid: {
    register: "Le nom sera enregistré une fois sa facture payée :",
    transfer: "Le transfert commencera une fois sa facture payée :",
    renew_domain: "Le nom sera renouvelé une fois la facture payée :",
    plan: "Le forfait commencera une fois sa facture payée :",
    renew_service: "La prochaine période attend le paiement de sa facture :",
    plan_change: "Le forfait changera une fois la facture payée :",
  },
  takenFirst:
    "Une autre personne a payé ce nom la première : cette commande ne peut donc pas être exécutée. Un paiement serait seulement porté au crédit du compte ; sans paiement, la commande prend fin d’elle-même.",
  leftToPay: (amount, due) => `${amount} à payer, échéance le ${due}`,
  refused: {
    register: "Ce nom n’a pas pu être enregistré.",
    transfer: "Ce nom n’a pas pu être transféré chez nous ; il reste où il est.",
    renew_domain: "Ce nom n’a pas pu être renouvelé ; son échéance reste la même.",
    plan: "Cette commande n’a pas pu être exécutée.",
    renew_service: "Cette commande n’a pas pu être exécutée.",
    plan_change: "Cette commande n’a pas pu être exécutée.",
  },
  refusedBecause: (reason) => `Motif indiqué : ${reason}`,
  cameBack: (date) => `Le montant payé a été porté au crédit du compte le ${date}.`,
  amountCameBack: (amount, date) =>
    `Le montant payé, ${amount}, a été porté au crédit du compte le ${date} ; il servira en premier au prochain paiement.`,
};

export const orderNoteTexts = bilingual(en, fr);
