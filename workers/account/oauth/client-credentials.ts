/** Which client a form names, and whether it tried HTTP Basic, so that a refusal has to challenge (RFC 6749 §5.2). */
export interface NamedClient {
  clientId: string | null;
  triedBasic: boolean;
}

/** Reads who asks; whether the secret is right is for the OAuth library to check. */
export function namedClient(form: URLSearchParams, authorization: string | null): NamedClient {
  const basic = /^basic(?:[ \t]+(.*))?$/i.exec(authorization ?? "");
  if (!basic) return { clientId: form.get("client_id") || null, triedBasic: false };
  return { clientId: idInBasic(basic[1] ?? ""), triedBasic: true };
}

/** The client id of HTTP Basic credentials, form-encoded there (RFC 6749 §2.3.1). */
function idInBasic(encoded: string): string | null {
  try {
    const credentials = atob(encoded.trim());
    const end = credentials.indexOf(":");
    return end < 1 ? null : decodeURIComponent(credentials.slice(0, end).replaceAll("+", " "));
  } catch {
    // expected: what was sent need not be base64 or form-encoded
    return null;
  }
}
