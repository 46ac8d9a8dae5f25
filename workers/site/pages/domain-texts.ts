import type { DomainCheckAnswer } from "../../../shared/catalogue-contract/domain-check-answer.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import type { Text } from "../../../shared/platform/language.ts";

/** Texts about domains: the search, its results and the prices. */
export const domainTexts = byLanguage({
  find: { en: "Find your domain", fr: "Trouvez votre domaine" },
  name: { en: "Domain name", fr: "Nom de domaine" },
  example: (extension: string) => ({ en: `yourname${extension}`, fr: `votrenom${extension}` }),
  send: { en: "Search", fr: "Chercher" },
  title: { en: "Domain names", fr: "Noms de domaine" },
  lead: {
    en: "Prices for one year, without taxes. Each further year costs a renewal.",
    fr: "Prix pour un an, hors taxes. Plusieurs années coûtent l’enregistrement, plus un renouvellement par année supplémentaire.",
  },
  extension: { en: "Extension", fr: "Extension" },
  register: { en: "Register", fr: "Enregistrer" },
  transfer: { en: "Transfer", fr: "Transférer" },
  renew: { en: "Renew", fr: "Renouveler" },
  free: { en: "Free", fr: "Gratuit" },
  all: (count: number) => ({ en: `All ${count} extensions`, fr: `Les ${count} extensions` }),
  thenAYear: (amount: string) => ({ en: `then ${amount} a year`, fr: `puis ${amount} par an` }),
  statuses: {
    available: { en: "Available", fr: "Libre" },
    taken: { en: "Taken", fr: "Déjà pris" },
    unavailable: { en: "Not for sale", fr: "Pas en vente" },
    unknown: { en: "Not known", fr: "Inconnu" },
  } satisfies Record<DomainCheckAnswer["status"], Text>,
  answers: {
    available: (name: string) => ({ en: `${name} can be registered`, fr: `${name} peut être enregistré` }),
    taken: (name: string) => ({ en: `${name} is taken`, fr: `${name} est déjà pris` }),
    unavailable: (name: string) => ({
      en: `${name} cannot be registered`,
      fr: `${name} ne peut pas être enregistré`,
    }),
    unknown: (name: string) => ({
      en: `We do not know whether ${name} can be registered`,
      fr: `Nous ne savons pas si ${name} peut être enregistré`,
    }),
  } satisfies Record<DomainCheckAnswer["status"], (name: string) => Text>,
  registerFor: { en: "Register for", fr: "Enregistrer pour" },
  years: (count: number) => ({
    en: count === 1 ? "1 year" : `${count} years`,
    fr: count === 1 ? "1 an" : `${count} ans`,
  }),
  renewsAt: (amount: string) => ({ en: `Renews at ${amount} a year.`, fr: `Se renouvelle à ${amount} par an.` }),
  transferBill: {
    title: { en: "Is it yours?", fr: "C’est le vôtre ?" },
    line: { en: "Transfer, before tax", fr: "Transfert, avant taxes" },
  },
  transferName: (name: string) => ({ en: `Transfer ${name}`, fr: `Transférer ${name}` }),
  searchInCart: { en: "Search in the cart", fr: "Chercher dans le panier" },
  goOn: { en: "Continue", fr: "Continuer" },
  bill: {
    title: { en: "Your first bill", fr: "Votre première facture" },
    line: (name: string, years: string) => ({ en: `${name}, ${years}`, fr: `${name}, ${years}` }),
    total: { en: "Before tax", fr: "Avant taxes" },
    later: { en: "Renews at", fr: "Renouvellement, par an" },
    tax: {
      en: "Tax depends on your address. You see it before you order.",
      fr: "Les taxes dépendent de votre adresse. Vous les voyez avant de commander.",
    },
  },
  withPlan: {
    title: { en: "Add hosting", fr: "Ajouter un hébergement" },
    none: { en: "Just the name", fr: "Seulement le nom" },
  },
  near: {
    title: { en: "Similar names that are free", fr: "Des noms proches, et libres" },
    show: { en: "Show similar names that are free", fr: "Voir des noms libres qui lui ressemblent" },
    counts: { en: "This checks up to ten more names.", fr: "Jusqu’à dix noms de plus seront vérifiés." },
    none: {
      en: "None of the similar names that we checked is free.",
      fr: "Aucun des noms proches que nous avons essayés n’est libre.",
    },
    notKnown: {
      en: "We could not check all similar names. Try again in a few minutes.",
      fr: "Nous n’avons pas pu vérifier tous les noms proches. Réessayez dans quelques minutes.",
    },
  },
  elsewhere: {
    title: { en: "The same name elsewhere", fr: "Le même nom ailleurs" },
    name: { en: "Name", fr: "Nom" },
    now: { en: "Now", fr: "État" },
    firstBill: { en: "First bill", fr: "Première facture" },
    renewsAt: { en: "Renews at", fr: "Renouvellement" },
    action: { en: "Action", fr: "Action" },
    check: { en: "Check", fr: "Vérifier" },
    choose: { en: "Choose", fr: "Choisir" },
    transfer: { en: "Yours? Transfer it", fr: "C’est le vôtre ? Transférez-le" },
    steep: (times: number) => ({
      en: `Renews at ${times} times the first price`,
      fr: `Se renouvelle à ${times} fois le premier prix`,
    }),
  },
  simulated: {
    en: "This is a demonstration: a sandbox answered instead of the registry.",
    fr: "Ceci est une démonstration : un bac à sable a répondu à la place du registre.",
  },
  refusals: {
    invalid: { en: "This name cannot be checked", fr: "Ce nom ne peut pas être vérifié" },
    invalidText: (why: string) => ({ en: `The name ${why}`, fr: `Le nom ${why}` }),
    notSold: { en: "We do not offer this extension", fr: "Nous ne vendons pas cette extension" },
    notSoldText: {
      en: "The price list has the extensions that we offer.",
      fr: "Les extensions que nous vendons figurent dans la liste des prix.",
    },
    tooMany: {
      en: "Too many names checked",
      fr: "Vous avez vérifié beaucoup de noms en peu de temps",
    },
    tooManyText: (minutes: number) => ({
      en: minutes > 1 ? `You can check again in ${minutes} minutes.` : "You can check again in a minute.",
      fr: minutes > 1 ? `Vous pourrez reprendre dans ${minutes} minutes.` : "Vous pourrez reprendre dans une minute.",
    }),
    failed: { en: "The name could not be checked", fr: "Le nom n’a pas pu être vérifié" },
    failedText: {
      en: "The name may be available or taken. Try again in a minute.",
      fr: "Cela ne dit rien du nom lui-même. Réessayez dans une minute.",
    },
  },
});
export type DomainTexts = (typeof domainTexts)["en"];
