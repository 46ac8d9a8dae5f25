/** The evidence for an application's name. */
export type Origin =
  /** The host of its Client ID Metadata Document. */
  | { kind: "verified"; domain: string }
  /**
   * An unchecked name. The application registered itself or, with `domain`, its metadata document proves nothing:
   * anyone may publish at that host, or the application redirects elsewhere.
   */
  | { kind: "unverified"; domain?: string }
  /** An API token that the customer created. These parts may be shown. */
  | { kind: "token"; prefix: string; lastFour: string };

/** An authorization request (RFC 6749 §4.1.1, RFC 7636, RFC 8707) as the OAuth library parsed it. */
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
