/** The evidence for an application's name. */
export type Origin =
  /** The name is verified. `domain` is the host of the application's Client ID Metadata Document. */
  | { kind: "verified"; domain: string }
  /**
   * The name is not verified. Either the application registered itself, or its metadata document at `domain` proves
   * nothing. A document proves nothing if anyone may publish at its host, or if the application redirects to another
   * host.
   */
  | { kind: "unverified"; domain?: string }
  /** The application is an API token that the customer created. These parts of the token may be shown. */
  | { kind: "token"; prefix: string; lastFour: string };

/** An authorization request (RFC 6749 §4.1.1, RFC 7636, RFC 8707), as the OAuth library parsed it. */
export interface CodeRequest {
  responseType: string;
  clientId: string;
  redirectUri: string;
  scope: string[];
  state: string;
  codeChallenge: string;
  codeChallengeMethod: string;
  resource: string;
  issuer: string;
}
