import { NOT_YOU } from "../../../../shared/mail/domain-mail-texts.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { OrderKind } from "../records/orders.ts";

type OrderText = (subject: string, orderId: number) => Text;

/** What was ordered, as a subject line begins. */
const ORDERED = {
  register: (name: string) => ({ en: `Domain name ${name}`, fr: `Nom de domaine ${name}` }),
  transfer: (name: string) => ({ en: `Transfer of ${name} to us`, fr: `Transfert de ${name} chez nous` }),
  renew_domain: (name: string) => ({ en: `Renewal of ${name}`, fr: `Renouvellement de ${name}` }),
  plan: (plan: string) => ({ en: `Plan ${plan}`, fr: `Forfait ${plan}` }),
  renew_service: (plan: string) => ({ en: `Renewal of ${plan}`, fr: `Renouvellement de ${plan}` }),
  plan_change: (plan: string) => ({ en: `Change of plan of ${plan}`, fr: `Changement de forfait de ${plan}` }),
} satisfies Record<OrderKind, (subject: string) => Text>;

/** The same for orders of services, whatever was ordered. */
function ofServices<Said>(said: Said) {
  return { plan: said, renew_service: said, plan_change: said };
}

const ORDER_AGAIN = {
  en: "You can order again, or write to us.",
  fr: "Vous pouvez commander de nouveau, ou nous écrire.",
};

const CODE_LASTS: Text = {
  en: "It is good for 15 minutes.",
  fr: "Il est valable 15 minutes.",
};

