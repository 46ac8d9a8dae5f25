import type { LimitEffect } from "../../../../shared/api/definition/operation.ts";
import { bilingual } from "../../../../shared/pages/french-typography.ts";

/** The releases (semantic) that the pages are of; null while the account does not answer. */
interface Releases {
  catalogue: string;
  account: string | null;
}

const en = {
  title: "For developers",
  lead: "Two APIs, each also an MCP server. The catalogue is public and free, takes no key, and only reads. The account is one customer’s own: they sign in, decide what an application may do, and can end it at any time.",
  navigation: "Developers’ pages",
  /** The links in the header. */
  sections: "For developers",
  /** What the navigation is folded under on a small screen. */
  allPages: "All pages",
  groups: { pages: "Guides", catalogue: "Catalogue", reading: "Account: reading", acting: "Account: acting" },
  pages: {
    start: "Start here",
    catalogue: "Catalogue",
    account: "Account",
    mcp: "MCP servers",
    acting: "Acting on an account",
    errors: "Errors",
    limits: "Limits",
  },
  start: {
    first: "Try it",
    firstText: "No key and no account: one command gives product lines, addresses and every endpoint.",
    pages: "Guides",
    operations: "Operations",
    operationsText:
      "One page for each: its parameters, every key of its answer, a call in three languages, and what it refuses.",
    asMarkdown: "As Markdown",
    asMarkdownText:
      "Each of these pages is Markdown too, at its address with `.md` behind the path, or at the same address with `Accept: text/markdown`, with the same content. Programs find all of them in {index}.",
    thisPage: "This page as Markdown",
  },
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
  versions: {
    title: "Versions",
    text: ({ catalogue, account }: Releases, next: string) =>
      `This is version ${catalogue} of the catalogue API${account === null ? "" : `, and ${account} of the account API`}. Fields are added, never renamed or removed. A breaking change would come as \`${next}\`; the version before would then go on answering for at least twelve months, with the headers \`Deprecation\` and \`Sunset\` and a notice on this page. After that it is answered with 410 \`gone\`.`,
    codes:
      "An operation may come to give a further problem code. Where you do not know a code, go by the HTTP status and by `retryable`.",
    caption: "Versions of each API",
    columns: ["Version", "Deprecated as of", "Ends on", "More"],
    document: "OpenAPI document",
    changes: "What to change",
  },
  catalogueLead:
    "Product lines, plans, prices and whether a domain name is free: plain GET requests, answered with JSON.",
  accountLead:
    "One customer’s services, domain names, invoices and tickets, for an application or assistant that they connected.",
  mcpLead: "Both APIs as tools for an assistant.",
  errorsLead: "How a call says that it was not answered, and what to do then.",
  limitsLead: "How many requests are answered, how large they may be, and how long answers, keys and tokens are valid.",
  endpoints: { catalogue: "Operations of the catalogue", account: "Operations of the account" },
  /** Only in French: the reference comes from the OpenAPI document, in English. */
  reference: null as string | null,
  operation: {
    tool: (name: string) => `MCP tool ${name}`,
    noTool: "no MCP tool",
    scopes: (scopes: string) => `scope ${scopes}`,
    anyone: "no key",
    permissions: (permissions: string) => `permission ${permissions}`,
    keyed: "takes an idempotency key",
    kept: "ETag",
    hourly: { orders: "counts as an order", settings: "counts as a setting" },
    limited: {
      whole: "limited connection: all of it",
      filtered: "limited connection: what is within",
      item: "limited connection: the item within",
      outside: "limited connection: refused",
    } satisfies Record<LimitEffect, string>,
    rateLimited: "rate limited",
    example: "Example",
    answered: (status: number) => `Answer, ${status} application/json`,
    recorded: "Recorded on the demonstration’s data.",
    /** Members of the request that an answer just before gave. */
    fresh: (member: string) => `It was sent with a \`${member}\` read just before; the one above has ended.`,
    ends: (day: string) => `It is of a version that ends on ${day}:`,
    inVersion: (major: number) => `In version ${major}:`,
    about: "What it does",
    followed: "To follow the order: {getOrder}, with the `order_id` of the answer.",
    parameters: "Parameters",
    none: "It takes no parameters.",
    answer: "Answer",
    isDocument: "The answer is an OpenAPI 3.1 document.",
    problems: "Problems",
    code: "Code",
    status: "Status",
    meaning: "Meaning",
    retry: "Send again?",
    exampleOf: (code: string) => `Example of ${code}`,
  },
  unavailable:
    "The description of these operations could not be read when this page was made. Look again in a minute; the rest of the page is right.",
  errors: {
    form: "What an error looks like",
    text: "An error is `application/problem+json` (RFC 9457). Decide by the member `code`; `detail` is for a person to read. `action_required` says what the customer can do about it, and where; with the type `approve_action` the same request is done once they have approved. This call shows one:",
    members: "Members of an error",
    codes: "Codes",
    all: "All problem codes, each with its own page",
    next: "What to do",
  },
};

