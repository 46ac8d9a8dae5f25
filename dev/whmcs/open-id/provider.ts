import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { WhmcsState, WhmcsUser } from "../state.ts";

/** What the `sub` of a token stands for. */
export type SubjectKind = "user_uuid" | "user_id" | "client_uuid";

export interface OpenIdOptions {
  clientId: string;
  clientSecret: string;
  /** Compared to the letter. */
  redirectUris: string[];
  subject: SubjectKind;
  /** Of an ID token, in seconds. */
  tokenLife: number;
  hasNonce: boolean;
  hasIssuedAt: boolean;
  hasEmailVerified: boolean;
  hasKeyId: boolean;
  /** An installation that has never signed a token has no key yet. */
  hasKey: boolean;
  /** The e-mail address in userinfo is the account's contact address, not the user's own. */
  givesAccountEmail: boolean;
  /** What tokens say is otherwise than it should be. */
  lie:
    | "issuer"
    | "audience"
    | "nonce"
    | "expired"
    | "signature"
    | "algorithm_none"
    | "algorithm_hs256"
    | "userinfo_subject"
    | null;
}

export const OPEN_ID_DEFAULTS: Omit<OpenIdOptions, "clientId" | "clientSecret" | "redirectUris"> = {
  subject: "user_uuid",
  tokenLife: 100,
  hasNonce: true,
  hasIssuedAt: false,
  hasEmailVerified: true,
  hasKeyId: true,
  hasKey: true,
  givesAccountEmail: false,
  lie: null,
};

interface IssuedCode {
  userId: number;
  redirectUri: string;
  nonce: string | null;
  challenge: string | null;
  expiresAt: number;
}

/** What an authorization request asks for. */
export interface AuthorizationRequest {
  redirectUri: string;
  state: string | null;
  nonce: string | null;
  challenge: string | null;
}

export type TokenAnswer = { status: number; body: Record<string, unknown> };

/** The OpenID Connect provider of an installation: codes, ID tokens and userinfo. */
export class OpenIdProvider {
  readonly options: OpenIdOptions;
  readonly #state: WhmcsState;
  readonly #now: () => number;
  readonly #issuer: string;
  readonly #keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  readonly #codes = new Map<string, IssuedCode>();
  readonly #tokens = new Map<string, { userId: number; expiresAt: number }>();

  constructor(state: WhmcsState, issuer: string, options: OpenIdOptions, now: () => number) {
    this.#state = state;
    this.#issuer = issuer;
    this.options = options;
    this.#now = now;
  }

  /** As it was recorded: no response types, no PKCE, four claims. @param base of the browser's addresses */
  metadata(base: string): Record<string, unknown> {
    return {
      issuer: this.#issuer,
      authorization_endpoint: `${base}/oauth/authorize.php`,
      token_endpoint: `${base}/oauth/token.php`,
      userinfo_endpoint: `${base}/oauth/userinfo.php`,
      jwks_uri: `${base}/oauth/certs.php`,
      scopes_supported: ["openid", "email", "profile"],
      response_types_supported: [],
      id_token_signing_alg_values_supported: ["RS256"],
      claims_supported: ["iss", "aud", "exp", "sub"],
    };
  }

