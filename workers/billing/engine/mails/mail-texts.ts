import { NOT_YOU } from "../../../../shared/mail/domain-mail-texts.ts";
import { bilingual } from "../../../../shared/pages/french-typography.ts";
import type { OrderKind } from "../records/orders.ts";
import type { Notice } from "./billing-mails.ts";

/** What was ordered, as a subject line begins. */
const ordered: Record<OrderKind, (subject: string) => string> = {
  register: (name) => `Domain name ${name}`,
  transfer: (name) => `Transfer of ${name} to us`,
  renew_domain: (name) => `Renewal of ${name}`,
  plan: (plan) => `Plan ${plan}`,
  renew_service: (plan) => `Renewal of ${plan}`,
  plan_change: (plan) => `Change of plan of ${plan}`,
};

const notCarriedOut = (what: string, orderId: number) => `Order ${orderId} could not be done: ${what}`;
const paidInVain = (what: string, orderId: number) =>
  `Your order ${orderId} was paid, but it could not be done: ${what}.`;

const en = {
  planChanged: {
    subject: (service: string, orderId: number) => `Order ${orderId}: the plan of ${service} was changed`,
    opening: (service: string, plan: string, orderId: number) =>
      `With order ${orderId} the plan of ${service} was changed to ${plan}.`,
    credited: (amount: string) => `What was left of the plan before, ${amount}, came back as credit of the account.`,
    notYou: NOT_YOU.en,
  },
  serviceCancelled: {
    subject: (service: string) => `Cancellation of ${service}`,
    opening: {
      end_of_period: (service: string, day: string) =>
        `The cancellation of ${service} was requested. It runs until ${day} and then ends; everything stored in it (files, databases, mail) is deleted then. Make copies before.`,
      immediately: (service: string, day: string) =>
        `${service} was cancelled and ended on ${day}. Everything stored in it (files, databases, mail) is deleted.`,
    },
    withdrawn: "It is not renewed, and what was unpaid for it was withdrawn. What was paid is not refunded.",
    notYou: {
      end_of_period: `If it should go on, write to us before that day. ${NOT_YOU.en}`,
      immediately: `If it should not have ended, write to us at once. ${NOT_YOU.en}`,
    },
  },
  orderLapsed: {
    what: ordered,
    subject: (what: string, orderId: number) => `Order ${orderId} ended unpaid: ${what}`,
    opening: (what: string, orderId: number) => `Your order ${orderId} was not paid in time and has ended. ${what}.`,
    invoice: (number: string) => `Its invoice ${number} was withdrawn: there is nothing to pay.`,
    next: "If you still want it, order it again.",
  },
  gathered: {
    opening: "Several notices of one kind, gathered within ten minutes:",
    subject: {
      nameserversChanged: (count: number) => `The nameservers of ${count} domain names were changed`,
      unlocked: (count: number) => `${count} domain names were unlocked`,
      autoRenewOff: (count: number) => `${count} domain names no longer renew by themselves`,
      zoneChanged: (count: number) => `${count} changes of DNS records`,
      orderPlaced: (count: number) => `${count} orders`,
      orderRefused: (count: number) => `${count} orders could not be carried out`,
      orderLapsed: (count: number) => `${count} orders ended unpaid`,
      planChanged: (count: number) => `${count} changes of plan`,
      serviceCancelled: (count: number) => `${count} cancellations of services`,
    } satisfies Record<Notice["kind"], (count: number) => string>,
  },
  orderPlaced: {
    what: { ...ordered, transfer: ordered.register, plan_change: (plan: string) => `Change to the plan ${plan}` },
    subject: (what: string, orderId: number) => `Order ${orderId}: ${what}`,
    opening: (what: string, orderId: number) => `We have your order ${orderId}. ${what}.`,
    toPay: (number: string, amount: string, due: string) =>
      `The invoice ${number} is to be paid in the client area: ${amount}, taxes included, due on ${due}. The order is carried out once it is paid.`,
    nothingDue: "There is nothing to pay.",
    notYou: "If nobody of yours ordered this, leave the invoice unpaid and write to us.",
    notYouFree: "If nobody of yours ordered this, write to us.",
  },
  orderRefused: {
    subject: {
      register: (name: string, orderId: number) => `Order ${orderId}: ${name} could not be registered`,
      transfer: (name: string, orderId: number) => `Order ${orderId}: ${name} could not be transferred to us`,
      renew_domain: (name: string, orderId: number) => `Order ${orderId}: ${name} could not be renewed`,
      plan: notCarriedOut,
      renew_service: notCarriedOut,
      plan_change: notCarriedOut,
    } satisfies Record<OrderKind, (subject: string, orderId: number) => string>,
    opening: {
      register: (name: string, orderId: number) =>
        `Your order ${orderId} was paid, but the domain name ${name} could not be registered.`,
      transfer: (name: string, orderId: number) =>
        `Your order ${orderId} was paid, but the domain name ${name} could not be transferred to us. It stays where it is.`,
      renew_domain: (name: string, orderId: number) =>
        `Your order ${orderId} was paid, but the domain name ${name} could not be renewed. Its end stays as it was.`,
      plan: paidInVain,
      renew_service: paidInVain,
      plan_change: paidInVain,
    },
    reason: (reason: string) => `The reason that was given: ${reason}`,
    credited: (amount: string) =>
      `What you paid, ${amount}, came back as credit of the account. The next invoice that you pay uses it first.`,
    nothingPaid: "There was nothing to pay, so nothing had to come back.",
    next: {
      register: "You can order another name.",
      transfer:
        "Once the reason is gone, for instance with the right code or with the name unlocked where it is now, you can order the transfer again.",
      renew_domain: "Write to us before the name ends, so that it is not lost.",
      plan: "You can order again, or write to us.",
      renew_service: "You can order again, or write to us.",
      plan_change: "You can order again, or write to us.",
    },
  },
  codesGuessed: {
    subject: "Somebody seems to have your password",
    opening: (at: string) =>
      `Ten wrong codes in a row were entered for your sign-in, the last one on ${at} (UTC). Codes are asked for only after your password, so whoever entered them has it. Nobody was let in.`,
    wait: "From now on there is a wait after every wrong code, twice as long each time, up to a day. Your own code works again once the wait is over; what is connected to your account goes on working.",
    ifYou:
      "If it was you: see that the clock of the device with your authenticator application is right, and wait for the next code.",
    ifNotYou: "If it was not you: change your password, here and wherever else you use it, then write to us.",
  },
};

