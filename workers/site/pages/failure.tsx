import { byLanguage } from "../../../shared/pages/french-typography.ts";
import { layoutTexts, MessagePage } from "../../../shared/pages/layout.tsx";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import { linkTo, samePage, type Visit } from "../../../shared/pages/visit.ts";

const FAILURES = byLanguage({
  notFound: {
    status: 404,
    title: { en: "This page does not exist", fr: "Cette page n’existe pas" },
    what: {
      en: "There is nothing at this address. It may have a typo, or the page may have moved.",
      fr: "Il n’y a rien à cette adresse. Elle comporte peut-être une faute de frappe, ou la page a changé de place.",
    },
    next: {
      en: "See the home page for products, and the developers page for the APIs.",
      fr: "La page d’accueil présente ce que nous vendons ; la page pour les développeurs explique comment s’en servir depuis un programme.",
    },
  },
  foreignHost: {
    status: 404,
    title: { en: "Nothing is served here", fr: "Rien n’est servi ici" },
    what: {
      en: "This server does not answer under this host name.",
      fr: "Ce serveur ne répond pas au nom sous lequel il a été appelé.",
    },
    next: { en: "Check the address in your browser.", fr: "Vérifiez l’adresse dans votre navigateur." },
  },
  methodNotAllowed: {
    status: 405,
    title: { en: "This page is read-only", fr: "Cette page est en lecture seule" },
    what: {
      en: "It does not support this action. Nothing was changed.",
      fr: "Cette adresse n’accepte pas ce type de demande. Rien n’a été modifié.",
    },
    next: { en: "Open it with a plain link.", fr: "Ouvrez-la par un simple lien." },
  },
  unavailable: {
    status: 503,
    title: { en: "This page cannot be shown right now", fr: "Cette page ne peut pas être affichée pour l’instant" },
    what: {
      en: "The catalogue did not answer. Nothing was lost.",
      fr: "Le catalogue dont elle est tirée n’a pas répondu. Rien n’est perdu.",
    },
    next: { en: "Try again in a minute.", fr: "Réessayez dans une minute." },
  },
  internalError: {
    status: 500,
    title: { en: "Something went wrong on our side", fr: "Une erreur s’est produite de notre côté" },
    what: {
      en: "The page could not be shown. Nothing was changed.",
      fr: "La page n’a pas pu être affichée. Rien n’a été modifié.",
    },
    next: {
      en: "Try again. If it happens again, tell us when and on which page.",
      fr: "Réessayez. Si cela se reproduit, dites-nous quand et sur quelle page.",
    },
  },
});

export type Failure = keyof (typeof FAILURES)["en"];

const RETRY_AFTER_S = "60";

export function failurePage(failure: Failure, theme: Theme, visit: Visit): Promise<Response> {
  const headers: Partial<Record<Failure, Record<string, string>>> = {
    methodNotAllowed: { Allow: "GET, HEAD" },
    unavailable: { "Retry-After": RETRY_AFTER_S },
  };
  const { status, title, what, next } = FAILURES[visit.language][failure];
  const isFault = status >= 500;
  const words = layoutTexts[visit.language];
  return pageResponse(
    <MessagePage theme={theme} visit={visit} title={title} what={what} next={next}>
      {failure !== "foreignHost" && (
        <p class="buttons">
          {!isFault && (
            <a class="button" href={linkTo(visit, "/developers")}>
              {words.developers}
            </a>
          )}
          <a class={isFault ? "button" : "button primary"} href={linkTo(visit, "/")}>
            {words.home}
          </a>
          {isFault && (
            <a class="button primary" href={samePage(visit, {})}>
              {words.again}
            </a>
          )}
        </p>
      )}
    </MessagePage>,
    { theme, visit, status, headers: headers[failure] ?? {} },
  );
}
