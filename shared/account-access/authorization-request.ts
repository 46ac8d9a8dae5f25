/** The proof for an application's name. */
export type Origin =
  /** The host of its Client ID Metadata Document. */
  | { kind: "verified"; domain: string }
  /**
   * Nobody has checked its name: it registered itself, or, with `domain`, its metadata document lies at a host that vouches
   * for nothing, since anybody may publish there or the application returns elsewhere.
   */
  | { kind: "unverified"; domain?: string }
  /** An API token, made by the customer; the parts of it that may be shown. */
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
