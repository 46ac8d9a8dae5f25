import type { CountResult } from "../../platform/address-limit.ts";
import { asSentence, type Language, secondsInWords, type Text, waitInWords } from "../../platform/language.ts";
import { type LogFields, log } from "../../platform/log.ts";
import type { RateState } from "../../platform/rate-limit.ts";

interface ProblemKind {
  status: number;
  title: Text;
  /** Whether the same request can succeed later without a change. */
  retryable: boolean;
}

function problem(status: number, title: Text): ProblemKind {
  return { status, title, retryable: false };
}

function retryable(status: number, title: Text): ProblemKind {
  return { status, title, retryable: true };
}

/** The closed list of problem codes. The site has a page for each code. */
export const PROBLEMS = {
  invalid_parameter: problem(400, { en: "Invalid parameter", fr: "Paramètre invalide" }),
  invalid_body: problem(400, { en: "Invalid request body", fr: "Corps de requête invalide" }),
  idempotency_key_required: problem(400, { en: "Idempotency key required", fr: "Clé d’idempotence requise" }),
  unauthorized: problem(401, { en: "Not signed in", fr: "Connexion requise" }),
  insufficient_scope: problem(403, { en: "Permission not granted", fr: "Autorisation non accordée" }),
  permission_denied: problem(403, { en: "Not permitted for this login", fr: "Non permis à cet identifiant" }),
  access_lost: problem(403, { en: "Account no longer managed", fr: "Compte qui n’est plus géré" }),
  outside_limit: problem(403, { en: "Outside the connection’s limit", fr: "Hors de la limite de la connexion" }),
  https_required: problem(403, { en: "https required", fr: "https requis" }),
  not_found: problem(404, { en: "Not found", fr: "Introuvable" }),
  gone: problem(410, { en: "Version no longer served", fr: "Version qui n’est plus servie" }),
  method_not_allowed: problem(405, { en: "Method not allowed", fr: "Méthode non permise" }),
  payload_too_large: problem(413, { en: "Request body too large", fr: "Corps de requête trop volumineux" }),
  unsupported_media_type: problem(415, { en: "Unsupported media type", fr: "Type de contenu non pris en charge" }),
  refused: problem(409, { en: "Refused", fr: "Refusé" }),
  not_allowed: problem(409, { en: "Not allowed now", fr: "Non permis pour le moment" }),
  not_renewable: problem(409, { en: "Cannot be renewed", fr: "Renouvellement impossible" }),
  not_changeable: problem(409, { en: "Plan cannot be changed", fr: "Changement de forfait impossible" }),
  not_cancellable: problem(409, { en: "Cannot be cancelled", fr: "Résiliation impossible" }),
  already_requested: problem(409, { en: "Already requested", fr: "Déjà demandé" }),
  payment_method_missing: problem(409, { en: "Payment method missing", fr: "Mode de paiement manquant" }),
  not_offered: problem(409, { en: "Not offered", fr: "Non offert" }),
  not_available: problem(409, { en: "Name not available", fr: "Nom non disponible" }),
  registrant_ineligible: problem(409, { en: "Registrant not eligible", fr: "Titulaire non admissible" }),
  terms_not_accepted: problem(409, { en: "Terms not accepted", fr: "Conditions non acceptées" }),
  not_bridged: problem(409, { en: "Server not connected yet", fr: "Serveur pas encore connecté" }),
  zone_changed: problem(409, { en: "Zone has changed", fr: "Zone modifiée entre-temps" }),
  idempotency_in_progress: retryable(409, { en: "Same key still in progress", fr: "Même clé encore en traitement" }),
  idempotency_key_reused: problem(422, { en: "Idempotency key reused", fr: "Clé d’idempotence réutilisée" }),
  rate_limited: retryable(429, { en: "Too many requests", fr: "Trop de requêtes" }),
  internal_error: retryable(500, { en: "Internal error", fr: "Erreur interne" }),
  billing_unavailable: retryable(503, {
    en: "Billing system unavailable",
    fr: "Système de facturation indisponible",
  }),
  server_unavailable: retryable(503, { en: "Server unavailable", fr: "Serveur indisponible" }),
} satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

export interface RefusedMember {
  /** The name of the parameter, or the JSON pointer of the body field. It has only printable characters. */
  name: string;
  /**
   * A sentence that follows the name and states the accepted values. It never repeats the value that the caller sent.
   */
  message: Text;
}

/**
 * The published fields of a problem in addition to its text. They state what the caller must do, accept, pay or read
 * before a retry.
 */
export interface ProblemMembers {
  action_required?: { type: string; message: string; url: string };
  terms?: { version: string; title: string; url: string; items: { title: string; url: string }[] };
  price?: { amount: number; currency: string | null };
  /** The effect that the cancellation would have now, as `quoteCancellation` returns it. */
  statement?: Record<string, unknown>;
}

