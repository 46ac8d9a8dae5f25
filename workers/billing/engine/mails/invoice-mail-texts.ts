import { byLanguage } from "../../../../shared/pages/french-typography.ts";

const TO_PAY = {
  en: "Pay it in the client area.",
  fr: "Réglez-la dans l’espace client.",
};

/** The texts of e-mails about invoices and payments. */
export const invoiceMailTexts = byLanguage({
  charged: (day: string) => ({
    en: `On ${day}, we use your account credit and charge the rest to your saved card. You don’t need to do anything. To pay another way, pay in the client area before then.`,
    fr: `Le ${day}, le crédit de votre compte, puis votre carte enregistrée, la règleront, et vous n’avez rien à faire. Pour payer autrement, réglez-la avant dans l’espace client.`,
  }),
  invoiceIssued: {
    subject: (number: string, due: string) => ({
      en: `Invoice ${number}, due on ${due}`,
      fr: `Facture ${number}, échéance le ${due}`,
    }),
    opening: (number: string, amount: string, due: string) => ({
      en: `Invoice ${number} was issued: ${amount}, taxes included, due on ${due}.`,
      fr: `La facture ${number} a été émise : ${amount}, taxes comprises, échéance le ${due}.`,
    }),
    next: TO_PAY,
  },
  invoiceDueSoon: {
    subject: (number: string, due: string) => ({
      en: `Invoice ${number} is due on ${due}`,
      fr: `La facture ${number} arrive à échéance le ${due}`,
    }),
    opening: (number: string, amount: string, due: string) => ({
      en: `${amount} of invoice ${number} is due by ${due}.`,
      fr: `Il reste ${amount} à payer sur la facture ${number}, au plus tard le ${due}.`,
    }),
    next: TO_PAY,
  },
  invoiceOverdue: {
    subject: (number: string, _due: string) => ({
      en: `Invoice ${number} is overdue`,
      fr: `La facture ${number} est en retard`,
    }),
    opening: (number: string, amount: string, due: string) => ({
      en: `Invoice ${number} was due on ${due}, and ${amount} is still unpaid.`,
      fr: `La facture ${number} était à payer au plus tard le ${due}, et il reste ${amount} à payer.`,
    }),
    next: {
      en: "Pay it in the client area, so that you do not lose what it covers.",
      fr: "Réglez-la dans l’espace client, pour que rien de ce qu’elle concerne ne soit suspendu ou perdu.",
    },
  },
  invoicePaid: {
    subject: (number: string, _due: string) => ({
      en: `Invoice ${number} is paid`,
      fr: `La facture ${number} est payée`,
    }),
    opening: (number: string, amount: string, _due: string) => ({
      en: `Thank you. Invoice ${number} for ${amount}, including taxes, is paid.`,
      fr: `Merci : la facture ${number} est payée, ${amount} taxes comprises.`,
    }),
    next: {
      en: "You can print or save the invoice in the client area.",
      fr: "L’espace client conserve la facture, à imprimer ou à enregistrer.",
    },
  },
  paymentCredited: {
    subject: (amount: string) => ({
      en: `Part of your payment of ${amount} is now account credit`,
      fr: `Votre paiement de ${amount} : une partie devient un crédit`,
    }),
    paid: (amount: string, numbers: string) => ({
      en: `We received your payment. ${amount} of it pays ${numbers}.`,
      fr: `Nous avons reçu votre paiement. ${amount} règlent ${numbers}.`,
    }),
    credited: (amount: string) => ({
      en: `${amount} of your payment matches no open invoice: the invoice was already paid, was cancelled, or has another amount. It is now account credit.`,
      fr: `${amount} de votre paiement ne règlent aucune facture : elle était déjà payée, a été retirée ou porte sur un autre montant. Cette somme est maintenant un crédit de votre compte.`,
    }),
    next: {
      en: "Your next payment uses the credit first. If you want the money back, write to us.",
      fr: "Votre prochain paiement utilisera d’abord ce crédit. Si vous souhaitez être remboursé, écrivez-nous.",
    },
  },
  paymentRefunded: {
    sent: {
      subject: (amount: string) => ({ en: `Refund of ${amount}`, fr: `Remboursement de ${amount}` }),
      opening: (amount: string) => ({
        en: `We are refunding ${amount} to the payment method that you used.`,
        fr: `Nous vous remboursons ${amount} par le moyen de votre paiement.`,
      }),
      next: {
        en: "Your bank may take some days to show it.",
        fr: "Votre banque peut mettre quelques jours à l’afficher.",
      },
    },
    failed: {
      subject: (amount: string) => ({
        en: `The refund of ${amount} did not arrive`,
        fr: `Le remboursement de ${amount} n’est pas arrivé`,
      }),
      opening: (amount: string) => ({
        en: `We could not refund ${amount} to the payment method that you used. The amount is account credit again.`,
        fr: `${amount} n’ont pas pu être remboursés par le moyen de votre paiement. Cette somme est de nouveau un crédit de votre compte.`,
      }),
      next: {
        en: "Write to us to get it back another way.",
        fr: "Écrivez-nous pour être remboursé autrement.",
      },
    },
  },
  chargeFailed: {
    subject: (number: string) => ({
      en: `Invoice ${number}: your card was not charged`,
      fr: `Facture ${number} : votre carte n’a pas été débitée`,
    }),
    opening: (number: string) => ({
      en: `We could not charge your saved card for invoice ${number}. Your bank declined, wants you to confirm, or did not answer in time. The invoice is unpaid.`,
      fr: `Nous n’avons pas pu débiter votre carte enregistrée pour la facture ${number} : votre banque a refusé ou demande votre confirmation, ou la réponse n’est pas venue à temps. La facture reste impayée.`,
    }),
    again: (day: string) => ({
      en: `If it is still unpaid, we try the card again on ${day}.`,
      fr: `Si elle reste impayée, nous réessaierons la carte le ${day}.`,
    }),
    next: TO_PAY,
  },
  paymentFailed: {
    subject: (number: string) => ({
      en: `Invoice ${number}: your payment did not arrive`,
      fr: `Facture ${number} : votre paiement n’est pas arrivé`,
    }),
    opening: (number: string) => ({
      en: `Your bank did not make the payment for invoice ${number}. Nothing was paid.`,
      fr: `Votre banque n’a pas exécuté le paiement de la facture ${number}. Rien n’a été payé.`,
    }),
    next: {
      en: "The invoice says whether you still need to pay it, and how.",
      fr: "La facture indique si elle reste à payer, et comment.",
    },
  },
});
