import { byLanguage } from "../../../../shared/pages/french-typography.ts";

export const cartTexts = byLanguage({
  cart: { en: "Cart", fr: "Panier" },
  empty: { en: "Choose what to order", fr: "Choisissez ce que vous voulez commander" },
  emptyLead: {
    en: "Find a domain name here, or choose a plan on the home page. Both lead back to this cart.",
    fr: "Cherchez un nom de domaine ici, ou choisissez un forfait à l’accueil : les deux ramènent à ce panier.",
  },
  domainName: { en: "Domain name", fr: "Nom de domaine" },
  check: { en: "Check", fr: "Vérifier" },
  plans: { en: "See the plans", fr: "Voir les forfaits" },

  /** @param what the list of ordered domains and plans, as text */
  title: (what: string) => ({ en: `Order ${what}`, fr: `Commander ${what}` }),
  transferOf: (name: string) => ({ en: `the transfer of ${name}`, fr: `le transfert de ${name}` }),
  back: { en: "Choose something else", fr: "Choisir autre chose" },
  what: { en: "Your order", fr: "Votre commande" },
  who: { en: "Your account", fr: "Votre compte" },
  pay: { en: "Terms and payment", fr: "Conditions et paiement" },
  change: { en: "Change the order", fr: "Modifier la commande" },
  years: { en: "Term", fr: "Durée" },
  cycle: { en: "Billed", fr: "Facturation" },
  months: (count: number) => ({ en: count === 1 ? "1 month" : `${count} months`, fr: `${count} mois` }),
  aMonth: { en: "a month", fr: "par mois" },
  firstThen: (first: string, later: string) => ({ en: `${first}, then ${later}`, fr: `${first}, puis ${later}` }),
  together: (domain: string) => ({
    en: `${domain} is the name of the plan’s site.`,
    fr: `${domain} est le nom du site du forfait.`,
  }),
  line: (name: string, term: string) => ({ en: `${name}, ${term}`, fr: `${name}, ${term}` }),
  setupFee: { en: "Set-up fee", fr: "Frais de mise en service" },
  discount: (percent: number) => ({
    en: `First-year discount, ${percent}%`,
    fr: `Remise de la première année, ${percent} %`,
  }),
  off: (percent: number) => ({ en: `${percent}% off the first year`, fr: `${percent} % de remise la première année` }),
  summary: { en: "Summary", fr: "Résumé" },
  credit: { en: "Account credit", fr: "Crédit du compte" },
  dueToday: { en: "Due today", fr: "À payer aujourd’hui" },
  dueBeforeTax: { en: "Due today, before tax", fr: "À payer aujourd’hui, avant taxes" },
  renewsAt: { en: "Renews at", fr: "Renouvellement" },
  renewal: (name: string, term: string, on: string | null) =>
    on === null
      ? { en: `${name}, for ${term}`, fr: `${name}, pour ${term}` }
      : { en: `${name}, on ${on} for ${term}`, fr: `${name}, le ${on} pour ${term}` },
  beforeTax: { en: "Before tax.", fr: "Avant taxes." },
  taxLater: {
    en: "Tax depends on your address. You see it once you have signed in.",
    fr: "Les taxes dépendent de votre adresse. Vous les voyez une fois votre session ouverte.",
  },
  features: { en: "What it includes", fr: "Ce qui est compris" },
  signedIn: { en: "Signed in as", fr: "Session ouverte :" },
  /** @param rule the rule that the address breaks, as a sentence */
  unfit: (name: string, rule: string) => ({
    en: `This address cannot be used for ${name}. ${rule}`,
    fr: `Cette adresse ne peut pas servir pour ${name}. ${rule}`,
  }),
  changeDetails: { en: "Change name, address or tax number", fr: "Changer le nom, l’adresse ou le numéro de taxe" },
  otherCurrency: (currency: string) => ({
    en: `This account is billed in ${currency}, so the prices here are in ${currency}.`,
    fr: `Ce compte est facturé en ${currency} ; les prix sont donc en ${currency} ici.`,
  }),
  authCode: {
    en: "Transfer code from the current registrar",
    fr: "Code de transfert du bureau d’enregistrement actuel",
  },
  authCodeHint: {
    en: "Ask your current registrar for it; some call it an auth code or EPP code.",
    fr: "Demandez-le à ce bureau ; certains l’appellent code d’autorisation ou code EPP.",
  },
  site: { en: "Your site’s domain name (optional)", fr: "Nom de domaine de votre site (facultatif)" },
  siteHint: {
    en: "The site this plan is for, such as example.com.",
    fr: "Le site auquel le forfait est destiné, par exemple exemple.com.",
  },
  extraFields: { en: "The registry’s questions", fr: "Ce que le registre demande" },
  choose: { en: "Choose…", fr: "Choisir…" },
  termsTitle: { en: "Terms", fr: "Conditions" },
  accept: { en: "I accept these terms", fr: "J’accepte ces conditions" },
  payNow: (amount: string) => ({ en: `Pay ${amount}`, fr: `Payer ${amount}` }),
  toPayment: (amount: string) => ({ en: `Continue to payment · ${amount}`, fr: `Passer au paiement · ${amount}` }),
  orderFor: (amount: string) => ({ en: `Order · ${amount}`, fr: `Commander · ${amount}` }),
  orderNote: {
    en: "Ordering creates an invoice. We process the order once you pay the invoice.",
    fr: "La commande crée une facture. La commande est exécutée une fois la facture payée.",
  },
  transferNote: {
    en: "Ordering creates an invoice. The transfer begins once you pay it, and can take several days.",
    fr: "La commande crée une facture. Le transfert commence une fois la facture payée et peut prendre quelques jours.",
  },
  isOrdered: (name: string) => ({
    en: `${name} is ordered. The plan is not ordered yet: order it here.`,
    fr: `${name} est commandé. Le forfait ne l’est pas : commandez-le ici.`,
  }),
  planAlone: { en: "Order the plan alone", fr: "Commander le forfait seul" },
  onOrder: (name: string) => ({
    en: `${name} is on order already, so it cannot be ordered again.`,
    fr: `${name} fait déjà l’objet d’une commande ; il ne peut donc pas être commandé de nouveau.`,
  }),
  isYours: (name: string) => ({ en: `${name} is in this account already.`, fr: `${name} est déjà dans ce compte.` }),
  waits: { en: "Your order is awaiting payment", fr: "Votre commande est en attente de paiement" },
  toYours: { en: "See the domain’s status", fr: "Voir l’état du domaine" },
  notRegistrable: {
    taken: (name: string) => ({
      en: `${name} cannot be registered: it is taken. If it is yours, you can transfer it to us.`,
      fr: `${name} ne peut pas être enregistré : il est pris. S’il est à vous, vous pouvez le transférer chez nous.`,
    }),
    unavailable: (name: string) => ({
      en: `${name} cannot be registered: its registry has reserved or blocked the name.`,
      fr: `${name} ne peut pas être enregistré : son registre a réservé ou bloqué ce nom.`,
    }),
  },
  transferInstead: { en: "Transfer it to us", fr: "Le transférer chez nous" },
  notTransferable: {
    available: (name: string) => ({
      en: `${name} cannot be transferred: nobody has registered it, so there is nothing to transfer. It can be registered.`,
      fr: `${name} ne peut pas être transféré : personne ne l’a enregistré, il n’y a donc rien à transférer. Il peut être enregistré.`,
    }),
    unavailable: (name: string) => ({
      en: `${name} cannot be transferred to us now.`,
      fr: `${name} ne peut pas être transféré chez nous maintenant.`,
    }),
  },
  registerInstead: { en: "Register it", fr: "L’enregistrer" },
  premium: (name: string) => ({
    en: `${name} is a premium domain, which we do not sell online.`,
    fr: `${name} est un domaine à prix spécial, que nous ne vendons pas en ligne.`,
  }),
  leaving: {
    redemption: (name: string) => ({
      en: `${name} can be neither registered nor transferred now: it has expired and is in its redemption period. If it is yours, have your current registrar restore it first. Otherwise it may become available later.`,
      fr: `${name} ne peut être ni enregistré ni transféré maintenant : il a expiré et se trouve en période de rédemption. S’il est à vous, faites-le d’abord restaurer auprès de son bureau d’enregistrement actuel ; sinon, il pourrait redevenir disponible plus tard.`,
    }),
    pending_delete: (name: string) => ({
      en: `${name} can be neither registered nor transferred now: its registry is about to delete it. It may become available in a few days.`,
      fr: `${name} ne peut être ni enregistré ni transféré maintenant : son registre est sur le point de le supprimer. Il pourrait redevenir disponible dans quelques jours.`,
    }),
  },
  atPayment: {
    register: {
      en: "The registry reports that the name is free. We check again when the invoice is paid. If the name is taken by then, you get the amount back as account credit.",
      fr: "Le registre vient d’indiquer que le nom est libre, et sera interrogé de nouveau au paiement de la facture. Si le nom est pris d’ici là, le montant est porté au crédit du compte.",
    },
    transfer: {
      en: "Unlock the name at its current registrar before you pay. If the transfer is refused, because of the lock or a wrong code, the name stays where it is and you get the amount back as account credit.",
      fr: "Déverrouillez le nom auprès de son bureau d’enregistrement actuel avant de payer. Si le transfert est refusé, à cause du verrou ou d’un mauvais code, le nom reste où il est et le montant est porté au crédit du compte.",
    },
  },

  badDomain: {
    en: "This is not a domain name that can be ordered.",
    fr: "Ce n’est pas un nom de domaine que l’on peut commander.",
  },
  badPlan: { en: "There is no such plan.", fr: "Ce forfait n’existe pas." },
  badCycle: {
    en: "The plan is not offered with this billing cycle.",
    fr: "Ce forfait n’est pas offert avec ce cycle de facturation.",
  },
  acceptFirst: { en: "Accept the terms to order.", fr: "Acceptez les conditions pour commander." },
  priceChanged: (price: string) => ({
    en: `The price has changed. It is now ${price}; order again if you agree.`,
    fr: `Le prix a changé. Il est maintenant de ${price} ; commandez de nouveau si cela vous convient.`,
  }),
  later: {
    en: "The registrar did not answer, so nothing was done. Try again in a moment.",
    fr: "Le bureau d’enregistrement n’a pas répondu ; rien n’a donc été fait. Réessayez dans un moment.",
  },
  /** @param what the error in the field, with or without a full stop */
  wrong: (label: string, what: string) => {
    const end = what.replace(/\.?$/, ".");
    return { en: `${label} ${end}`, fr: `« ${label} » ${end}` };
  },
  notOrdered: { en: "Nothing was ordered yet.", fr: "Rien n’a encore été commandé." },
  /** Texts for visitors who have not signed in. */
  visitor: {
    currency: { en: "Currency", fr: "Devise" },
    currencyNote: {
      en: "After you sign in, prices are shown in your account’s currency.",
      fr: "Une fois votre session ouverte, les prix sont affichés dans la devise de votre compte.",
    },
    yearsNote: {
      en: "The first year costs the registration price; each further year costs the renewal price.",
      fr: "La première année au prix d’un enregistrement, chaque année suivante à celui d’un renouvellement.",
    },
    notAsked: {
      en: "We could not check whether the name can be ordered. We check again once you have signed in.",
      fr: "Nous n’avons pas pu vérifier ce nom. Nous le vérifierons de nouveau une fois votre session ouverte.",
    },
    next: {
      en: "You see the terms once you have signed in. Nothing is ordered before you accept them.",
      fr: "Vous voyez les conditions une fois votre session ouverte. Rien n’est commandé avant que vous les acceptiez.",
    },
    newCustomer: {
      en: "New here? Enter your e-mail address. We send you a code to confirm it.",
      fr: "Première commande ? Entrez votre adresse de courriel. Vous recevez un code pour confirmer votre adresse.",
    },
    newElsewhere: {
      en: "New here? Create an account first.",
      fr: "Pas encore de compte ? Créez-en un d’abord.",
    },
    askUs: (brand: string) => ({
      en: `New here? Contact ${brand} to have an account opened, then come back to this page.`,
      fr: `Pas encore de compte ? Contactez ${brand} pour en faire ouvrir un, puis revenez à cette page.`,
    }),
    createAccount: { en: "Create an account", fr: "Créer un compte" },
    haveAccount: { en: "Have an account?", fr: "Déjà un compte ?" },
    signIn: { en: "Sign in to order", fr: "Ouvrir une session" },
  },
});
