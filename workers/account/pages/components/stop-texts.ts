import { bilingual, typesetFrench } from "../../../../shared/pages/french-typography.ts";
import type { Text } from "../../../../shared/platform/language.ts";

/** What happened and what was not done; what to do next. */
const en = {
  closed: {
    title: "This question is no longer open",
    what: "It was answered already, in this window or another one, or more than ten minutes have passed. Nothing was done just now.",
    next: "To connect the application, start again from there. What is connected already stands under Connected assistants.",
  },
  lapsed: {
    title: "This question is no longer open",
    what: "Nobody answered it within ten minutes. Nothing was done.",
    next: "Open the page again to be asked once more, or start again from the application.",
  },
  noSession: {
    title: "Please start again",
    what: "This browser has no session here any more, or keeps no cookies, so the question cannot be found. Nothing was done.",
    next: "Start again from the application. If this happens every time, allow cookies for this site.",
  },
  foreignForm: {
    title: "Please start again",
    what: "This form did not come from the page that is open in this browser, or its session has ended. Nothing was done.",
    next: "Open the page again, or start again from the application. If this happens every time, allow cookies for this site.",
  },
  unreadableForm: {
    title: "This form could not be read",
    what: "What was sent is not a form of ours, or is too long. Nothing was done.",
    next: "Go back and try again.",
  },
  noAccounts: {
    title: "There is no account to connect",
    what: "E-mail and password are right, but this login manages no account. Nothing was connected.",
    next: "Ask the owner of the account to give you access in the client area, or sign in with another login.",
  },
  noAccountsOfLogin: {
    title: "There is no account to connect",
    what: "The login that is signed in manages no account. Nothing was connected.",
    next: "Ask the owner of the account to give you access in the client area, or sign out there too and come back with another login.",
  },
  foreignAccount: {
    title: "This account cannot be chosen",
    what: "The login that is signed in does not manage it. Nothing was connected.",
    next: "Go back to the question and choose one of your accounts.",
  },
  unknownChange: {
    title: "This cannot be agreed to",
    what: "Something was asked for that does not stand on the page. Nothing was connected.",
    next: "Go back to the question and tick there what the application may do.",
  },
  unknownDecision: {
    title: "This is no answer to the question",
    what: "What was sent neither allows nor cancels, or does both. Nothing was connected, and the question is still open.",
    next: "Go back to the question and answer it there.",
  },
  billingUnavailable: {
    title: "Your account cannot be read right now",
    what: "The billing system did not answer. Nothing was done, and the application’s question is still open.",
    next: "Try again in a moment.",
  },
  nothingConnectedNow: {
    title: "Nothing can be connected right now",
    what: "We are checking our records first. Nothing was connected, and the application’s question is still open.",
    next: "Try again later. What is connected goes on reading your account.",
  },
  notConnected: {
    title: "The connection could not be made",
    what: "Something went wrong on our side while it was being made. The application received nothing.",
    next: "Try again. Should a connection stand under Connected assistants all the same, you can end it there.",
  },
  tooMany: {
    title: "Too many attempts to sign in",
    what: "To protect your account, no further attempt is made for a while. This one was not tried.",
    next: "Try again {when}. If you have forgotten your password, you can set a new one in the client area.",
  },
  signInElsewhere: {
    title: "This sign-in cannot be finished here",
    what: "It was begun in another window or browser, or more than ten minutes ago. Nobody was signed in.",
    next: "Sign in from here. If this happens every time, allow cookies for this site.",
  },
  signInUnavailable: {
    title: "You cannot sign in right now",
    what: "The billing system, where you sign in, did not answer. Nothing was done.",
    next: "Try again in a moment.",
  },
  tooManySignIns: {
    title: "Too many sign-ins from your network",
    what: "Within an hour, too many sign-ins have been begun from the same network. This one was not.",
    next: "Try again {when}.",
  },
  refusedRequest: {
    title: "The application’s request cannot be answered",
    what: "There is nowhere it could safely be answered to. Nothing was connected, and nothing was sent anywhere.",
    next: "Start again from the application. If it happens again, tell whoever makes it what stands below.",
  },
  uncheckedError: {
    title: "The application’s request has an error",
    what: "Nothing was connected, and nothing was sent anywhere. Nobody has checked who makes this application, or where the link below leads.",
    next: "If you have just started it yourself, go on, and it is told about the error. Otherwise close this page.",
  },
  answerLater: {
    title: "The application’s request cannot be read right now",
    what: "A part of this service, or the application’s own description of itself, did not answer. Nothing was connected.",
    next: "Try again in a moment.",
  },
  tooManyRequests: {
    title: "Too many requests from your network",
    what: "Within an hour, applications have asked here too often from the same network. Nothing was connected.",
    next: "Try again {when}.",
  },
  methodNotAllowed: {
    title: "Nothing was done",
    what: "This address was asked to do something it does not do.",
    next: "Go on from the page you came from.",
  },
  internalError: {
    title: "Something went wrong on our side",
    what: "The page could not be made. Nothing was connected.",
    next: "Try again. If it happens again, tell us when and on which page.",
  },
};

