import * as z from "zod";
import { redirectRefusal } from "./redirect-uri.ts";

/** Why an application with a metadata document is not known. */
export type DocumentFailure =
  /** Its id is no address that a document may have; nothing was asked. */
  | "address_refused"
  /** The host did not answer in time, or said that it cannot answer now. */
  | "host_unreachable"
  /** The host answers something else than 200: a redirect, or that there is nothing. */
  | "not_served"
  | "not_json"
  /** More than 5 KiB. */
  | "too_large"
  /** It is the document of another client id. */
  | "other_client"
  /** It lacks `client_name` or `redirect_uris`, or a member has the wrong type. */
  | "incomplete"
  /** One of its redirect addresses may not receive a code. */
  | "unsafe_redirect"
  /** It holds a secret, or insists on a key or a secret; here such clients use PKCE without client authentication. */
  | "needs_authentication"
  /** It does not use authorization codes. */
  | "other_flow"
  /** Its host had to be asked, and the caller has had others asked too often. */
  | "too_many_fetches";

const MAX_REDIRECTS = 100;

const DOCUMENT = z.looseObject({
  client_id: z.string(),
  client_name: z.string().trim().min(1),
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECTS),
  grant_types: z.array(z.string()).default(["authorization_code"]),
  response_types: z.array(z.string()).default(["code"]),
  token_endpoint_auth_method: z.string().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

export type DocumentReading = { ok: true; record: string } | { ok: false; reason: DocumentFailure };

/**
 * Takes from a metadata document what its client is known by
 * (draft-ietf-oauth-client-id-metadata-document-02 §4; RFC 7591 §2 for its members). What a page would have to load, such as
 * a logo, is left out.
 * @param at when it was read, epoch milliseconds
 * @param knownSchemes private-use schemes without a dot that are known applications'
 */
export function readDocument(
  clientId: string,
  text: string,
  at: number,
  knownSchemes: ReadonlySet<string>,
): DocumentReading {
  const refused = (reason: DocumentFailure): DocumentReading => ({ ok: false, reason });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // expected: what a host serves need not be JSON
    return refused("not_json");
  }
  const parsed = DOCUMENT.safeParse(json);
  if (!parsed.success) return refused("incomplete");
  const document = parsed.data;
  if (document.client_id !== clientId) return refused("other_client");
  if (document.redirect_uris.some((uri) => redirectRefusal(uri, knownSchemes) !== null))
    return refused("unsafe_redirect");
  if ("client_secret" in document || "client_secret_expires_at" in document) return refused("needs_authentication");
  const { token_endpoint_auth_method: preferred, token_endpoint_auth_methods_supported: methods } = document;
  if (!(methods ?? [preferred ?? "none"]).includes("none") && preferred !== "none") {
    return refused("needs_authentication");
  }
  if (!document.grant_types.includes("authorization_code") || !document.response_types.includes("code")) {
    return refused("other_flow");
  }
  // As the OAuth library stores a client that authenticates by PKCE alone; seconds.
  const record = {
    clientId,
    clientName: document.client_name,
    redirectUris: document.redirect_uris,
    grantTypes: ["authorization_code", "refresh_token"],
    responseTypes: ["code"],
    registrationDate: Math.floor(at / 1000),
    tokenEndpointAuthMethod: "none",
  };
  return { ok: true, record: JSON.stringify(record) };
}
