import { byLanguage } from "../../../shared/pages/french-typography.ts";

export const homeTexts = byLanguage({
  lead: {
    en: "Live availability, and the renewal price next to the first one.",
    fr: "La disponibilité en direct, et le prix du renouvellement à côté du premier.",
  },
  /** This text is shown in search results. */
  description: (brand: string) => ({
    en: `Domain names, hosting and e-mail of ${brand}: live availability, every price and every renewal price.`,
    fr: `Noms de domaine, hébergement et courriel de ${brand} : la disponibilité en direct, tous les prix et ceux des renouvellements.`,
  }),
  facts: (brand: string) => ({ en: `About ${brand}`, fr: `À propos de ${brand}` }),
  usual: { en: "The most popular extensions", fr: "Les extensions les plus courantes" },
  currency: { en: "Currency", fr: "Devise" },
  assistant: {
    title: { en: "Ask your assistant", fr: "Demandez à votre assistant" },
    text: {
      en: "Connect the assistant that you already use. It can look things up, order and renew for you, within your limits. Every order creates an invoice that only you can pay.",
      fr: "Connectez l’assistant que vous utilisez déjà. Il peut chercher, commander et renouveler pour vous, dans les limites que vous fixez. Chaque commande produit une facture que personne d’autre que vous ne peut payer.",
    },
    /** This text is shown if the provider accepts no orders or changes, or if that is unknown. */
    textReading: {
      en: "Connect the assistant that you already use. It can read your services, domain names, invoices and tickets.",
      fr: "Connectez l’assistant que vous utilisez déjà. Il peut lire vos services, noms de domaine, factures et demandes d’assistance.",
    },
    account: { en: "Your account: you sign in and decide", fr: "Votre compte : vous ouvrez une session et décidez" },
    catalogue: { en: "Prices and domain names: no sign-in", fr: "Prix et noms de domaine : sans session" },
    how: { en: "How to add it", fr: "Comment l’ajouter" },
    manage: { en: "Connected assistants", fr: "Assistants connectés" },
    example: { en: "An example", fr: "Un exemple" },
    question: (name: string) => ({
      en: `Is ${name} free? If it is, order it.`,
      fr: `Est-ce que ${name} est libre ? Si oui, commande-le.`,
    }),
    answer: (register: string, renew: string) => ({
      en: `It is free: ${register} for the first year, then ${renew} a year. I have ordered it. Here is the invoice:`,
      fr: `Il est libre : ${register} la première année, puis ${renew} par an. Je l’ai commandé. Voici la facture :`,
    }),
    invoice: { en: "Invoice", fr: "Facture" },
    onlyYou: { en: "Only you can pay it.", fr: "Personne d’autre ne peut la payer." },
  },
  unavailable: {
    title: { en: "Prices cannot be shown right now", fr: "Les prix ne peuvent pas être affichés pour l’instant" },
    text: {
      en: "The price list did not answer. The rest of this page is complete; reload it in a minute.",
      fr: "Les prix n’ont pas pu être obtenus. Le reste de cette page est exact ; revenez dans une minute.",
    },
  },
});
