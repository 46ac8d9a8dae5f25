import { invalidInput, OperationError } from "../definition/problems.ts";

export const KEY_ARGUMENT = "idempotency_key";
export const KEY_HEADER = "Idempotency-Key";

/** Visible ASCII without the comma, since two header fields are joined with one. */
const KEY = /^[\x21-\x2b\x2d-\x7e]{1,255}$/;
/** The key as a Structured Field string (draft-ietf-httpapi-idempotency-key-header-07); the quotes are no part of it. */
const QUOTED = /^"(.*)"$/s;

/**
 * Reads an idempotency key as it was sent.
 * @param name of the header or argument, as the refusal calls it
 * @throws {OperationError} `idempotency_key_required` where it is absent, `invalid_parameter` where it is malformed
 */
export function readIdempotencyKey(sent: unknown, name: string): string {
  const key = typeof sent === "string" ? sent.replace(QUOTED, "$1") : sent;
  if (key === undefined || key === null || key === "") {
    throw new OperationError("idempotency_key_required", {
      en: `${name} is required: a new value, such as a UUID, for each action, and the same one when the action is repeated.`,
      fr: `${name} est obligatoire : une nouvelle valeur, par exemple un UUID, pour chaque action, et la même quand l’action est répétée.`,
    });
  }
  if (typeof key === "string" && KEY.test(key)) return key;
  const message = {
    en: "must be one key of 1 to 255 visible ASCII characters, without spaces and commas, such as a UUID.",
    fr: "doit être une seule clé de 1 à 255 caractères ASCII visibles, sans espace ni virgule, par exemple un UUID.",
  };
  throw invalidInput("invalid_parameter", [{ name, message }]);
}
