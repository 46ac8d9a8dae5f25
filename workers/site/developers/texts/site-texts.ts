import type { Scope } from "../../../../shared/account-access/scopes.ts";
import type { LimitEffect } from "../../../../shared/api/definition/operation.ts";
import { bilingual } from "../../../../shared/pages/french-typography.ts";

/** The releases (semantic) that the pages are of; null while the account does not answer. */
interface Releases {
  catalogue: string;
  account: string | null;
}

const en = {
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
  thisPage: "This page as Markdown",
  addresses: {
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
  scopes: {
    title: "Scopes",
    columns: ["Scope", "What it allows"],
    words: {
      "account:read":
        "Read the account: services, domain names, invoices, support tickets, and the log of the application’s own calls. Every connection has it.",
      "billing:write":
        "Order and renew, change plans, cancel services. Each order makes an invoice that only the customer can pay.",
      "domains:write":
        "Change nameservers, lock or unlock a domain name, start a transfer away. The transfer code is e-mailed to the customer.",
      "zones:write":
        "Add and remove DNS records in the zones of a service. TXT records prove control of a name to third parties, so the customer is asked for this by itself, and told of each change by e-mail.",
    } satisfies Record<Scope, string>,
  },
  mcp: {
    add: "Add this address as a server or connector:",
    configuration: "Clients that are configured with a file take this:",
    tools: "Tools",
    tool: "Tool",
    gives: "What it gives",
    arguments:
      "A tool takes the parameters of its endpoint as one flat object, with lists as arrays, and gives the same answer as `structuredContent` and as text. A problem comes back as a result with `isError` and the problem as its text.",
    revisions: (revisions: string) => `Protocol revisions: ${revisions}.`,
    older: "A call, as revisions up to 2025-11-25 send it",
    newer: "The same call in revision 2026-07-28",
  },
  versions: {
    title: "Versions",
    text: ({ catalogue, account }: Releases, next: string) =>
      `This is version ${catalogue} of the catalogue API${account === null ? "" : `, and ${account} of the account API`}. Fields are added, never renamed or removed. A breaking change would come as \`${next}\`; the version before would then go on answering for at least twelve months, with the headers \`Deprecation\` and \`Sunset\` and a notice on this page. After that it is answered with 410 \`gone\`.`,
    caption: "Versions of each API",
    columns: ["Version", "Deprecated as of", "Ends on", "More"],
    document: "OpenAPI document",
    changes: "What to change",
  },
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
    followed: (getOrder: string) => `To follow the order: ${getOrder}, with the \`order_id\` of the answer.`,
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
};

const fr: typeof en = {
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
  thisPage: "Cette page en Markdown",
  addresses: {
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
  scopes: {
    title: "Portées",
    columns: ["Portée", "Ce qu’elle permet"],
    words: {
      "account:read":
        "Lire le compte : services, noms de domaine, factures, demandes d’assistance et journal des appels de l’application elle-même. Toute connexion en dispose.",
      "billing:write":
        "Commander et renouveler, changer de forfait, résilier des services. Chaque commande produit une facture que seule la personne peut payer.",
      "domains:write":
        "Changer les serveurs de noms, verrouiller ou déverrouiller un nom de domaine, lancer un transfert sortant. Le code de transfert est envoyé par courriel à la personne.",
      "zones:write":
        "Ajouter et retirer des enregistrements DNS dans les zones d’un service. Les enregistrements TXT prouvent à des tiers qui maîtrise un nom ; cette portée est donc demandée à part, et chaque modification est annoncée par courriel à la personne.",
    },
  },
  mcp: {
    add: "Ajoutez cette adresse comme serveur ou connecteur :",
    configuration: "Pour les clients qui se configurent par un fichier :",
    tools: "Outils",
    tool: "Outil",
    gives: "Ce qu’il donne",
    arguments:
      "Un outil prend les paramètres de son point d’accès dans un seul objet plat, les listes sous forme de tableaux, et donne la même réponse dans `structuredContent` et en texte. Un problème prend la forme d’un résultat marqué `isError`, dont le texte est le problème lui-même.",
    revisions: (revisions: string) => `Révisions du protocole : ${revisions}.`,
    older: "Un appel, tel que l’envoient les révisions jusqu’à 2025-11-25",
    newer: "Le même appel dans la révision 2026-07-28",
  },
  versions: {
    title: "Versions",
    text: ({ catalogue, account }: Releases, next: string) =>
      `Voici la version ${catalogue} de l’API du catalogue${account === null ? "" : ` et la version ${account} de celle du compte`}. Des champs peuvent s’ajouter ; aucun n’est renommé ni retiré. Un changement incompatible prendrait la forme de \`${next}\` ; la version précédente répondrait alors pendant au moins douze mois encore, avec les en-têtes \`Deprecation\` et \`Sunset\` ainsi qu’un avis sur cette page. Ensuite, elle répond 410 \`gone\`.`,
    caption: "Versions de chaque API",
    columns: ["Version", "Déconseillée dès le", "Prend fin le", "Pour en savoir plus"],
    document: "Document OpenAPI",
    changes: "Ce qu’il faut changer",
  },
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
    followed: (getOrder: string) => `Pour suivre la commande : ${getOrder}, avec l’\`order_id\` de la réponse.`,
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
};

export const siteTexts = bilingual(en, fr);
export type SiteTexts = typeof en;