export const stopTexts = bilingual(en, {
  closed: {
    title: "Cette question n’est plus ouverte",
    what: "Elle a déjà reçu une réponse, dans cette fenêtre ou dans une autre, ou plus de dix minutes se sont écoulées. Rien n’a été fait à l’instant.",
    next: "Pour connecter l’application, recommencez depuis celle-ci. Ce qui est déjà connecté se trouve sous Assistants connectés.",
  },
  lapsed: {
    title: "Cette question n’est plus ouverte",
    what: "Personne n’y a répondu dans les dix minutes. Rien n’a été fait.",
    next: "Rouvrez la page pour qu’elle vous soit posée de nouveau, ou recommencez depuis l’application.",
  },
  noSession: {
    title: "Veuillez recommencer",
    what: "Ce navigateur n’a plus de session ici, ou ne conserve pas les témoins (cookies) ; la question est donc introuvable. Rien n’a été fait.",
    next: "Recommencez depuis l’application. Si cela se produit chaque fois, autorisez les témoins pour ce site.",
  },
  foreignForm: {
    title: "Veuillez recommencer",
    what: "Ce formulaire ne vient pas de la page ouverte dans ce navigateur, ou sa session a pris fin. Rien n’a été fait.",
    next: "Rouvrez la page, ou recommencez depuis l’application. Si cela se produit chaque fois, autorisez les témoins (cookies) pour ce site.",
  },
  unreadableForm: {
    title: "Ce formulaire n’a pas pu être lu",
    what: "Ce qui a été envoyé n’est pas un de nos formulaires, ou est trop long. Rien n’a été fait.",
    next: "Revenez en arrière et réessayez.",
  },
  noAccounts: {
    title: "Il n’y a aucun compte à connecter",
    what: "L’adresse et le mot de passe sont justes, mais cet identifiant ne gère aucun compte. Rien n’a été connecté.",
    next: "Demandez au titulaire du compte de vous y donner accès dans l’espace client, ou ouvrez une session avec un autre identifiant.",
  },
  noAccountsOfLogin: {
    title: "Il n’y a aucun compte à connecter",
    what: "L’identifiant avec lequel la session est ouverte ne gère aucun compte. Rien n’a été connecté.",
    next: "Demandez au titulaire du compte de vous y donner accès dans l’espace client, ou fermez aussi votre session là-bas et revenez avec un autre identifiant.",
  },
  foreignAccount: {
    title: "Ce compte ne peut pas être choisi",
    what: "L’identifiant avec lequel vous êtes connecté ne le gère pas. Rien n’a été connecté.",
    next: "Revenez à la question et choisissez un de vos comptes.",
  },
  unknownChange: {
    title: "Il n’est pas possible d’accepter cela",
    what: "La demande contient quelque chose qui ne figure pas sur la page. Rien n’a été connecté.",
    next: "Revenez à la question et cochez-y ce que l’application peut faire.",
  },
  unknownDecision: {
    title: "Ce n’est pas une réponse à la question",
    what: "Ce qui a été envoyé n’autorise ni n’annule, ou fait les deux. Rien n’a été connecté, et la question reste ouverte.",
    next: "Revenez à la question et répondez-y.",
  },
  billingUnavailable: {
    title: "Votre compte ne peut pas être lu pour l’instant",
    what: "Le système de facturation n’a pas répondu. Rien n’a été fait, et la question de l’application reste ouverte.",
    next: "Réessayez dans un moment.",
  },
  nothingConnectedNow: {
    title: "Rien ne peut être relié en ce moment",
    what: "Nous vérifions d’abord nos données. Rien n’a été relié, et la question de l’application reste ouverte.",
    next: "Réessayez plus tard. Ce qui est déjà relié continue de lire votre compte.",
  },
  notConnected: {
    title: "La connexion n’a pas pu être établie",
    what: "Une erreur s’est produite de notre côté pendant l’opération. L’application n’a rien reçu.",
    next: "Réessayez. Si une connexion figure tout de même sous Assistants connectés, vous pouvez y mettre fin là.",
  },
  tooMany: {
    title: "Trop de tentatives de connexion",
    what: "Pour protéger votre compte, aucune autre tentative n’est faite pendant un certain temps. Celle-ci n’a pas été essayée.",
    next: "Réessayez {when}. Si vous avez oublié votre mot de passe, vous pouvez en choisir un autre dans l’espace client.",
  },
  signInElsewhere: {
    title: "Cette ouverture de session ne peut pas se terminer ici",
    what: "Elle a commencé dans une autre fenêtre ou un autre navigateur, ou il y a plus de dix minutes. Aucune session n’a été ouverte.",
    next: "Ouvrez votre session d’ici. Si cela se produit chaque fois, autorisez les témoins (cookies) pour ce site.",
  },
  signInUnavailable: {
    title: "Vous ne pouvez pas ouvrir de session pour l’instant",
    what: "Le système de facturation, où vous ouvrez votre session, n’a pas répondu. Rien n’a été fait.",
    next: "Réessayez dans un moment.",
  },
  tooManySignIns: {
    title: "Trop d’ouvertures de session depuis votre réseau",
    what: "En une heure, trop d’ouvertures de session ont commencé depuis le même réseau. Celle-ci n’a pas commencé.",
    next: "Réessayez {when}.",
  },
  refusedRequest: {
    title: "Impossible de répondre à la demande de l’application",
    what: "Il n’y a aucune adresse à laquelle répondre sans risque. Rien n’a été connecté, et rien n’a été envoyé nulle part.",
    next: "Recommencez depuis l’application. Si cela se reproduit, signalez à qui la publie ce qui figure ci-dessous.",
  },
  uncheckedError: {
    title: "La demande de l’application contient une erreur",
    what: "Rien n’a été connecté, et rien n’a été envoyé nulle part. Personne n’a contrôlé qui publie cette application, ni où mène le lien ci-dessous.",
    next: "Si vous venez de la lancer vous-même, continuez : elle apprendra l’erreur. Sinon, fermez cette page.",
  },
  answerLater: {
    title: "La demande de l’application ne peut pas être lue pour l’instant",
    what: "Une partie de ce service, ou la description que l’application donne d’elle-même, n’a pas répondu. Rien n’a été connecté.",
    next: "Réessayez dans un moment.",
  },
  tooManyRequests: {
    title: "Trop de demandes depuis votre réseau",
    what: "En une heure, des applications ont adressé trop de demandes ici depuis le même réseau. Rien n’a été connecté.",
    next: "Réessayez {when}.",
  },
  methodNotAllowed: {
    title: "Rien n’a été fait",
    what: "Cette adresse n’accepte pas ce type de demande.",
    next: "Continuez depuis la page d’où vous venez.",
  },
  internalError: {
    title: "Une erreur s’est produite de notre côté",
    what: "La page n’a pas pu être préparée. Rien n’a été connecté.",
    next: "Réessayez. Si cela se reproduit, dites-nous quand et sur quelle page.",
  },
});

