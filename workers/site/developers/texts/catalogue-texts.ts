import { bilingual } from "../../../../shared/pages/french-typography.ts";

const en = {
  calls: {
    title: "Calls to the catalogue",
    first: "Answers are JSON, in UTF-8. Try one:",
    parametersTitle: "Parameters",
    parameters:
      "These go with every endpoint. A parameter that an endpoint does not list, one given twice, or a value out of bounds is refused with `invalid_parameter`, which names it.",
    amountsTitle: "Amounts",
    amounts:
      "Numbers in major units, such as `14.99`, without taxes. Every answer names its currency. Each currency has a price list of its own; nothing is converted. Prices of domain names are for one year: registering for n years costs `register` + (n − 1) × `renew`, renewing costs n × `renew`. A transfer is paid once, and the `note` of its quote says what it adds. `price_from` is a month of the cycle that `price_from_cycle` names.",
    cachingTitle: "Caching",
    caching:
      "Prices are at most ten minutes old. `Cache-Control` counts down what is left of that, and `ETag` names the answer: send it back as `If-None-Match`, and an unchanged answer is 304 without a body. This prints 304:",
    browsersTitle: "From a web page",
    browsers: "Any origin may call, without credentials. The answers carry the CORS headers that browsers ask for.",
  },
  checks: {
    title: "Domain checks",
    meaning:
      "A check asks the registry now; an answer is used again for five minutes. `available` means that the registry has no such registration: someone can take the name in the meantime, and premium or reserved names can still be refused at checkout. `unknown` is no answer: do not show it as either, and ask again later.",
    limit:
      "Checks are limited per network address: 30 in ten minutes, and 120 through the MCP server, unless `RateLimit-Policy` says otherwise. An answer from a cache counts too. `RateLimit` says with every check what is left. Over the limit the answer is 429, and a check sent after `Retry-After` seconds is answered again.",
    several:
      "There is no batch. For ten names, send ten calls one after the other, watch `r=` in `RateLimit`, and stop at 429 until `Retry-After` has passed. Some registries answer only a few questions a minute, for everyone together: `unknown` with the reason `budget` means that one is over, so ask about that name again after `retry_after` seconds. Where `retry_after` is null, asking again never helps. For example:",
  },
};

const fr: typeof en = {
  calls: {
    title: "Appels au catalogue",
    first: "Les réponses sont en JSON, encodées en UTF-8. Essayez :",
    parametersTitle: "Paramètres",
    parameters:
      "Ceux-ci valent pour tous les points d’accès. Un paramètre qu’un point d’accès ne prévoit pas, donné deux fois ou dont la valeur est hors limites est refusé avec `invalid_parameter`, qui le nomme.",
    amountsTitle: "Montants",
    amounts:
      "Des nombres dans l’unité principale de la devise, comme `14.99`, hors taxes. Chaque réponse indique sa devise. Chaque devise a sa propre liste de prix ; rien n’est converti. Les prix des noms de domaine valent pour un an : enregistrer pour n années coûte `register` + (n − 1) × `renew`, renouveler coûte n × `renew`. Un transfert se paie une fois, et la `note` de son devis dit ce qu’il ajoute. `price_from` est un mois de la période que nomme `price_from_cycle`.",
    cachingTitle: "Mise en cache",
    caching:
      "Les prix datent de dix minutes au plus. `Cache-Control` indique le temps qu’il leur reste, et `ETag` identifie la réponse : renvoyez-le dans `If-None-Match`, et une réponse inchangée sera un 304 sans corps. Cette commande affiche 304 :",
    browsersTitle: "Depuis une page web",
    browsers:
      "Les appels sont acceptés de toute origine, sans identifiants. Les réponses portent les en-têtes CORS que les navigateurs exigent.",
  },
  checks: {
    title: "Vérification de noms de domaine",
    meaning:
      "Une vérification interroge le registre sur-le-champ ; sa réponse peut resservir pendant cinq minutes. `available` signifie que le registre n’a aucun enregistrement à ce nom : quelqu’un peut le prendre entre-temps, et un nom premium ou réservé peut encore être refusé à la commande. `unknown` n’est pas une réponse : ne le montrez ni comme libre ni comme pris, et réessayez plus tard.",
    limit:
      "Les vérifications sont limitées par adresse réseau : 30 en dix minutes, et 120 par le serveur MCP, à moins que `RateLimit-Policy` ne dise autre chose. Une réponse tirée d’un cache compte aussi. `RateLimit` indique à chaque vérification ce qu’il en reste. Au-delà, la réponse est 429, et une vérification envoyée après `Retry-After` secondes obtient de nouveau une réponse.",
    several:
      "Il n’y a pas d’appel groupé. Pour dix noms, envoyez dix appels l’un après l’autre, surveillez `r=` dans `RateLimit` et arrêtez-vous à la première réponse 429, le temps qu’indique `Retry-After`. Certains registres ne répondent qu’à quelques questions par minute, tous demandeurs confondus : `unknown` avec la raison `budget` signifie que l’un d’eux a atteint sa limite ; vérifiez de nouveau ce nom après `retry_after` secondes. Quand `retry_after` vaut `null`, le vérifier de nouveau ne sert à rien. Par exemple :",
  },
};

export const catalogueTexts = bilingual(en, fr);
