/**
 * The provider's settings for discovery and vulnerability reports. If a setting is empty, its document is not served.
 */
export interface DiscoverySettings {
  /** Proves control of the site's host to the MCP registry: `v=MCPv1; k=ed25519; p=` and the public key in base64. */
  MCP_REGISTRY_AUTH: string;
  /** Proves control of the site's host to OpenAI's directory: the token from its form. */
  OPENAI_APPS_CHALLENGE: string;
  /**
   * Contacts for vulnerability reports (RFC 9116): URIs separated by spaces, such as `mailto:security@provider.com`.
   */
  SECURITY_CONTACT: string;
}

export interface Discovery {
  registryProof: string | null;
  openAiChallenge: string | null;
  /** The contacts for vulnerability reports; empty if there is no security.txt. */
  securityContacts: string[];
}

/**
 * Parses the discovery settings.
 * @throws {Error} with the name of an invalid setting
 */
export function discoveryFrom(settings: DiscoverySettings): Discovery {
  const proof = settings.MCP_REGISTRY_AUTH.trim();
  if (proof !== "" && !isProof(proof)) {
    throw new Error("MCP_REGISTRY_AUTH is not like v=MCPv1; k=ed25519; p=<public key in base64>.");
  }
  const challenge = settings.OPENAI_APPS_CHALLENGE.trim();
  if (!/^[\x21-\x7e]{0,512}$/.test(challenge)) {
    throw new Error("OPENAI_APPS_CHALLENGE is not a token: at most 512 visible characters in one word.");
  }
  const securityContacts = settings.SECURITY_CONTACT.split(/\s+/).filter((contact) => contact !== "");
  const wrong = securityContacts.find((contact) => !isContact(contact));
  if (wrong !== undefined) {
    throw new Error(`SECURITY_CONTACT is not an address that begins with https:, mailto: or tel:: ${wrong}`);
  }
  return { registryProof: proof || null, openAiChallenge: challenge || null, securityContacts };
}

/** Size of a public key in bytes, by key type. An ECDSA key is a compressed point on P-384. */
const KEY_BYTES: Record<string, number> = { ed25519: 32, ecdsap384: 49 };

function isProof(text: string): boolean {
  const [, kind = "", key = ""] = /^v=MCPv1; k=(\w+); p=([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  return key.length % 4 === 0 && key !== "" && atob(key).length === KEY_BYTES[kind];
}

function isContact(text: string): boolean {
  return /^(?:https:\/\/|mailto:[^\s@]+@|tel:\+?\d)/.test(text) && URL.canParse(text);
}
