import { byLanguage } from "../../../../../shared/pages/french-typography.ts";

export const invoiceTexts = byLanguage({
  toPay: { en: "To pay", fr: "À payer" },
  search: { en: "Find an invoice by its number", fr: "Trouver une facture par son numéro" },
  groups: {
    all: { en: "All", fr: "Toutes" },
    paid: { en: "Paid", fr: "Payées" },
    closed: { en: "Cancelled or refunded", fr: "Annulées ou remboursées" },
  },
  number: { en: "Number", fr: "Numéro" },
  invoice: (number: string) => ({ en: `Invoice ${number}`, fr: `Facture ${number}` }),
  from: { en: "From", fr: "De" },
  to: { en: "To", fr: "À" },
  reversed: {
    en: "The recipient of the service owes the VAT: article 196 of Directive 2006/112/EC.",
    fr: "TVA due par le preneur du service : article 196 de la directive 2006/112/CE.",
  },
  issued: { en: "Issued", fr: "Émise le" },
  due: { en: "Due", fr: "Échéance" },
  paid: { en: "Paid", fr: "Payée le" },
  total: { en: "Total", fr: "Total" },
  overdue: { en: "Overdue", fr: "En retard" },
  what: { en: "Description", fr: "Description" },
  amount: { en: "Amount", fr: "Montant" },
  noLines: { en: "Services of the account", fr: "Services du compte" },
  subtotal: { en: "Subtotal", fr: "Sous-total" },
  taxNumber: { en: "Tax number", fr: "Numéro de taxe" },
  credit: { en: "Account credit", fr: "Crédit du compte" },
  cardPayment: (date: string) => ({ en: `Paid by card on ${date}`, fr: `Payé par carte le ${date}` }),
  payment: (date: string, reference: string) => ({
    en: `Payment on ${date} (${reference})`,
    fr: `Paiement du ${date} (${reference})`,
  }),
  refund: (date: string) => ({ en: `Payment, given back on ${date}`, fr: `Paiement, remboursé le ${date}` }),
  balance: { en: "To pay", fr: "À payer" },
  payTitle: { en: "Pay", fr: "Payer" },
  pay: (amount: string) => ({ en: `Pay ${amount} with the sandbox card`, fr: `Payer ${amount} avec la carte d’essai` }),
  payByCard: (amount: string) => ({ en: `Pay ${amount}`, fr: `Payer ${amount}` }),
  atStripe: {
    en: "You pay on Stripe’s page: we see no card number. You come back here afterwards.",
    fr: "Vous payez sur la page de Stripe : nous ne voyons aucun numéro de carte. Vous revenez ensuite ici.",
  },
  charged: (day: string) => ({
    en: `On ${day} we charge this invoice to your account credit, then to your saved card, unless you pay it first.`,
    fr: `Le ${day}, le crédit de votre compte, puis votre carte enregistrée, règleront cette facture, à moins que vous ne la régliez avant.`,
  }),
  tooSmall: {
    en: "This amount is too small for a card payment.",
    fr: "Ce montant est trop petit pour un paiement par carte.",
  },
  underWay: {
    en: "A payment is in progress. We mail you if it fails.",
    fr: "Un paiement est en cours, et son issue n’est pas encore connue. Nous vous écrirons s’il échoue.",
  },
  payByCredit: { en: "Pay with account credit", fr: "Payer avec le crédit du compte" },
  payNote: {
    en: "This is a simulation: you enter no card number, no bank is involved, and no money moves.",
    fr: "Ceci est une simulation : aucun numéro de carte n’est demandé, aucune banque n’est jointe et aucun argent ne circule.",
  },
  creditFirst: (credit: string) => ({
    en: `The account has a credit of ${credit}, which is used first.`,
    fr: `Le compte a un crédit de ${credit}, qui est utilisé d’abord.`,
  }),
  paidNow: {
    en: "Thank you: the simulated payment was made, and the invoice is paid.",
    fr: "Merci : le paiement simulé a été fait, et la facture est payée.",
  },
  unreachable: {
    en: "We cannot reach the payment page at the moment, so nothing was paid. Your order remains: pay for it here in a few minutes.",
    fr: "La page de paiement est injoignable pour le moment ; rien n’a donc été payé. Ce que vous avez commandé reste commandé : payez-le ici dans quelques minutes.",
  },
  orderedWith: { en: "Ordered with it:", fr: "Commandée en même temps :" },
  stillToPay: (amount: string) => ({ en: `${amount} still to pay`, fr: `il reste ${amount} à payer` }),
  paidByCard: { en: "Thank you: the invoice is paid.", fr: "Merci : la facture est payée." },
  about: { en: "Subject", fr: "Objet" },
  statuses: {
    unpaid: { en: "Unpaid", fr: "Impayée" },
    payment_pending: { en: "Payment pending", fr: "Paiement en cours" },
    paid: { en: "Paid", fr: "Payée" },
    cancelled: { en: "Cancelled", fr: "Annulée" },
    refunded: { en: "Refunded", fr: "Remboursée" },
    collections: { en: "In collections", fr: "En recouvrement" },
  },
});

