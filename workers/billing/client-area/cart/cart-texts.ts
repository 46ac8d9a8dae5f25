import { bilingual } from "../../../../shared/pages/french-typography.ts";

const en = {
  title: "Cart",
  empty: "Choose what to order",
  emptyLead: "Look for a domain name here, or choose a plan on the home page: both lead back to this cart.",
  domainName: "Domain name",
  check: "Check",
  plans: "See the plans",

  register: "Registration",
  transfer: "Transfer to us",
  titles: {
    register: (name: string) => name,
    transfer: (name: string) => `Transfer of ${name}`,
  },
  years: "Term",
  cycle: "Billed",
  change: "Change",
  price: "Price, before tax",
  renewal: (years: number) => (years === 1 ? "Then, each year" : `Then, every ${years} years`),
  firstPayment: "First payment, before tax",
  afterwards: "Afterwards",
  setupFee: "Including the set-up fee",
  discount: (percent: number) => `Discount (${percent}%)`,
  otherCurrency: (currency: string) => `This account is billed in ${currency}, so the prices here are in ${currency}.`,
  registrant: "Registrant",
  authCode: "Transfer code from the present registrar",
  authCodeHint: "Ask that registrar for it; some call it an auth code or EPP code.",
  site: "Your site’s domain name (optional)",
  siteHint: "Which of your sites the plan is for, such as example.com.",
  extraFields: "What the registry asks",
  choose: "Choose…",
  termsTitle: "Terms",
  accept: "I accept these terms",
  order: "Order",
  orderNote: "Ordering makes an invoice. The order is carried out once it is paid.",
  orderTransfer: "Order the transfer",
  transferNote: "Ordering makes an invoice. The transfer begins once it is paid, and can take some days.",
  onOrder: (name: string) => `${name} is on order already, so it cannot be ordered again.`,
  isYours: (name: string) => `${name} is in this account already.`,
  toYours: "See how it stands",
  notRegistrable: {
    taken: (name: string) => `${name} cannot be registered: it is taken. If it is yours, you can transfer it to us.`,
    unavailable: (name: string) => `${name} cannot be registered: its registry has reserved or blocked the name.`,
  },
  transferInstead: "Transfer it to us",
  notTransferable: {
    available: (name: string) =>
      `${name} cannot be transferred: nobody has registered it, so there is nothing to transfer. It can be registered.`,
    unavailable: (name: string) => `${name} cannot be transferred to us now.`,
  },
  registerInstead: "Register it",
  leaving: {
    redemption: (name: string) =>
      `${name} can be neither registered nor transferred now: it has expired and is in its redemption period. If it is yours, have it restored at its present registrar first; otherwise it may become available later.`,
    pending_delete: (name: string) =>
      `${name} can be neither registered nor transferred now: its registry is about to delete it. It may become available in some days.`,
  },
  atPayment: {
    register:
      "The registry has just said that the name is free, and is asked again when the invoice is paid. Should the name be taken by then, the amount is given back as credit.",
    transfer:
      "Unlock the name at its present registrar before you pay. Should the transfer be refused, for its lock or a wrong code, the name stays where it is and the amount is given back as credit.",
  },

  badDomain: "This is not a domain name that can be ordered.",
  badPlan: "There is no such plan.",
  badCycle: "The plan is not offered with this billing cycle.",
  acceptFirst: "Accept the terms to order.",
  priceChanged: (price: string) => `The price has changed. It is now ${price}; order again if you agree.`,
  later: "The registrar did not answer, so nothing was ordered. Try again in a moment.",
  wrong: (label: string, what: string) => `${label}: ${what}`,
  notOrdered: "Nothing was ordered yet.",
  /** Before the sign-in. */
  visitor: {
    currency: "Currency",
    currencyNote: "An account is billed in one currency: after the sign-in the prices are in that of yours.",
    features: "What it includes",
    yearsNote: "The first year at the price of a registration, each further one at that of a renewal.",
    notAsked:
      "It was not found out just now whether the name can be ordered: the registry is asked once you have signed in.",
    orderTitle: "Order",
    next: "Sign in to order: you then see it once more, with the terms, before anything is ordered.",
    newCustomer: "New here? Create an account first, then come back to this page.",
    askUs: (brand: string) => `New here? Contact ${brand} to have an account opened, then come back to this page.`,
    createAccount: "Create an account",
    signIn: "Sign in to order",
  },
};

