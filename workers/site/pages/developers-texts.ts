import { bilingual } from "../../../shared/pages/french-typography.ts";
import type { ParameterSchema } from "../api-reference.ts";

const en = {
  title: "For developers",
  lead: "Two APIs, each also an MCP server. The catalogue is public and free, takes no key, and only reads. The account is one customer’s own: they sign in, decide what an application may do, and can end it at any time.",
  contents: "On this page",
  groups: { catalogue: "Catalogue", account: "Account", both: "Both" },
  /** Shown under a group's name. */
  brief: { calls: "Calls", endpoints: "Endpoints", mcp: "MCP server" },
  /** Only in French: the reference comes from the OpenAPI document, in English. */
  reference: null as string | null,
  addresses: {
    title: "Addresses",
    api: "Catalogue API",
    mcp: "Catalogue MCP server",
    openApi: "OpenAPI 3.1, catalogue",
    accountApi: "Account API",
    accountMcp: "Account MCP server",
    accountOpenApi: "OpenAPI 3.1, account",
    authorization: "Authorization server",
    assistants: "Connected assistants",
    llms: "Index for language models",
    status: "Status",
  },
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
  endpoints: {
    title: "Endpoints of the catalogue",
    none: "Takes only the parameters of every call.",
    answer: "Answer:",
    problems: "Problems:",
    tool: (name: string) => `MCP tool ${name}`,
    needs: (scopes: string) => `needs ${scopes}`,
  },
  parameter: {
    inPath: "in the path",
    inHeader: "header",
    inBody: "member of the body",
    array: "list",
    required: "required",
    default: (value: string) => `default ${value}`,
    oneOf: (values: string) => `one of ${values}`,
    characters: (min: number, max: number) => (min > 1 ? `${min} to ${max} characters` : `at most ${max} characters`),
    items: (min: number, max: number) => (min > 1 ? `${min} to ${max} values` : `at most ${max} values`),
    range: (min: number, max: number) => `${min} to ${max}`,
    types: {
      string: "text",
      integer: "whole number",
      number: "number",
      boolean: "true or false",
      array: "list, separated by commas",
      object: "object",
    } satisfies Record<ParameterSchema["type"], string>,
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
  mcp: {
    title: "MCP server of the catalogue",
    text: "The same catalogue as tools for an assistant: Streamable HTTP, without sessions and without sign-in.",
    add: "Add this address as a server or connector:",
    configuration: "Clients that are configured with a file take this:",
    tools: "Tools",
    tool: "Tool",
    gives: "What it gives",
    arguments:
      "A tool takes the parameters of its endpoint as one flat object, with lists as arrays, and gives the same answer as `structuredContent` and as text. A problem comes back as a result with `isError` and the problem as its text.",
    revisions: (revisions: string) => `Revisions of the protocol spoken: ${revisions}.`,
    older: "A call, as revisions up to 2025-11-25 send it",
    newer: "The same call in revision 2026-07-28",
  },
  problems: {
    title: "Problems",
    all: "All problem codes",
    text: "An error is `application/problem+json` (RFC 9457). Decide by the member `code`; `detail` is for a person to read. This call shows one:",
  },
  versions: {
    title: "Versions",
    text: (version: string) =>
      `This is version ${version}. Fields are added, never renamed or removed. A breaking change would come as \`/api/v2\`; this version would then go on answering for at least twelve months, with the headers \`Deprecation\` and \`Sunset\` and a notice on this page.`,
  },
};

const fr: typeof en = {
  title: "Pour les développeurs",
  lead: "Deux API, chacune aussi sous forme de serveur MCP. Le catalogue est public, gratuit, sans clé et en lecture seule. Le compte est celui d’une seule personne : elle se connecte, décide de ce qu’une application peut faire et peut y mettre fin à tout moment.",
  contents: "Sur cette page",
  groups: { catalogue: "Catalogue", account: "Compte", both: "Les deux" },
  brief: { calls: "Appels", endpoints: "Points d’accès", mcp: "Serveur MCP" },
  reference: "Les précisions en anglais proviennent du document OpenAPI, qui n’existe que dans cette langue.",
  addresses: {
    title: "Adresses",
    api: "API du catalogue",
    mcp: "Serveur MCP du catalogue",
    openApi: "OpenAPI 3.1, catalogue",
    accountApi: "API du compte",
    accountMcp: "Serveur MCP du compte",
    accountOpenApi: "OpenAPI 3.1, compte",
    authorization: "Serveur d’autorisation",
    assistants: "Assistants connectés",
    llms: "Index pour modèles de langage",
    status: "État du service",
  },
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
  endpoints: {
    title: "Points d’accès du catalogue",
    none: "N’accepte que les paramètres communs à tous les appels.",
    answer: "Réponse :",
    problems: "Problèmes :",
    tool: (name: string) => `Outil MCP ${name}`,
    needs: (scopes: string) => `exige ${scopes}`,
  },
  parameter: {
    inPath: "dans le chemin",
    inHeader: "en-tête",
    inBody: "membre du corps",
    array: "liste",
    required: "obligatoire",
    default: (value: string) => `par défaut ${value}`,
    oneOf: (values: string) => `valeurs possibles : ${values}`,
    characters: (min: number, max: number) => (min > 1 ? `de ${min} à ${max} caractères` : `${max} caractères au plus`),
    items: (min: number, max: number) => (min > 1 ? `de ${min} à ${max} valeurs` : `${max} valeurs au plus`),
    range: (min: number, max: number) => `de ${min} à ${max}`,
    types: {
      string: "texte",
      integer: "nombre entier",
      number: "nombre",
      boolean: "true ou false",
      array: "liste séparée par des virgules",
      object: "objet",
    },
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
  mcp: {
    title: "Serveur MCP du catalogue",
    text: "Le même catalogue, sous forme d’outils pour un assistant : Streamable HTTP, sans session ni authentification.",
    add: "Ajoutez cette adresse comme serveur ou connecteur :",
    configuration: "Pour les clients qui se configurent par un fichier :",
    tools: "Outils",
    tool: "Outil",
    gives: "Ce qu’il donne",
    arguments:
      "Un outil prend les paramètres de son point d’accès dans un seul objet plat, les listes sous forme de tableaux, et donne la même réponse dans `structuredContent` et en texte. Un problème prend la forme d’un résultat marqué `isError`, dont le texte est le problème lui-même.",
    revisions: (revisions: string) => `Révisions du protocole prises en charge : ${revisions}.`,
    older: "Un appel, tel que l’envoient les révisions jusqu’à 2025-11-25",
    newer: "Le même appel dans la révision 2026-07-28",
  },
  problems: {
    title: "Problèmes",
    all: "Tous les codes de problème",
    text: "Une erreur est rendue en `application/problem+json` (RFC 9457). Fiez-vous au membre `code` ; `detail` s’adresse à une personne. Cet appel en montre une :",
  },
  versions: {
    title: "Versions",
    text: (version: string) =>
      `Voici la version ${version}. Des champs peuvent s’ajouter ; aucun n’est renommé ni retiré. Un changement incompatible prendrait la forme de \`/api/v2\` ; la présente version répondrait alors pendant au moins douze mois encore, avec les en-têtes \`Deprecation\` et \`Sunset\` ainsi qu’un avis sur cette page.`,
  },
};

export const developersTexts = bilingual(en, fr);
export type DevelopersTexts = typeof en;
