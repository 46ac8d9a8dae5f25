import type { BillingCycle } from "../../../shared/billing-cycle.ts";
import type { Language } from "../../../shared/language.ts";
import { french } from "../../../shared/pages/french-typography.ts";

const en = {
  title: (brand: string) => `${brand}, for your assistant and your applications`,
  lead: "Ask an assistant, or a program of your own, what we sell and what it costs. It is public and free: no account, no key.",
  assistant: {
    title: "In your assistant",
    text: "Add this address where your assistant asks for an MCP server; some call it a connector. It asks for no sign-in.",
    how: "How to add it",
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
  taxes: "Taxes are not included.",
  lines: "Product lines",
  from: "from",
  perMonth: "per month",
  order: "Order",
  discount: (percent: number, cycles: string) => `${percent}% off the first year when paid ${cycles}`,
  until: (date: string) => `offer ends ${date}`,
  cycles: {
    free: "nothing",
    one_time: "once",
    monthly: "monthly",
    quarterly: "quarterly",
    semiannually: "twice a year",
    annually: "yearly",
    biennially: "every two years",
    triennially: "every three years",
  } satisfies Record<BillingCycle, string>,
  domains: {
    title: "Domain names",
    text: "Prices for one year.",
    extension: "Extension",
    register: "Register",
    transfer: "Transfer",
    renew: "Renew",
    free: "free",
    more: (count: number) => `${count} more extensions`,
    order: "Find a name",
  },
  unavailable: {
    title: "Prices cannot be shown right now",
    text: "The price list did not answer. The rest of this page is right; look again in a minute.",
  },
};

const fr: typeof en = french({
  title: (brand: string) => `${brand}, pour votre assistant et vos applications`,
  lead: "Demandez à un assistant, ou à votre propre programme, ce que nous vendons et à quel prix. C’est public et gratuit : ni compte, ni clé.",
  assistant: {
    title: "Dans votre assistant",
    text: "Ajoutez cette adresse là où votre assistant demande un serveur MCP, parfois appelé connecteur. Aucune connexion à un compte n’est nécessaire.",
    how: "Comment l’ajouter",
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
  taxes: "Les taxes ne sont pas comprises.",
  lines: "Gammes de produits",
  from: "à partir de",
  perMonth: "par mois",
  order: "Commander",
  discount: (percent: number, cycles: string) => `${percent} % de remise la première année en paiement ${cycles}`,
  until: (date: string) => `offre valable jusqu’au ${date}`,
  cycles: {
    free: "gratuit",
    one_time: "unique",
    monthly: "mensuel",
    quarterly: "trimestriel",
    semiannually: "semestriel",
    annually: "annuel",
    biennially: "biennal",
    triennially: "triennal",
  },
  domains: {
    title: "Noms de domaine",
    text: "Prix pour un an.",
    extension: "Extension",
    register: "Enregistrement",
    transfer: "Transfert",
    renew: "Renouvellement",
    free: "gratuit",
    more: (count: number) => `${count} autres extensions`,
    order: "Chercher un nom",
  },
  unavailable: {
    title: "Les prix ne peuvent pas être affichés pour l’instant",
    text: "La liste de prix n’a pas répondu. Le reste de cette page est exact ; revenez dans une minute.",
  },
});

export const homeTexts: Record<Language, typeof en> = { en, fr };
export type HomeTexts = typeof en;
