import { byLanguage } from "../../../shared/pages/french-typography.ts";

/** The texts of the frame around every page, and of the error pages. */
export const areaTexts = byLanguage({
  demonstration: {
    en: "This is a demonstration: accounts, prices and invoices are made up, and nothing is charged.",
    fr: "Ceci est une démonstration : les comptes, les prix et les factures sont fictifs, et rien n’est facturé.",
  },
  overview: { en: "Overview", fr: "Aperçu" },
  services: { en: "Services", fr: "Services" },
  domains: { en: "Domains", fr: "Domaines" },
  invoices: { en: "Invoices", fr: "Factures" },
  tickets: { en: "Tickets", fr: "Demandes" },
  paymentMethods: { en: "Payment methods", fr: "Modes de paiement" },
  account: { en: "Account", fr: "Compte" },
  details: { en: "Name and address", fr: "Nom et adresse" },
  history: { en: "What happened", fr: "Historique" },
  assistants: { en: "Assistants", fr: "Assistants" },
  yourOtherAccounts: { en: "Your other accounts", fr: "Vos autres comptes" },
  switchAccount: { en: "Show", fr: "Afficher" },
  toArea: { en: "To the client area", fr: "Vers l’espace client" },
  reopen: { en: "Open the page again", fr: "Rouvrir la page" },
  signIn: { en: "Sign in", fr: "Ouvrir une session" },
  howToPay: { en: "See how to pay", fr: "Voir comment payer" },
  status: { en: "State", fr: "État" },
  notSet: { en: "–", fr: "–" },
  stops: {
    foreignForm: {
      title: { en: "Please start again", fr: "Veuillez recommencer" },
      what: {
        en: "This form is not from the page that is open in this browser, or its session has ended. Nothing was done.",
        fr: "Ce formulaire ne venait pas de la page ouverte dans ce navigateur, ou sa session a pris fin. Rien n’a été fait.",
      },
      next: {
        en: "Open the page again and send its form from there. If this happens every time, allow cookies for this site.",
        fr: "Ouvrez de nouveau la page et envoyez son formulaire. Si cela arrive chaque fois, autorisez les témoins (cookies) pour ce site.",
      },
    },
    signedInAgain: {
      title: { en: "Open this page again", fr: "Ouvrez de nouveau cette page" },
      what: {
        en: "You signed in again after you opened this page, so its form is no longer valid. Nothing was done.",
        fr: "Vous avez ouvert une nouvelle session depuis que cette page a été affichée : son formulaire n’est plus valide. Rien n’a été fait.",
      },
      next: {
        en: "Open the page again and send its form from there.",
        fr: "Ouvrez de nouveau la page et envoyez son formulaire.",
      },
    },
    unreadableForm: {
      title: { en: "This form could not be read", fr: "Ce formulaire n’a pas pu être lu" },
      what: {
        en: "It is not one of our forms, or it is too long. Nothing was done.",
        fr: "Ce qui a été envoyé n’est pas un formulaire de ce site, ou est trop long. Rien n’a été fait.",
      },
      next: { en: "Go back and try again.", fr: "Revenez en arrière et réessayez." },
    },
    noAccounts: {
      title: { en: "There is no account to show", fr: "Il n’y a aucun compte à afficher" },
      what: {
        en: "You are signed in, but this login manages no account.",
        fr: "Votre session est ouverte, mais cet identifiant ne gère aucun compte.",
      },
      next: {
        en: "Ask the owner of the account to give you access, or sign in with another login.",
        fr: "Demandez l’accès au titulaire du compte, ou ouvrez une session avec un autre identifiant.",
      },
    },
    permissionDenied: {
      title: { en: "Your access does not include this", fr: "Votre accès ne comprend pas ceci" },
      what: {
        en: "The owner of this account has not given your login the permission for it. Nothing was done.",
        fr: "Le titulaire de ce compte n’a pas donné cette permission à votre identifiant. Rien n’a été fait.",
      },
      next: {
        en: "Ask the owner of the account, or use the pages that you can see.",
        fr: "Demandez-la au titulaire du compte, ou continuez vers ce que vous pouvez voir.",
      },
    },
    notFound: {
      title: { en: "There is nothing here", fr: "Il n’y a rien ici" },
      what: { en: "This page does not exist in this account.", fr: "Cette page n’existe pas dans ce compte." },
      next: { en: "Look for it in the lists.", fr: "Cherchez dans les listes." },
    },
    unavailable: {
      title: { en: "Your account cannot be read right now", fr: "Votre compte ne peut pas être lu en ce moment" },
      what: {
        en: "The billing system did not answer. Your account will show whether anything was done.",
        fr: "Le système de facturation n’a pas répondu. Vous verrez si quelque chose a été fait lorsqu’il répondra.",
      },
      next: { en: "Try again in a moment.", fr: "Réessayez dans un moment." },
    },
    changesHeld: {
      title: {
        en: "Nothing can be ordered or changed right now",
        fr: "Rien ne peut être commandé ni modifié en ce moment",
      },
      what: {
        en: "We are checking our records first. Nothing was ordered, paid or changed.",
        fr: "Nous vérifions d’abord nos données. Rien n’a été commandé, payé ni modifié.",
      },
      next: {
        en: "You can still view your account. Try this again later.",
        fr: "Consultez votre compte comme d’habitude et réessayez plus tard.",
      },
    },
    tooMany: {
      title: { en: "Too many attempts to sign in", fr: "Trop de tentatives d’ouverture de session" },
      what: {
        en: "To protect your account, we accept no further attempts for a while. This one was not checked.",
        fr: "Pour protéger votre compte, nous n’acceptons plus de tentatives pendant un certain temps. Celle-ci n’a pas été vérifiée.",
      },
      next: { en: "Try again {when}.", fr: "Réessayez {when}." },
    },
    tooManyActions: {
      title: { en: "Too many changes in one hour", fr: "Trop de modifications en une heure" },
      what: {
        en: "This account has reached its limit of 60 changes an hour. Nothing was changed.",
        fr: "Ce compte a atteint sa limite de 60 modifications par heure. Rien n’a été modifié.",
      },
      next: { en: "Try again {when}.", fr: "Réessayez {when}." },
    },
    busy: {
      title: { en: "Another change has not ended yet", fr: "Une autre modification n’est pas encore terminée" },
      what: {
        en: "An account’s changes run one at a time. Nothing was changed.",
        fr: "Les modifications d’un compte se font l’une après l’autre. Rien n’a été modifié.",
      },
      next: { en: "Try again {when}.", fr: "Réessayez {when}." },
    },
    planNotOrdered: {
      title: { en: "The plan is not ordered", fr: "Le forfait n’est pas commandé" },
      what: {
        en: "The domain name is ordered. The plan of its site could not be ordered with it.",
        fr: "Le nom de domaine est commandé. Le forfait de son site n’a pas pu l’être avec lui.",
      },
      next: { en: "Order the plan alone {when}.", fr: "Commandez le forfait seul {when}." },
    },
    planUnknown: {
      title: { en: "The plan may not have been ordered", fr: "Le forfait n’est peut-être pas commandé" },
      what: {
        en: "The domain name is ordered. The billing system did not confirm the plan of its site.",
        fr: "Le nom de domaine est commandé. Pour le forfait de son site, le système de facturation n’a pas répondu.",
      },
      next: {
        en: "Check {when} whether the plan is among your services before you order it alone.",
        fr: "Regardez {when} si le forfait figure dans vos services avant de le commander seul.",
      },
    },
    notPaidHere: {
      title: { en: "Nothing was paid or changed", fr: "Rien n’a été payé ni modifié" },
      what: {
        en: "This client area has no form to pay invoices or save payment methods. Nothing was done.",
        fr: "Les factures ne se paient pas par un formulaire de cet espace client, et les modes de paiement n’y sont pas conservés. Rien n’a été fait.",
      },
      next: { en: "The invoice’s page says how to pay it.", fr: "La page de la facture indique comment la payer." },
    },
    tooManyCodes: {
      title: { en: "Too many e-mails", fr: "Trop de courriels" },
      what: {
        en: "Too many codes were requested for this address or from your network. No code was sent.",
        fr: "Beaucoup de codes ont été demandés récemment, pour cette adresse ou depuis votre réseau. Aucun n’a été envoyé.",
      },
      next: { en: "Try again {when}.", fr: "Réessayez {when}." },
    },
    tooManyCarts: {
      title: {
        en: "Too many orders viewed",
        fr: "Trop de commandes consultées",
      },
      what: {
        en: "You have opened many orders in a short time. To see more now, sign in. Nothing was ordered.",
        fr: "Pendant un moment, elles ne sont montrées qu’à ceux qui ont ouvert une session. Rien n’a été commandé.",
      },
      next: { en: "Try again {when}, or sign in.", fr: "Réessayez {when}, ou ouvrez une session." },
    },
    tooManyNames: {
      title: {
        en: "Too many domain names checked",
        fr: "Vous avez consulté beaucoup de noms de domaine en peu de temps",
      },
      what: {
        en: "Each check queries the registry, so you cannot make more checks for a while. Nothing was ordered.",
        fr: "Chaque consultation interroge le registre ; aucune autre n’est donc faite pendant un moment. Rien n’a été commandé.",
      },
      next: { en: "Try again {when}.", fr: "Réessayez {when}." },
    },
    methodNotAllowed: {
      title: { en: "Nothing was done", fr: "Rien n’a été fait" },
      what: {
        en: "This page does not support that action.",
        fr: "Cette adresse n’accepte pas ce type de demande.",
      },
      next: { en: "Continue from the previous page.", fr: "Continuez depuis la page d’où vous venez." },
    },
    internalError: {
      title: { en: "Something went wrong on our side", fr: "Un problème est survenu de notre côté" },
      what: {
        en: "The page could not be shown. Your account shows whether anything was done.",
        fr: "La page n’a pas pu être affichée. Vous verrez dans votre compte si quelque chose a été fait.",
      },
      next: {
        en: "Try again. If it happens again, tell us when and on which page.",
        fr: "Réessayez. Si cela se reproduit, dites-nous quand et sur quelle page.",
      },
    },
  },
});

export type Stop = keyof (typeof areaTexts)["en"]["stops"];