/** An error that refuses a call. Any other error becomes `internal_error`, and the caller does not see its message. */
export class OperationError extends Error {
  readonly code: ProblemCode;
  readonly detail: Text;
  readonly refused: RefusedMember[];
  /** Seconds until the same request can succeed. Problems with any code can have this field. */
  readonly retryAfter: number | undefined;
  readonly members: ProblemMembers;

  /**
   * Creates the error.
   * @param detail a text for people, in every language, without secrets or text from other systems
   */
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

/**
 * Creates a temporary problem.
 * @param retryAfter seconds until the same request can succeed
 */
export function temporaryProblem(code: ProblemCode, retryAfter: number, detail: Text): OperationError {
  return new OperationError(code, detail, { retryAfter });
}

/** Creates the error for invalid input fields. It states what each field accepts. */
export function invalidInput(code: "invalid_parameter" | "invalid_body", members: RefusedMember[]): OperationError {
  const refused = members.map(({ name, message }) => ({ name, message: asSentence(message) }));
  const sentence = (language: Language) =>
    refused.map(({ name, message }) => `${name} ${message[language]}`.trim()).join(" ");
  return new OperationError(code, { en: sentence("en"), fr: sentence("fr") }, { refused });
}

/** The body of an error response (RFC 9457, `application/problem+json`). */
export interface Problem extends ProblemMembers {
  /** The URL of the page that explains the code. */
  type: string;
  title: string;
  status: number;
  detail: string;
  /** The request id with the prefix `urn:uuid:`. */
  instance: string;
  code: ProblemCode;
  request_id: string;
  retryable: boolean;
  errors?: { parameter?: string; pointer?: string; message: string }[];
  /** Seconds until a retry can succeed. The value equals the `Retry-After` header. */
  retry_after?: number;
}

/** The part of a call's context that its problem and its log line need. */
export interface ProblemContext {
  /** The origin of the pages under `/problems/`. */
  site: string;
  language: Language;
  requestId: string;
  /** Additional fields of the log line, such as the operation. */
  logFields?: LogFields;
}

/**
 * Returns the problem body for any error. An error with status 5xx is logged with its cause, so that the request id
 * leads to the cause.
 */
export function toProblem(error: unknown, context: ProblemContext): Problem {
  const known =
    error instanceof OperationError
      ? error
      : new OperationError("internal_error", {
          en: "Something went wrong on our side. Try again; if it happens again, give the request id to support.",
          fr: "Une erreur s’est produite de notre côté. Réessayez ; si cela se reproduit, communiquez le request_id à l’assistance.",
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
    retryable: kind.retryable || known.retryAfter !== undefined,
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

const RETRY_AFTER_S = 5;

/**
 * Returns the problem for a call that was not counted: `rate_limited` or `server_unavailable`. Returns `null` if the
 * call was counted.
 */
export function rateLimitProblem(result: CountResult): OperationError | null {
  switch (result.outcome) {
    case "counted":
      return null;
    case "refused":
      return tooMany({ ...result.by, resetSeconds: result.rate.resetSeconds });
    case "not_counted":
      return notCounted(result.cause);
  }
}

/**
 * Creates a `rate_limited` problem.
 * @param isAround whether the policy counts all requests from the network around the caller's address
 */
export function tooMany({
  policy: { name, quota, windowSeconds },
  resetSeconds: retryAfter,
  isAround = false,
}: Pick<RateState, "policy" | "resetSeconds"> & { isAround?: boolean }): OperationError {
  const wait = secondsInWords(retryAfter);
  const where = isAround
    ? { en: " from the network around your address", fr: " depuis le réseau autour de votre adresse" }
    : { en: "", fr: "" };
  const what = name === "checks" ? DOMAIN_CHECKS : REQUESTS;
  const window = waitInWords(windowSeconds);
  return temporaryProblem("rate_limited", retryAfter, {
    en: `At most ${quota} ${what.en} in ${window.en}${where.en}. Retry in ${wait.en}.`,
    fr: `Au plus ${quota} ${what.fr} en ${window.fr}${where.fr}. Réessayez dans ${wait.fr}.`,
  });
}

const DOMAIN_CHECKS: Text = { en: "domain checks", fr: "vérifications de noms de domaine" };
const REQUESTS: Text = { en: "requests", fr: "requêtes" };

/** Creates the `server_unavailable` problem for a call that could not be counted because the rate limiter failed. */
export function notCounted(cause?: unknown): OperationError {
  return new OperationError("server_unavailable", NOT_COUNTED, { retryAfter: RETRY_AFTER_S, cause });
}

const NOT_COUNTED = {
  en: "The request could not be counted against its limit, so nothing was done.",
  fr: "La requête n’a pas pu être comptée dans sa limite ; elle n’a donc pas été exécutée.",
};