/** Names of card brands, by their identifiers in Stripe's API. */
const CARD_BRANDS: Partial<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** Texts about paying, payment instructions and saved cards. */
export const paymentTexts = byLanguage({
  pay: (amount: string) => ({ en: `Pay ${amount}`, fr: `Payer ${amount}` }),
  howToPay: (amount: string, number: string) => ({
    en: `${amount} is due. Give the invoice number ${number} with your payment, so that we can match it to this invoice.`,
    fr: `Il reste ${amount} à payer. Indiquez le numéro de facture ${number} avec votre paiement, pour qu’il soit rattaché à cette facture.`,
  }),
  askUs: {
    en: "The invoice that we sent you says how to pay. If it does not, write to us.",
    fr: "La façon de payer figure sur la facture que vous avez reçue. Sinon, écrivez-nous.",
  },
  recorded: {
    en: "This page shows the invoice as paid once we record your payment.",
    fr: "La facture figurera ici comme payée une fois votre paiement enregistré.",
  },
  methodsElsewhere: {
    en: "No card is charged here: you pay each invoice yourself.",
    fr: "Aucune carte n’est débitée ici : vous réglez vous-même chaque facture.",
  },
  toPayments: { en: "Open the payment page", fr: "Ouvrir la page de paiement" },

  saveCard: { en: "Save this card for renewals", fr: "Enregistrer cette carte pour les renouvellements" },
  savedCard: { en: "Card for renewals", fr: "Carte pour les renouvellements" },
  cardSaved: {
    en: "A card is saved, and automatic renewals are charged to it.",
    fr: "Une carte est enregistrée, et les renouvellements automatiques en sont débités.",
  },
  cardUnused: {
    en: "A card is still saved. It is not charged any more.",
    fr: "Une carte est encore enregistrée. Elle n’est plus débitée.",
  },
  cardStopped: {
    en: "Your saved card is not charged, because you disputed a payment: you pay each invoice. To have renewals charged again, remove the card and add it again on a later day.",
    fr: "Une carte est enregistrée, mais elle n’est plus débitée depuis que vous avez contesté un paiement : vous réglez chaque facture. Pour que les renouvellements soient de nouveau débités, retirez la carte et ajoutez-la à nouveau un autre jour.",
  },
  agreed: { en: "What you agreed to", fr: "Ce que vous avez accepté" },
  /** @param brand Stripe's identifier of the card brand */
  cardNamed: (brand: string, last4: string) => ({
    en: `${CARD_BRANDS[brand] ?? "Card"} ending in ${last4}`,
    fr: `${CARD_BRANDS[brand] ?? "Carte"} se terminant par ${last4}`,
  }),
  /** @param month MM/YYYY */
  expires: (month: string) => ({ en: `Expires ${month}`, fr: `Expiration : ${month}` }),
  noneSaved: {
    en: "No card is saved: renewals are invoiced automatically, and you pay each invoice. By adding a card you agree to this:",
    fr: "Aucune carte n’est enregistrée : les renouvellements sont facturés automatiquement, et vous réglez chaque facture. En ajoutant une carte, vous acceptez ceci :",
  },
  atStripe: {
    en: "You enter the card on Stripe’s page: we see no card number. You come back here afterwards.",
    fr: "Vous saisissez la carte sur la page de Stripe : nous ne voyons aucun numéro. Vous revenez ensuite ici.",
  },
  addAtStripe: { en: "Add a card", fr: "Ajouter une carte" },

  card: { en: "Sandbox card, ending in 4242", fr: "Carte d’essai se terminant par 4242" },
  cardOnFile: {
    en: "This card is saved. Nothing is ever charged to it.",
    fr: "Cette carte est enregistrée. Elle n’est jamais débitée.",
  },
  noCard: { en: "This account has no saved card.", fr: "Ce compte n’a aucune carte enregistrée." },
  cardNote: {
    en: "This is a demonstration card: no bank knows its number, and no money moves.",
    fr: "C’est une carte de démonstration : aucune banque n’en connaît le numéro, et aucun argent ne circule.",
  },
  addCard: { en: "Add the sandbox card", fr: "Ajouter la carte d’essai" },
  replaceCard: { en: "Replace the card", fr: "Remplacer la carte" },
  removeCard: { en: "Remove the card", fr: "Retirer la carte" },
  cardAdded: { en: "The card was added.", fr: "La carte a été ajoutée." },
  cardRemoved: {
    en: "The card was removed.",
    fr: "La carte a été retirée.",
  },
});
