import type { DomainCheckAnswer } from "../../../shared/catalogue-contract/domain-check-answer.ts";
import { bilingual } from "../../../shared/pages/french-typography.ts";

const en = {
  title: "Find a domain name, and a plan for it",
  lead: (brand: string) =>
    `See whether a name is free, and what every plan of ${brand} costs, before you sign in. Or let your assistant look it up.`,
  ordering: {
    title: "How to order",
    steps: [
      { title: "Choose", text: "Check a name or pick a plan. Its button opens the cart with your choice in it." },
      {
        title: "See what it costs",
        text: "The cart says what is due now and at each renewal. Nothing is ordered until you have signed in and confirmed it.",
      },
      { title: "Pay the invoice", text: "Your order makes an invoice, and only you can pay it, in the client area." },
    ],
    clientArea: "Open the client area",
    signUp: "New here? Open an account",
  },
  connecting: {
    title: "Connect an assistant or a program",
    text: "The catalogue is public and free: no account, no key. Your own account opens with your sign-in alone.",
  },
  assistant: {
    title: "In your assistant",
    text: "Add this address where your assistant asks for an MCP server; some call it a connector. It asks for no sign-in.",
    how: "How to add it",
  },
  account: {
    title: "Your own account",
    text: "As a customer you can let an assistant read your services, domain names and invoices, and order, renew or change what you allow; you alone pay. Add this address, sign in, and decide what it may do.",
    /** Where the provider takes no orders or changes, or that is not known. */
    textReading:
      "As a customer you can let an assistant read your services, domain names, invoices and tickets. Add this address, sign in, and decide what it may do.",
    how: "How to connect an assistant",
    manage: "Connected assistants",
  },
  application: {
    title: "In your application",
    text: "The same catalogue as JSON, for programs and websites.",
    documentation: "Documentation",
    openApi: "OpenAPI document",
    llms: "llms.txt",
    status: "Status",
  },
  sold: "What we sell",
  currency: "Currency",
  inCurrency: (currency: string) => `Prices in ${currency}. Taxes are not included.`,
  lines: "Product lines",
  domains: {
    title: "Domain names",
    priceOf: (extension: string, price: string) => `${extension} ${price} for the first year`,
    text: "Prices for one year. Several years cost the registration, and a renewal for each further year.",
    check: "Check a domain name",
    hint: "With its extension, such as example.com.",
    send: "Check",
    answers: {
      available: (name: string) => `${name} can be registered`,
      taken: (name: string) => `${name} is taken`,
      unavailable: (name: string) => `${name} cannot be registered`,
      unknown: (name: string) => `We do not know whether ${name} can be registered`,
    } satisfies Record<DomainCheckAnswer["status"], (name: string) => string>,
    prices: (register: string, renew: string) =>
      `${register} for the first year, and ${renew} for each further one, now or when it is renewed. Taxes are not included.`,
    transferPrice: (transfer: string) =>
      `Transfer: ${transfer}, paid once, without taxes. The cart says what it adds to the term.`,
    registerName: (name: string) => `Register ${name}`,
    transferName: (name: string) => `Transfer ${name}`,
    searchInCart: "Search in the cart",
    simulated: "This is a demonstration: a sandbox answered in place of the registry.",
    refusals: {
      invalid: "This name cannot be checked",
      invalidText: (why: string) => `The name ${why}`,
      notSold: "We do not sell this extension",
      notSoldText: "The extensions we sell are in the list of prices.",
      tooMany: "You have checked many names in a short time",
      tooManyText: (minutes: number) =>
        minutes > 1 ? `You can check again in ${minutes} minutes.` : "You can check again in a minute.",
      failed: "The name could not be checked",
      failedText: "This says nothing about the name. Try again in a minute.",
    },
    extension: "Extension",
    register: "Register",
    transfer: "Transfer",
    renew: "Renew",
    free: "free",
    more: (count: number) => `${count} more extensions`,
    firstYear: "First year, without taxes:",
    all: (count: number) => `all ${count} extensions`,
  },
  unavailable: {
    title: "Prices cannot be shown right now",
    text: "The price list did not answer. The rest of this page is right; look again in a minute.",
  },
};

