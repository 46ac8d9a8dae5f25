import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { OrderKind } from "../records/orders.ts";

type OrderText = (subject: string, orderId: number) => Text;

/** The texts that name what was ordered, for the start of a subject line or a sentence. */
const ORDERED = {
  register: (name: string) => ({ en: `Domain name ${name}`, fr: `Nom de domaine ${name}` }),
  transfer: (name: string) => ({ en: `Transfer of ${name} to us`, fr: `Transfert de ${name} chez nous` }),
  renew_domain: (name: string) => ({ en: `Renewal of ${name}`, fr: `Renouvellement de ${name}` }),
  plan: (plan: string) => ({ en: `Plan ${plan}`, fr: `Forfait ${plan}` }),
  renew_service: (plan: string) => ({ en: `Renewal of ${plan}`, fr: `Renouvellement de ${plan}` }),
  plan_change: (plan: string) => ({ en: `Plan change for ${plan}`, fr: `Changement de forfait de ${plan}` }),
} satisfies Record<OrderKind, (subject: string) => Text>;

/** Returns the same text for all kinds of service orders. */
function ofServices<Said>(said: Said) {
  return { plan: said, renew_service: said, plan_change: said };
}

const ORDER_AGAIN = {
  en: "You can order again, or write to us.",
  fr: "Vous pouvez commander de nouveau, ou nous écrire.",
};

/** The texts of e-mails about orders, and about services that an order or a cancellation changes. */
export const orderMailTexts = byLanguage({
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
      en: `Pay invoice ${number} in the client area: ${amount}, taxes included, due on ${due}. We process the order once you pay the invoice.`,
      fr: `La facture ${number} est à payer dans l’espace client : ${amount}, taxes comprises, échéance le ${due}. La commande sera exécutée une fois la facture payée.`,
    }),
    isCharged: {
      en: "Its auto-renewal is on: later renewals are charged to your saved card. You can switch it off on the page of the name in the client area, under Domains.",
      fr: "Son renouvellement automatique est activé : les renouvellements suivants seront débités de votre carte enregistrée. Vous pouvez le désactiver sur la page du nom, dans l’espace client, sous Domaines.",
    },
    nothingDue: { en: "Nothing is due.", fr: "Il n’y a rien à payer." },
    notYou: {
      en: "If no one at your company placed this order, don’t pay the invoice, and write to us.",
      fr: "Si personne chez vous n’a passé cette commande, laissez la facture impayée et écrivez-nous.",
    },
    notYouFree: {
      en: "If no one at your company placed this order, write to us.",
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
        en: `Order ${orderId} could not be completed: ${what}`,
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
        en: `Your order ${orderId} was paid, but the domain name ${name} could not be renewed. Its expiry date is unchanged.`,
        fr: `Votre commande ${orderId} a été payée, mais le nom de domaine ${name} n’a pas pu être renouvelé. Son échéance reste la même.`,
      }),
      ...ofServices((what: string, orderId: number) => ({
        en: `Your order ${orderId} was paid, but could not be completed: ${what}.`,
        fr: `Votre commande ${orderId} a été payée, mais n’a pas pu être exécutée : ${what}.`,
      })),
    } satisfies Record<OrderKind, OrderText>,
    reason: (reason: string) => ({ en: `Reason: ${reason}`, fr: `Motif indiqué : ${reason}` }),
    credited: (amount: string) => ({
      en: `We credited ${amount} to your account. The next invoice that you pay uses this credit first. If you want the money back, write to us.`,
      fr: `Nous avons porté ${amount} au crédit de votre compte. Ce crédit servira en premier au prochain paiement. Si vous souhaitez être remboursé, écrivez-nous.`,
    }),
    nothingPaid: {
      en: "You paid nothing, so there is nothing to refund.",
      fr: "Il n’y avait rien à payer, donc rien à rembourser.",
    },
    next: {
      register: { en: "You can order another name.", fr: "Vous pouvez commander un autre nom." },
      transfer: {
        en: "Once the cause is fixed, for example with the right code or after unlocking the name at its current registrar, you can order the transfer again.",
        fr: "Une fois le problème réglé, par exemple avec le bon code ou le nom déverrouillé là où il se trouve, vous pouvez commander le transfert de nouveau.",
      },
      renew_domain: {
        en: "Write to us before the name expires, so that you do not lose it.",
        fr: "Écrivez-nous avant l’échéance du nom, pour qu’il ne soit pas perdu.",
      },
      ...ofServices(ORDER_AGAIN),
    },
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
      en: `We cancelled its invoice ${number}: nothing is due.`,
      fr: `Sa facture ${number} a été retirée : il n’y a rien à payer.`,
    }),
    next: {
      en: "If you still want it, order it again.",
      fr: "Si vous la souhaitez toujours, passez la commande de nouveau.",
    },
  },
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
      en: `The unused part of the previous plan, ${amount}, was returned as account credit.`,
      fr: `Ce qui restait du forfait précédent, ${amount}, a été porté au crédit de votre compte.`,
    }),
  },
  serviceCancelled: {
    subject: (service: string) => ({ en: `Cancellation of ${service}`, fr: `Résiliation de ${service}` }),
    opening: {
      end_of_period: (service: string, day: string) => ({
        en: `The cancellation of ${service} was requested. It runs until ${day} and then ends. Everything stored in it (files, databases, mail) is deleted then. Make copies first.`,
        fr: `La résiliation de ${service} a été demandée. Il fonctionne jusqu’au ${day}, puis prend fin ; tout ce qui y est stocké (fichiers, bases de données, courriel) est alors supprimé. Faites-en d’abord une copie.`,
      }),
      immediately: (service: string, day: string) => ({
        en: `${service} was cancelled and ended on ${day}. Everything stored in it (files, databases, mail) is deleted.`,
        fr: `${service} a été résilié et a pris fin le ${day}. Tout ce qui y était stocké (fichiers, bases de données, courriel) est supprimé.`,
      }),
    },
    withdrawn: {
      en: "It is not renewed, and unpaid invoices for it were cancelled. What was paid is not refunded.",
      fr: "Le service ne sera pas renouvelé, et ses factures impayées ont été annulées. Ce qui a été payé n’est pas remboursé.",
    },
    next: {
      end_of_period: {
        en: "If you want to keep it, write to us before that day.",
        fr: "S’il doit continuer, écrivez-nous avant ce jour.",
      },
      immediately: {
        en: "If it should not have ended, write to us now.",
        fr: "S’il n’aurait pas dû prendre fin, écrivez-nous sans attendre.",
      },
    },
  },
});
