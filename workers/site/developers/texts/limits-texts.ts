import { ORDER_POLICY, REQUEST_POLICY } from "../../../../shared/account-access/rate-policies.ts";
import { bilingual } from "../../../../shared/pages/french-typography.ts";

/** A limit in words: what it is on, how much, and the guide or problem that says more. */
interface Limit {
  of: string;
  words: string;
  /** The path of the page that explains it. */
  page: string;
}

const { quota, windowSeconds } = REQUEST_POLICY;

const en = {
  columns: { of: "Limit", words: "How much" },
  over: "Over a limit the answer is 429 `rate_limited`: nothing was done, and a request sent after `Retry-After` seconds is not refused for the same reason. `RateLimit` says what is left of a limit, `RateLimit-Policy` what the limit is.",
  titles: { rates: "Rate limits", sizes: "Size limits", times: "Lifetimes" },
  rates: [
    {
      of: "Requests to an account",
      words: `${quota} in any ${windowSeconds} seconds for a connection, over HTTP and MCP together; each request of a batch counts`,
      page: "/developers/account#account-calls",
    },
    {
      of: "Actions on an account",
      words: `${ORDER_POLICY.quota} an hour for an account; orders, renewals, plan changes, cancellations and transfers away together, of all its applications; a repetition under the same key does not count`,
      page: "/developers/acting",
    },
    {
      of: "Settings of an account",
      words:
        "60 an hour for nameservers, locks, auto-renewal and DNS records, unless `RateLimit-Policy` says otherwise",
      page: "/developers/acting",
    },
    {
      of: "Domain checks",
      words:
        "30 in ten minutes for a network address over HTTP, 120 over MCP; on the account MCP server 120 for the connection; an answer from a cache counts",
      page: "/developers/catalogue#checks",
    },
    {
      of: "Registering an application",
      words: "60 an hour for a network address",
      page: "/developers/account#applications",
    },
  ] as Limit[],
  sizes: [
    {
      of: "Lists",
      words: "`limit` 1 to 100, by default 25; go on with `next_cursor` until it is null",
      page: "/developers/account#account-calls",
    },
    { of: "Bodies", words: "at most 64 KiB of JSON, 32 levels deep", page: "/problems/payload_too_large" },
    {
      of: "Idempotency keys",
      words: "1 to 255 visible characters without a comma, kept for 24 hours after the action was settled",
      page: "/developers/acting",
    },
  ] as Limit[],
  times: [
    {
      of: "Prices",
      words: "at most ten minutes old; `Cache-Control` counts down",
      page: "/developers/catalogue#calls",
    },
    { of: "Confirming a cancellation", words: "`confirm` is good for 15 minutes", page: "/developers/acting" },
    {
      of: "Approval by the customer",
      words:
        "open for 24 hours; at most 10 are open at a time for a connection, and 10 a day are mailed one by one, further ones together once an hour",
      page: "/developers/acting#approval",
    },
    {
      of: "Tokens",
      words:
        "an access token is good for an hour, an authorization code for ten minutes; a connection not refreshed for 30 days ends",
      page: "/developers/account#applications",
    },
  ] as Limit[],
};

const fr: typeof en = {
  columns: { of: "Limite", words: "Combien" },
  over: "Au-delà d’une limite, la réponse est 429 `rate_limited` : rien n’a été fait, et une requête envoyée après `Retry-After` secondes n’est pas refusée pour la même raison. `RateLimit` dit ce qu’il reste d’une limite, `RateLimit-Policy` quelle est la limite.",
  titles: { rates: "Limites de débit", sizes: "Limites de taille", times: "Durées de validité" },
  rates: [
    {
      of: "Requêtes à un compte",
      words: `${quota} par période de ${windowSeconds} secondes pour une connexion, HTTP et MCP confondus ; chaque requête d’un lot compte`,
      page: "/developers/account#account-calls",
    },
    {
      of: "Actions sur un compte",
      words: `${ORDER_POLICY.quota} par heure pour un compte ; commandes, renouvellements, changements de forfait, résiliations et transferts sortants ensemble, toutes applications confondues ; une répétition sous la même clé ne compte pas`,
      page: "/developers/acting",
    },
    {
      of: "Réglages d’un compte",
      words:
        "60 par heure pour les serveurs de noms, le verrou, le renouvellement automatique et les enregistrements DNS, à moins que `RateLimit-Policy` ne dise autre chose",
      page: "/developers/acting",
    },
    {
      of: "Vérifications de noms de domaine",
      words:
        "30 en dix minutes par adresse réseau en HTTP, 120 par MCP ; sur le serveur MCP du compte, 120 pour la connexion ; une réponse tirée d’un cache compte",
      page: "/developers/catalogue#checks",
    },
    {
      of: "Inscription d’une application",
      words: "60 par heure pour une adresse réseau",
      page: "/developers/account#applications",
    },
  ],
  sizes: [
    {
      of: "Listes",
      words: "`limit` de 1 à 100, par défaut 25 ; continuez avec `next_cursor` jusqu’à ce qu’il vaille `null`",
      page: "/developers/account#account-calls",
    },
    { of: "Corps", words: "64 Kio de JSON au plus, sur 32 niveaux", page: "/problems/payload_too_large" },
    {
      of: "Clés d’idempotence",
      words: "de 1 à 255 caractères visibles sans virgule, conservées 24 heures après la conclusion de l’action",
      page: "/developers/acting",
    },
  ],
  times: [
    {
      of: "Prix",
      words: "datent de dix minutes au plus ; `Cache-Control` indique le temps qu’il leur reste",
      page: "/developers/catalogue#calls",
    },
    { of: "Confirmer une résiliation", words: "`confirm` vaut 15 minutes", page: "/developers/acting" },
    {
      of: "Accord de la personne",
      words:
        "attendu pendant 24 heures ; au plus 10 demandes ouvertes à la fois par connexion ; 10 par jour sont annoncées une à une par courriel, les suivantes ensemble, une fois par heure",
      page: "/developers/acting#approval",
    },
    {
      of: "Jetons",
      words:
        "un jeton d’accès vaut une heure, un code d’autorisation dix minutes ; une connexion non renouvelée pendant 30 jours prend fin",
      page: "/developers/account#applications",
    },
  ],
};

export const limitsTexts = bilingual(en, fr);
