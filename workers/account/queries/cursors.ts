import type { Grant } from "../../../durable-objects/connection/connection-port.ts";
import { invalidInput, type OperationError } from "../../../shared/api/definition/problems.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";

/** The version of the cursor's key. It increases if a key changes its shape, so that older cursors are refused. */
const VERSION = "1";
const SIGNATURE_BYTES = 16;
/** The length of 16 bytes in base64url. */
const SIGNATURE_LENGTH = 22;
const FORM = new RegExp(`^${VERSION}([\\w-]+)([\\w-]{${SIGNATURE_LENGTH}})$`);

export const MAX_CURSOR = 1_000;

/** The operation and connection of a cursor, and its signer. */
interface CursorContext {
  signer: Signer;
  grant: Pick<Grant, "id">;
  operation: { id: string };
}

/**
 * Reads the key from a cursor. Returns `undefined` for the first page.
 * @throws {OperationError} `invalid_parameter` if the cursor was altered or belongs to another list
 */
export async function readCursor<Key extends object>(
  context: CursorContext,
  cursor: string | undefined,
  filters: object,
  parameter: "cursor" | "after" = "cursor",
): Promise<Key | undefined> {
  if (cursor === undefined) return undefined;
  const [, key = "", signature = ""] = FORM.exec(cursor) ?? [];
  const bytes = fromBase64(key);
  const given = fromBase64(signature);
  const isOurs = bytes && given && (await context.signer.verify("cursor", signedText(context, key, filters), given));
  if (!isOurs) throw refusedCursor(parameter);
  // The signature proves that this operation wrote the key.
  return JSON.parse(new TextDecoder().decode(bytes)) as Key;
}

/** Writes the cursor for the next page. Returns `null` on the last page. */
export async function writeCursor(
  context: CursorContext,
  next: object | null,
  filters: object,
): Promise<string | null> {
  return next && cursorOf(context, next, filters);
}

/**
 * Writes a cursor: the version, the key as JSON in base64url, and a signature over everything that the cursor is valid
 * for.
 */
export async function cursorOf(context: CursorContext, next: object, filters: object): Promise<string> {
  const key = toBase64(new TextEncoder().encode(JSON.stringify(next)));
  const signature = await context.signer.sign("cursor", signedText(context, key, filters), SIGNATURE_BYTES);
  return VERSION + key + toBase64(signature);
}

function signedText({ grant, operation }: CursorContext, key: string, filters: object): string {
  return JSON.stringify([VERSION, grant.id, operation.id, canonical(filters), key]);
}

/** Returns the filters that are set, sorted by name. */
function canonical(filters: object): [string, unknown][] {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function toBase64(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Decodes base64url. Returns `null` for an empty text, and for an encoding that is not canonical. */
function fromBase64(text: string): Uint8Array | null {
  if (text === "") return null;
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    return toBase64(bytes) === text ? bytes : null;
  } catch {
    // expected: a caller can send a cursor that is not base64url.
    return null;
  }
}

function refusedCursor(parameter: "cursor" | "after"): OperationError {
  const given = parameter === "after" ? "cursor" : "next_cursor";
  const message = {
    en: `must be the ${given} of the previous page, unchanged, from this connection and with the same filters. Leave it out to start again.`,
    fr: `doit être le ${given} de la page précédente, inchangé, de cette même connexion et avec les mêmes filtres. Omettez-le pour recommencer au début.`,
  };
  return invalidInput("invalid_parameter", [{ name: parameter, message }]);
}
