import type { Language } from "../platform/language.ts";
import { french } from "./french-typography.ts";

const en = {
  toContent: "Skip to the content",
  languages: "Language",
  home: "Home",
  developers: "Developers",
  clientArea: "Client area",
  problems: "Problem codes",
  privacy: "Privacy",
  support: "Support",
  signUp: "Open an account",
  footer: "More pages",
  again: "Try again",
};

const fr: typeof en = french({
  toContent: "Aller au contenu",
  languages: "Langue",
  home: "Accueil",
  developers: "Développeurs",
  clientArea: "Espace client",
  problems: "Codes de problème",
  privacy: "Confidentialité",
  support: "Assistance",
  signUp: "Ouvrir un compte",
  footer: "Autres pages",
  again: "Réessayer",
});

export const layoutTexts: Record<Language, typeof en> = { en, fr };
export type LayoutTexts = typeof en;
