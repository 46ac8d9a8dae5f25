import { byLanguage } from "../../../../../shared/pages/french-typography.ts";
import { SOON_DAYS } from "../../../engine/records/area-lists.ts";

export const overviewTexts = byLanguage({
  toPay: { en: "To pay", fr: "À payer" },
  nothingToPay: { en: "Nothing is due.", fr: "Il n’y a rien à payer." },
  unpaid: (count: number, overdue: number) => ({
    en: `${count === 1 ? "1 invoice" : `${count} invoices`}${overdue > 0 ? `, ${overdue} overdue` : ""}`,
    fr: `${count === 1 ? "1 facture" : `${count} factures`}${overdue > 0 ? `, dont ${overdue} en retard` : ""}`,
  }),
  creditUsed: (credit: string) => ({
    en: `${credit} credit is used when you pay`,
    fr: `${credit} de crédit seront utilisés au paiement`,
  }),
  underWay: (count: number) => ({
    en: `${count} with a payment pending`,
    fr: `${count} dont le paiement est en cours`,
  }),
  moreThan: (sum: string) => ({ en: `More than ${sum}`, fr: `Plus de ${sum}` }),
  see: { en: "See them", fr: "Voir" },
  waiting: { en: "Waiting for your approval", fr: "En attente de votre accord" },
  review: { en: "Review", fr: "Examiner" },
  renewing: { en: `Renewing in ${SOON_DAYS} days`, fr: `À renouveler d’ici ${SOON_DAYS} jours` },
  domains: (count: number) => ({ en: `Domain names (${count})`, fr: `Noms de domaine (${count})` }),
  services: (count: number) => ({ en: `Services (${count})`, fr: `Services (${count})` }),
  next: (name: string, date: string) => ({ en: `Next: ${name}, ${date}`, fr: `D’abord : ${name}, le ${date}` }),
  nothingSoon: { en: "Nothing is due soon.", fr: "Aucune échéance proche." },
  credit: { en: "Account credit", fr: "Crédit du compte" },
  creditUse: { en: "It is used when you pay.", fr: "Il est utilisé lorsque vous payez." },
  attention: { en: "Needs your attention", fr: "À traiter" },
  dueOn: (date: string) => ({ en: `Due on ${date}`, fr: `Échéance le ${date}` }),
  expiredOn: (date: string) => ({ en: `Expired on ${date}.`, fr: `Expiré le ${date}.` }),
  renewBefore: {
    en: "Renew it before anyone can register it.",
    fr: "Renouvelez-le avant que n’importe qui puisse l’enregistrer.",
  },
  ofOwner: { en: "The owner of the account can renew it.", fr: "Le titulaire du compte peut le renouveler." },
  renewalOff: { en: "Auto-renewal off", fr: "Renouvellement désactivé" },
  expiresOn: (date: string) => ({ en: `Expires on ${date}`, fr: `Expire le ${date}` }),
  all: (count: number) => ({ en: `All (${count})`, fr: `Tout voir (${count})` }),
  dueAt: (price: string, date: string) => ({ en: `${price} on ${date}`, fr: `${price} le ${date}` }),
});