const fr: typeof en = {
  title: "Panier",
  empty: "Choisissez ce que vous voulez commander",
  emptyLead: "Cherchez un nom de domaine ici, ou choisissez un forfait à l’accueil : les deux ramènent à ce panier.",
  domainName: "Nom de domaine",
  check: "Vérifier",
  plans: "Voir les forfaits",

  register: "Enregistrement",
  transfer: "Transfert chez nous",
  titles: {
    register: (name) => name,
    transfer: (name) => `Transfert de ${name}`,
  },
  years: "Durée",
  cycle: "Facturation",
  change: "Changer",
  price: "Prix avant taxes",
  renewal: (years) => (years === 1 ? "Ensuite, chaque année" : `Ensuite, tous les ${years} ans`),
  firstPayment: "Premier paiement, avant taxes",
  afterwards: "Ensuite",
  setupFee: "Dont frais de mise en service",
  discount: (percent) => `Remise (${percent} %)`,
  otherCurrency: (currency) => `Ce compte est facturé en ${currency} ; les prix sont donc en ${currency} ici.`,
  registrant: "Titulaire",
  authCode: "Code de transfert du bureau d’enregistrement actuel",
  authCodeHint: "Demandez-le à ce bureau ; certains l’appellent code d’autorisation ou code EPP.",
  site: "Nom de domaine de votre site (facultatif)",
  siteHint: "Le site auquel le forfait est destiné, par exemple exemple.com.",
  extraFields: "Ce que le registre demande",
  choose: "Choisir…",
  termsTitle: "Conditions",
  accept: "J’accepte ces conditions",
  order: "Commander",
  orderNote: "La commande crée une facture. La commande est exécutée une fois la facture payée.",
  orderTransfer: "Commander le transfert",
  transferNote:
    "La commande crée une facture. Le transfert commence une fois la facture payée et peut prendre quelques jours.",
  onOrder: (name) => `${name} fait déjà l’objet d’une commande ; il ne peut donc pas être commandé de nouveau.`,
  isYours: (name) => `${name} est déjà dans ce compte.`,
  toYours: "Voir où il en est",
  notRegistrable: {
    taken: (name) =>
      `${name} ne peut pas être enregistré : il est pris. S’il est à vous, vous pouvez le transférer chez nous.`,
    unavailable: (name) => `${name} ne peut pas être enregistré : son registre a réservé ou bloqué ce nom.`,
  },
  transferInstead: "Le transférer chez nous",
  notTransferable: {
    available: (name) =>
      `${name} ne peut pas être transféré : personne ne l’a enregistré, il n’y a donc rien à transférer. Il peut être enregistré.`,
    unavailable: (name) => `${name} ne peut pas être transféré chez nous maintenant.`,
  },
  registerInstead: "L’enregistrer",
  leaving: {
    redemption: (name) =>
      `${name} ne peut être ni enregistré ni transféré maintenant : il a expiré et se trouve en période de rédemption. S’il est à vous, faites-le d’abord restaurer auprès de son bureau d’enregistrement actuel ; sinon, il pourrait redevenir disponible plus tard.`,
    pending_delete: (name) =>
      `${name} ne peut être ni enregistré ni transféré maintenant : son registre est sur le point de le supprimer. Il pourrait redevenir disponible dans quelques jours.`,
  },
  atPayment: {
    register:
      "Le registre vient d’indiquer que le nom est libre, et sera interrogé de nouveau au paiement de la facture. Si le nom est pris d’ici là, le montant est porté au crédit du compte.",
    transfer:
      "Déverrouillez le nom auprès de son bureau d’enregistrement actuel avant de payer. Si le transfert est refusé, à cause du verrou ou d’un mauvais code, le nom reste où il est et le montant est porté au crédit du compte.",
  },

  badDomain: "Ce n’est pas un nom de domaine que l’on peut commander.",
  badPlan: "Ce forfait n’existe pas.",
  badCycle: "Ce forfait n’est pas offert avec ce cycle de facturation.",
  acceptFirst: "Acceptez les conditions pour commander.",
  priceChanged: (price) =>
    `Le prix a changé. Il est maintenant de ${price} ; commandez de nouveau si cela vous convient.`,
  later: "Le bureau d’enregistrement n’a pas répondu ; rien n’a donc été commandé. Réessayez dans un moment.",
  wrong: (label, what) => `${label} : ${what}`,
  notOrdered: "Rien n’a encore été commandé.",
  visitor: {
    currency: "Devise",
    currencyNote:
      "Un compte est facturé dans une seule devise : une fois votre session ouverte, les prix sont dans celle du vôtre.",
    features: "Ce qui est compris",
    yearsNote: "La première année au prix d’un enregistrement, chaque année suivante à celui d’un renouvellement.",
    notAsked:
      "On ne sait pas encore si ce nom peut être commandé : le registre sera interrogé une fois votre session ouverte.",
    orderTitle: "Commande",
    next: "Ouvrez une session pour commander : tout vous est montré encore une fois, avec les conditions, avant que rien ne soit commandé.",
    newCustomer: "Nouveau client ? Créez d’abord un compte, puis revenez à cette page.",
    askUs: (brand) => `Nouveau client ? Contactez ${brand} pour faire ouvrir un compte, puis revenez à cette page.`,
    createAccount: "Créer un compte",
    signIn: "Ouvrir une session pour commander",
  },
};

export const cartTexts = bilingual(en, fr);
