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
  email: "E-mail",
  password: "Password",
  send: "Sign in",
  cancel: "Cancel",
  clientArea: "Open the client area",
  emailMissing: "Enter your e-mail address.",
  passwordMissing: "Enter your password.",
  refused: "This e-mail and password do not go together. Check both and try again.",
  unavailable: "Your e-mail and password could not be checked just now. Nothing was done; try again in a moment.",

  secondTitle: "Enter your code",
  secondLead: "Signing in as {email}. One more step: the code that your authenticator application shows now.",
  code: "Six-digit code",
  codeSend: "Continue",
  startAgain: "Sign in as someone else",
  codeMissing: "Enter the six digits.",
  codeRefused: "This code was not accepted. A code works once: wait for the next one and enter that.",
  codeUnavailable: "The code could not be checked just now. Nothing was done; try again in a moment.",
  codeExpired: "The time for the code is over. Sign in once more.",
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
  email: "Adresse de courriel",
  password: "Mot de passe",
  send: "Ouvrir une session",
  cancel: "Annuler",
  clientArea: "Ouvrir l’espace client",
  emailMissing: "Entrez votre adresse de courriel.",
  passwordMissing: "Entrez votre mot de passe.",
  refused: "Cette adresse et ce mot de passe ne vont pas ensemble. Vérifiez les deux, puis réessayez.",
  unavailable:
    "Votre adresse et votre mot de passe n’ont pas pu être vérifiés à l’instant. Rien n’a été fait ; réessayez dans un moment.",

  secondTitle: "Entrez votre code",
  secondLead:
    "Connexion en tant que {email}. Encore une étape : le code que votre application d’authentification affiche en ce moment.",
  code: "Code à six chiffres",
  codeSend: "Continuer",
  startAgain: "Changer d’identifiant",
  codeMissing: "Entrez les six chiffres.",
  codeRefused: "Ce code n’a pas été accepté. Un code ne sert qu’une fois : attendez le suivant et entrez-le.",
  codeUnavailable: "Le code n’a pas pu être vérifié à l’instant. Rien n’a été fait ; réessayez dans un moment.",
  codeExpired: "Le délai pour entrer le code est écoulé. Ouvrez de nouveau une session.",
});

export const signInTexts: Record<Language, typeof en> = { en, fr };
export type SignInWords = keyof typeof en;
