import { french } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";

/** Texts of the cart before the sign-in. */
const en = {
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
};

const fr: typeof en = french({
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
});

export const visitorTexts: Record<Language, typeof en> = { en, fr };
