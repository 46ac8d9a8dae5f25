import { byLanguage } from "../../../../shared/pages/french-typography.ts";

/** The texts of e-mails that contain several notices of one kind. */
export const gatheredMailTexts = byLanguage({
  opening: {
    en: "Several notices of the same kind within ten minutes:",
    fr: "Plusieurs avis de même nature, regroupés sur dix minutes :",
  },
  subject: {
    nameserversChanged: (count: number) => ({
      en: `The nameservers of ${count} domain names were changed`,
      fr: `Les serveurs de noms de ${count} noms de domaine ont été modifiés`,
    }),
    unlocked: (count: number) => ({
      en: `${count} domain names were unlocked`,
      fr: `${count} noms de domaine ont été déverrouillés`,
    }),
    autoRenewOff: (count: number) => ({
      en: `${count} domain names no longer renew automatically`,
      fr: `${count} noms de domaine ne se renouvellent plus automatiquement`,
    }),
    autoRenewOn: (count: number) => ({
      en: `${count} domain names now renew automatically`,
      fr: `${count} noms de domaine se renouvellent désormais automatiquement`,
    }),
    zoneChanged: (count: number) => ({
      en: `${count} changes to DNS records`,
      fr: `${count} modifications d’enregistrements DNS`,
    }),
    orderPlaced: (count: number) => ({ en: `${count} orders`, fr: `${count} commandes` }),
    orderRefused: (count: number) => ({
      en: `${count} orders could not be completed`,
      fr: `${count} commandes n’ont pas pu être exécutées`,
    }),
    orderLapsed: (count: number) => ({
      en: `${count} orders ended unpaid`,
      fr: `${count} commandes terminées sans paiement`,
    }),
    planChanged: (count: number) => ({ en: `${count} changes of plan`, fr: `${count} changements de forfait` }),
    serviceCancelled: (count: number) => ({
      en: `${count} cancellations of services`,
      fr: `${count} résiliations de services`,
    }),
    orderDone: (count: number) => ({
      en: `${count} orders are complete`,
      fr: `${count} commandes ont été exécutées`,
    }),
    invoiceIssued: (count: number) => ({ en: `${count} new invoices`, fr: `${count} nouvelles factures` }),
    invoiceDueSoon: (count: number) => ({
      en: `${count} invoices are due soon`,
      fr: `${count} factures arrivent à échéance`,
    }),
    invoiceOverdue: (count: number) => ({ en: `${count} invoices are overdue`, fr: `${count} factures en retard` }),
    invoicePaid: (count: number) => ({ en: `${count} invoices are paid`, fr: `${count} factures payées` }),
    domainExpires: (count: number) => ({
      en: `${count} domain names expire soon`,
      fr: `${count} noms de domaine expirent bientôt`,
    }),
    domainExpired: (count: number) => ({
      en: `${count} domain names have expired`,
      fr: `${count} noms de domaine ont expiré`,
    }),
    paymentCredited: (count: number) => ({
      en: `Credit from ${count} payments`,
      fr: `Crédit issu de ${count} paiements`,
    }),
    paymentRefunded: (count: number) => ({ en: `${count} refunds`, fr: `${count} remboursements` }),
    paymentFailed: (count: number) => ({
      en: `${count} payments did not arrive`,
      fr: `${count} paiements ne sont pas arrivés`,
    }),
    chargeFailed: (count: number) => ({
      en: `${count} invoices: your card was not charged`,
      fr: `${count} factures : votre carte n’a pas été débitée`,
    }),
    detailsChanged: (count: number) => ({
      en: `Your name and address were changed ${count} times`,
      fr: `Vos nom et adresse ont été modifiés ${count} fois`,
    }),
    accountClosed: (count: number) => ({ en: `${count} accounts were closed`, fr: `${count} comptes ont été fermés` }),
  },
});
