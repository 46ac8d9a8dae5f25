import type { Language } from "../../platform/language.ts";
import { french } from "../french-typography.ts";

const en = {
  email: "E-mail",
  password: "Password",
  send: "Sign in",
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
  email: "Adresse de courriel",
  password: "Mot de passe",
  send: "Ouvrir une session",
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