const waysEn = {
  again: "Try again",
  reopen: "Open the page again",
  question: "Back to the question",
  assistants: "Connected assistants",
  signIn: "Sign in",
  someoneElse: "Sign in as someone else",
  application: "Go on to {host}",
  told: "The application would be told: {error}",
};
export const stopWays = bilingual(waysEn, {
  again: "Réessayer",
  reopen: "Rouvrir la page",
  question: "Revenir à la question",
  assistants: "Assistants connectés",
  signIn: "Ouvrir une session",
  someoneElse: "Changer d’identifiant",
  application: "Continuer vers {host}",
  told: "Ce que l’application apprendrait : {error}",
});

export type StopKind = keyof typeof en;

/** Why an authorization request is refused without a redirect, by its reason code. */
const REFUSALS: Record<string, Text> = {
  unknown: {
    en: "No application is registered under this client_id.",
    fr: "Aucune application n’est inscrite sous ce client_id.",
  },
  client_id_missing: {
    en: "The request does not say which application it comes from.",
    fr: "La demande ne dit pas de quelle application elle vient.",
  },
  redirect_uri_missing: {
    en: "The request does not say where to return to.",
    fr: "La demande n’indique pas d’adresse de retour.",
  },
  redirect_uri_not_registered: {
    en: "The address to return to is not one that the application has registered.",
    fr: "L’adresse de retour n’est pas une de celles que l’application a inscrites.",
  },
  repeated_parameter: {
    en: "The request names the application or the address to return to more than once.",
    fr: "La demande nomme plus d’une fois l’application ou l’adresse de retour.",
  },
};

/** Every other reason concerns the application's metadata document. */
const DOCUMENT: Text = {
  en: "The document in which the application describes itself cannot be used.",
  fr: "Le document dans lequel l’application se décrit est inutilisable.",
};

export function refusalText(reason: string): Text {
  const { en, fr } = (Object.hasOwn(REFUSALS, reason) && REFUSALS[reason]) || DOCUMENT;
  return { en, fr: typesetFrench(fr) };
}
