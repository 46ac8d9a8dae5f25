import { type AgentMcpOAuthProvider, DurableObjectOAuthClientProvider } from "agents";

/** The path of this assistant to which the provider redirects a person. */
export const CALLBACK_PATH = "callback";
/** The path of this assistant's Client ID Metadata Document. */
export const CLIENT_DOCUMENT_PATH = "/client.json";
const NAME = "Example assistant";

/**
 * Creates the OAuth client of this assistant; `agents` stores its tokens in the agent's own storage. With https, the
 * client is identified by its metadata document, and the provider shows the document's host as verified. Without https,
 * the client registers dynamically.
 */
export function oauthClient(storage: DurableObjectStorage, callbackUrl: string): AgentMcpOAuthProvider {
  const { origin, protocol } = new URL(callbackUrl);
  const document = protocol === "https:" ? { clientMetadataUrl: origin + CLIENT_DOCUMENT_PATH } : {};
  // The library's type allows `undefined` where the interface requires the property to be absent.
  return new DurableObjectOAuthClientProvider(storage, NAME, callbackUrl, document) as AgentMcpOAuthProvider;
}

/** Returns the metadata document for this assistant at an origin. */
export function clientDocument(origin: string) {
  return {
    client_id: origin + CLIENT_DOCUMENT_PATH,
    client_name: NAME,
    client_uri: origin,
    redirect_uris: [`${origin}/${CALLBACK_PATH}`],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}
