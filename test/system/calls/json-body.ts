import type { WireRequest } from "./wire.ts";

/** The documented limits of a JSON body over both transports. */
export const MAX_BODY_BYTES = 65_536;
export const MAX_DEPTH = 32;

/** Returns why a body is refused as JSON, whatever its schema. Returns an empty list if it is accepted. */
export function refusedBody({ body, headers }: WireRequest): string[] {
  return [...refusedType(headers), ...(body ? refusedBytes(body) : [])];
}

/** Checks that a body has the JSON media type exactly once and no content encoding. */
function refusedType(headers: WireRequest["headers"]): string[] {
  const valuesOf = (name: string) => headers.filter(([own]) => own.toLowerCase() === name).map(([, value]) => value);
  const types = valuesOf("content-type").map((value) => value.split(";")[0]?.trim().toLowerCase());
  return [
    ...(types.join() === "application/json" ? [] : [`the body is declared as ${types.join()}`]),
    ...valuesOf("content-encoding").map((encoding) => `the body is declared as encoded: ${encoding}`),
  ];
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

function refusedBytes(body: Buffer): string[] {
  if (body.length > MAX_BODY_BYTES) return [`the body has ${body.length} bytes`];
  try {
    const text = utf8.decode(body);
    JSON.parse(text);
    return structureFaults(text);
  } catch (error) {
    return [`the body is no JSON: ${(error as Error).message}`];
  }
}

/** Returns faults that a JSON parser accepts: repeated members and deep nesting. @param text a valid JSON text */
function structureFaults(text: string): string[] {
  const faults: string[] = [];
  /** The member names read so far in each open object; `null` for an open array. */
  const open: (Set<string> | null)[] = [];
  let depth = 0;
  let string = "";
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === "{" || token === "[") depth = Math.max(depth, open.push(token === "{" ? new Set() : null));
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const names = open.at(-1);
      const name = JSON.parse(string) as string;
      if (names?.has(name)) faults.push(`a member twice: ${string}`);
      names?.add(name);
    } else string = token;
  }
  return depth > MAX_DEPTH ? [...faults, `${depth} levels`] : faults;
}
