import type { Scope } from "../../../../shared/account-access/scopes.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { Text } from "../../../../shared/platform/language.ts";

/** The releases that the pages document, as semantic versions; `account` is `null` if the account does not respond. */
interface Releases {
  catalogue: string;
  account: string | null;
}

export const siteTexts = byLanguage({
  navigation: { en: "Developers’ pages", fr: "Pages pour les développeurs" },
  /** The links in the header. */
  sections: { en: "For developers", fr: "Pour les développeurs" },
  /** The label of the folded navigation on a small screen. */
  allPages: { en: "All pages", fr: "Toutes les pages" },
  groups: {
    start: { en: "Start", fr: "Pour commencer" },
    pages: { en: "Guides", fr: "Guides" },
    catalogue: { en: "Catalogue", fr: "Catalogue" },
    reading: { en: "Account: reading", fr: "Compte : lire" },
    acting: { en: "Account: acting", fr: "Compte : agir" },
  },
  pages: {
    start: { en: "Overview", fr: "Aperçu" },
    "show-prices": { en: "Show prices", fr: "Afficher les prix" },
    "connect-an-assistant": { en: "Connect an assistant", fr: "Connecter un assistant" },
    "act-on-an-account": { en: "Act on an account", fr: "Agir sur un compte" },
    sandbox: { en: "Sandbox and logins", fr: "Bac à sable et identifiants" },
    catalogue: { en: "Catalogue", fr: "Catalogue" },
    account: { en: "Account", fr: "Compte" },
    mcp: { en: "MCP servers", fr: "Serveurs MCP" },
    "mcp-protocol": { en: "MCP protocol", fr: "Protocole MCP" },
    acting: { en: "Orders and changes", fr: "Commandes et modifications" },
    errors: { en: "Errors and retries", fr: "Erreurs et nouvelles tentatives" },
    limits: { en: "Limits", fr: "Limites" },
    versions: { en: "Versions", fr: "Versions" },
    changes: { en: "Changes", fr: "Modifications" },
  },
  noWebhooks: { en: "No webhooks: poll the events", fr: "Pas de webhooks : interrogez les événements" },
  /** The label on the tile of a tutorial. */
  tutorial: { en: "5-minute tutorial →", fr: "Tutoriel de 5 minutes →" },
  thisPage: { en: "This page as Markdown", fr: "Cette page en Markdown" },
  errorFields: { en: "Error fields", fr: "Champs d’une erreur" },
  addresses: {
    all: { en: "All addresses", fr: "Toutes les adresses" },
    api: { en: "Catalogue API", fr: "API du catalogue" },
    mcp: { en: "Catalogue MCP server", fr: "Serveur MCP du catalogue" },
    openApi: { en: "OpenAPI 3.1, catalogue", fr: "OpenAPI 3.1, catalogue" },
    accountApi: { en: "Account API", fr: "API du compte" },
    accountMcp: { en: "Account MCP server", fr: "Serveur MCP du compte" },
    accountRead: { en: "Account MCP server, reading only", fr: "Serveur MCP du compte, en lecture seule" },
    accountOpenApi: { en: "OpenAPI 3.1, account", fr: "OpenAPI 3.1, compte" },
    authorization: { en: "Authorization server", fr: "Serveur d’autorisation" },
    assistants: { en: "Connected assistants", fr: "Assistants connectés" },
    llms: { en: "Index for language models", fr: "Index pour modèles de langage" },
    status: { en: "Status", fr: "État du service" },
  },
  scopes: {
    title: { en: "Scopes", fr: "Portées" },
    columns: {
      scope: { en: "Scope", fr: "Portée" },
      allows: { en: "What it allows", fr: "Ce qu’elle permet" },
    },
    words: {
      "account:read": {
        en: "Read the account: services, domain names, invoices, support tickets, and the log of the application’s own calls. Every connection has this scope.",
        fr: "Lire le compte : services, noms de domaine, factures, demandes d’assistance et journal des appels de l’application elle-même. Toute connexion en dispose.",
      },
      "billing:write": {
        en: "Order and renew, change plans, cancel services. Each order creates an invoice that only the customer can pay.",
        fr: "Commander et renouveler, changer de forfait, résilier des services. Chaque commande produit une facture que seule la personne peut payer.",
      },
      "domains:write": {
        en: "Change nameservers, lock or unlock a domain name, start a transfer away. The customer gets the transfer code by e-mail.",
        fr: "Changer les serveurs de noms, verrouiller ou déverrouiller un nom de domaine, lancer un transfert sortant. Le code de transfert est envoyé par courriel à la personne.",
      },
      "zones:write": {
        en: "Add and remove DNS records in the zones of a service. TXT records prove control of a domain to third parties, so the customer allows this separately and gets an e-mail about each change.",
        fr: "Ajouter et retirer des enregistrements DNS dans les zones d’un service. Les enregistrements TXT prouvent à des tiers qui maîtrise un nom ; cette portée est donc demandée à part, et la personne reçoit un courriel à chaque modification.",
      },
    } satisfies Record<Scope, Text>,
  },
  mcp: {
    names: {
      catalogue: { en: "Catalogue", fr: "Catalogue" },
      account: { en: "Account", fr: "Compte" },
      "account-reader": { en: "Read only", fr: "Lecture seule" },
    },
    add: {
      en: "Add this URL as a server or connector:",
      fr: "Ajoutez cette adresse comme serveur ou connecteur :",
    },
    configuration: {
      en: "For clients that read a configuration file",
      fr: "Pour les clients qui lisent un fichier de configuration",
    },
    tools: (count: number) => ({ en: `${count} tools`, fr: `${count} outils` }),
    tool: { en: "Tool", fr: "Outil" },
    gives: { en: "Result", fr: "Ce qu’il donne" },
    arguments: {
      en: "A tool takes the parameters of its operation as one flat object, with lists as arrays. It returns the same answer as `structuredContent` and as text. A problem is a result with `isError` and the problem as its text.",
      fr: "Un outil prend les paramètres de son point d’accès dans un seul objet plat, les listes sous forme de tableaux, et donne la même réponse dans `structuredContent` et en texte. Un problème prend la forme d’un résultat marqué `isError`, dont le texte est le problème lui-même.",
    },
    revisions: (revisions: string) => ({
      en: `Protocol revisions: ${revisions}.`,
      fr: `Révisions du protocole : ${revisions}.`,
    }),
    older: {
      en: "The same call in revisions up to 2025-11-25",
      fr: "Le même appel dans les révisions jusqu’à 2025-11-25",
    },
    newer: { en: "A call in revision 2026-07-28:", fr: "Un appel dans la révision 2026-07-28 :" },
  },
  versions: {
    title: { en: "Versions", fr: "Versions" },
    text: ({ catalogue, account }: Releases, next: string) => ({
      en: `This is version ${catalogue} of the catalogue API${account === null ? "" : `, and ${account} of the account API`}. Fields are added, never renamed or removed. A breaking change gets a new address, \`${next}\`. The previous version then works for at least twelve months, with the headers \`Deprecation\` and \`Sunset\` and a notice on this page. After that its answer is 410 \`gone\`.`,
      fr: `Voici la version ${catalogue} de l’API du catalogue${account === null ? "" : ` et la version ${account} de celle du compte`}. Des champs peuvent s’ajouter ; aucun n’est renommé ni retiré. Un changement incompatible prendrait la forme de \`${next}\` ; la version précédente répondrait alors pendant au moins douze mois encore, avec les en-têtes \`Deprecation\` et \`Sunset\` ainsi qu’un avis sur cette page. Ensuite, elle répond 410 \`gone\`.`,
    }),
    caption: { en: "Versions of each API", fr: "Versions de chaque API" },
    columns: {
      version: { en: "Version", fr: "Version" },
      deprecated: { en: "Deprecated since", fr: "Déconseillée dès le" },
      ends: { en: "Ends on", fr: "Prend fin le" },
      more: { en: "More", fr: "Pour en savoir plus" },
    },
    document: { en: "OpenAPI document", fr: "Document OpenAPI" },
    changes: { en: "What to change", fr: "Ce qu’il faut changer" },
  },
  /** This text is only in French, because the reference comes from the English OpenAPI document. */
  reference: {
    en: "",
    fr: "Les précisions en anglais proviennent du document OpenAPI, qui n’existe que dans cette langue.",
  },
  operation: {
    example: { en: "Example", fr: "Exemple" },
    answered: (status: number) => ({
      en: `Answer, ${status} application/json`,
      fr: `Réponse, ${status} application/json`,
    }),
    recorded: {
      en: "Recorded with the demonstration’s data.",
      fr: "Enregistrée avec les données de la démonstration.",
    },
    /** The note about request fields that take their value from a recent answer. */
    fresh: (member: string) => ({
      en: `The request had a \`${member}\` that was read just before. The one above has expired.`,
      fr: `La requête portait une valeur de \`${member}\` lue juste avant ; celle ci-dessus n’est plus valable.`,
    }),
    ends: (day: string) => ({
      en: `This operation is part of a version that ends on ${day}:`,
      fr: `Elle fait partie d’une version qui prend fin le ${day} :`,
    }),
    inVersion: (major: number) => ({ en: `In version ${major}:`, fr: `Dans la version ${major} :` }),
    about: { en: "At a glance", fr: "En bref" },
    inMcp: { en: "The tool’s description for assistants", fr: "Ce qu’un assistant lit sur l’outil" },
    readFirst: (read: string) => ({
      en: `Call ${read} first. This request sends back values of its answer.`,
      fr: `Appelez d’abord ${read}. Cette requête renvoie des valeurs de sa réponse.`,
    }),
    open: { en: "Open the answer as JSON", fr: "Ouvrir la réponse en JSON" },
    check: { en: "Domain", fr: "Nom de domaine" },
    send: { en: "Check", fr: "Vérifier" },
    followed: (getOrder: string) => ({
      en: `To follow the order: ${getOrder}, with the \`order_id\` of the answer.`,
      fr: `Pour suivre la commande : ${getOrder}, avec l’\`order_id\` de la réponse.`,
    }),
    parameters: { en: "Parameters", fr: "Paramètres" },
    none: { en: "It takes no parameters.", fr: "Elle ne prend aucun paramètre." },
    answer: { en: "Answer", fr: "Réponse" },
    isDocument: { en: "The answer is an OpenAPI 3.1 document.", fr: "La réponse est un document OpenAPI 3.1." },
    problems: { en: "Problems", fr: "Problèmes" },
    common: { en: "Problems of all these operations", fr: "Problèmes communs à toutes ces opérations" },
    examples: { en: "Recorded problems", fr: "Problèmes enregistrés" },
    exampleOf: (code: string) => ({ en: `Example of ${code}`, fr: `Exemple de ${code}` }),
  },
  unavailable: {
    en: "The description of these operations could not be read. Reload the page in a minute; the rest of it is complete.",
    fr: "La description de ces opérations n’a pas pu être lue lorsque cette page a été produite. Revenez dans une minute ; le reste de la page est exact.",
  },
});
export type SiteTexts = (typeof siteTexts)["en"];
