import { invalidInput, type OperationError } from "../../../shared/api/definition/problems.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";

/** Raised when a key changes its shape: older cursors are then refused. */
const VERSION = "1";
const SIGNATURE_BYTES = 16;
/** 16 bytes in base64url. */
const SIGNATURE_LENGTH = 22;
const FORM = new RegExp(`^${VERSION}([\\w-]+)([\\w-]{${SIGNATURE_LENGTH}})$`);

export const MAX_CURSOR = 1_000;

/**
 * The cursors of one operation for one connection: version, key as JSON in base64url, and a signature over these, the
 * connection, the operation and the filters.
 */
export type Cursors = ReturnType<typeof operationCursors>;

export function operationCursors(signer: Signer, connectionId: string, operationId: string) {
  const signed = (key: string, filters: object) =>
    JSON.stringify([VERSION, connectionId, operationId, canonical(filters), key]);
  return {
    /**
     * The key that a cursor stands for, or undefined for the first page.
     * @throws {OperationError} `invalid_parameter` for one that was altered, or made for other filters or elsewhere
     */
    async read<Key extends object>(cursor: string | undefined, filters: object): Promise<Key | undefined> {
      if (cursor === undefined) return undefined;
      const [, key = "", signature = ""] = FORM.exec(cursor) ?? [];
      const bytes = fromBase64(key);
      const given = fromBase64(signature);
      if (!bytes || !given || !(await signer.verify("cursor", signed(key, filters), given))) throw refusedCursor();
      // The signature says that it is the key this very operation wrote.
      return JSON.parse(new TextDecoder().decode(bytes)) as Key;
    },
    /** The cursor of the next page; null on the last one. */
    async write(next: object | null, filters: object): Promise<string | null> {
      if (next === null) return null;
      const key = toBase64(new TextEncoder().encode(JSON.stringify(next)));
      return VERSION + key + toBase64(await signer.sign("cursor", signed(key, filters), SIGNATURE_BYTES));
    },
  };
}

/** The filters that are set, sorted by name. */
function canonical(filters: object): [string, unknown][] {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function toBase64(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Null for an empty text and for any but the canonical encoding. */
function fromBase64(text: string): Uint8Array | null {
  if (text === "") return null;
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    return toBase64(bytes) === text ? bytes : null;
  } catch {
    // expected: what was sent need not be base64
    return null;
  }
}

function refusedCursor(): OperationError {
  const message = {
    en: "must be the next_cursor of the page before, unchanged, from this connection and with the same filters. Leave it out to start again.",
    fr: "doit être le next_cursor de la page précédente, inchangé, de cette même connexion et avec les mêmes filtres. Omettez-le pour recommencer au début.",
  };
  return invalidInput("invalid_parameter", [{ name: "cursor", message }]);
}
