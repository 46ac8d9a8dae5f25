import { byLanguage } from "../../../../shared/pages/french-typography.ts";

const NOT_INVOICED = {
  en: "Write to us: its renewal was not invoiced.",
  fr: "Écrivez-nous : son renouvellement n’a pas été facturé.",
};

/** The text about a renewal invoice that is charged to the saved card. */
const paid = (number: string, day: string) => ({
  en: `You don’t need to do anything. On ${day}, we pay invoice ${number} with your account credit, charge the rest to your saved card, and renew the name.`,
  fr: `Vous n’avez rien à faire : le ${day}, le crédit de votre compte, puis votre carte enregistrée, règleront la facture ${number}, et le nom sera renouvelé.`,
});

/** The texts of e-mails about expiring domain names and completed orders. */
export const reminderTexts = byLanguage({
  domainExpires: {
    subject: (name: string, day: string) => ({ en: `${name} expires on ${day}`, fr: `${name} expire le ${day}` }),
    opening: (name: string, day: string) => ({
      en: `The domain name ${name} expires on ${day}.`,
      fr: `Le nom de domaine ${name} expire le ${day}.`,
    }),
    next: {
      paid,
      pay: (number: string) => ({
        en: `It is renewed as soon as invoice ${number} is paid.`,
        fr: `Il sera renouvelé dès que la facture ${number} sera payée.`,
      }),
      automatic: {
        en: "We issue an invoice two weeks before that day, and renew the name once you pay it.",
        fr: "Facturé automatiquement : une facture est émise deux semaines avant, et le nom est renouvelé une fois que vous l’avez payée.",
      },
      charged: {
        en: "Auto-renewal is on: an invoice is issued two weeks before, and your saved card is charged.",
        fr: "Le renouvellement automatique est activé : une facture est émise deux semaines avant, et votre carte enregistrée est débitée.",
      },
      renew: {
        en: "Auto-renewal is off. Renew the name before that day, so that its site and mail keep working.",
        fr: "Le renouvellement automatique est désactivé. Renouvelez le nom avant ce jour, pour que son site et son courriel continuent de fonctionner.",
      },
    },
  },
  domainExpired: {
    subject: (name: string, _day: string) => ({ en: `${name} has expired`, fr: `${name} a expiré` }),
    opening: (name: string, day: string) => ({
      en: `The domain name ${name} expired on ${day}. Its site and its mail may stop working.`,
      fr: `Le nom de domaine ${name} a expiré le ${day}. Son site et son courriel peuvent cesser de fonctionner.`,
    }),
    next: {
      paid,
      pay: (number: string) => ({
        en: `Pay invoice ${number} and it is renewed at the usual price. Later, renewing costs more; after that, anyone can register the name.`,
        fr: `Réglez la facture ${number} et il sera renouvelé au prix habituel. Plus tard, le renouvellement coûtera davantage ; ensuite, n’importe qui pourra enregistrer le nom.`,
      }),
      automatic: NOT_INVOICED,
      charged: NOT_INVOICED,
      renew: {
        en: "You can still renew it at the usual price. Later, renewing costs more; after that, anyone can register the name.",
        fr: "Vous pouvez encore le renouveler au prix habituel. Plus tard, le renouvellement coûtera davantage ; ensuite, n’importe qui pourra enregistrer le nom.",
      },
    },
  },
  orderDone: {
    register: {
      subject: (name: string) => ({ en: `${name} is registered`, fr: `${name} est enregistré` }),
      opening: (name: string) => ({
        en: `The domain name ${name} is registered for you.`,
        fr: `Le nom de domaine ${name} est enregistré pour vous.`,
      }),
    },
    transfer: {
      subject: (name: string) => ({ en: `${name} was transferred to us`, fr: `${name} a été transféré chez nous` }),
      opening: (name: string) => ({
        en: `The transfer of the domain name ${name} to us is complete.`,
        fr: `Le transfert du nom de domaine ${name} chez nous est terminé.`,
      }),
    },
    plan: {
      subject: (plan: string) => ({ en: `${plan} is ready`, fr: `${plan} est prêt` }),
      opening: (plan: string) => ({ en: `Your plan ${plan} is ready.`, fr: `Votre forfait ${plan} est prêt.` }),
    },
    until: (day: string) => ({ en: `It expires on ${day}.`, fr: `Il expire le ${day}.` }),
    toDomain: {
      en: "Its nameservers, lock and auto-renewal are in the client area.",
      fr: "Ses serveurs de noms, son verrou et son renouvellement automatique sont dans l’espace client.",
    },
    toService: { en: "It is in the client area.", fr: "Il se trouve dans l’espace client." },
  },
});
