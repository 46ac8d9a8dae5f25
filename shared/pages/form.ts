import { readAtMost } from "../platform/read-at-most.ts";

const MAX_BYTES = 16 * 1024;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** The fields of a posted form; null if it is not a form, or larger than any of ours. */
export async function readForm(request: Request): Promise<URLSearchParams | null> {
  if (!FORM_TYPE.test(request.headers.get("Content-Type") ?? "")) return null;
  const body = await readAtMost(request.body, MAX_BYTES);
  return body && new URLSearchParams(new TextDecoder().decode(body));
}
