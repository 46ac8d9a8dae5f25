import { bilingual } from "../../../../../shared/pages/french-typography.ts";

/** How payments are made elsewhere, and the card of the demonstration. */
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

  card: "Sandbox card, ending in 4242",
  cardOnFile: "This card is on file. Orders ask for one; nothing is ever charged to it.",
  noCard: "This account has no card on file. Orders ask for one.",
  cardNote: "It is a card of the demonstration: it has no number that a bank knows, and no money moves.",
  addCard: "Add the sandbox card",
  removeCard: "Remove the card",
  cardAdded: "The card was added.",
  cardRemoved: "The card was removed. New orders will ask for one.",
  goBack: "Back to where you were",
};

const fr: typeof en = {
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

  card: "Carte d’essai se terminant par 4242",
  cardOnFile: "Cette carte est enregistrée. Les commandes en demandent une ; elle n’est jamais débitée.",
  noCard: "Ce compte n’a aucune carte enregistrée. Les commandes en demandent une.",
  cardNote: "C’est une carte de démonstration : aucune banque n’en connaît le numéro, et aucun argent ne circule.",
  addCard: "Ajouter la carte d’essai",
  removeCard: "Retirer la carte",
  cardAdded: "La carte a été ajoutée.",
  cardRemoved: "La carte a été retirée. Les nouvelles commandes en demanderont une.",
  goBack: "Revenir où vous étiez",
};

export const paymentTexts = bilingual(en, fr);
