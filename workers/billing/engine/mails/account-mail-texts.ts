import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { Text } from "../../../../shared/platform/language.ts";

const CODE_LASTS: Text = {
  en: "It is good for 15 minutes.",
  fr: "Il est valable 15 minutes.",
};

/** The texts of e-mails about the account and its sign-in. */
export const accountMailTexts = byLanguage({
  newPassword: { en: "Choose a new password", fr: "Choisir un nouveau mot de passe" },
  detailsChanged: {
    subject: { en: "Your name and address were changed", fr: "Vos nom et adresse ont été modifiés" },
    opening: {
      en: "The name and address of your account were changed in the client area. New domain names are registered to them; your current names keep theirs.",
      fr: "Le nom et l’adresse de votre compte ont été modifiés dans l’espace client. Les noms de domaine que vous commanderez désormais seront enregistrés avec ces coordonnées ; les noms que vous avez gardent les leurs.",
    },
  },
  accountClosed: {
    subject: { en: "Your account is closed", fr: "Votre compte est fermé" },
    opening: (account: string) => ({
      en: `The account ${account} was closed in the client area. We renew and charge nothing more. We deleted its saved card and disconnected its assistants and API tokens.`,
      fr: `Le compte ${account} a été fermé dans l’espace client. Rien n’y est plus renouvelé ni facturé, sa carte enregistrée est oubliée, et ce qui y était connecté est déconnecté.`,
    }),
    next: {
      en: "We keep its invoices, as the law requires. You can open a new account with this address at any time. If it was not you who closed it, write to us.",
      fr: "Nous gardons ses factures, comme la loi le demande. Vous pouvez ouvrir un nouveau compte avec cette adresse à tout moment. Si ce n’est pas vous qui l’avez fermé, écrivez-nous.",
    },
  },
  codesGuessed: {
    subject: {
      en: "Somebody seems to have your password",
      fr: "Quelqu’un semble avoir votre mot de passe",
    },
    opening: (at: string) => ({
      en: `Somebody entered ten wrong codes in a row for your sign-in, the last one on ${at}. We ask for codes only after your password, so that person has your password. Nobody was let in.`,
      fr: `Dix codes erronés de suite ont été entrés pour votre connexion, le dernier le ${at}. Un code n’est demandé qu’après votre mot de passe : qui les a entrés le connaît donc. Personne n’a pu entrer.`,
    }),
    wait: {
      en: "From now on there is a wait after every wrong code, twice as long each time, up to a day. Your own code works again after the wait. Connected assistants and API tokens continue to work.",
      fr: "Désormais, chaque code erroné est suivi d’un délai, deux fois plus long chaque fois, jusqu’à un jour. Votre propre code sera de nouveau accepté une fois le délai écoulé ; ce qui est connecté à votre compte continue de fonctionner.",
    },
    ifYou: {
      en: "If it was you: check the clock of the device with your authenticator app, and wait for the next code.",
      fr: "Si c’était vous : vérifiez que l’appareil qui porte votre application d’authentification est à l’heure, puis attendez le code suivant.",
    },
    ifNotYou: {
      en: "If it was not you: change your password, here and everywhere else you use it, then write to us.",
      fr: "Si ce n’était pas vous : changez votre mot de passe, ici et partout où vous l’utilisez, puis écrivez-nous.",
    },
  },
  codes: {
    sign_up: {
      subject: { en: "Your code to open an account", fr: "Votre code pour ouvrir un compte" },
      body: {
        en: "Enter this code on the page where you are opening an account:",
        fr: "Entrez ce code sur la page où vous ouvrez un compte :",
      },
      lasts: CODE_LASTS,
      ifNotYou: {
        en: "If you are not opening an account, ignore this mail: nothing happens without the code. Never share the code.",
        fr: "Si vous n’ouvrez pas de compte, ignorez ce courriel : sans le code, rien ne se passe. Ne donnez le code à personne.",
      },
    },
    new_password: {
      subject: { en: "Your code to choose a new password", fr: "Votre code pour choisir un nouveau mot de passe" },
      body: {
        en: "Enter this code on the page where you are choosing a new password:",
        fr: "Entrez ce code sur la page où vous choisissez un nouveau mot de passe :",
      },
      lasts: CODE_LASTS,
      ifNotYou: {
        en: "If you did not request it, ignore this mail: your password stays as it is. Never share the code.",
        fr: "Si vous ne l’avez pas demandé, ignorez ce courriel : votre mot de passe reste le même. Ne donnez le code à personne.",
      },
    },
    new_email: {
      subject: { en: "Your code to use this address", fr: "Votre code pour utiliser cette adresse" },
      body: {
        en: "Enter this code on the page where you are changing your e-mail address:",
        fr: "Entrez ce code sur la page où vous changez votre adresse de courriel :",
      },
      lasts: CODE_LASTS,
      ifNotYou: {
        en: "If you did not request it, ignore this mail: nothing happens without the code. Never share the code.",
        fr: "Si vous ne l’avez pas demandé, ignorez ce courriel : sans le code, rien ne se passe. Ne donnez le code à personne.",
      },
    },
  },
  accountExists: {
    subject: { en: "You already have an account", fr: "Vous avez déjà un compte" },
    body: {
      en: "Somebody, probably you, wants to use this e-mail address for an account. It already has one.",
      fr: "Quelqu’un, sans doute vous, veut utiliser cette adresse de courriel pour un compte. Elle en a déjà un.",
    },
    next: {
      en: "Sign in with your password. If you forgot it, choose a new one:",
      fr: "Ouvrez une session avec votre mot de passe. Si vous l’avez oublié, choisissez-en un nouveau :",
    },
    ifNotYou: {
      en: "If it was not you, ignore this mail: nothing was changed.",
      fr: "Si ce n’était pas vous, ignorez ce courriel : rien n’a changé.",
    },
  },
  passwordChanged: {
    subject: { en: "Your password was changed", fr: "Votre mot de passe a été changé" },
    body: (at: string) => ({
      en: `Your password was changed on ${at}. We ended all your other sessions.`,
      fr: `Vous avez un nouveau mot de passe depuis le ${at}. Toutes les autres sessions ont été fermées.`,
    }),
    connections: {
      kept: {
        en: "Connected assistants and API tokens continue to work.",
        fr: "Les assistants connectés et les jetons d’API continuent de fonctionner.",
      },
      ended: {
        en: "We disconnected your assistants and API tokens.",
        fr: "Les assistants connectés et les jetons d’API ont été déconnectés.",
      },
    },
    ifNotYou: {
      en: "If it was not you, somebody has your password or reads your mail: secure your mailbox, choose another password, and write to us.",
      fr: "Si ce n’était pas vous, quelqu’un a votre mot de passe ou lit vos courriels : protégez votre boîte, choisissez un autre mot de passe et écrivez-nous.",
    },
  },
});
