import { bilingual } from "../../../shared/pages/french-typography.ts";

/** Texts of the frame of every page, and of error pages. */
const en = {
  sections: "Client area",
  signOut: "Sign out",
  demonstration: "This is a demonstration: accounts, prices and invoices are made up, and nothing is charged.",
  demonstrationLogins: "Logins to try it with are listed in the project’s README.",
  services: "Services",
  domains: "Domain names",
  invoices: "Invoices",
  tickets: "Tickets",
  paymentMethods: "Payment methods",
  profile: "Details",
  changeAccount: "Change account",
  yourOtherAccounts: "Your other accounts",
  switchAccount: "Show",
  toArea: "To the client area",
  signIn: "Sign in",
  howToPay: "See how to pay",
  status: "State",
  notSet: "–",
  nextPage: "Next page",
  firstPage: "First page",
  emptyList: "There is nothing in this list.",
  stops: {
    foreignForm: {
      title: "Please start again",
      what: "This form did not come from the page that is open in this browser, or its session has ended. Nothing was done.",
      next: "Open the page again and send its form from there. If this happens every time, allow cookies for this site.",
    },
    unreadableForm: {
      title: "This form could not be read",
      what: "What was sent is not a form of ours, or is too long. Nothing was done.",
      next: "Go back and try again.",
    },
    noAccounts: {
      title: "There is no account to show",
      what: "You are signed in, but this login manages no account.",
      next: "Ask the owner of the account to give you access, or sign in with another login.",
    },
    permissionDenied: {
      title: "Your access does not include this",
      what: "The owner of this account has not given your login the permission for it. Nothing was done.",
      next: "Ask the owner of the account, or go on to what you can see.",
    },
    notFound: {
      title: "There is nothing here",
      what: "This account has nothing at this address.",
      next: "Look for it in the lists.",
    },
    unavailable: {
      title: "Your account cannot be read right now",
      what: "The billing system did not answer. Whether something was done can be seen once it does.",
      next: "Try again in a moment.",
    },
    changesHeld: {
      title: "Nothing can be ordered or changed right now",
      what: "We are checking our records first. Nothing was ordered, paid or changed.",
      next: "Look at your account as usual, and try this again later.",
    },
    tooMany: {
      title: "Too many attempts to sign in",
      what: "To protect your account, no further attempt is made for a while. This one was not tried.",
      next: "Try again {when}.",
    },
    notPaidHere: {
      title: "Nothing was paid or changed",
      what: "Invoices are not paid by a form of this client area, and payment methods are not kept by one. Nothing was done.",
      next: "The invoice’s page says how it is paid.",
    },
    tooManyCarts: {
      title: "You have looked at many orders in a short time",
      what: "For a while they are shown to those who have signed in alone. Nothing was ordered.",
      next: "Try again {when}, or sign in.",
    },
    methodNotAllowed: {
      title: "Nothing was done",
      what: "This address was asked to do something it does not do.",
      next: "Go on from the page you came from.",
    },
    internalError: {
      title: "Something went wrong on our side",
      what: "The page could not be made. Whether something was done can be seen in your account.",
      next: "Try again. If it happens again, tell us when and on which page.",
    },
  },
  signInPage: {
    title: "Client area",
    lead: "Sign in to see your services, domain names and invoices, and to pay.",
    leadToOrder: "Sign in to go on with your order.",
    backToOrder: "Back to the order",
    signedOut: "You are signed out.",
  },
};

