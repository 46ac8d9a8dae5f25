import type { Language, Text } from "./language.ts";

interface ProblemKind {
  status: number;
  /** The same for every problem of the code, apart from translation. */
  title: Text;
  /** Whether the same request can succeed later without being changed. */
  retryable: boolean;
  /** For the page that explains the code: what happened and what to do next. */
  explanation: Text;
}

/** Every problem an answer can carry: the closed list behind `code`. */
export const PROBLEMS = {
  invalid_parameter: {
    status: 400,
    title: { en: "Invalid parameter", fr: "Paramètre invalide" },
    retryable: false,
    explanation: {
      en: "A parameter is not one this endpoint accepts, appears twice, or has a value that is out of bounds. The member errors names each parameter and says what it accepts. Correct it and send the request again.",
      fr: "Un paramètre n’est pas accepté par ce point d’accès, figure deux fois ou porte une valeur hors limites. Le membre errors nomme chaque paramètre et dit ce qu’il accepte. Corrigez-le, puis renvoyez la requête.",
    },
  },
  invalid_body: {
    status: 400,
    title: { en: "Invalid request body", fr: "Corps de requête invalide" },
    retryable: false,
    explanation: {
      en: "The body is not valid JSON, is nested too deeply, repeats a member, or has a member that is unknown or out of bounds. The member errors points at each one. Correct the body and send the request again.",
      fr: "Le corps n’est pas du JSON valide, est imbriqué trop profondément, répète un membre, ou en contient un qui est inconnu ou hors limites. Le membre errors désigne chacun d’eux. Corrigez le corps, puis renvoyez la requête.",
    },
  },
  unauthorized: {
    status: 401,
    title: { en: "Not signed in", fr: "Connexion requise" },
    retryable: false,
    explanation: {
      en: "There is no access token, or it is invalid, expired, revoked or for another service. The WWW-Authenticate header says where to sign in. An application refreshes its token or connects again; an API token that has ended is replaced on the connected-assistants page.",
      fr: "Le jeton d’accès est absent, invalide, expiré, révoqué ou destiné à un autre service. L’en-tête WWW-Authenticate indique où se connecter. Une application renouvelle son jeton ou se reconnecte ; un jeton d’API qui a pris fin se remplace sur la page des assistants connectés.",
    },
  },
  insufficient_scope: {
    status: 403,
    title: { en: "Permission not given", fr: "Autorisation non accordée" },
    retryable: false,
    explanation: {
      en: "The customer has not allowed this kind of change. The WWW-Authenticate header names every scope that is needed: the application asks for them by connecting again, and the customer ticks them.",
      fr: "La personne n’a pas autorisé ce type de modification. L’en-tête WWW-Authenticate énumère les portées nécessaires : l’application les demande en se reconnectant, et la personne les coche.",
    },
  },
  permission_denied: {
    status: 403,
    title: { en: "Not permitted to this login", fr: "Non permis à ce compte utilisateur" },
    retryable: false,
    explanation: {
      en: "The person who signed in lacks a permission in the client area that this needs. The account’s owner can grant it there; the connection then works without being made again.",
      fr: "La personne connectée n’a pas, dans l’espace client, l’autorisation nécessaire. Le titulaire du compte peut l’accorder ; la connexion fonctionne alors sans être refaite.",
    },
  },
  access_lost: {
    status: 403,
    title: { en: "Account no longer managed", fr: "Compte qui n’est plus géré" },
    retryable: false,
    explanation: {
      en: "The person who signed in no longer manages this account, so the connection has been closed. Someone who manages it can connect the application again.",
      fr: "La personne connectée ne gère plus ce compte ; la connexion a donc été fermée. Quelqu’un qui le gère peut reconnecter l’application.",
    },
  },
  outside_limit: {
    status: 403,
    title: { en: "Outside the connection’s limit", fr: "Hors de la limite de la connexion" },
    retryable: false,
    explanation: {
      en: "The customer limited this connection to one service or one domain name. Invoices, tickets, orders and everything else of the account are out of its reach.",
      fr: "La personne a limité cette connexion à un seul service ou à un seul nom de domaine. Les factures, les billets, les commandes et tout le reste du compte sont hors de sa portée.",
    },
  },
  not_found: {
    status: 404,
    title: { en: "Not found", fr: "Introuvable" },
    retryable: false,
    explanation: {
      en: "There is nothing under this address, or no plan, product line or extension of this name is sold. The member detail names what exists where that helps.",
      fr: "Rien ne se trouve à cette adresse, ou aucun forfait, aucune gamme ni aucune extension de ce nom n’est en vente. Le membre detail nomme ce qui existe lorsque c’est utile.",
    },
  },
  method_not_allowed: {
    status: 405,
    title: { en: "Method not allowed", fr: "Méthode non permise" },
    retryable: false,
    explanation: {
      en: "The address exists but does not take this HTTP method. The Allow header lists the methods it takes.",
      fr: "L’adresse existe, mais n’accepte pas cette méthode HTTP. L’en-tête Allow énumère celles qu’elle accepte.",
    },
  },
  payload_too_large: {
    status: 413,
    title: { en: "Request body too large", fr: "Corps de requête trop volumineux" },
    retryable: false,
    explanation: {
      en: "The request body is larger than 64 KiB. No operation needs that much: send a smaller one.",
      fr: "Le corps de la requête dépasse 64 Kio. Aucune opération n’en demande autant : envoyez-en un plus petit.",
    },
  },
  unsupported_media_type: {
    status: 415,
    title: { en: "Unsupported media type", fr: "Type de contenu non pris en charge" },
    retryable: false,
    explanation: {
      en: "The request body is not declared as application/json, or it is compressed. Send plain JSON with Content-Type: application/json.",
      fr: "Le corps de la requête n’est pas déclaré comme application/json, ou il est compressé. Envoyez du JSON simple avec Content-Type: application/json.",
    },
  },
  rate_limited: {
    status: 429,
    title: { en: "Too many requests", fr: "Trop de requêtes" },
    retryable: true,
    explanation: {
      en: "You reached a limit on how often this may be asked. The RateLimit headers say which one; a request sent after Retry-After seconds is not refused for the same reason.",
      fr: "Vous avez atteint une limite de fréquence. Les en-têtes RateLimit disent laquelle ; une requête envoyée après Retry-After secondes n’est pas refusée pour la même raison.",
    },
  },
  internal_error: {
    status: 500,
    title: { en: "Internal error", fr: "Erreur interne" },
    retryable: true,
    explanation: {
      en: "Something went wrong on our side. The member request_id identifies the request; give it to support if it happens again.",
      fr: "Une erreur s’est produite de notre côté. Le membre request_id identifie la requête ; communiquez-le au soutien technique si cela se reproduit.",
    },
  },
  billing_unavailable: {
    status: 503,
    title: { en: "Billing system unavailable", fr: "Système de facturation indisponible" },
    retryable: true,
    explanation: {
      en: "The billing system did not answer in time. Nothing was changed. Retry-After says when to ask again.",
      fr: "Le système de facturation n’a pas répondu à temps. Rien n’a été modifié. L’en-tête Retry-After dit quand redemander.",
    },
  },
  server_unavailable: {
    status: 503,
    title: { en: "Server unavailable", fr: "Serveur indisponible" },
    retryable: true,
    explanation: {
      en: "A server that this operation depends on did not answer. Nothing was changed. Retry-After says when to ask again.",
      fr: "Un serveur dont dépend cette opération n’a pas répondu. Rien n’a été modifié. L’en-tête Retry-After dit quand redemander.",
    },
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** One member of the input that was not accepted. */
export interface RefusedMember {
  /** A parameter's name, or the JSON pointer of a body member. Printable, whatever was sent. */
  name: string;
  /** What it accepts; the sentence goes on after the name. Never repeats what was sent. */
  message: Text;
}

/**
 * The one error an operation, the pipeline or an adapter throws to refuse a call. Anything else that is thrown becomes
 * `internal_error`, and its text stays inside.
 */
export class OperationError extends Error {
  readonly code: ProblemCode;
  readonly detail: Text;
  readonly refused: RefusedMember[];
  /** Seconds until the same request can succeed. */
  readonly retryAfter: number | undefined;

  /** `detail` is for a person, in every language; it holds no secret and no text that came from outside. */
  constructor(code: ProblemCode, detail: Text, more: { refused?: RefusedMember[]; retryAfter?: number } = {}) {
    super(`${code}: ${detail.en}`);
    this.name = "OperationError";
    this.code = code;
    this.detail = detail;
    this.refused = more.refused ?? [];
    this.retryAfter = more.retryAfter;
  }
}

/** Refuses members of the input, each with what it accepts. */
export function invalidInput(code: "invalid_parameter" | "invalid_body", refused: RefusedMember[]): OperationError {
  const sentence = (language: Language) => refused.map(({ name, message }) => `${name} ${message[language]}`).join(" ");
  return new OperationError(code, { en: sentence("en"), fr: sentence("fr") }, { refused });
}

/** The body of an error answer (RFC 9457, `application/problem+json`). */
export interface Problem {
  /** Address of the page that explains the code. */
  type: string;
  title: string;
  status: number;
  detail: string;
  /** `urn:uuid:` and the request id. */
  instance: string;
  code: ProblemCode;
  request_id: string;
  retryable: boolean;
  errors?: { parameter?: string; pointer?: string; message: string }[];
  /** Seconds, equal to the `Retry-After` header. */
  retry_after?: number;
}

/** What a problem needs to know of the call it answers. */
export interface ProblemScene {
  /** Origin of the pages under `/problems/`. */
  site: string;
  language: Language;
  requestId: string;
}

/** The problem body of an error, whatever was thrown. */
export function toProblem(error: unknown, scene: ProblemScene): Problem {
  const known =
    error instanceof OperationError
      ? error
      : new OperationError("internal_error", {
          en: "Something went wrong on our side. Try again; if it happens again, give the request id to support.",
          fr: "Une erreur s’est produite de notre côté. Réessayez ; si cela se reproduit, communiquez le request_id au soutien technique.",
        });
  const kind = PROBLEMS[known.code];
  return {
    type: `${scene.site}/problems/${known.code}`,
    title: kind.title[scene.language],
    status: kind.status,
    detail: known.detail[scene.language],
    instance: `urn:uuid:${scene.requestId}`,
    code: known.code,
    request_id: scene.requestId,
    retryable: kind.retryable,
    ...(known.refused.length > 0 && {
      errors: known.refused.map(({ name, message }) => ({
        ...(known.code === "invalid_body" ? { pointer: name } : { parameter: name }),
        message: message[scene.language],
      })),
    }),
    ...(known.retryAfter !== undefined && { retry_after: known.retryAfter }),
  };
}
