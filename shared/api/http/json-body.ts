import { jsonPointer } from "../../platform/json.ts";
import type { Text } from "../../platform/language.ts";
import { readAtMost } from "../../platform/read-at-most.ts";
import { OperationError } from "../definition/problems.ts";

const MAX_BODY_BYTES = 65_536;
const MAX_DEPTH = 32;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/**
 * Reads a request's JSON body with limits that `JSON.parse` lacks. It refuses a body over 64 KiB without reading the
 * rest. It also refuses nesting deeper than 32 levels and duplicate keys.
 * @throws {OperationError} `unsupported_media_type`, `payload_too_large` or `invalid_body`
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const mediaType = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json" || request.headers.has("Content-Encoding")) throw notJsonMediaType();
  const text = await readText(request);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // expected: the caller can send text that is not JSON
    throw invalid("", { en: "The body is not valid JSON.", fr: "Le corps n’est pas du JSON valide." });
  }
  checkStructure(text);
  return value;
}

/**
 * Reads a request's JSON body, or returns an empty object if there is no body.
 * @throws {OperationError} the errors of `readJsonBody`
 */
export async function readOptionalJsonBody(request: Request): Promise<unknown> {
  const isAbsent = request.body === null || request.headers.get("Content-Length") === "0";
  return isAbsent ? {} : readJsonBody(request);
}

async function readText(request: Request): Promise<string> {
  const declared = Number(request.headers.get("Content-Length") ?? Number.NaN);
  if (declared > MAX_BODY_BYTES) throw tooLarge();
  const bytes =
    declared >= 0 ? new Uint8Array(await request.arrayBuffer()) : await readAtMost(request.body, MAX_BODY_BYTES);
  if (bytes === null) throw tooLarge();
  try {
    return utf8.decode(bytes);
  } catch {
    // expected: the caller can send bytes that are not UTF-8
    throw invalid("", { en: "The body is not UTF-8 text.", fr: "Le corps n’est pas du texte UTF-8." });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** An object or array that is still open, and the JSON pointer step to its current value. */
interface OpenValue {
  /** The keys so far; `null` in an array. */
  names: Set<string> | null;
  step: string | number;
}

/**
 * Checks the nesting and the keys of valid JSON text in one pass.
 * @throws {OperationError} `invalid_body`
 */
function checkStructure(text: string): void {
  const open: OpenValue[] = [];
  let nameExpected = false;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        if (nameExpected) {
          const name: string = JSON.parse(text.slice(at, end + 1));
          const object = open.at(-1);
          if (object) object.step = name;
          if (object?.names?.has(name)) {
            throw invalid(pointerTo(open), { en: "A field appears twice.", fr: "Un champ figure deux fois." });
          }
          object?.names?.add(name);
          nameExpected = false;
        }
        at = end;
        break;
      }
      case "{":
      case "[":
        open.push(text[at] === "{" ? { names: new Set(), step: "" } : { names: null, step: 0 });
        nameExpected = text[at] === "{";
        if (open.length > MAX_DEPTH) {
          throw invalid(pointerTo(open.slice(0, 1)), {
            en: `The body is nested deeper than ${MAX_DEPTH} levels.`,
            fr: `Le corps est imbriqué sur plus de ${MAX_DEPTH} niveaux.`,
          });
        }
        break;
      case "}":
      case "]":
        open.pop();
        nameExpected = false;
        break;
      case ",": {
        const inside = open.at(-1);
        nameExpected = inside?.names != null;
        if (typeof inside?.step === "number") inside.step++;
        break;
      }
    }
  }
}

/** Returns the JSON pointer of the current value (RFC 6901). */
function pointerTo(open: readonly OpenValue[]): string {
  return jsonPointer(open.map(({ step }) => step));
}

/** Returns the index of the quote that closes the string at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Creates the error for the value at a JSON pointer.
 * @param detail a whole sentence
 */
function invalid(pointer: string, detail: Text): OperationError {
  return new OperationError("invalid_body", detail, { refused: [{ name: pointer, message: detail }] });
}

function tooLarge(): OperationError {
  return new OperationError("payload_too_large", {
    en: `The body is larger than ${MAX_BODY_BYTES} bytes.`,
    fr: `Le corps dépasse ${MAX_BODY_BYTES} octets.`,
  });
}

function notJsonMediaType(): OperationError {
  return new OperationError("unsupported_media_type", {
    en: "The body must be plain JSON, declared as Content-Type: application/json.",
    fr: "Le corps doit être du JSON simple, déclaré comme Content-Type: application/json.",
  });
}
