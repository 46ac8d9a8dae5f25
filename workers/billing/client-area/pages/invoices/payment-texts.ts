import { french } from "../../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../../shared/platform/language.ts";

/** Where no payment is taken here: how one pays. */
const en = {
  pay: (amount: string) => `Pay ${amount}`,
  howToPay: (amount: string, number: string) =>
    `${amount} is to be paid. Give the invoice number ${number} with your payment, so that it is matched to this invoice.`,
  askUs: "How to pay stands on the invoice that you were sent. If it does not, write to us.",
  recorded: "The invoice stands as paid here once your payment has been recorded.",
  onFile: "A payment method is on file for this account.",
  notOnFile: "No payment method is on file for this account. Orders ask for one.",
  methodsElsewhere: "Payment methods are neither added nor removed on this page.",
  toPayments: "Open the payment page",
  askUsForMethod: "Write to us to have one added or removed.",
};

const fr: typeof en = french({
  pay: (amount) => `Payer ${amount}`,
  howToPay: (amount, number) =>
    `Il reste ${amount} à payer. Indiquez le numéro de facture ${number} avec votre paiement, pour qu’il soit rattaché à cette facture.`,
  askUs: "La façon de payer figure sur la facture que vous avez reçue. Sinon, écrivez-nous.",
  recorded: "La facture figurera ici comme payée une fois votre paiement enregistré.",
  onFile: "Un mode de paiement est enregistré pour ce compte.",
  notOnFile: "Aucun mode de paiement n’est enregistré pour ce compte. Les commandes en demandent un.",
  methodsElsewhere: "Les modes de paiement ne s’ajoutent ni ne se retirent sur cette page.",
  toPayments: "Ouvrir la page de paiement",
  askUsForMethod: "Écrivez-nous pour en faire ajouter ou retirer un.",
});

export const paymentTexts: Record<Language, typeof en> = { en, fr };