export const mailTexts = byLanguage({
  planChanged: {
    subject: (service: string, orderId: number) => ({
      en: `Order ${orderId}: the plan of ${service} was changed`,
      fr: `Commande ${orderId} : le forfait de ${service} a changé`,
    }),
    opening: (service: string, plan: string, orderId: number) => ({
      en: `With order ${orderId} the plan of ${service} was changed to ${plan}.`,
      fr: `Avec la commande ${orderId}, le forfait de ${service} est devenu ${plan}.`,
    }),
    credited: (amount: string) => ({
      en: `What was left of the plan before, ${amount}, came back as credit of the account.`,
      fr: `Ce qui restait du forfait précédent, ${amount}, a été porté au crédit de votre compte.`,
    }),
    notYou: NOT_YOU,
  },
  serviceCancelled: {
    subject: (service: string) => ({ en: `Cancellation of ${service}`, fr: `Résiliation de ${service}` }),
    opening: {
      end_of_period: (service: string, day: string) => ({
        en: `The cancellation of ${service} was requested. It runs until ${day} and then ends; everything stored in it (files, databases, mail) is deleted then. Make copies before.`,
        fr: `La résiliation de ${service} a été demandée. Il fonctionne jusqu’au ${day}, puis prend fin ; tout ce qui y est stocké (fichiers, bases de données, courriel) est alors supprimé. Faites-en des copies avant.`,
      }),
      immediately: (service: string, day: string) => ({
        en: `${service} was cancelled and ended on ${day}. Everything stored in it (files, databases, mail) is deleted.`,
        fr: `${service} a été résilié et a pris fin le ${day}. Tout ce qui y était stocké (fichiers, bases de données, courriel) est supprimé.`,
      }),
    },
    withdrawn: {
      en: "It is not renewed, and what was unpaid for it was withdrawn. What was paid is not refunded.",
      fr: "Il n’est pas renouvelé, et ce qui était impayé pour lui a été retiré. Ce qui a été payé n’est pas remboursé.",
    },
    notYou: {
      end_of_period: {
        en: `If it should go on, write to us before that day. ${NOT_YOU.en}`,
        fr: `S’il doit continuer, écrivez-nous avant ce jour. ${NOT_YOU.fr}`,
      },
      immediately: {
        en: `If it should not have ended, write to us at once. ${NOT_YOU.en}`,
        fr: `S’il n’aurait pas dû prendre fin, écrivez-nous sans attendre. ${NOT_YOU.fr}`,
      },
    },
  },
  detailsChanged: {
    subject: { en: "Your name and address were changed", fr: "Vos nom et adresse ont été modifiés" },
    opening: {
      en: "The name and address of your account were changed in the client area. Domain names that you order from now on are registered to them; names that you have keep theirs.",
      fr: "Le nom et l’adresse de votre compte ont été modifiés dans l’espace client. Les noms de domaine que vous commanderez désormais seront enregistrés avec ces coordonnées ; les noms que vous avez gardent les leurs.",
    },
    notYou: NOT_YOU,
  },
  orderLapsed: {
    what: ORDERED,
    subject: (what: string, orderId: number) => ({
      en: `Order ${orderId} ended unpaid: ${what}`,
      fr: `Commande ${orderId} terminée sans paiement : ${what}`,
    }),
    opening: (what: string, orderId: number) => ({
      en: `Your order ${orderId} was not paid in time and has ended. ${what}.`,
      fr: `Votre commande ${orderId} n’a pas été payée à temps et a pris fin. ${what}.`,
    }),
    invoice: (number: string) => ({
      en: `Its invoice ${number} was withdrawn: there is nothing to pay.`,
      fr: `Sa facture ${number} a été retirée : il n’y a rien à payer.`,
    }),
    next: {
      en: "If you still want it, order it again.",
      fr: "Si vous la souhaitez toujours, passez la commande de nouveau.",
    },
  },
  gathered: {
    opening: {
      en: "Several notices of one kind, gathered within ten minutes:",
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
        en: `${count} domain names no longer renew by themselves`,
        fr: `${count} noms de domaine ne se renouvellent plus automatiquement`,
      }),
      autoRenewOn: (count: number) => ({
        en: `${count} domain names now renew automatically`,
        fr: `${count} noms de domaine se renouvellent désormais automatiquement`,
      }),
      zoneChanged: (count: number) => ({
        en: `${count} changes of DNS records`,
        fr: `${count} modifications d’enregistrements DNS`,
      }),
      orderPlaced: (count: number) => ({ en: `${count} orders`, fr: `${count} commandes` }),
      orderRefused: (count: number) => ({
        en: `${count} orders could not be carried out`,
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
        en: `${count} orders were carried out`,
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
    },
  },
  orderPlaced: {
    what: {
      ...ORDERED,
      transfer: ORDERED.register,
      plan_change: (plan: string) => ({ en: `Change to the plan ${plan}`, fr: `Passage au forfait ${plan}` }),
    },
    subject: (what: string, orderId: number) => ({
      en: `Order ${orderId}: ${what}`,
      fr: `Commande ${orderId} : ${what}`,
    }),
    opening: (what: string, orderId: number) => ({
      en: `We have your order ${orderId}. ${what}.`,
      fr: `Nous avons bien reçu votre commande ${orderId}. ${what}.`,
    }),
    toPay: (number: string, amount: string, due: string) => ({
      en: `The invoice ${number} is to be paid in the client area: ${amount}, taxes included, due on ${due}. The order is carried out once it is paid.`,
      fr: `La facture ${number} est à payer dans l’espace client : ${amount}, taxes comprises, échéance le ${due}. La commande sera exécutée une fois la facture payée.`,
    }),
    isCharged: {
      en: "Its auto-renewal is on: later renewals are charged to your saved card. You can switch it off on the page of the name in the client area, under Domains.",
      fr: "Son renouvellement automatique est activé : les renouvellements suivants seront débités de votre carte enregistrée. Vous pouvez le désactiver sur la page du nom, dans l’espace client, sous Domaines.",
    },
    nothingDue: { en: "There is nothing to pay.", fr: "Il n’y a rien à payer." },
    notYou: {
      en: "If nobody of yours ordered this, leave the invoice unpaid and write to us.",
      fr: "Si personne chez vous n’a passé cette commande, laissez la facture impayée et écrivez-nous.",
    },
    notYouFree: {
      en: "If nobody of yours ordered this, write to us.",
      fr: "Si personne chez vous n’a passé cette commande, écrivez-nous.",
    },
  },
  orderRefused: {
    subject: {
      register: (name, orderId) => ({
        en: `Order ${orderId}: ${name} could not be registered`,
        fr: `Commande ${orderId} : ${name} n’a pas pu être enregistré`,
      }),
      transfer: (name, orderId) => ({
        en: `Order ${orderId}: ${name} could not be transferred to us`,
        fr: `Commande ${orderId} : ${name} n’a pas pu être transféré chez nous`,
      }),
      renew_domain: (name, orderId) => ({
        en: `Order ${orderId}: ${name} could not be renewed`,
        fr: `Commande ${orderId} : ${name} n’a pas pu être renouvelé`,
      }),
      ...ofServices((what: string, orderId: number) => ({
        en: `Order ${orderId} could not be done: ${what}`,
        fr: `Commande ${orderId} non exécutée : ${what}`,
      })),
    } satisfies Record<OrderKind, OrderText>,
    opening: {
      register: (name, orderId) => ({
        en: `Your order ${orderId} was paid, but the domain name ${name} could not be registered.`,
        fr: `Votre commande ${orderId} a été payée, mais le nom de domaine ${name} n’a pas pu être enregistré.`,
      }),
      transfer: (name, orderId) => ({
        en: `Your order ${orderId} was paid, but the domain name ${name} could not be transferred to us. It stays where it is.`,
        fr: `Votre commande ${orderId} a été payée, mais le nom de domaine ${name} n’a pas pu être transféré chez nous. Il reste où il est.`,
      }),
      renew_domain: (name, orderId) => ({
        en: `Your order ${orderId} was paid, but the domain name ${name} could not be renewed. Its end stays as it was.`,
        fr: `Votre commande ${orderId} a été payée, mais le nom de domaine ${name} n’a pas pu être renouvelé. Son échéance reste la même.`,
      }),
      ...ofServices((what: string, orderId: number) => ({
        en: `Your order ${orderId} was paid, but it could not be done: ${what}.`,
        fr: `Votre commande ${orderId} a été payée, mais n’a pas pu être exécutée : ${what}.`,
      })),
    } satisfies Record<OrderKind, OrderText>,
    reason: (reason: string) => ({ en: `The reason that was given: ${reason}`, fr: `Motif indiqué : ${reason}` }),
    credited: (amount: string) => ({
      en: `We credited ${amount} to your account. The next invoice that you pay uses this credit first. If you want the money back, write to us.`,
      fr: `Nous avons porté ${amount} au crédit de votre compte. Ce crédit servira en premier au prochain paiement. Si vous souhaitez être remboursé, écrivez-nous.`,
    }),
    nothingPaid: {
      en: "There was nothing to pay, so nothing had to come back.",
      fr: "Il n’y avait rien à payer, donc rien à rembourser.",
    },
    next: {
      register: { en: "You can order another name.", fr: "Vous pouvez commander un autre nom." },
      transfer: {
        en: "Once the reason is gone, for instance with the right code or with the name unlocked where it is now, you can order the transfer again.",
        fr: "Une fois le problème réglé, par exemple avec le bon code ou le nom déverrouillé là où il se trouve, vous pouvez commander le transfert de nouveau.",
      },
      renew_domain: {
        en: "Write to us before the name ends, so that it is not lost.",
        fr: "Écrivez-nous avant l’échéance du nom, pour qu’il ne soit pas perdu.",
      },
      ...ofServices(ORDER_AGAIN),
    },
  },
  codesGuessed: {
    subject: {
      en: "Somebody seems to have your password",
      fr: "Quelqu’un semble avoir votre mot de passe",
    },
    opening: (at: string) => ({
      en: `Ten wrong codes in a row were entered for your sign-in, the last one on ${at}. Codes are asked for only after your password, so whoever entered them has it. Nobody was let in.`,
      fr: `Dix codes erronés de suite ont été entrés pour votre connexion, le dernier le ${at}. Un code n’est demandé qu’après votre mot de passe : qui les a entrés le connaît donc. Personne n’a pu entrer.`,
    }),
    wait: {
      en: "From now on there is a wait after every wrong code, twice as long each time, up to a day. Your own code works again once the wait is over; what is connected to your account goes on working.",
      fr: "Désormais, chaque code erroné est suivi d’un délai, deux fois plus long chaque fois, jusqu’à un jour. Votre propre code sera de nouveau accepté une fois le délai écoulé ; ce qui est connecté à votre compte continue de fonctionner.",
    },
    ifYou: {
      en: "If it was you: see that the clock of the device with your authenticator application is right, and wait for the next code.",
      fr: "Si c’était vous : vérifiez que l’appareil qui porte votre application d’authentification est à l’heure, puis attendez le code suivant.",
    },
    ifNotYou: {
      en: "If it was not you: change your password, here and wherever else you use it, then write to us.",
      fr: "Si ce n’était pas vous : changez votre mot de passe, ici et partout où vous l’utilisez, puis écrivez-nous.",
    },
  },
  codes: {
    sign_up: {
      subject: { en: "Your code to open an account", fr: "Votre code pour ouvrir un compte" },
      body: {
        en: "Enter this code on the page where you are opening an account:",
        fr: "Entrez ce code sur la page où vous ouvrez un compte :",
      },
      lasts: CODE_LASTS,
      ifNotYou: {
        en: "If you are not opening an account, ignore this mail: without the code nothing happens. Give the code to nobody.",
        fr: "Si vous n’ouvrez pas de compte, ignorez ce courriel : sans le code, rien ne se passe. Ne donnez le code à personne.",
      },
    },
    new_password: {
      subject: { en: "Your code to choose a new password", fr: "Votre code pour choisir un nouveau mot de passe" },
      body: {
        en: "Enter this code on the page where you are choosing a new password:",
        fr: "Entrez ce code sur la page où vous choisissez un nouveau mot de passe :",
      },
      lasts: CODE_LASTS,
      ifNotYou: {
        en: "If you did not ask for it, ignore this mail: your password stays as it is. Give the code to nobody.",
        fr: "Si vous ne l’avez pas demandé, ignorez ce courriel : votre mot de passe reste le même. Ne donnez le code à personne.",
      },
    },
  },
  accountExists: {
    subject: { en: "You already have an account", fr: "Vous avez déjà un compte" },
    body: {
      en: "Somebody, probably you, is opening an account with this e-mail address. It already has one.",
      fr: "Quelqu’un, sans doute vous, ouvre un compte avec cette adresse de courriel. Elle en a déjà un.",
    },
    next: {
      en: "Sign in with your password. If you forgot it, choose a new one:",
      fr: "Ouvrez une session avec votre mot de passe. Si vous l’avez oublié, choisissez-en un nouveau :",
    },
    ifNotYou: {
      en: "If it was not you, ignore this mail: nothing was changed.",
      fr: "Si ce n’était pas vous, ignorez ce courriel : rien n’a changé.",
    },
  },
  passwordChanged: {
    subject: { en: "Your password was changed", fr: "Votre mot de passe a été changé" },
    body: (at: string) => ({
      en: `You have a new password since ${at}. Every open session was ended. Connected assistants go on working.`,
      fr: `Vous avez un nouveau mot de passe depuis le ${at}. Toutes les sessions ouvertes ont été fermées. Les assistants connectés continuent de fonctionner.`,
    }),
    ifNotYou: {
      en: "If it was not you, somebody reads your mail: secure your mailbox, choose another password, and write to us.",
      fr: "Si ce n’était pas vous, quelqu’un lit vos courriels : protégez votre boîte, choisissez un autre mot de passe et écrivez-nous.",
    },
  },
});