const commande: typeof ordered = {
  register: (name) => `Nom de domaine ${name}`,
  transfer: (name) => `Transfert de ${name} chez nous`,
  renew_domain: (name) => `Renouvellement de ${name}`,
  plan: (plan) => `Forfait ${plan}`,
  renew_service: (plan) => `Renouvellement de ${plan}`,
  plan_change: (plan) => `Changement de forfait de ${plan}`,
};

const nonExecutee = (what: string, orderId: number) => `Commande ${orderId} non exécutée : ${what}`;
const payeeEnVain = (what: string, orderId: number) =>
  `Votre commande ${orderId} a été payée, mais n’a pas pu être exécutée : ${what}.`;

const fr: typeof en = {
  planChanged: {
    subject: (service, orderId) => `Commande ${orderId} : le forfait de ${service} a changé`,
    opening: (service, plan, orderId) => `Avec la commande ${orderId}, le forfait de ${service} est devenu ${plan}.`,
    credited: (amount) => `Ce qui restait du forfait précédent, ${amount}, a été porté au crédit de votre compte.`,
    notYou: NOT_YOU.fr,
  },
  serviceCancelled: {
    subject: (service) => `Résiliation de ${service}`,
    opening: {
      end_of_period: (service, day) =>
        `La résiliation de ${service} a été demandée. Il fonctionne jusqu’au ${day}, puis prend fin ; tout ce qui y est stocké (fichiers, bases de données, courriel) est alors supprimé. Faites-en des copies avant.`,
      immediately: (service, day) =>
        `${service} a été résilié et a pris fin le ${day}. Tout ce qui y était stocké (fichiers, bases de données, courriel) est supprimé.`,
    },
    withdrawn:
      "Il n’est pas renouvelé, et ce qui était impayé pour lui a été retiré. Ce qui a été payé n’est pas remboursé.",
    notYou: {
      end_of_period: `S’il doit continuer, écrivez-nous avant ce jour. ${NOT_YOU.fr}`,
      immediately: `S’il n’aurait pas dû prendre fin, écrivez-nous sans attendre. ${NOT_YOU.fr}`,
    },
  },
  orderLapsed: {
    what: commande,
    subject: (what, orderId) => `Commande ${orderId} terminée sans paiement : ${what}`,
    opening: (what, orderId) => `Votre commande ${orderId} n’a pas été payée à temps et a pris fin. ${what}.`,
    invoice: (number) => `Sa facture ${number} a été retirée : il n’y a rien à payer.`,
    next: "Si vous la souhaitez toujours, passez la commande de nouveau.",
  },
  gathered: {
    opening: "Plusieurs avis de même nature, regroupés sur dix minutes :",
    subject: {
      nameserversChanged: (count) => `Les serveurs de noms de ${count} noms de domaine ont été modifiés`,
      unlocked: (count) => `${count} noms de domaine ont été déverrouillés`,
      autoRenewOff: (count) => `${count} noms de domaine ne se renouvellent plus automatiquement`,
      zoneChanged: (count) => `${count} modifications d’enregistrements DNS`,
      orderPlaced: (count) => `${count} commandes`,
      orderRefused: (count) => `${count} commandes n’ont pas pu être exécutées`,
      orderLapsed: (count) => `${count} commandes terminées sans paiement`,
      planChanged: (count) => `${count} changements de forfait`,
      serviceCancelled: (count) => `${count} résiliations de services`,
    },
  },
  orderPlaced: {
    what: { ...commande, transfer: commande.register, plan_change: (plan) => `Passage au forfait ${plan}` },
    subject: (what, orderId) => `Commande ${orderId} : ${what}`,
    opening: (what, orderId) => `Nous avons bien reçu votre commande ${orderId}. ${what}.`,
    toPay: (number, amount, due) =>
      `La facture ${number} est à payer dans l’espace client : ${amount}, taxes comprises, échéance le ${due}. La commande sera exécutée une fois la facture payée.`,
    nothingDue: "Il n’y a rien à payer.",
    notYou: "Si personne chez vous n’a passé cette commande, laissez la facture impayée et écrivez-nous.",
    notYouFree: "Si personne chez vous n’a passé cette commande, écrivez-nous.",
  },
  orderRefused: {
    subject: {
      register: (name, orderId) => `Commande ${orderId} : ${name} n’a pas pu être enregistré`,
      transfer: (name, orderId) => `Commande ${orderId} : ${name} n’a pas pu être transféré chez nous`,
      renew_domain: (name, orderId) => `Commande ${orderId} : ${name} n’a pas pu être renouvelé`,
      plan: nonExecutee,
      renew_service: nonExecutee,
      plan_change: nonExecutee,
    },
    opening: {
      register: (name, orderId) =>
        `Votre commande ${orderId} a été payée, mais le nom de domaine ${name} n’a pas pu être enregistré.`,
      transfer: (name, orderId) =>
        `Votre commande ${orderId} a été payée, mais le nom de domaine ${name} n’a pas pu être transféré chez nous. Il reste où il est.`,
      renew_domain: (name, orderId) =>
        `Votre commande ${orderId} a été payée, mais le nom de domaine ${name} n’a pas pu être renouvelé. Son échéance reste la même.`,
      plan: payeeEnVain,
      renew_service: payeeEnVain,
      plan_change: payeeEnVain,
    },
    reason: (reason) => `Motif indiqué : ${reason}`,
    credited: (amount) =>
      `Le montant payé, ${amount}, a été porté au crédit de votre compte. Il servira en premier au prochain paiement.`,
    nothingPaid: "Il n’y avait rien à payer, donc rien à rembourser.",
    next: {
      register: "Vous pouvez commander un autre nom.",
      transfer:
        "Une fois le problème réglé, par exemple avec le bon code ou le nom déverrouillé là où il se trouve, vous pouvez commander le transfert de nouveau.",
      renew_domain: "Écrivez-nous avant l’échéance du nom, pour qu’il ne soit pas perdu.",
      plan: "Vous pouvez commander de nouveau, ou nous écrire.",
      renew_service: "Vous pouvez commander de nouveau, ou nous écrire.",
      plan_change: "Vous pouvez commander de nouveau, ou nous écrire.",
    },
  },
  codesGuessed: {
    subject: "Quelqu’un semble avoir votre mot de passe",
    opening: (at) =>
      `Dix codes erronés de suite ont été entrés pour votre connexion, le dernier le ${at} (UTC). Un code n’est demandé qu’après votre mot de passe : qui les a entrés le connaît donc. Personne n’a pu entrer.`,
    wait: "Désormais, chaque code erroné est suivi d’un délai, deux fois plus long chaque fois, jusqu’à un jour. Votre propre code sera de nouveau accepté une fois le délai écoulé ; ce qui est connecté à votre compte continue de fonctionner.",
    ifYou:
      "Si c’était vous : vérifiez que l’appareil qui porte votre application d’authentification est à l’heure, puis attendez le code suivant.",
    ifNotYou:
      "Si ce n’était pas vous : changez votre mot de passe, ici et partout où vous l’utilisez, puis écrivez-nous.",
  },
};

export const mailTexts = bilingual(en, fr);