  keySet(): { keys: Record<string, unknown>[] } {
    if (!this.options.hasKey) return { keys: [] };
    const key = this.#keys.publicKey.export({ format: "jwk" });
    return { keys: [{ ...key, use: "sig", alg: "RS256", ...(this.options.hasKeyId ? { kid: this.#keyId } : {}) }] };
  }

  /** Null where the client or the address to return to is not registered. */
  readRequest(query: URLSearchParams): AuthorizationRequest | null {
    const redirectUri = query.get("redirect_uri") ?? "";
    const isOurs = query.get("client_id") === this.options.clientId && this.options.redirectUris.includes(redirectUri);
    if (!isOurs || query.get("response_type") !== "code") return null;
    return {
      redirectUri,
      state: query.get("state"),
      nonce: query.get("nonce"),
      challenge: query.get("code_challenge_method") === "S256" ? query.get("code_challenge") : null,
    };
  }

  issueCode({ redirectUri, nonce, challenge }: AuthorizationRequest, userId: number): string {
    const code = randomBytes(24).toString("base64url");
    this.#codes.set(code, { userId, redirectUri, nonce, challenge, expiresAt: this.#now() + 60_000 });
    return code;
  }

  /** The token endpoint; a code is taken once. */
  exchange(form: URLSearchParams): TokenAnswer {
    if (form.get("client_id") !== this.options.clientId || form.get("client_secret") !== this.options.clientSecret) {
      return { status: 401, body: { error: "invalid_client" } };
    }
    const code = form.get("code") ?? "";
    const issued = this.#codes.get(code);
    this.#codes.delete(code);
    const verifier = form.get("code_verifier") ?? "";
    const isProved =
      !issued?.challenge || createHash("sha256").update(verifier).digest("base64url") === issued.challenge;
    if (!issued || issued.expiresAt < this.#now() || issued.redirectUri !== form.get("redirect_uri") || !isProved) {
      return { status: 400, body: { error: "invalid_grant", error_description: "The authorization code is invalid" } };
    }
    const user = this.#state.users.find(({ id }) => id === issued.userId);
    if (!user) return { status: 400, body: { error: "invalid_grant" } };
    const accessToken = randomBytes(24).toString("hex");
    this.#tokens.set(accessToken, { userId: user.id, expiresAt: this.#now() + 3_600_000 });
    return {
      status: 200,
      body: {
        access_token: accessToken,
        expires_in: 3600,
        token_type: "Bearer",
        scope: "openid profile email",
        id_token: this.#idToken(user, issued.nonce),
      },
    };
  }

  userInfo(accessToken: string): TokenAnswer {
    const token = this.#tokens.get(accessToken);
    const user = token && token.expiresAt > this.#now() && this.#state.users.find(({ id }) => id === token.userId);
    if (!user) return { status: 401, body: { error: "invalid_token" } };
    const subject = this.options.lie === "userinfo_subject" ? "somebody-else" : this.#subjectOf(user);
    const email = this.options.givesAccountEmail ? (this.#clientOf(user)?.email ?? user.email) : user.email;
    return {
      status: 200,
      body: {
        sub: subject,
        email,
        ...(this.options.hasEmailVerified ? { email_verified: user.isEmailVerified } : {}),
        name: `${user.firstName} ${user.lastName}`.trim(),
        locale: "en",
      },
    };
  }

  #idToken(user: WhmcsUser, nonce: string | null): string {
    const { lie, clientId, hasNonce, hasIssuedAt, tokenLife } = this.options;
    const now = Math.floor(this.#now() / 1_000);
    const claims = {
      iss: lie === "issuer" ? "https://elsewhere.example" : this.#issuer,
      aud: lie === "audience" ? "another-client" : clientId,
      exp: lie === "expired" ? now - 120 : now + tokenLife,
      sub: this.#subjectOf(user),
      ...(hasIssuedAt ? { iat: now } : {}),
      ...(hasNonce && nonce !== null ? { nonce: lie === "nonce" ? `${nonce}x` : nonce } : {}),
    };
    const algorithm = lie === "algorithm_none" ? "none" : lie === "algorithm_hs256" ? "HS256" : "RS256";
    const header = { typ: "JWT", alg: algorithm, ...(this.options.hasKeyId ? { kid: this.#keyId } : {}) };
    const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    if (algorithm === "none") return `${signed}.`;
    const key: KeyObject =
      lie === "signature" ? generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey : this.#keys.privateKey;
    return `${signed}.${createSign("RSA-SHA256").update(signed).sign(key, "base64url")}`;
  }

  get #keyId(): string {
    const { n = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return createHash("sha256").update(n).digest("hex").slice(0, 16);
  }

  #subjectOf(user: WhmcsUser): string {
    switch (this.options.subject) {
      case "user_uuid":
        return user.uuid;
      case "user_id":
        return String(user.id);
      case "client_uuid":
        return this.#clientOf(user)?.uuid ?? user.uuid;
    }
  }

  #clientOf({ id }: WhmcsUser) {
    const membership = this.#state.memberships.find(({ userId }) => userId === id);
    return this.#state.clients.find((client) => client.id === membership?.clientId);
  }
}
