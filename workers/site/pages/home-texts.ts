import type { DomainCheckAnswer } from "../../../shared/catalogue-contract/domain-check-answer.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import type { Text } from "../../../shared/platform/language.ts";

export const homeTexts = byLanguage({
  title: { en: "Find a domain name, and a plan for it", fr: "Trouvez un nom de domaine et le forfait qui va avec" },
  lead: (brand: string) => ({
    en: `See whether a name is free, and what every plan of ${brand} costs, before you sign in. Or let your assistant look it up.`,
    fr: `Voyez si un nom est libre et ce que coûte chaque forfait de ${brand}, avant d’ouvrir une session. Ou laissez votre assistant chercher pour vous.`,
  }),
  ordering: {
    title: { en: "How to order", fr: "Comment commander" },
    steps: {
      choose: {
        title: { en: "Choose", fr: "Choisissez" },
        text: {
          en: "Check a name or pick a plan. Its button opens the cart with your choice in it.",
          fr: "Vérifiez un nom ou choisissez un forfait. Son bouton ouvre le panier, votre choix déjà fait.",
        },
      },
      price: {
        title: { en: "See what it costs", fr: "Voyez le prix" },
        text: {
          en: "The cart says what is due now and at each renewal. Nothing is ordered until you have signed in and confirmed it.",
          fr: "Le panier indique ce qui est dû aujourd’hui et à chaque renouvellement. Rien n’est commandé avant que vous ayez ouvert une session et confirmé.",
        },
      },
      pay: {
        title: { en: "Pay the invoice", fr: "Payez la facture" },
        text: {
          en: "Your order makes an invoice, and only you can pay it, in the client area.",
          fr: "Votre commande produit une facture, que vous seul pouvez payer, dans l’espace client.",
        },
      },
    },
    clientArea: { en: "Open the client area", fr: "Ouvrir l’espace client" },
    signUp: { en: "New here? Open an account", fr: "Nouveau client ? Ouvrez un compte" },
  },
  connecting: {
    title: { en: "Connect an assistant or a program", fr: "Connecter un assistant ou un programme" },
    text: {
      en: "The catalogue is public and free: no account, no key. Your own account opens with your sign-in alone.",
      fr: "Le catalogue est public et gratuit : ni compte, ni clé. Votre propre compte ne s’ouvre qu’avec votre identifiant.",
    },
  },
  assistant: {
    title: { en: "In your assistant", fr: "Dans votre assistant" },
    text: {
      en: "Add this address where your assistant asks for an MCP server; some call it a connector. It asks for no sign-in.",
      fr: "Ajoutez cette adresse là où votre assistant demande un serveur MCP, parfois appelé connecteur. Aucun compte n’est nécessaire.",
    },
    how: { en: "How to add it", fr: "Comment l’ajouter" },
  },
  account: {
    title: { en: "Your own account", fr: "Votre propre compte" },
    text: {
      en: "As a customer you can let an assistant read your services, domain names and invoices, and order, renew or change what you allow; you alone pay. Add this address, sign in, and decide what it may do.",
      fr: "En tant que client, vous pouvez laisser un assistant lire vos services, noms de domaine et factures, et commander, renouveler ou modifier ce que vous permettez ; vous seul payez. Ajoutez cette adresse, ouvrez une session et décidez de ce qu’il pourra faire.",
    },
    /** Where the provider takes no orders or changes, or that is not known. */
    textReading: {
      en: "As a customer you can let an assistant read your services, domain names, invoices and tickets. Add this address, sign in, and decide what it may do.",
      fr: "En tant que client, vous pouvez laisser un assistant lire vos services, noms de domaine, factures et demandes d’assistance. Ajoutez cette adresse, ouvrez une session et décidez de ce qu’il pourra faire.",
    },
    how: { en: "How to connect an assistant", fr: "Comment connecter un assistant" },
    manage: { en: "Connected assistants", fr: "Assistants connectés" },
  },
  application: {
    title: { en: "In your application", fr: "Dans votre application" },
    text: {
      en: "The same catalogue as JSON, for programs and websites.",
      fr: "Le même catalogue en JSON, pour vos programmes et vos sites.",
    },
    documentation: { en: "Documentation", fr: "Documentation" },
    openApi: { en: "OpenAPI document", fr: "Document OpenAPI" },
    llms: { en: "llms.txt", fr: "llms.txt" },
    status: { en: "Status", fr: "État du service" },
  },
  sold: { en: "What we sell", fr: "Ce que nous vendons" },
  currency: { en: "Currency", fr: "Devise" },
  inCurrency: (currency: string) => ({
    en: `Prices in ${currency}. Taxes are not included.`,
    fr: `Prix en ${currency}. Les taxes ne sont pas comprises.`,
  }),
  lines: { en: "Product lines", fr: "Gammes de produits" },
  domains: {
    title: { en: "Domain names", fr: "Noms de domaine" },
    priceOf: (extension: string, price: string) => ({
      en: `${extension} ${price} for the first year`,
      fr: `${extension} ${price} la première année`,
    }),
    text: {
      en: "Prices for one year. Several years cost the registration, and a renewal for each further year.",
      fr: "Prix pour un an. Plusieurs années coûtent l’enregistrement, plus un renouvellement par année supplémentaire.",
    },
    check: { en: "Check a domain name", fr: "Vérifier un nom de domaine" },
    hint: { en: "With its extension, such as example.com.", fr: "Avec son extension, comme exemple.com." },
    send: { en: "Check", fr: "Vérifier" },
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
    prices: (register: string, renew: string) => ({
      en: `${register} for the first year, and ${renew} for each further one, now or when it is renewed. Taxes are not included.`,
      fr: `${register} la première année, et ${renew} par année supplémentaire, dès maintenant ou au renouvellement. Les taxes ne sont pas comprises.`,
    }),
    transferPrice: (transfer: string) => ({
      en: `Transfer: ${transfer}, paid once, without taxes. The cart says what it adds to the term.`,
      fr: `Transfert : ${transfer}, une seule fois, hors taxes. Le panier indique ce qui s’ajoute à la durée.`,
    }),
    registerName: (name: string) => ({ en: `Register ${name}`, fr: `Enregistrer ${name}` }),
    transferName: (name: string) => ({ en: `Transfer ${name}`, fr: `Transférer ${name}` }),
    searchInCart: { en: "Search in the cart", fr: "Chercher dans le panier" },
    simulated: {
      en: "This is a demonstration: a sandbox answered in place of the registry.",
      fr: "Ceci est une démonstration : un bac à sable a répondu à la place du registre.",
    },
    refusals: {
      invalid: { en: "This name cannot be checked", fr: "Ce nom ne peut pas être vérifié" },
      invalidText: (why: string) => ({ en: `The name ${why}`, fr: `Le nom ${why}` }),
      notSold: { en: "We do not sell this extension", fr: "Nous ne vendons pas cette extension" },
      notSoldText: {
        en: "The extensions we sell are in the list of prices.",
        fr: "Les extensions que nous vendons figurent dans la liste des prix.",
      },
      tooMany: {
        en: "You have checked many names in a short time",
        fr: "Vous avez vérifié beaucoup de noms en peu de temps",
      },
      tooManyText: (minutes: number) => ({
        en: minutes > 1 ? `You can check again in ${minutes} minutes.` : "You can check again in a minute.",
        fr: minutes > 1 ? `Vous pourrez reprendre dans ${minutes} minutes.` : "Vous pourrez reprendre dans une minute.",
      }),
      failed: { en: "The name could not be checked", fr: "Le nom n’a pas pu être vérifié" },
      failedText: {
        en: "This says nothing about the name. Try again in a minute.",
        fr: "Cela ne dit rien du nom lui-même. Réessayez dans une minute.",
      },
    },
    extension: { en: "Extension", fr: "Extension" },
    register: { en: "Register", fr: "Enregistrer" },
    transfer: { en: "Transfer", fr: "Transférer" },
    renew: { en: "Renew", fr: "Renouveler" },
    free: { en: "free", fr: "gratuit" },
    more: (count: number) => ({ en: `${count} more extensions`, fr: `${count} autres extensions` }),
    firstYear: { en: "First year, without taxes:", fr: "Première année, hors taxes :" },
    all: (count: number) => ({ en: `all ${count} extensions`, fr: `les ${count} extensions` }),
  },
  unavailable: {
    title: { en: "Prices cannot be shown right now", fr: "Les prix ne peuvent pas être affichés pour l’instant" },
    text: {
      en: "The price list did not answer. The rest of this page is right; look again in a minute.",
      fr: "Les prix n’ont pas pu être obtenus. Le reste de cette page est exact ; revenez dans une minute.",
    },
  },
});
export type HomeTexts = (typeof homeTexts)["en"];
