import { byLanguage } from "../../../shared/pages/french-typography.ts";

/** The texts of the pages that end the flow: what happened, what was not done, and the next step. */
export const stopTexts = byLanguage({
  closed: {
    status: 410,
    title: { en: "This request is closed", fr: "Cette demande est close" },
    what: {
      en: "It was already answered, here or in another window, or it expired after ten minutes. Nothing was changed.",
      fr: "Elle a déjà reçu une réponse, dans cette fenêtre ou dans une autre, ou elle a expiré après dix minutes. Rien n’a été modifié.",
    },
    next: {
      en: "To connect the application, start again from it. Connected assistants shows what is already connected.",
      fr: "Pour connecter l’application, recommencez depuis celle-ci. Ce qui est déjà connecté se trouve sous Assistants connectés.",
    },
  },
  lapsed: {
    status: 410,
    title: { en: "This request has expired", fr: "Cette demande a expiré" },
    what: {
      en: "Nobody answered it within ten minutes. Nothing was done.",
      fr: "Personne n’y a répondu dans les dix minutes. Rien n’a été fait.",
    },
    next: {
      en: "Open the page again, or start again from the application.",
      fr: "Rouvrez la page, ou recommencez depuis l’application.",
    },
  },
  noSession: {
    status: 403,
    title: { en: "Please start again", fr: "Veuillez recommencer" },
    what: {
      en: "This browser’s session has ended, or it blocks cookies, so we cannot find the request. Nothing was done.",
      fr: "Ce navigateur n’a plus de session ici, ou ne conserve pas les témoins (cookies) ; la demande est donc introuvable. Rien n’a été fait.",
    },
    next: {
      en: "Start again from the application. If this happens every time, allow cookies for this site.",
      fr: "Recommencez depuis l’application. Si cela se produit chaque fois, autorisez les témoins pour ce site.",
    },
  },
  foreignForm: {
    status: 403,
    title: { en: "Please start again", fr: "Veuillez recommencer" },
    what: {
      en: "This form is not from the page that is open in this browser, or its session has ended. Nothing was done.",
      fr: "Ce formulaire ne vient pas de la page ouverte dans ce navigateur, ou sa session a pris fin. Rien n’a été fait.",
    },
    next: {
      en: "Open the page again, or start again from the application. If this happens every time, allow cookies for this site.",
      fr: "Rouvrez la page, ou recommencez depuis l’application. Si cela se produit chaque fois, autorisez les témoins (cookies) pour ce site.",
    },
  },
  unreadableForm: {
    status: 400,
    title: { en: "This form could not be read", fr: "Ce formulaire n’a pas pu être lu" },
    what: {
      en: "It is not one of our forms, or it is too long. Nothing was done.",
      fr: "Ce qui a été envoyé n’est pas un de nos formulaires, ou est trop long. Rien n’a été fait.",
    },
    next: { en: "Go back and try again.", fr: "Revenez en arrière et réessayez." },
  },
  noAccounts: {
    status: 403,
    title: { en: "There is no account to connect", fr: "Il n’y a aucun compte à connecter" },
    what: {
      en: "Your e-mail and password are correct, but this login manages no account. Nothing was connected.",
      fr: "L’adresse et le mot de passe sont exacts, mais cet identifiant ne gère aucun compte. Rien n’a été connecté.",
    },
    next: {
      en: "Ask the owner of the account to give you access in the client area, or sign in with another login.",
      fr: "Demandez au titulaire du compte de vous y donner accès dans l’espace client, ou ouvrez une session avec un autre identifiant.",
    },
  },
  noAccountsOfLogin: {
    status: 403,
    title: { en: "There is no account to connect", fr: "Il n’y a aucun compte à connecter" },
    what: {
      en: "The login that is signed in manages no account. Nothing was connected.",
      fr: "L’identifiant avec lequel la session est ouverte ne gère aucun compte. Rien n’a été connecté.",
    },
    next: {
      en: "Ask the owner of the account to give you access in the client area, or sign out there too and use another login.",
      fr: "Demandez au titulaire du compte de vous y donner accès dans l’espace client, ou fermez aussi votre session là-bas et revenez avec un autre identifiant.",
    },
  },
  foreignAccount: {
    status: 403,
    title: { en: "This account cannot be chosen", fr: "Ce compte ne peut pas être choisi" },
    what: {
      en: "The login that is signed in does not manage it. Nothing was connected.",
      fr: "L’identifiant de votre session ne le gère pas. Rien n’a été connecté.",
    },
    next: {
      en: "Go back to the request and choose one of your accounts.",
      fr: "Revenez à la demande et choisissez un de vos comptes.",
    },
  },
  unknownChange: {
    status: 400,
    title: { en: "This permission is not available", fr: "Cette permission n’est pas offerte" },
    what: {
      en: "The form contains a choice that is not on the page. Nothing was connected.",
      fr: "Le formulaire contient un choix qui ne figure pas sur la page. Rien n’a été connecté.",
    },
    next: {
      en: "Go back to the request and choose what the application can do.",
      fr: "Revenez à la demande et cochez-y ce que l’application peut faire.",
    },
  },
  unknownDecision: {
    status: 400,
    title: { en: "Answer not understood", fr: "Réponse non comprise" },
    what: {
      en: "Your answer could not be read. Nothing was connected, and the request is still open.",
      fr: "Nous n’avons pas pu lire votre réponse. Rien n’a été connecté, et la demande reste ouverte.",
    },
    next: { en: "Go back to the request and answer it there.", fr: "Revenez à la demande et répondez-y." },
  },
  billingUnavailable: {
    status: 503,
    title: { en: "Your account cannot be read right now", fr: "Votre compte ne peut pas être lu pour l’instant" },
    what: {
      en: "The billing system did not answer. Nothing was done, and the application’s request is still open.",
      fr: "Le système de facturation n’a pas répondu. Rien n’a été fait, et la demande de l’application reste ouverte.",
    },
    next: { en: "Try again in a moment.", fr: "Réessayez dans un moment." },
  },
  nothingConnectedNow: {
    status: 503,
    title: { en: "Nothing can be connected right now", fr: "Rien ne peut être connecté en ce moment" },
    what: {
      en: "We are checking our records first. Nothing was connected, and the application’s request is still open.",
      fr: "Nous vérifions d’abord nos données. Rien n’a été connecté, et la demande de l’application reste ouverte.",
    },
    next: {
      en: "Try again later. Existing connections can still read your account.",
      fr: "Réessayez plus tard. Les connexions existantes peuvent encore lire votre compte.",
    },
  },
  notConnected: {
    status: 503,
    title: { en: "The connection could not be made", fr: "La connexion n’a pas pu être établie" },
    what: {
      en: "Something went wrong on our side while it was being made. The application received nothing.",
      fr: "Une erreur s’est produite de notre côté pendant l’opération. L’application n’a rien reçu.",
    },
    next: {
      en: "Try again. If Connected assistants shows a connection anyway, you can end it there.",
      fr: "Réessayez. Si une connexion figure tout de même sous Assistants connectés, vous pouvez y mettre fin là.",
    },
  },
  tooMany: {
    status: 429,
    title: { en: "Too many attempts to sign in", fr: "Trop de tentatives d’ouverture de session" },
    what: {
      en: "To protect your account, we accept no further attempts for a while. This one was not checked.",
      fr: "Pour protéger votre compte, nous n’acceptons plus de tentatives pendant un certain temps. Celle-ci n’a pas été vérifiée.",
    },
    next: {
      en: "Try again {when}. If you have forgotten your password, you can set a new one in the client area.",
      fr: "Réessayez {when}. Si vous avez oublié votre mot de passe, vous pouvez en choisir un autre dans l’espace client.",
    },
  },
  signInElsewhere: {
    status: 410,
    title: { en: "This sign-in cannot be finished here", fr: "Cette ouverture de session ne peut pas se terminer ici" },
    what: {
      en: "It started in another window or browser, or more than ten minutes ago. Nobody was signed in.",
      fr: "Elle a commencé dans une autre fenêtre ou un autre navigateur, ou il y a plus de dix minutes. Aucune session n’a été ouverte.",
    },
    next: {
      en: "Sign in from this page. If this happens every time, allow cookies for this site.",
      fr: "Ouvrez votre session à partir de cette page. Si cela se produit chaque fois, autorisez les témoins (cookies) pour ce site.",
    },
  },
  signInUnavailable: {
    status: 503,
    title: { en: "You cannot sign in right now", fr: "Vous ne pouvez pas ouvrir de session pour l’instant" },
    what: {
      en: "The billing system, where you sign in, did not answer. Nothing was done.",
      fr: "Le système de facturation, où vous ouvrez votre session, n’a pas répondu. Rien n’a été fait.",
    },
    next: { en: "Try again in a moment.", fr: "Réessayez dans un moment." },
  },
  tooManySignIns: {
    status: 429,
    title: { en: "Too many sign-ins from your network", fr: "Trop d’ouvertures de session depuis votre réseau" },
    what: {
      en: "Too many sign-ins started from your network within an hour. This one was not started.",
      fr: "En une heure, trop d’ouvertures de session ont commencé depuis le même réseau. Celle-ci n’a pas commencé.",
    },
    next: { en: "Try again {when}.", fr: "Réessayez {when}." },
  },
  refusedRequest: {
    status: 400,
    title: {
      en: "The application’s request cannot be answered",
      fr: "Impossible de répondre à la demande de l’application",
    },
    what: {
      en: "We can’t safely send you back to this application. Nothing was connected, and nothing was sent anywhere.",
      fr: "Nous ne pouvons pas vous renvoyer sans risque à cette application. Rien n’a été connecté, et rien n’a été envoyé nulle part.",
    },
    next: {
      en: "Start again from the application. If it happens again, send the details below to its developer.",
      fr: "Recommencez depuis l’application. Si cela se reproduit, transmettez les détails ci-dessous à son éditeur.",
    },
  },
  uncheckedError: {
    status: 400,
    title: { en: "The application’s request has an error", fr: "La demande de l’application contient une erreur" },
    what: {
      en: "Nothing was connected, and nothing was sent anywhere. Nobody has checked who makes this application, or where the link below leads.",
      fr: "Rien n’a été connecté, et rien n’a été envoyé nulle part. Personne n’a contrôlé qui publie cette application, ni où mène le lien ci-dessous.",
    },
    next: {
      en: "If you have just started it yourself, continue: we will send it the error. Otherwise close this page.",
      fr: "Si vous venez de la lancer vous-même, continuez : nous lui signalerons l’erreur. Sinon, fermez cette page.",
    },
  },
  answerLater: {
    status: 503,
    title: {
      en: "The application’s request cannot be read right now",
      fr: "La demande de l’application ne peut pas être lue pour l’instant",
    },
    what: {
      en: "A part of this service did not answer. Nothing was connected.",
      fr: "Une partie de ce service n’a pas répondu. Rien n’a été connecté.",
    },
    next: { en: "Try again in a moment.", fr: "Réessayez dans un moment." },
  },
  /** The caller chose the host, so the status is not 503, which would be logged as a failure of this service. */
  hostUnreachable: {
    status: 502,
    title: {
      en: "The application’s description cannot be read right now",
      fr: "La description de l’application ne peut pas être lue pour l’instant",
    },
    what: {
      en: "The application’s own site, which describes it, did not answer. Nothing was connected.",
      fr: "Le site de l’application, où se trouve sa description, n’a pas répondu. Rien n’a été connecté.",
    },
    next: { en: "Try again in a moment.", fr: "Réessayez dans un moment." },
  },
  tooManyRequests: {
    status: 429,
    title: { en: "Too many requests from your network", fr: "Trop de demandes depuis votre réseau" },
    what: {
      en: "Applications on your network sent too many requests within an hour. Nothing was connected.",
      fr: "En une heure, des applications ont adressé trop de demandes ici depuis le même réseau. Rien n’a été connecté.",
    },
    next: { en: "Try again {when}.", fr: "Réessayez {when}." },
  },
  methodNotAllowed: {
    status: 405,
    title: { en: "Nothing was done", fr: "Rien n’a été fait" },
    what: {
      en: "This page does not support that action.",
      fr: "Cette adresse n’accepte pas ce type de demande.",
    },
    next: { en: "Continue from the previous page.", fr: "Continuez depuis la page d’où vous venez." },
  },
  internalError: {
    status: 500,
    title: { en: "Something went wrong on our side", fr: "Une erreur s’est produite de notre côté" },
    what: {
      en: "The page could not be shown. Nothing was connected.",
      fr: "La page n’a pas pu être affichée. Rien n’a été connecté.",
    },
    next: {
      en: "Try again. If it happens again, tell us when and on which page.",
      fr: "Réessayez. Si cela se reproduit, dites-nous quand et sur quelle page.",
    },
  },
});

export type StopKind = keyof (typeof stopTexts)["en"];
