/** The evidence for an application's name. */
export type Origin =
  /** The name is verified. `domain` is the host of the application's Client ID Metadata Document. */
  | { kind: "verified"; domain: string }
  /**
   * The name is not verified, because the application registered itself. With `domain`, the application has a metadata
   * document that proves nothing: anyone may publish at that host, or the application redirects to another one.
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