const fr: typeof en = {
  title: "Trouvez un nom de domaine et le forfait qui va avec",
  lead: (brand: string) =>
    `Voyez si un nom est libre et ce que coûte chaque forfait de ${brand}, avant d’ouvrir une session. Ou laissez votre assistant chercher pour vous.`,
  ordering: {
    title: "Comment commander",
    steps: [
      {
        title: "Choisissez",
        text: "Vérifiez un nom ou choisissez un forfait. Son bouton ouvre le panier, votre choix déjà fait.",
      },
      {
        title: "Voyez le prix",
        text: "Le panier indique ce qui est dû aujourd’hui et à chaque renouvellement. Rien n’est commandé avant que vous ayez ouvert une session et confirmé.",
      },
      {
        title: "Payez la facture",
        text: "Votre commande produit une facture, que vous seul pouvez payer, dans l’espace client.",
      },
    ],
    clientArea: "Ouvrir l’espace client",
    signUp: "Nouveau client ? Ouvrez un compte",
  },
  connecting: {
    title: "Connecter un assistant ou un programme",
    text: "Le catalogue est public et gratuit : ni compte, ni clé. Votre propre compte ne s’ouvre qu’avec votre identifiant.",
  },
  assistant: {
    title: "Dans votre assistant",
    text: "Ajoutez cette adresse là où votre assistant demande un serveur MCP, parfois appelé connecteur. Aucun compte n’est nécessaire.",
    how: "Comment l’ajouter",
  },
  account: {
    title: "Votre propre compte",
    text: "En tant que client, vous pouvez laisser un assistant lire vos services, noms de domaine et factures, et commander, renouveler ou modifier ce que vous permettez ; vous seul payez. Ajoutez cette adresse, ouvrez une session et décidez de ce qu’il pourra faire.",
    textReading:
      "En tant que client, vous pouvez laisser un assistant lire vos services, noms de domaine, factures et demandes d’assistance. Ajoutez cette adresse, ouvrez une session et décidez de ce qu’il pourra faire.",
    how: "Comment connecter un assistant",
    manage: "Assistants connectés",
  },
  application: {
    title: "Dans votre application",
    text: "Le même catalogue en JSON, pour vos programmes et vos sites.",
    documentation: "Documentation",
    openApi: "Document OpenAPI",
    llms: "llms.txt",
    status: "État du service",
  },
  sold: "Ce que nous vendons",
  currency: "Devise",
  inCurrency: (currency: string) => `Prix en ${currency}. Les taxes ne sont pas comprises.`,
  lines: "Gammes de produits",
  domains: {
    title: "Noms de domaine",
    priceOf: (extension: string, price: string) => `${extension} ${price} la première année`,
    text: "Prix pour un an. Plusieurs années coûtent l’enregistrement, plus un renouvellement par année supplémentaire.",
    check: "Vérifier un nom de domaine",
    hint: "Avec son extension, comme exemple.com.",
    send: "Vérifier",
    answers: {
      available: (name: string) => `${name} peut être enregistré`,
      taken: (name: string) => `${name} est déjà pris`,
      unavailable: (name: string) => `${name} ne peut pas être enregistré`,
      unknown: (name: string) => `Nous ne savons pas si ${name} peut être enregistré`,
    },
    prices: (register: string, renew: string) =>
      `${register} la première année, et ${renew} par année supplémentaire, dès maintenant ou au renouvellement. Les taxes ne sont pas comprises.`,
    transferPrice: (transfer: string) =>
      `Transfert : ${transfer}, une seule fois, hors taxes. Le panier indique ce qui s’ajoute à la durée.`,
    registerName: (name: string) => `Enregistrer ${name}`,
    transferName: (name: string) => `Transférer ${name}`,
    searchInCart: "Chercher dans le panier",
    simulated: "Ceci est une démonstration : un bac à sable a répondu à la place du registre.",
    refusals: {
      invalid: "Ce nom ne peut pas être vérifié",
      invalidText: (why: string) => `Le nom ${why}`,
      notSold: "Nous ne vendons pas cette extension",
      notSoldText: "Les extensions que nous vendons figurent dans la liste des prix.",
      tooMany: "Vous avez vérifié beaucoup de noms en peu de temps",
      tooManyText: (minutes: number) =>
        minutes > 1 ? `Vous pourrez reprendre dans ${minutes} minutes.` : "Vous pourrez reprendre dans une minute.",
      failed: "Le nom n’a pas pu être vérifié",
      failedText: "Cela ne dit rien du nom lui-même. Réessayez dans une minute.",
    },
    extension: "Extension",
    register: "Enregistrer",
    transfer: "Transférer",
    renew: "Renouveler",
    free: "gratuit",
    more: (count: number) => `${count} autres extensions`,
    firstYear: "Première année, hors taxes :",
    all: (count: number) => `les ${count} extensions`,
  },
  unavailable: {
    title: "Les prix ne peuvent pas être affichés pour l’instant",
    text: "Les prix n’ont pas pu être obtenus. Le reste de cette page est exact ; revenez dans une minute.",
  },
};

export const homeTexts = bilingual(en, fr);
export type HomeTexts = typeof en;
