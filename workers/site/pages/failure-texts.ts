import { bilingual } from "../../../shared/pages/french-typography.ts";

const en = {
  notFound: {
    title: "This page does not exist",
    what: "There is nothing at this address. It may have been mistyped, or the page may have moved.",
    next: "What we sell is on the home page, and how to use it from a program is on the developers page.",
  },
  foreignHost: {
    title: "Nothing is served here",
    what: "This server does not answer under the name it was asked by.",
    next: "Check the address in your browser.",
  },
  methodNotAllowed: {
    title: "This page can only be read",
    what: "It was asked to do something other than show itself. Nothing was changed.",
    next: "Open it with a plain link.",
  },
  unavailable: {
    title: "This page cannot be shown right now",
    what: "The catalogue that it is made from did not answer. Nothing is lost.",
    next: "Try again in a minute.",
  },
  internalError: {
    title: "Something went wrong on our side",
    what: "The page could not be made. Nothing was changed.",
    next: "Try again. If it happens again, tell us when and on which page.",
  },
};

const fr: typeof en = {
  notFound: {
    title: "Cette page n’existe pas",
    what: "Il n’y a rien à cette adresse. Elle comporte peut-être une faute de frappe, ou la page a changé de place.",
    next: "La page d’accueil présente ce que nous vendons ; la page pour les développeurs explique comment s’en servir depuis un programme.",
  },
  foreignHost: {
    title: "Rien n’est servi ici",
    what: "Ce serveur ne répond pas au nom sous lequel il a été appelé.",
    next: "Vérifiez l’adresse dans votre navigateur.",
  },
  methodNotAllowed: {
    title: "Cette page est en lecture seule",
    what: "Cette adresse n’accepte pas ce type de demande. Rien n’a été modifié.",
    next: "Ouvrez-la par un simple lien.",
  },
  unavailable: {
    title: "Cette page ne peut pas être affichée pour l’instant",
    what: "Le catalogue dont elle est tirée n’a pas répondu. Rien n’est perdu.",
    next: "Réessayez dans une minute.",
  },
  internalError: {
    title: "Une erreur s’est produite de notre côté",
    what: "La page n’a pas pu être préparée. Rien n’a été modifié.",
    next: "Réessayez. Si cela se reproduit, dites-nous quand et sur quelle page.",
  },
};

export const failureTexts = bilingual(en, fr);
export type Failure = keyof typeof en;
