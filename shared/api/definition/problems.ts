import type { Language, Text } from "../../platform/language.ts";
import { type LogFields, log } from "../../platform/log.ts";
import { asSentence } from "../../platform/wording.ts";

interface ProblemKind {
  status: number;
  /** The same for every problem of the code, apart from translation. */
  title: Text;
  /** Whether the same request can succeed later without being changed. */
  retryable: boolean;
}

/** Every problem an answer can carry: the closed list behind `code`. The site has a page that explains each. */
export const PROBLEMS = {
  invalid_parameter: {
    status: 400,
    title: { en: "Invalid parameter", fr: "Paramètre invalide" },
    retryable: false,
  },
  invalid_body: {
    status: 400,
    title: { en: "Invalid request body", fr: "Corps de requête invalide" },
    retryable: false,
  },
  idempotency_key_required: {
    status: 400,
    title: { en: "Idempotency key required", fr: "Clé d’idempotence requise" },
    retryable: false,
  },
  unauthorized: {
    status: 401,
    title: { en: "Not signed in", fr: "Connexion requise" },
    retryable: false,
  },
  insufficient_scope: {
    status: 403,
    title: { en: "Permission not given", fr: "Autorisation non accordée" },
    retryable: false,
  },
  permission_denied: {
    status: 403,
    title: { en: "Not permitted to this login", fr: "Non permis à cet identifiant" },
    retryable: false,
  },
  access_lost: {
    status: 403,
    title: { en: "Account no longer managed", fr: "Compte qui n’est plus géré" },
    retryable: false,
  },
  outside_limit: {
    status: 403,
    title: { en: "Outside the connection’s limit", fr: "Hors de la limite de la connexion" },
    retryable: false,
  },
  https_required: {
    status: 403,
    title: { en: "https required", fr: "https requis" },
    retryable: false,
  },
  not_found: {
    status: 404,
    title: { en: "Not found", fr: "Introuvable" },
    retryable: false,
  },
  method_not_allowed: {
    status: 405,
    title: { en: "Method not allowed", fr: "Méthode non permise" },
    retryable: false,
  },
  payload_too_large: {
    status: 413,
    title: { en: "Request body too large", fr: "Corps de requête trop volumineux" },
    retryable: false,
  },
  unsupported_media_type: {
    status: 415,
    title: { en: "Unsupported media type", fr: "Type de contenu non pris en charge" },
    retryable: false,
  },
  refused: {
    status: 409,
    title: { en: "Refused", fr: "Refusé" },
    retryable: false,
  },
  not_allowed: {
    status: 409,
    title: { en: "Not allowed now", fr: "Non permis pour le moment" },
    retryable: false,
  },
  not_renewable: {
    status: 409,
    title: { en: "Cannot be renewed", fr: "Renouvellement impossible" },
    retryable: false,
  },
  not_changeable: {
    status: 409,
    title: { en: "Plan cannot be changed", fr: "Changement de forfait impossible" },
    retryable: false,
  },
  not_cancellable: {
    status: 409,
    title: { en: "Cannot be cancelled", fr: "Résiliation impossible" },
    retryable: false,
  },
  already_requested: {
    status: 409,
    title: { en: "Already requested", fr: "Déjà demandé" },
    retryable: false,
  },
  payment_method_missing: {
    status: 409,
    title: { en: "Payment method missing", fr: "Mode de paiement manquant" },
    retryable: false,
  },
  not_offered: {
    status: 409,
    title: { en: "Not offered", fr: "Non offert" },
    retryable: false,
  },
  not_available: {
    status: 409,
    title: { en: "Name not available", fr: "Nom non disponible" },
    retryable: false,
  },
  registrant_ineligible: {
    status: 409,
    title: { en: "Registrant not eligible", fr: "Titulaire non admissible" },
    retryable: false,
  },
  terms_not_accepted: {
    status: 409,
    title: { en: "Terms not accepted", fr: "Conditions non acceptées" },
    retryable: false,
  },
  not_bridged: {
    status: 409,
    title: { en: "Server not connected yet", fr: "Serveur pas encore relié" },
    retryable: false,
  },
  zone_changed: {
    status: 409,
    title: { en: "Zone changed meanwhile", fr: "Zone modifiée entre-temps" },
    retryable: false,
  },
  idempotency_in_progress: {
    status: 409,
    title: { en: "Same key still in progress", fr: "Même clé encore en traitement" },
    retryable: true,
  },
  idempotency_key_reused: {
    status: 422,
    title: { en: "Idempotency key reused", fr: "Clé d’idempotence réutilisée" },
    retryable: false,
  },
  rate_limited: {
    status: 429,
    title: { en: "Too many requests", fr: "Trop de requêtes" },
    retryable: true,
  },
  internal_error: {
    status: 500,
    title: { en: "Internal error", fr: "Erreur interne" },
    retryable: true,
  },
  billing_unavailable: {
    status: 503,
    title: { en: "Billing system unavailable", fr: "Système de facturation indisponible" },
    retryable: true,
  },
  server_unavailable: {
    status: 503,
    title: { en: "Server unavailable", fr: "Serveur indisponible" },
    retryable: true,
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** One member of the input that was not accepted. */
export interface RefusedMember {
  /** A parameter's name, or the JSON pointer of a body member. Printable, whatever was sent. */
  name: string;
  /** What the member accepts, as a sentence that continues after its name. Never repeats what was sent. */
  message: Text;
}

/** What a problem carries besides its text, as published: what to do, accept, pay or read before trying again. */
export interface ProblemMembers {
  action_required?: { type: string; message: string; url: string };
  terms?: { version: string; title: string; url: string; items: { title: string; url: string }[] };
  price?: { amount: number; currency: string | null };
  /** What a cancellation would do now: the answer of quoteCancellation. */
  statement?: Record<string, unknown>;
}

/**
 * The error that operations, the pipeline and adapters throw to refuse a call. Anything else that is thrown becomes
 * `internal_error`, and its text is not shown.
 */
export class OperationError extends Error {
  readonly code: ProblemCode;
  readonly detail: Text;
  readonly refused: RefusedMember[];
  /** Seconds until the same request can succeed. */
  readonly retryAfter: number | undefined;
  readonly members: ProblemMembers;

  /** `detail` is for a person, in every language; it holds no secret and no text that came from outside. */
  constructor(
    code: ProblemCode,
    detail: Text,
    more: { refused?: RefusedMember[]; retryAfter?: number; members?: ProblemMembers; cause?: unknown } = {},
  ) {
    super(`${code}: ${detail.en}`, { cause: more.cause });
    this.name = "OperationError";
    this.code = code;
    this.detail = detail;
    this.refused = more.refused ?? [];
    this.retryAfter = more.retryAfter;
    this.members = more.members ?? {};
  }
}

/** Refuses members of the input, each with what it accepts. */
export function invalidInput(code: "invalid_parameter" | "invalid_body", members: RefusedMember[]): OperationError {
  const refused = members.map(({ name, message }) => ({ name, message: asSentence(message) }));
  const sentence = (language: Language) =>
    refused.map(({ name, message }) => `${name} ${message[language]}`.trim()).join(" ");
  return new OperationError(code, { en: sentence("en"), fr: sentence("fr") }, { refused });
}

/** The body of an error answer (RFC 9457, `application/problem+json`). */
export interface Problem extends ProblemMembers {
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

/** What a problem and its log line need to know of the call. */
export interface ProblemContext {
  /** Origin of the pages under `/problems/`. */
  site: string;
  language: Language;
  requestId: string;
  /** What the log line says of the call besides its request id, such as its operation. */
  logFields?: LogFields;
}

/** The problem body of an error, whatever was thrown. A 5xx is logged with its cause, so that its request id leads to it. */
export function toProblem(error: unknown, context: ProblemContext): Problem {
  const known =
    error instanceof OperationError
      ? error
      : new OperationError("internal_error", {
          en: "Something went wrong on our side. Try again; if it happens again, give the request id to support.",
          fr: "Une erreur s’est produite de notre côté. Réessayez ; si cela se reproduit, communiquez le request_id à l’assistance technique.",
        });
  const kind = PROBLEMS[known.code];
  if (kind.status >= 500) {
    const fields = { request_id: context.requestId, ...context.logFields, code: known.code, cause: error };
    log(known.code === "internal_error" ? "internal_error" : "server_problem", fields);
  }
  return {
    type: `${context.site}/problems/${known.code}`,
    title: kind.title[context.language],
    status: kind.status,
    detail: known.detail[context.language],
    instance: `urn:uuid:${context.requestId}`,
    code: known.code,
    request_id: context.requestId,
    retryable: kind.retryable,
    ...(known.refused.length > 0 && {
      errors: known.refused.map(({ name, message }) => ({
        ...(known.code === "invalid_body" ? { pointer: name } : { parameter: name }),
        message: message[context.language],
      })),
    }),
    ...(known.retryAfter !== undefined && { retry_after: known.retryAfter }),
    ...known.members,
  };
}