const fr: typeof en = {
  title: "Pour les développeurs",
  lead: "Deux API, chacune aussi sous forme de serveur MCP. Le catalogue est public, gratuit, sans clé et en lecture seule. Le compte est celui d’une seule personne : elle se connecte, décide de ce qu’une application peut faire et peut y mettre fin à tout moment.",
  navigation: "Pages pour les développeurs",
  sections: "Pour les développeurs",
  allPages: "Toutes les pages",
  groups: { pages: "Guides", catalogue: "Catalogue", reading: "Compte : lire", acting: "Compte : agir" },
  pages: {
    start: "Pour commencer",
    catalogue: "Catalogue",
    account: "Compte",
    mcp: "Serveurs MCP",
    acting: "Agir sur un compte",
    errors: "Erreurs",
    limits: "Limites",
  },
  start: {
    first: "Essayer",
    firstText: "Ni clé ni compte : une commande donne les gammes, les adresses et tous les points d’accès.",
    pages: "Guides",
    operations: "Opérations",
    operationsText:
      "Une page pour chacune : ses paramètres, chaque clé de sa réponse, un appel dans trois langages et ce qu’elle refuse.",
    asMarkdown: "En Markdown",
    asMarkdownText:
      "Chacune de ces pages existe aussi en Markdown, à son adresse avec `.md` après le chemin, ou à la même adresse avec `Accept: text/markdown`, avec le même contenu. Les programmes les trouvent toutes dans {index}.",
    thisPage: "Cette page en Markdown",
  },
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
  versions: {
    title: "Versions",
    text: ({ catalogue, account }: Releases, next: string) =>
      `Voici la version ${catalogue} de l’API du catalogue${account === null ? "" : ` et la version ${account} de celle du compte`}. Des champs peuvent s’ajouter ; aucun n’est renommé ni retiré. Un changement incompatible prendrait la forme de \`${next}\` ; la version précédente répondrait alors pendant au moins douze mois encore, avec les en-têtes \`Deprecation\` et \`Sunset\` ainsi qu’un avis sur cette page. Ensuite, elle répond 410 \`gone\`.`,
    codes:
      "Une opération peut donner un code de problème de plus. Si vous ne connaissez pas un code, fiez-vous au code d’état HTTP et à `retryable`.",
    caption: "Versions de chaque API",
    columns: ["Version", "Déconseillée dès le", "Prend fin le", "Pour en savoir plus"],
    document: "Document OpenAPI",
    changes: "Ce qu’il faut changer",
  },
  catalogueLead:
    "Les gammes, les forfaits, les prix et la disponibilité d’un nom de domaine : de simples requêtes GET, des réponses en JSON.",
  accountLead:
    "Les services, noms de domaine, factures et demandes d’assistance d’une personne, pour l’application ou l’assistant qu’elle a connecté.",
  mcpLead: "Les deux API sous forme d’outils pour un assistant.",
  errorsLead: "Comment un appel dit qu’il n’a pas abouti, et que faire alors.",
  limitsLead: "Le nombre d’appels permis, les tailles admises et les durées de validité.",
  endpoints: { catalogue: "Opérations du catalogue", account: "Opérations du compte" },
  reference: "Les précisions en anglais proviennent du document OpenAPI, qui n’existe que dans cette langue.",
  operation: {
    tool: (name: string) => `outil MCP ${name}`,
    noTool: "pas d’outil MCP",
    scopes: (scopes: string) => `portée ${scopes}`,
    anyone: "sans clé",
    permissions: (permissions: string) => `permission ${permissions}`,
    keyed: "demande une clé d’idempotence",
    kept: "ETag",
    hourly: { orders: "compte comme une commande", settings: "compte comme un réglage" },
    limited: {
      whole: "connexion limitée : tout",
      filtered: "connexion limitée : ce qui est dans la limite",
      item: "connexion limitée : l’élément dans la limite",
      outside: "connexion limitée : opération refusée",
    },
    rateLimited: "nombre d’appels limité",
    example: "Exemple",
    answered: (status: number) => `Réponse, ${status} application/json`,
    recorded: "Enregistrée avec les données de la démonstration.",
    fresh: (member: string) =>
      `La requête portait une valeur de \`${member}\` lue juste avant ; celle ci-dessus n’est plus valable.`,
    ends: (day: string) => `Elle fait partie d’une version qui prend fin le ${day} :`,
    inVersion: (major: number) => `Dans la version ${major} :`,
    about: "Ce qu’elle fait",
    followed: "Pour suivre la commande : {getOrder}, avec l’`order_id` de la réponse.",
    parameters: "Paramètres",
    none: "Elle ne prend aucun paramètre.",
    answer: "Réponse",
    isDocument: "La réponse est un document OpenAPI 3.1.",
    problems: "Problèmes",
    code: "Code",
    status: "Code d’état",
    meaning: "Signification",
    retry: "Renvoyer ?",
    exampleOf: (code: string) => `Exemple de ${code}`,
  },
  unavailable:
    "La description de ces opérations n’a pas pu être lue lorsque cette page a été produite. Revenez dans une minute ; le reste de la page est exact.",
  errors: {
    form: "À quoi ressemble une erreur",
    text: "Une erreur est rendue en `application/problem+json` (RFC 9457). Fiez-vous au membre `code` ; `detail` s’adresse à une personne. `action_required` dit ce que la personne peut y faire, et où ; avec le type `approve_action`, la même requête est exécutée une fois l’accord donné. Cet appel en montre une :",
    members: "Membres d’une erreur",
    codes: "Codes",
    all: "Tous les codes de problème, chacun avec sa page",
    next: "Que faire",
  },
};

export const siteTexts = bilingual(en, fr);
export type SiteTexts = typeof en;
