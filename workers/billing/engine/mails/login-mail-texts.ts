import { byLanguage } from "../../../../shared/pages/french-typography.ts";

/** The texts of e-mails about changes to a login's sign-in. */
export const loginMailTexts = byLanguage({
  when: (at: string) => ({ en: `The change was made on ${at}.`, fr: `Cela a été fait le ${at}.` }),
  ifNotYou: {
    en: "If it was not you, somebody has your password: change your password, then write to us.",
    fr: "Si ce n’était pas vous, quelqu’un a votre mot de passe : changez votre mot de passe, puis écrivez-nous.",
  },
  /** Only the e-mail to the previous address contains this part. */
  undo: {
    text: {
      en: "If it was not you, undo it within 72 hours, then choose a new password:",
      fr: "Si ce n’était pas vous, annulez ce changement dans les 72 heures, puis choisissez un nouveau mot de passe :",
    },
    button: { en: "Undo the change", fr: "Annuler le changement" },
  },
  secondStepOn: {
    subject: { en: "The second step of your sign-in is on", fr: "La deuxième étape de votre connexion est activée" },
    body: {
      en: "From now on, signing in needs your password and a code from your authenticator app. Keep the recovery codes: each one replaces a code once.",
      fr: "Désormais, l’ouverture d’une session demande votre mot de passe et un code de votre application d’authentification. Gardez les codes de secours : chacun remplace un code une fois.",
    },
  },
  secondStepOff: {
    subject: {
      en: "The second step of your sign-in is off",
      fr: "La deuxième étape de votre connexion est désactivée",
    },
    body: {
      en: "From now on, your password alone signs you in. Your recovery codes no longer work.",
      fr: "Désormais, votre mot de passe seul ouvre une session. Les codes de secours ne valent plus.",
    },
  },
  emailChanged: {
    subject: { en: "Your e-mail address was changed", fr: "Votre adresse de courriel a été changée" },
    body: (email: string) => ({
      en: `You now sign in with ${email}, and we send our mails there. This is the last one to this address.`,
      fr: `Vous ouvrez désormais une session avec ${email}, et nos courriels y sont envoyés. Celui-ci est le dernier à cette adresse.`,
    }),
  },
  recoveryCodeUsed: {
    subject: { en: "A recovery code was used to sign in", fr: "Un code de secours a servi à ouvrir une session" },
    body: (left: string) => ({
      en: `Somebody signed in with one of your recovery codes instead of a code from your authenticator app. Codes left: ${left}. For new ones, turn the second step off and on again.`,
      fr: `Un de vos codes de secours a remplacé un code de votre application d’authentification. Codes restants : ${left}. Pour en obtenir de nouveaux, désactivez la deuxième étape, puis réactivez-la.`,
    }),
  },
});