const fr: typeof en = {
  sections: "Espace client",
  signOut: "Fermer la session",
  demonstration:
    "Ceci est une démonstration : les comptes, les prix et les factures sont inventés, et rien n’est facturé.",
  demonstrationLogins: "Les identifiants pour l’essayer figurent dans le fichier README du projet.",
  services: "Services",
  domains: "Noms de domaine",
  invoices: "Factures",
  tickets: "Assistance",
  paymentMethods: "Modes de paiement",
  profile: "Coordonnées",
  changeAccount: "Changer de compte",
  yourOtherAccounts: "Vos autres comptes",
  switchAccount: "Afficher",
  toArea: "Vers l’espace client",
  signIn: "Ouvrir une session",
  howToPay: "Voir comment payer",
  status: "État",
  notSet: "–",
  nextPage: "Page suivante",
  firstPage: "Première page",
  emptyList: "Il n’y a rien dans cette liste.",
  stops: {
    foreignForm: {
      title: "Veuillez recommencer",
      what: "Ce formulaire ne venait pas de la page ouverte dans ce navigateur, ou sa session a pris fin. Rien n’a été fait.",
      next: "Ouvrez de nouveau la page et envoyez son formulaire. Si cela arrive chaque fois, autorisez les témoins (cookies) pour ce site.",
    },
    unreadableForm: {
      title: "Ce formulaire n’a pas pu être lu",
      what: "Ce qui a été envoyé n’est pas un formulaire de ce site, ou est trop long. Rien n’a été fait.",
      next: "Revenez en arrière et réessayez.",
    },
    noAccounts: {
      title: "Il n’y a aucun compte à afficher",
      what: "Vous êtes connecté, mais cet identifiant ne gère aucun compte.",
      next: "Demandez l’accès au titulaire du compte, ou ouvrez une session avec un autre identifiant.",
    },
    permissionDenied: {
      title: "Votre accès ne comprend pas ceci",
      what: "Le titulaire de ce compte n’a pas donné cette permission à votre identifiant. Rien n’a été fait.",
      next: "Demandez-la au titulaire du compte, ou continuez vers ce que vous pouvez voir.",
    },
    notFound: {
      title: "Il n’y a rien ici",
      what: "Ce compte n’a rien à cette adresse.",
      next: "Cherchez dans les listes.",
    },
    unavailable: {
      title: "Votre compte ne peut pas être lu en ce moment",
      what: "Le système de facturation n’a pas répondu. Vous verrez si quelque chose a été fait lorsqu’il répondra.",
      next: "Réessayez dans un moment.",
    },
    changesHeld: {
      title: "Rien ne peut être commandé ni modifié en ce moment",
      what: "Nous vérifions d’abord nos données. Rien n’a été commandé, payé ni modifié.",
      next: "Consultez votre compte comme d’habitude et réessayez plus tard.",
    },
    tooMany: {
      title: "Trop de tentatives de connexion",
      what: "Pour protéger votre compte, aucune autre tentative n’est faite pendant un moment. Celle-ci n’a pas été essayée.",
      next: "Réessayez {when}.",
    },
    notPaidHere: {
      title: "Rien n’a été payé ni modifié",
      what: "Les factures ne se paient pas par un formulaire de cet espace client, et les modes de paiement n’y sont pas conservés. Rien n’a été fait.",
      next: "La page de la facture indique comment la payer.",
    },
    tooManyCarts: {
      title: "Vous avez consulté beaucoup de commandes en peu de temps",
      what: "Pendant un moment, elles ne sont montrées qu’à ceux qui ont ouvert une session. Rien n’a été commandé.",
      next: "Réessayez {when}, ou ouvrez une session.",
    },
    methodNotAllowed: {
      title: "Rien n’a été fait",
      what: "Cette adresse n’accepte pas ce type de demande.",
      next: "Continuez depuis la page d’où vous venez.",
    },
    internalError: {
      title: "Un problème est survenu de notre côté",
      what: "La page n’a pas pu être préparée. Vous verrez dans votre compte si quelque chose a été fait.",
      next: "Réessayez. Si cela se reproduit, dites-nous quand et sur quelle page.",
    },
  },
  signInPage: {
    title: "Espace client",
    lead: "Ouvrez une session pour voir vos services, vos noms de domaine et vos factures, et pour payer.",
    leadToOrder: "Ouvrez une session pour poursuivre votre commande.",
    backToOrder: "Revenir à la commande",
    signedOut: "Votre session est fermée.",
  },
};

export const areaTexts = bilingual(en, fr);
export type Stop = keyof (typeof en)["stops"];
