import { french } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";

const en = {
  title: "Client area",
  lead: "Sign in to see your services, domain names and invoices, and to pay.",
  leadToOrder: "Sign in to go on with your order.",
  backToOrder: "Back to the order",
  signedOut: "You are signed out.",
};

const fr: typeof en = french({
  title: "Espace client",
  lead: "Ouvrez une session pour voir vos services, vos noms de domaine et vos factures, et pour payer.",
  leadToOrder: "Ouvrez une session pour poursuivre votre commande.",
  backToOrder: "Revenir à la commande",
  signedOut: "Votre session est fermée.",
});

export const areaSignInTexts: Record<Language, typeof en> = { en, fr };
