import { french } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";

const en = {
  title: "Sign in",
  titleFor: "Sign in to connect {name}",
  forAssistants: "To see what is connected to your account, to narrow it and to end it.",
  signedOut: "You are signed out. What is connected stays connected until you disconnect it.",
  willRead: "Once you agree on a later page, it will be able to read",
  credentials: "Use the e-mail and password of your client area. The application never gets them.",
  credentialsAlone: "Use the e-mail and password of your client area.",
  cancel: "Cancel",
  clientArea: "Open the client area",
};

const fr: typeof en = french({
  title: "Ouvrir une session",
  titleFor: "Ouvrez une session pour connecter {name}",
  forAssistants: "Pour voir ce qui est connecté à votre compte, le restreindre ou y mettre fin.",
  signedOut: "Votre session est fermée. Ce qui est connecté le reste jusqu’à ce que vous y mettiez fin.",
  willRead: "Quand vous aurez donné votre accord, plus loin, elle pourra lire",
  credentials:
    "Indiquez l’adresse de courriel et le mot de passe de votre espace client. L’application ne les reçoit jamais.",
  credentialsAlone: "Indiquez l’adresse de courriel et le mot de passe de votre espace client.",
  cancel: "Annuler",
  clientArea: "Ouvrir l’espace client",
});

export const accountSignInTexts: Record<Language, typeof en> = { en, fr };
