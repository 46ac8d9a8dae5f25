import type { Language } from "../../../../shared/language.ts";
import { french } from "../../../../shared/pages/french-typography.ts";

const en = {
  title: "Cart",
  empty: "Choose what to order",
  emptyLead: "Look for a domain name here, or choose a plan on the home page: both lead back to this cart.",
  domainName: "Domain name",
  check: "Check",
  plans: "See the plans",

  register: "Registration",
  transfer: "Transfer to us",
  years: "Term",
  yearsOf: (years: number) => (years === 1 ? "1 year" : `${years} years`),
  cycle: "Billed",
  change: "Change",
  price: "Price, before tax",
  renewal: "Then, each year",
  firstPayment: "First payment, before tax",
  afterwards: "Afterwards",
  setupFee: "Of which set-up",
  discount: (percent: number) => `Discount (${percent} %)`,
  otherCurrency: (currency: string) => `This account is billed in ${currency}, so the prices here are in ${currency}.`,
  registrant: "Registrant",
  authCode: "Transfer code from the present registrar",
  authCodeHint: "It is asked for there; some call it auth code or EPP code.",
  site: "Your site’s domain name (optional)",
  siteHint: "Which of your sites the plan is for, such as example.com.",
  extraFields: "What the registry asks",
  choose: "Choose…",
  termsTitle: "Terms",
  accept: "I accept these terms",
  order: "Order",
  orderNote: "Ordering makes an invoice. What was ordered is done once it is paid.",
  notAvailable: {
    register: "This name cannot be registered now: it is taken, or on order.",
    transfer: "This name cannot be transferred to us now.",
  },
  atPayment:
    "The registry is asked when the invoice is paid. Should the name be taken by then, the amount is given back as credit.",
  noRegistry:
    "This demonstration has no registry behind it: the name is not registered anywhere, and once paid it stays to be registered.",
  anotherName: "Look for another name",

  badDomain: "This is not a domain name that can be ordered.",
  badPlan: "There is no such plan.",
  badCycle: "The plan is not sold with this billing cycle.",
  acceptFirst: "Accept the terms to order.",
  priceChanged: (price: string) => `The price has changed. It is now ${price}; order again if you agree.`,
  later: "The registrar did not answer, so nothing was ordered. Try again in a moment.",
  wrong: (label: string, what: string) => `${label}: ${what}`,
  notOrdered: "Nothing was ordered yet.",
};

const fr: typeof en = french({
  title: "Panier",
  empty: "Choisissez quoi commander",
  emptyLead: "Cherchez un nom de domaine ici, ou choisissez un forfait à l’accueil : les deux ramènent à ce panier.",
  domainName: "Nom de domaine",
  check: "Vérifier",
  plans: "Voir les forfaits",

  register: "Enregistrement",
  transfer: "Transfert chez nous",
  years: "Durée",
  yearsOf: (years) => (years === 1 ? "1 an" : `${years} ans`),
  cycle: "Facturation",
  change: "Changer",
  price: "Prix avant taxes",
  renewal: "Ensuite, chaque année",
  firstPayment: "Premier paiement, avant taxes",
  afterwards: "Ensuite",
  setupFee: "Dont frais d’installation",
  discount: (percent) => `Remise (${percent} %)`,
  otherCurrency: (currency) => `Ce compte est facturé en ${currency} ; les prix sont donc en ${currency} ici.`,
  registrant: "Titulaire",
  authCode: "Code de transfert du bureau d’enregistrement actuel",
  authCodeHint: "On le demande là-bas ; certains l’appellent code d’autorisation ou code EPP.",
  site: "Nom de domaine de votre site (facultatif)",
  siteHint: "Le site auquel le forfait est destiné, par exemple exemple.com.",
  extraFields: "Ce que le registre demande",
  choose: "Choisir…",
  termsTitle: "Conditions",
  accept: "J’accepte ces conditions",
  order: "Commander",
  orderNote: "La commande crée une facture. Ce qui est commandé est fait une fois la facture payée.",
  notAvailable: {
    register: "Ce nom ne peut pas être enregistré maintenant : il est pris, ou en commande.",
    transfer: "Ce nom ne peut pas être transféré chez nous maintenant.",
  },
  atPayment:
    "Le registre est interrogé quand la facture est payée. Si le nom est pris d’ici là, le montant est rendu en crédit.",
  noRegistry:
    "Il n’y a aucun registre derrière cette démonstration : le nom n’est enregistré nulle part et, une fois payé, reste à enregistrer.",
  anotherName: "Chercher un autre nom",

  badDomain: "Ce n’est pas un nom de domaine que l’on peut commander.",
  badPlan: "Ce forfait n’existe pas.",
  badCycle: "Le forfait n’est pas vendu avec cette facturation.",
  acceptFirst: "Acceptez les conditions pour commander.",
  priceChanged: (price) =>
    `Le prix a changé. Il est maintenant de ${price} ; commandez de nouveau si cela vous convient.`,
  later: "Le bureau d’enregistrement n’a pas répondu ; rien n’a donc été commandé. Réessayez dans un moment.",
  wrong: (label, what) => `${label} : ${what}`,
  notOrdered: "Rien n’a encore été commandé.",
});

export const cartTexts: Record<Language, typeof en> = { en, fr };
